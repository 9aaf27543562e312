import { type ItemStatus, type MoveOut, QA_WORDS, TRANSITIONS } from "#knowledge";
import type { Sheet } from "./state.ts";
import {
  type Carrying,
  type ClaimVerb,
  type Judging,
  placeName,
  type Verdict,
  type Waiving,
  type WorkAct,
  type WorkChoice,
  type WorkPlace,
  type WorkPurpose,
} from "./work-asks.ts";

type Confirm = Extract<Sheet, { kind: "confirm" }>;
type Facts = Confirm["facts"];
type Choose = Extract<Sheet, { kind: "choose" }>;

const LEDGER = ["files", "none; it is kept in the ledger"] as const;

/** What each verdict says of a case. */
const VERDICT_WORDS = {
  pass: "pass: it is as it is expected",
  fail: "fail: it is not",
  undetermined: "undetermined: it cannot be told; say what is missing",
  error: "error: it could not be carried out",
} as const satisfies Record<Verdict, string>;

export function verdictSheet(judging: Judging): Choose {
  return chooseFrom(
    `What came of “${judging.title}”?`,
    QA_WORDS.verdicts.map((verdict) => [VERDICT_WORDS[verdict], { kind: "verdict", judging, verdict }]),
  );
}

/** The statuses that a place's status leads to: the next one first. */
export function moveSheet(place: WorkPlace, from: ItemStatus): Choose {
  return chooseFrom(
    `Move ${placeName(place)} from ${from} to`,
    TRANSITIONS[from].map((to) => [to, { kind: "move-to", place, to }]),
  );
}

/** An epic itself, or one of its tasks. */
export function placeSheet(
  verb: ClaimVerb | "move",
  key: string,
  tasks: readonly { readonly task_num: number; readonly title: string; readonly status: string }[],
): Choose {
  return chooseFrom(`${capital(verb)} what of ${key}?`, [
    [`${key}, the whole of it`, { kind: "place", verb, place: { key, task: null } }],
    ...tasks.map(
      ({ task_num, title, status }) =>
        [
          `task ${task_num}  ${title}  ${status}`,
          { kind: "place", verb, place: { key, task: task_num } },
        ] as const,
    ),
  ]);
}

/** What is carried out for whom: the plans of an item, or the items of a plan. */
export function planRunSheet(
  title: string,
  options: readonly { readonly label: string; readonly plan: string; readonly place: WorkPlace }[],
): Choose {
  return chooseFrom(
    title,
    options.map(({ label, plan, place }) => [label, { kind: "run-plan", plan, place }]),
  );
}

export function askSheet(ask: WorkPurpose, field: Extract<Sheet, { kind: "text" }>["field"]): Sheet {
  return { kind: "text", purpose: { kind: "work", ask }, field, at: 0 };
}

export function carryingConfirmation(carrying: Carrying): Confirm {
  return confirm("Carry the case out", { verb: "carry out", carrying }, [
    ["case", carrying.title],
    ...carrying.facts,
    ...(carrying.baseUrl === null ? [] : [["at", carrying.baseUrl] as const]),
    [
      "effect",
      "it is carried out here and now, in this work tree, and its run is recorded with what it leaves behind",
    ],
  ]);
}

export function planRunConfirmation(
  act: Extract<WorkAct, { readonly verb: "run plan" }>,
  cases: readonly { readonly case_key: string; readonly title: string }[],
): Confirm {
  return confirm(`Carry out plan ${act.plan} for ${placeName(act.place)}`, act, [
    ["effect", "its cases are carried out here and now; requirements that are missing are made first"],
    ...cases.map(({ case_key, title }, at) => [at === 0 ? "cases" : "", `${case_key}  ${title}`] as const),
  ]);
}

export function judgeConfirmation(judging: Judging, verdict: Verdict, reason: string | null): Confirm {
  const effects = {
    "carry-out": "a run of it begins and ends with your word: the commit that is checked out goes with it",
    attempt: "an attempt is recorded with your word",
    complete: `run ${judging.run} ends with your word`,
    review: `a review of run ${judging.run} is recorded with your word`,
  } as const satisfies Record<Judging["way"], string>;
  return confirm(`Record ${verdict}`, { verb: "judge", judging, verdict, reason }, [
    ["case", judging.title],
    ...judging.facts,
    ["verdict", verdict],
    ...(reason === null ? [] : [["note", reason] as const]),
    ["effect", `${effects[judging.way]}; a verdict is given once`],
  ]);
}

