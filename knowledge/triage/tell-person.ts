import { AssayError } from "../errors.ts";
import { plainLine } from "../learn/see/plain-line.ts";
import type { Deps } from "../ports/deps.ts";
import { maskText } from "../record/mask-text.ts";
import type { SecretMask } from "../record/secret-mask.ts";
import type { TriageDecision } from "../watch/watch-events.ts";
import { needsPerson } from "./tell-issue.ts";
import type { WrittenIssue } from "./write-issue.ts";

export interface PersonNews {
  readonly repository: string;
  readonly branch: string;
  readonly decision: TriageDecision;
  readonly issue: WrittenIssue | null;
  /** Why the forge did not take the issue, or null. */
  readonly refused: string | null;
}

/**
 * Tells the team's webhook that a person is needed: infrastructure failed, nothing is settled, or the forge did not take
 * the issue. Called once for an answer that is recorded: rather told once too little than twice. Gives why it was not
 * told, or null.
 */
export async function tellPerson(
  { webhook }: Pick<Deps, "webhook">,
  url: string | null,
  { repository, branch, decision, issue, refused }: PersonNews,
  mask: SecretMask,
): Promise<string | null> {
  if (url === null || (!needsPerson(decision.word) && refused === null)) return null;
  const line = (text: string) => plainLine(maskText(text, mask));
  const payload = {
    kind: "needs-person",
    repository,
    branch: line(branch),
    issue: issue?.url ?? "",
    title: line(decision.issue?.title ?? ""),
    word: decision.word,
    question: line(refused === null ? decision.why : `the issue could not be opened: ${refused}`),
  };
  try {
    await webhook.post(url, payload);
    return null;
  } catch (error) {
    if (!(error instanceof AssayError) || error.code !== "webhook_unavailable") throw error;
    return error.message;
  }
}
