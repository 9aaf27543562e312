import type { Act, Command } from "./act.ts";

type Said = Omit<Command, "kind" | "words">;

/** A commit of a person. */
export const change = (folder: string, message: string): Act => ({ kind: "change", change: folder, message });

/** A commit of what other commands changed. */
export const commitAll = (message: string): Act => ({ kind: "change", message });

/** A command as it is typed; words in quotes are one. */
export const command = (line: string, said: Said = {}): Act => ({
  kind: "command",
  words: (line.match(/'[^']*'|\S+/g) ?? []).map((word) => word.replace(/^'|'$/g, "")),
  ...said,
});

/** All that `assay run` says beside the tests' own output. */
export const ALL_TOLD = /^(?:assay|analysis|curation|proposals|note): /;

/** The same without what becomes of each record. */
const TOLD = /^(?:assay|analysis|proposals|note): |^curation: (?:added|recorded|\S+ held)/;

/** The shop's tests under `assay run`. */
export const tests = (args: string, said: Said = {}): Act =>
  command(`assay run --at {at} -- npx vitest run${args === "" ? "" : ` ${args}`}`, {
    only: TOLD,
    ...said,
    keep: { run: /^assay: .* run ([0-9a-f]{8})/m, ...said.keep },
  });

export const inBrowser = (said: Said): Act =>
  command("assay run --at {at} --job e2e -- npx playwright test", {
    only: TOLD,
    ...said,
    needsChromium: true,
  });

/** Why the tests of the last run failed: each with its cause and the line that shows it. */
export const explained = (says: readonly RegExp[], should: string, said: Said = {}): Act =>
  command("assay runs show {run}", {
    says,
    should,
    only: /^(?:[A-Z]\w*\.|outside)| · \d+%|^ {2}(?:\w*Error|FAIL)\b/,
    show: 8,
    ...said,
  });

/** The person commits what was learned. */
export const keepLearned = (says: RegExp, said: Said = {}): Act =>
  command("assay commit --yes", { says: [says], changedFiles: "none", only: /^ {2}[A-Z]/, ...said });
