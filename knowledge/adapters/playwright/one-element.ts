import type { Locator } from "playwright-core";
import type { StepSeen } from "../../ports/browser-driver.ts";
import type { Deadline } from "./deadline.ts";
import { elementName } from "./locate.ts";
import { isTimeout, toldError } from "./told-error.ts";

/** What a step saw, without where and how long. */
export type Seen = Pick<StepSeen, "outcome"> &
  Partial<Pick<StepSeen, "matched" | "element" | "actual" | "error">>;

export type OneElement =
  | { readonly kind: "one"; readonly element: string | null }
  | { readonly kind: "other"; readonly seen: Seen };

/** Waits for an element and sees that it is one only; what else is there is what the step saw. */
export async function oneElement(locator: Locator, target: string, deadline: Deadline): Promise<OneElement> {
  try {
    await locator.first().waitFor({ state: "attached", timeout: deadline.left() });
    const matched = await locator.count();
    if (matched > 1) return { kind: "other", seen: several(target, matched) };
    return { kind: "one", element: await elementName(locator, deadline.left()).catch(() => null) };
  } catch (error) {
    if (isTimeout(error)) return { kind: "other", seen: missing(target) };
    return { kind: "other", seen: { outcome: "errored", error: toldError(error) } };
  }
}

export function several(target: string, matched: number): Seen {
  return {
    outcome: "errored",
    matched,
    error: `${target} matches ${matched} elements, and one is needed; name it more closely`,
  };
}

function missing(target: string): Seen {
  return { outcome: "errored", matched: 0, error: `${target} matches no element` };
}