export function waiveConfirmation(waiving: Waiving, reason: string, end: string | null): Confirm {
  return confirm("Waive the requirement", { verb: "waive", waiving, reason, end }, [
    ["of", `${waiving.title}  ${waiving.id}`],
    ["reason", reason],
    ["until", end ?? "it never ends"],
    [
      "effect",
      `${waiving.isBlocking ? "it is blocking and holds nothing up any more" : "it is settled"}; everywhere it is told apart from a pass`,
    ],
  ]);
}

export function claimConfirmation(
  verb: ClaimVerb,
  place: WorkPlace,
  { holder, seq }: { readonly holder: string | null; readonly seq: number },
): Confirm {
  const takesOver = holder !== null;
  const effect =
    verb === "release"
      ? "nobody works on it any more, as far as it is known"
      : takesOver
        ? `it is taken from ${holder}`
        : "it is yours: nobody else moves or links it, and you may decide its waivers";
  return confirm(
    `${takesOver ? "Take over" : capital(verb)} ${placeName(place)}`,
    { verb, place, takesOver, seq },
    [["effect", effect]],
  );
}

export function moveConfirmation(
  place: WorkPlace,
  { from, to, revision, gate, tasks }: NonNullable<MoveOut["result"]>,
  seq: number,
): Confirm {
  const isUp = to === "cancelled" || to === "stopped";
  return confirm(`Move ${placeName(place)} to ${to}`, { verb: "move", place, to, seq }, [
    ["from", from],
    ["to", to],
    ["gate", gate === null ? "none stands before it" : `open (${gate.word})`],
    ...(revision === null
      ? []
      : [["commit", `${revision.slice(0, 12)} is recorded as what the gates take`] as const]),
    ...tasks.map((one, at) => [at === 0 ? "tasks" : "", `${one.task_num}: ${one.from} → ${one.to}`] as const),
    ...(isUp
      ? [["effect", "the work is given up: nothing is settled or waived, and nothing leads back"] as const]
      : []),
  ]);
}

/** What is asked for, for the title of a sheet that takes a text; its hint. */
export function workWords(ask: WorkPurpose): { title: string; sign: string; hint: string } {
  switch (ask.kind) {
    case "judge-note":
      return {
        title: `Why ${ask.verdict}: ${ask.judging.title}`,
        sign: ">",
        hint:
          ask.verdict === "undetermined" ? "one line; it needs one" : "one line; enter alone goes on without",
      };
    case "waive-reason":
      return {
        title: `Why waive ${ask.waiving.title}?`,
        sign: ">",
        hint: "one line; who reads it later has to know why",
      };
    case "waive-end":
      return {
        title: `Until when is ${ask.waiving.title} waived?`,
        sign: ">",
        hint: "a day as in 2027-01-31, or a time (ISO 8601); enter alone: it never ends",
      };
    case "base-url":
      return {
        title: `Where is what ${ask.carrying.title} looks at?`,
        sign: ">",
        hint: "an address as in http://127.0.0.1:3000; enter alone goes on without",
      };
  }
}

/** What a person wrote into a sheet, where it would be lost. */
export function workTyped(
  ask: WorkPurpose,
  text: string,
): { readonly name: string; readonly text: string } | null {
  if (ask.kind === "waive-end") return { name: "reason", text: ask.reason };
  if (ask.kind === "base-url" || text.trim() === "") return null;
  return { name: ask.kind === "judge-note" ? "note" : "reason", text };
}

function confirm(title: string, act: WorkAct, facts: Facts): Confirm {
  return { kind: "confirm", title, facts: [...facts, LEDGER], act };
}

function chooseFrom(title: string, options: readonly (readonly [label: string, ask: WorkChoice])[]): Choose {
  return {
    kind: "choose",
    title,
    options: options.map(([label, ask]) => ({ label, choice: { kind: "work", ask } })),
    at: 0,
  };
}

function capital(word: string): string {
  return `${word[0]?.toUpperCase()}${word.slice(1)}`;
}
