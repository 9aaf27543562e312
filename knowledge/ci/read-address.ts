import type { RepositoryName } from "../ports/forge.ts";

/** What a person names to ask about CI. A repository that is null is that of the clone. */
export type Address =
  | {
      readonly kind: "change";
      readonly repository: RepositoryName | null;
      readonly number: number;
      readonly checkRun: number | null;
    }
  | {
      readonly kind: "commit";
      readonly repository: RepositoryName | null;
      /** Lower case, 7 to 40 digits. */
      readonly commit: string;
      readonly checkRun: number | null;
    }
  | {
      readonly kind: "workflow-run";
      readonly repository: RepositoryName;
      readonly workflowRun: number;
      readonly job: number | null;
      /** Null where none is named. */
      readonly attempt: number | null;
    };

export interface AddressRefused {
  readonly kind: "refused";
  readonly code: "address_unclear";
  readonly why: string;
  readonly recover: string;
}

const LONGEST = 2_048;
const FORMS =
  "give the address of a change, commit, workflow run or job as the browser shows it, or `owner/name#12`, `#12` or a commit";
const NAME = String.raw`[A-Za-z0-9][\w.-]*\/[\w.-]+`;
const SHORT_CHANGE = new RegExp(`^(${NAME})?#(\\d{1,15})$`);
const SHORT_COMMIT = new RegExp(`^(?:(${NAME})@)?([0-9a-f]{7,40})$`, "i");

/**
 * What an address names: a page of the forge at `host` (query, fragment and the pages below it make no difference),
 * `owner/name#12`, `#12`, a bare number, a commit, `owner/name@commit`. Pure, and never throws. Seven digits and
 * more are a number; a commit of digits alone is known by its forty.
 */
export function readAddress(text: string, host: string): Address | AddressRefused {
  const given = text.trim();
  if (given === "" || given.length > LONGEST) return refused("that is no address", FORMS);
  const change = SHORT_CHANGE.exec(given) ?? (/^\d{1,15}$/.test(given) ? [given, undefined, given] : null);
  if (change !== null) {
    const number = numberOf(change[2]);
    if (number === null) return refused(`${given} is no number of a change`, FORMS);
    return { kind: "change", repository: nameOf(change[1]), number, checkRun: null };
  }
  const commit = SHORT_COMMIT.exec(given);
  if (commit !== null)
    return {
      kind: "commit",
      repository: nameOf(commit[1]),
      commit: (commit[2] ?? "").toLowerCase(),
      checkRun: null,
    };
  const url = urlOf(given);
  if (url === null) return refused("that is neither an address of a page nor a number or commit", FORMS);
  if (!isAt(url, host))
    return refused(
      `${url.host} is another host than ${host}`,
      "set `forge.host` and `forge.api` in .assay/config.yaml to the host that your repository is on",
    );
  return ofPage(url);
}

function ofPage(url: URL): Address | AddressRefused {
  const parts = url.pathname.split("/").filter((part) => part !== "");
  const [owner = "", name = "", page = "", ...rest] = parts;
  const repository = nameOf(`${owner}/${name}`);
  if (repository === null) return refused("the address names no repository", FORMS);
  const checkRun = numberOf(url.searchParams.get("check_run_id") ?? undefined);
  switch (page) {
    case "pull":
    case "issues": {
      const [first, below, sha] = rest;
      const commit = below === "commits" || below === "changes" ? commitOf(sha) : null;
      if (commit !== null) return { kind: "commit", repository, commit, checkRun };
      const number = numberOf(first);
      return number === null
        ? refused("the address names no change", "open the change itself and take its address")
        : { kind: "change", repository, number, checkRun };
    }
    case "commit":
    case "commits": {
      const [sha, below, id] = rest;
      const commit = commitOf(sha);
      if (commit === null)
        return refused(
          `${page}/${sha ?? ""} names no commit`,
          "open the commit itself: its address ends in its hash",
        );
      const named = below === "checks" ? numberOf(id) : null;
      return { kind: "commit", repository, commit, checkRun: named ?? checkRun };
    }
    case "actions":
      return ofActions(repository, rest);
    case "runs":
      return refused(
        "a check alone does not tell which commit it is of",
        "give the address of its change or commit, and the check by `--check NAME`",
      );
    default:
      return refused("the address names a page without CI of its own", FORMS);
  }
}

/** `runs/1`, `runs/1/attempts/2`, `runs/1/job/3`, `runs/1/attempts/2/jobs/3`; what comes after is a part of the page. */
function ofActions(repository: RepositoryName, parts: readonly string[]): Address | AddressRefused {
  const after = (...words: string[]): number | null => {
    const at = parts.findIndex((part) => words.includes(part));
    return at === -1 ? null : numberOf(parts[at + 1]);
  };
  const workflowRun = parts[0] === "runs" ? numberOf(parts[1]) : null;
  if (workflowRun === null)
    return refused(
      "the address names no workflow run",
      "open one run, or one of its jobs, and take its address",
    );
  return {
    kind: "workflow-run",
    repository,
    workflowRun,
    job: after("job", "jobs"),
    attempt: after("attempts"),
  };
}

/** Whether a URL is at the host; the port counts only where the host names one. */
function isAt(url: URL, host: string): boolean {
  const wanted = host.toLowerCase();
  const bare = (name: string): string => name.replace(/^www\./, "");
  return bare(url.host) === bare(wanted) || bare(url.hostname) === bare(wanted);
}

function urlOf(text: string): URL | null {
  const full = /^[a-z][a-z0-9+.-]*:\/\//i.test(text)
    ? text
    : /^[^\s/@]+\.[^\s/@]+\//.test(text)
      ? `https://${text}`
      : "";
  if (full === "" || !URL.canParse(full)) return null;
  const url = new URL(full);
  return url.protocol === "https:" || url.protocol === "http:" ? url : null;
}

/** `owner/name` without `.git`, or null where it is none. */
function nameOf(text: string | undefined): RepositoryName | null {
  const found = new RegExp(`^${NAME}$`).exec(text ?? "")?.[0];
  if (found === undefined) return null;
  const name = found.replace(/\.git$/i, "");
  return /\/\.{0,2}$/.test(name) ? null : (name as RepositoryName);
}

function numberOf(text: string | undefined): number | null {
  if (text === undefined || !/^\d{1,15}$/.test(text)) return null;
  const number = Number(text);
  return number > 0 ? number : null;
}

function commitOf(text: string | undefined): string | null {
  return text !== undefined && /^[0-9a-f]{7,40}$/i.test(text) ? text.toLowerCase() : null;
}

function refused(why: string, recover: string): AddressRefused {
  return { kind: "refused", code: "address_unclear", why, recover };
}
