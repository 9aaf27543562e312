import { sayPlainly } from "./say-plainly.ts";
import type { Telling } from "./telling.ts";

/** Why a person is called, and to what. Texts are as they come. */
export interface CallReason {
  readonly repository: string;
  /** The change that they are called to, and where it is worked on. */
  readonly change?: { readonly url: string; readonly step: string; readonly round: number };
  /** The branch that fails. */
  readonly branch?: string;
  /** Address of the issue that is about it, where there is one. */
  readonly issue?: string | null;
  /** Of the change or the issue. */
  readonly title?: string;
  /** The reason in one word. */
  readonly word: string;
  /** What they are to decide. */
  readonly question: string;
}

/** What a team's webhook is told: the same fields each time, empty where there is nothing to say. */
export type PersonCall = Readonly<
  Record<
    "kind" | "repository" | "change" | "step" | "round" | "branch" | "issue" | "title" | "word" | "question",
    string
  >
>;

/** The call as the webhook is told it: masked, each text on one line. Pure. */
export function personCall(reason: CallReason, telling: Pick<Telling, "mask">): PersonCall {
  const { repository, change, branch = "", issue, title = "", word, question } = reason;
  const line = (text: string) => sayPlainly(text, telling);
  return {
    kind: "needs-person",
    repository,
    change: change?.url ?? "",
    step: change?.step ?? "",
    round: change === undefined ? "" : String(change.round),
    branch: line(branch),
    issue: issue ?? "",
    title: line(title),
    word,
    question: line(question),
  };
}
