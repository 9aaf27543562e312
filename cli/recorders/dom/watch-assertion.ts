import { neverFail } from "../never-fail.ts";
import { errorText, valueText } from "../value-text.ts";
import { isYesOrNo } from "../yes-or-no.ts";
import { type DomElement, elementFacts, elementName, isElement } from "./elements.ts";
import { runningSteps } from "./running-steps.ts";

/** What a matcher was asked: `expect.not.toHaveTextContent`, what it was given, and what it was to find. */
export interface Asked {
  readonly action: string;
  readonly received: unknown;
  readonly args: readonly unknown[];
}

/** Notes that something is checked; what it returns is to be told how that ended. */
export function beginAssertion({ action, received, args }: Asked): ((failed: unknown) => void) | undefined {
  const steps = runningSteps();
  if (steps === undefined) return undefined;
  const expected = args.length === 0 ? undefined : args.map(textOf).join(", ");
  const element = isElement(received) ? received : undefined;
  const step = steps.assertion({
    action,
    ...(element === undefined ? {} : elementFacts(element, action)),
    ...(expected === undefined ? {} : { expected }),
  });
  return (failed) =>
    neverFail(() => {
      const isTold = failed === undefined && isYesOrNo(action);
      const actual = isTold
        ? undefined
        : element === undefined
          ? receivedText(received)
          : readElement(element, action, args);
      step.settle({
        check: failed === undefined ? "passed" : "failed",
        ...(failed === undefined ? {} : { error: errorText(failed) }),
        ...(actual === undefined ? {} : { actual }),
      });
    });
}

function receivedText(received: unknown): string | undefined {
  return typeof received === "function" ? undefined : textOf(received);
}

function textOf(value: unknown): string {
  if (!isElement(value)) return valueText(value);
  return elementName(value) ?? `<${value.tagName.toLowerCase()}>`;
}

/** What a matcher of jest-dom looks at. */
function readElement(element: DomElement, action: string, [first]: readonly unknown[]): string | undefined {
  const matcher = action.slice(action.lastIndexOf(".") + 1);
  if (matcher === "toHaveTextContent") return (element.textContent ?? "").replace(/\s+/g, " ").trim();
  if (matcher === "toHaveValue") return valueText(element.value);
  if (matcher === "toHaveAttribute") return valueText(element.getAttribute(String(first)));
  return undefined;
}
