import type { Config } from "../config/config.ts";
import type { SecretMask } from "../record/secret-mask.ts";
import { issueTitle } from "../telling/issue-title.ts";
import { markOf } from "../telling/mark.ts";
import { say } from "../telling/say.ts";
import { sayLink } from "../telling/say-link.ts";
import type { Finding } from "./finding.ts";
import { closedLately, findingKey } from "./issue-about.ts";
import { nameFinding } from "./name-finding.ts";
import type { OwnIssue } from "./observed.ts";
import { isWorthAnIssue } from "./rank-findings.ts";
import type { PlannedIssue } from "./sweep-events.ts";
import type { Week } from "./week.ts";

export interface IssueScene {
  readonly week: Week;
  readonly product: string;
  readonly now: number;
  readonly labels: Config["labels"];
  /** Of each repository, its issues of ours. */
  readonly issues: ReadonlyMap<string, readonly OwnIssue[]>;
  readonly mask: SecretMask;
}

export type IssuePlan =
  | { readonly kind: "open"; readonly issue: PlannedIssue }
  | { readonly kind: "none"; readonly why: string };

/** What a builder is to reach, and what is no way to it. */
const DONE = {
  "flaky-job": "The job gives one answer at one commit; what it depends on beside the code is mended.",
  "flaky-test": "The test gives one answer at one commit; what it depends on beside the code is mended.",
  slower: "It takes as long again as it did before, or a person says why it may take longer.",
  "near-timeout": "It ends well before its limit; raising the limit alone is a person's decision.",
  "test-gap": "Tests run for the area when it changes.",
  "never-failed": "A person says whether it is worth what it takes.",
} as const satisfies Record<Finding["kind"], string>;

/**
 * The one issue of a sweep, about the most important finding that is worth one (C-087); none where that finding has an
 * open issue already, or had one that was closed lately: nothing else is told in its stead. Pure.
 */
export function planIssue(findings: readonly Finding[], scene: IssueScene): IssuePlan {
  const top = findings.find(isWorthAnIssue);
  if (top === undefined) return { kind: "none", why: "no finding is sure and large enough for an issue" };
  if (top.issue !== null)
    return {
      kind: "none",
      why: `issue ${top.issue} of ${top.repository} is about the most important finding already`,
    };
  const closed = closedLately(top, scene.issues.get(top.repository) ?? [], scene.now);
  if (closed !== null)
    return {
      kind: "none",
      why: `issue ${closed.number} of ${top.repository} was about the most important finding and was closed less than 28 days ago`,
    };
  return { kind: "open", issue: issueOf(top, scene) };
}

function issueOf(finding: Finding, { week, product, labels, mask }: IssueScene): PlannedIssue {
  const { repository, fingerprint, says, evidence, cost, confidence, minutes, kind, links } = finding;
  const told = links.map(({ text, url }) => sayLink(text, url, { mask }));
  const weight =
    minutes > 0
      ? `${minutes.toFixed(1)} minutes of the week, lost or at risk, ${confidence} confidence: ${say(cost, { mask }, 300)}.`
      : `no minutes are known; ${confidence} confidence.`;
  const body = [
    `${say(says, { mask }, 600)} This is the most important finding of the sweep of ${say(product, { mask }, 80)}, week ${week}.`,
    ["## Evidence", "", ...evidence.map((text) => `- ${say(text, { mask }, 500)}`)].join("\n"),
    `It is ranked first by what it costs: ${weight}${told.length === 0 ? "" : ` See ${told.join(", ")}.`}`,
    [
      "## Acceptance criteria",
      "",
      `- ${DONE[kind]}`,
      "- No test is deleted, skipped or loosened, and no check is taken out of CI.",
    ].join("\n"),
    "Nothing was run again to find this out, and no other issue is opened by this sweep.",
    markOf(findingKey(finding)),
  ].join("\n\n");
  return {
    repository,
    fingerprint,
    title: issueTitle("Weekly sweep", nameFinding(finding), { mask }),
    body,
    labels: [labels.sweep],
  };
}
