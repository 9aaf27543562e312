import { neverFail } from "../never-fail.ts";
import { reportValue } from "../report-value.ts";
import { runningSteps } from "./running-steps.ts";

/** What tests may tell the recorder themselves. Does nothing where no recorder is set up. */
export const record: {
  /** Reports a value of the running test: a duration, a count, a price. */
  value(name: string, value: string | number, unit?: string): void;
} = {
  value(name: string, value: string | number, unit?: string): void {
    neverFail(() => reportValue(runningSteps(), name, value, unit));
  },
};
