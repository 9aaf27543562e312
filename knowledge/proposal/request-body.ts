import { maskText } from "../record/mask-text.ts";
import type { SecretMask } from "../record/secret-mask.ts";
import { say } from "../telling/say.ts";
import { sayLink } from "../telling/say-link.ts";
import { forgeFence } from "../text/forge-fence.ts";
import type { Evidence } from "./request-content.ts";
import type { RequestKind } from "./request-identity.ts";

/** What a request's body tells. */
export interface ToldRequest {
  readonly kind: RequestKind;
  /** Why it is proposed, in somebody's words, or null. */
  readonly intro: string | null;
  readonly evidence: readonly Evidence[];
  readonly files: readonly ToldFile[];
  /** Items that wait for the next request. */
  readonly waiting: number;
  readonly mask: SecretMask;
  readonly quotesLogs: boolean;
}

export interface ToldFile {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** Characters of a body without its mark; below what a forge takes, with room for the mark of a hundred items. */
const MOST = 57_000;
const TABLE = 30_000;
const FILES = 12_000;
/** Stands where no words are left. */
const NOTHING = "–";

/**
 * The body of a request: what and why in three lines, the evidence as a table, the files, what merging and closing do,
 * and the logs, folded, in what room is left. Nothing in it depends on time. What others wrote is masked and neutral: it
 * makes no mention, no reference and no mark-up. Pure.
 */
export function requestBody(told: ToldRequest): string {
  const { kind, intro, evidence, files, waiting, mask } = told;
  const count = plural(evidence.length, kind === "sweep" ? "finding" : "change");
  const lead = [
    kind === "sweep"
      ? `**What:** the report of a week of CI, with ${count}.`
      : `**What:** ${count} of what is remembered about this repository's tests.`,
    `**Why:** ${intro === null ? WHY[kind] : say(intro, { mask }, 1_000, NOTHING)}`,
    `**Yours to decide:** nothing changes until somebody merges it${waiting === 0 ? "." : `; ${waiting} more wait for the next one.`}`,
  ].join("\n");
  const parts = [lead, evidenceTable(evidence, mask), fileList(files, mask), ENDS[kind]];
  const room = MOST - parts.join("\n\n").length;
  return [...parts, ...foldedLogs(told, room)].join("\n\n");
}

const WHY = {
  knowledge: "runs of CI showed it, and what CI learns is merged by people.",
  sweep: "a sweep looks back on each week of CI, so that what gets worse is seen.",
} as const satisfies Record<RequestKind, string>;

const ENDS = {
  knowledge: [
    "**Merging** accepts what it proposes. Records count from then on. Of the files in `.assay/proposals`, the next local run carries out those that CI could not decide by itself (`reason: ci-mode`), as the word of whoever merged, and removes them; those that a check kept wait for `assay proposal apply`.",
    "**Closing** declines it: none of these is proposed again until its evidence is another. `assay proposal request refresh --again` asks for it again.",
    "**A commit of yours** on this branch is never overwritten: nothing more is written here then, and what is new waits for the next request.",
  ].join("\n"),
  sweep: [
    "**Merging** keeps the report in the repository; nothing is carried out by it.",
    "**Closing** declines it: this report is not proposed again. `assay proposal request refresh --again` asks for it again.",
    "**A commit of yours** on this branch is never overwritten: nothing more is written here then, and what is new waits for the next request.",
  ].join("\n"),
} as const satisfies Record<RequestKind, string>;

function evidenceTable(evidence: readonly Evidence[], mask: SecretMask): string {
  const rows = ["| about | what it says | cause | seen in |", "| --- | --- | --- | --- |"];
  let room = TABLE;
  for (const [index, { anchor, claim, cause, why, links }] of evidence.entries()) {
    const said = [
      say(claim, { mask }, 300, NOTHING),
      ...(why === null ? [] : [say(why, { mask }, 200, NOTHING)]),
    ].join("<br>");
    const seen =
      links
        .map((link) => sayLink(link.text, link.url, { mask }, { room: 80, fallback: NOTHING }))
        .join(", ") || "–";
    const row = `| ${say(anchor, { mask }, 160, NOTHING)} | ${said} | ${cause === null ? "–" : say(cause, { mask }, 60, NOTHING)} | ${seen} |`;
    room -= row.length + 1;
    if (room < 0)
      return [...rows, "", `${evidence.length - index} more are left out here; the files hold them.`].join(
        "\n",
      );
    rows.push(row);
  }
  return rows.join("\n");
}

function fileList(files: readonly ToldFile[], mask: SecretMask): string {
  const counts = (["new", "changed", "removed"] as const)
    .map((word) => [files.filter((file) => wordOf(file) === word).length, word] as const)
    .filter(([found]) => found > 0)
    .map(([found, word]) => `${found} ${word}`);
  const lines: string[] = [];
  let room = FILES;
  for (const [index, file] of files.entries()) {
    const line = `- ${wordOf(file)}: ${say(file.path, { mask }, 400, NOTHING)} (${changedLines(file)})`;
    room -= line.length + 1;
    if (room < 0) {
      lines.push(`- and ${files.length - index} more`);
      break;
    }
    lines.push(line);
  }
  const title = `${plural(files.length, "file")}: ${counts.join(", ")}`;
  return [`<details><summary>${title}</summary>`, "", ...lines, "", "</details>"].join("\n");
}

function wordOf({ before, after }: ToldFile): "new" | "changed" | "removed" {
  if (before === null) return "new";
  return after === null ? "removed" : "changed";
}

/** Lines that only one of the two texts has; near enough to tell a small change from a large one. */
function changedLines({ before, after }: ToldFile): string {
  const [old, now] = [linesOf(before), linesOf(after)];
  const left = new Map<string, number>();
  for (const line of old) left.set(line, (left.get(line) ?? 0) + 1);
  let added = 0;
  for (const line of now) {
    const found = left.get(line) ?? 0;
    if (found === 0) added++;
    else left.set(line, found - 1);
  }
  const removed = old.length - (now.length - added);
  return `+${added} −${removed}`;
}

function linesOf(text: string | null): readonly string[] {
  if (text === null || text === "") return [];
  return text.replace(/\n$/, "").split("\n");
}

function foldedLogs({ evidence, mask, quotesLogs }: ToldRequest, room: number): string[] {
  const logged = evidence.filter(({ log }) => log.length > 0);
  if (logged.length === 0) return [];
  if (!quotesLogs)
    return ["Logs are not quoted here, because the repository is public; the links lead to them."];
  const parts: string[] = [];
  let left = room - 200;
  for (const [index, { anchor, log }] of logged.entries()) {
    const lines = log
      .map((line) => maskText(line, mask))
      .map((line) => (line.length > 500 ? `${line.slice(0, 499)}…` : line));
    const title = `Log: ${say(anchor, { mask }, 120, NOTHING)}`;
    const folded = [`<details><summary>${title}</summary>`, "", forgeFence(lines), "", "</details>"].join(
      "\n",
    );
    if (folded.length + 2 > left) {
      parts.push(`The logs of ${plural(logged.length - index, "more finding")} are left out here.`);
      break;
    }
    parts.push(folded);
    left -= folded.length + 2;
  }
  return parts;
}

function plural(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}
