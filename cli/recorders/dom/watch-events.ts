import { neverFail } from "../never-fail.ts";
import { watchOnce } from "../process-state.ts";
import type { BegunStep, TestSteps } from "../test-steps.ts";
import { type DomElement, elementFacts, howFound, isElement } from "./elements.ts";
import { runningSteps } from "./running-steps.ts";

interface DomEvent {
  readonly type: string;
  readonly target: unknown;
  readonly key?: string;
  composedPath?(): readonly unknown[];
}

interface DomDocument {
  addEventListener(type: string, listen: (event: DomEvent) => void, capture: boolean): void;
}

const EVENTS = ["click", "dblclick", "input", "change", "keydown", "submit"] as const;
/** Keys that do something by themselves; the others type, or go with another one. */
const ACTING_KEYS = /^(?:Enter|Escape|Tab|Arrow\w+|Page\w+|Home|End|F\d+)$/;
/** What a person means to act on where the event fell on something inside of it. */
const ACTED_ON = "button,a[href],input,select,textarea,summary,option,label,[role]";

interface Act {
  readonly action: string;
  readonly element: DomElement;
  readonly steps: TestSteps;
  readonly step: BegunStep;
}

/** Watches what happens to the elements of the global document, whatever library made it happen. */
export function watchEvents(): void {
  const { document } = globalThis as { document?: DomDocument };
  if (document === undefined || !watchOnce(document)) return;
  let last: Act | undefined;
  for (const type of EVENTS) {
    document.addEventListener(
      type,
      (event) => {
        neverFail(() => {
          const steps = runningSteps();
          const target = event.composedPath?.()[0] ?? event.target;
          if (steps === undefined || !isElement(target)) return;
          const before = last?.steps === steps ? last : undefined;
          last = take(event, target, steps, before) ?? last;
        });
      },
      true,
    );
  }
}

/** The act that an event is; undefined where it is a part of the one before, or none. */
function take(event: DomEvent, target: DomElement, steps: TestSteps, last: Act | undefined): Act | undefined {
  const action = actionOf(event, target);
  if (action === undefined) return undefined;
  const element = actedOn(target);
  if (last !== undefined && !last.steps.looked()) {
    // A click on a label clicks its control; a form is submitted by the click or key before.
    if (action === "click" && last.action === "click" && last.element.closest("label")?.control === target)
      return undefined;
    if (action === "submit" && /^(?:click|press)/.test(last.action)) return undefined;
    if (last.element === element && action === "type") {
      if (last.action === "type") return undefined;
      // Libraries click a field before they type into it.
      if (last.action === "click") {
        last.step.over({ action });
        return { ...last, action };
      }
    }
  }
  last?.step.settle({});
  const step = steps.action({ action, ...elementFacts(element) });
  step.over({});
  return { action, element, steps, step };
}

function actionOf({ type, key = "" }: DomEvent, target: DomElement): string | undefined {
  const tag = target.tagName.toLowerCase();
  const kind = tag === "input" ? (target.type ?? "text") : tag;
  if (type === "keydown") return ACTING_KEYS.test(key) ? `press ${key}` : undefined;
  if (type === "change") return kind === "select" ? "select" : kind === "file" ? "upload" : undefined;
  if (type === "input") return ["checkbox", "radio", "file", "select"].includes(kind) ? undefined : "type";
  return type;
}

function actedOn(target: DomElement): DomElement {
  for (let near: DomElement | null = target; near !== null; near = near.parentElement)
    if (
      howFound(near) !== undefined &&
      (near === target || near.closest(ACTED_ON) === target.closest(ACTED_ON))
    )
      return near;
  return target.closest(ACTED_ON) ?? target;
}
