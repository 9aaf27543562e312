import { buildFailure } from "../shared/build-test.ts";
import { joinTold, type Told } from "../shared/told.ts";
import type { Failure } from "../test-case.ts";
import type { XmlText } from "./xml.ts";

/** The element of a failure with a child for its message and one for its stack, as the .NET formats and TestNG write it. */
export interface FailureElement {
  isOpen(): boolean;
  open(line: number, type?: string): void;
  /** A child begins whose text belongs to the failure. */
  read(): void;
  /** That child has ended. The first one of each counts. */
  message(): void;
  stack(): void;
  /** The element has ended, or the file has; undefined where none was open. */
  close(line: number): Failure | undefined;
}

/** `stackTellsAll`: the stack repeats the message, so that it is the text alone. */
export function failureElement(text: XmlText, stackTellsAll = false): FailureElement {
  let failing: { line: number; type: string | undefined; message?: Told; stack?: Told } | undefined;
  const keep = (part: "message" | "stack"): void => {
    if (failing === undefined || failing[part] !== undefined) return;
    const told = text.take();
    if (told !== undefined) failing[part] = told;
  };
  return {
    isOpen: () => failing !== undefined,
    open(line, type) {
      failing = { line, type };
    },
    read() {
      if (failing !== undefined) text.start();
    },
    message: () => keep("message"),
    stack: () => keep("stack"),
    close(endLine) {
      if (failing === undefined) return undefined;
      keep("message");
      const { line, type, message, stack } = failing;
      failing = undefined;
      return buildFailure({
        type,
        message,
        text: stackTellsAll ? (stack ?? message) : joinTold([message, stack], "\n"),
        line,
        endLine,
      });
    },
  };
}
