import { CAUSES, MARKS, type Mark } from "#knowledge";
import type { Marking } from "./operations.ts";
import { chosenRows, currentDetail, type Sheet, type State } from "./state.ts";

export const MARK_WORDS: Readonly<Record<Mark, string>> = {
  right: "right: the cause is right",
  "wrong-cause": "wrong cause: it failed for another reason",
  flaky: "flaky: it fails and passes without a change",
  "not-a-failure": "not a failure: nothing is wrong",
};

/** The choice of what a mark is about where tests failed, else of the mark itself. */
export function markSheet(state: State): Sheet | null {
  const run = chosenRows(state)[0]?.subject.id;
  if (run === undefined) return null;
  const tests = currentDetail(state)?.detail.tests ?? [];
  if (tests.length === 0) return marksSheet(run, null);
  const option = (test: string | null, label: string) => ({
    label,
    choice: { kind: "mark-test", run, test } as const,
  });
  return {
    kind: "choose",
    title: "What is the mark about?",
    options: [option(null, "the whole run"), ...tests.map((test) => option(test, test))],
    at: 0,
  };
}

export function marksSheet(run: string, test: string | null): Sheet {
  return {
    kind: "choose",
    title: `Mark ${test ?? `run ${run}`}`,
    options: MARKS.map((mark) => ({
      label: MARK_WORDS[mark],
      choice: {
        kind: mark === "wrong-cause" ? "mark-cause" : "mark",
        marking: { run, test, mark, cause: null },
      },
    })),
    at: 0,
  };
}

export function causesSheet(marking: Marking): Sheet {
  return {
    kind: "choose",
    title: "What is the cause?",
    options: CAUSES.map((cause) => ({
      label: cause.replaceAll("_", " "),
      choice: { kind: "mark", marking: { ...marking, cause } },
    })),
    at: 0,
  };
}
