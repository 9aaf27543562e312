import * as z from "zod/mini";
import type { Deps } from "../ports/deps.ts";
import type { HostFacts } from "../ports/host.ts";
import { type Check, Diagnosis } from "./doctor/diagnosis.ts";
import { type ProjectDeps, projectChecks } from "./doctor/project-checks.ts";
import { operation } from "./operation.ts";

/** Oldest Node whose SQLite is built with FTS5. */
const NODE_MINIMUM = [22, 16] as const;

/** Looks at the machine and at what the project keeps. What is wrong is an answer, not an error. */
export const doctor = operation({
  id: "doctor",
  title: "Check the set-up and name what mends it",
  input: z.object({}),
  output: Diagnosis,
  writes: false,
  async run(deps: Pick<Deps, "host"> & ProjectDeps): Promise<Diagnosis> {
    const facts = await deps.host.facts();
    if (facts.repository === null) return diagnose(facts);
    return diagnose(facts, await projectChecks(deps, facts.ledger.state));
  },
});

/** Judges the facts, and adds what was found in the project; pure. `healthy` is false where a check failed. */
export function diagnose(facts: HostFacts, project: readonly Check[] = []): Diagnosis {
  const checks = [
    checkNode(facts),
    checkSearch(facts),
    checkGit(facts),
    checkRepository(facts),
    ...checkClone(facts),
    checkLedger(facts),
    checkTerminal(facts),
    checkCi(facts),
    ...checkSecrets(facts),
    ...project,
  ];
  return {
    assay: facts.assay,
    healthy: checks.every(({ state }) => state !== "fail"),
    checks,
  };
}

function checkNode({ node }: HostFacts): Check {
  const [major = 0, minor = 0] = node.split(".").map(Number);
  const enough = major > NODE_MINIMUM[0] || (major === NODE_MINIMUM[0] && minor >= NODE_MINIMUM[1]);
  const wanted = NODE_MINIMUM.join(".");
  if (enough) return { id: "node", state: "ok", found: `Node ${node}`, mend: null };
  return {
    id: "node",
    state: "fail",
    found: `Node ${node}, and ${wanted} is needed`,
    mend: "install a newer Node: https://nodejs.org",
  };
}

function checkSearch({ fts5 }: HostFacts): Check {
  if (fts5) return { id: "search", state: "ok", found: "SQLite with FTS5", mend: null };
  return {
    id: "search",
    state: "fail",
    found: "this Node's SQLite has no full-text search (FTS5)",
    mend: "use the Node of https://nodejs.org, whose SQLite has it",
  };
}

function checkGit({ git }: HostFacts): Check {
  if (git !== null) return { id: "git", state: "ok", found: `git ${git}`, mend: null };
  return {
    id: "git",
    state: "warn",
    found: "no git on the PATH: commit and branch must be given by flags",
    mend: "install git: https://git-scm.com",
  };
}

function checkRepository({ git, repository, head }: HostFacts): Check {
  if (repository === null) {
    return {
      id: "repository",
      state: "warn",
      found: "not in a git repository: nothing is remembered here",
      mend: git === null ? "install git: https://git-scm.com" : "cd into your repository, or `git init`",
    };
  }
  const commit = head.commit === null ? "no commit yet" : head.commit.slice(0, 12);
  return {
    id: "repository",
    state: "ok",
    found: `${repository.top} on ${head.branch ?? "a detached head"} (${commit})`,
    mend: null,
  };
}

function checkClone({ repository }: HostFacts): Check[] {
  if (repository === null) return [];
  if (!repository.shallow) return [{ id: "clone", state: "ok", found: "full history", mend: null }];
  return [
    {
      id: "clone",
      state: "warn",
      found: "a shallow clone: what came before it is not seen",
      mend: "git fetch --unshallow",
    },
  ];
}

function checkLedger({ repository, ledger }: HostFacts): Check {
  const where = ledger.path ?? "";
  const why = ledger.detail === undefined ? "" : ` (${ledger.detail})`;
  if (repository === null || ledger.path === null) {
    return {
      id: "ledger",
      state: "warn",
      found: "no ledger: it lives in a repository",
      mend: "cd into your repository",
    };
  }
  switch (ledger.state) {
    case "ok":
      return { id: "ledger", state: "ok", found: where, mend: null };
    case "absent":
      return {
        id: "ledger",
        state: "ok",
        found: `none yet; made at ${where} on first use`,
        mend: null,
      };
    case "unwritable":
      return {
        id: "ledger",
        state: "fail",
        found: `${where} cannot be written${why}`,
        mend: `make ${where} and its folder writable for you`,
      };
    case "corrupt":
      return {
        id: "ledger",
        state: "fail",
        found: `${where} cannot be read${why}`,
        mend: `mv "${where}" "${where}.broken", then restore it from a backup`,
      };
    case "unreachable":
      return {
        id: "ledger",
        state: "fail",
        found: `${where} cannot be used${why}`,
        mend: ledger.mend ?? null,
      };
  }
}

function checkTerminal({ terminal }: HostFacts): Check {
  const { stdin, stdout, columns, term } = terminal;
  const found = stdout
    ? `${columns ?? "unknown"} columns, ${term ?? "no TERM"}`
    : "standard output is not a terminal: plain text";
  const input = stdin ? "" : "; standard input is not a terminal: nothing is asked";
  return { id: "terminal", state: "ok", found: `${found}${input}`, mend: null };
}

function checkCi({ ci }: HostFacts): Check {
  const found = ci ? "CI: what is learned stays a proposal" : "not in CI";
  return { id: "ci", state: "ok", found, mend: null };
}

function checkSecrets({ repository, trackedLocal }: HostFacts): Check[] {
  if (repository === null) return [];
  const secrets = trackedLocal.filter((path) => /(?:^|\/)secrets$/.test(path));
  const [first] = [...secrets, ...trackedLocal];
  if (first === undefined)
    return [{ id: "secrets", state: "ok", found: "git tracks nothing of .assay/local", mend: null }];
  const state = secrets.length > 0 ? "fail" : "warn";
  const found =
    secrets.length > 0
      ? `git tracks ${first}: whoever has the repository has these secrets`
      : `git tracks ${trackedLocal.length} files of .assay/local, which is of one machine alone: ${first}`;
  const mend = `git rm -r --cached ${secrets.length > 0 ? first : ".assay/local"}`;
  const change = secrets.length > 0 ? ", then change the secrets: the history still has them" : "";
  return [{ id: "secrets", state, found, mend: `${mend} && git commit${change}` }];
}
