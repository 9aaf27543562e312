import type { HostFacts } from "../../knowledge/ports/host.ts";

/** A host on which nothing is wrong, but for what is given. */
export function hostFacts(different: Partial<HostFacts> = {}): HostFacts {
  return {
    assay: "1.2.3",
    node: "24.1.0",
    fts5: true,
    git: "2.50.0",
    repository: { top: "/r", commonDir: "/r/.git", shallow: false },
    head: { commit: "0123456789abcdef0123456789abcdef01234567", branch: "main" },
    trackedLocal: [],
    ledger: { path: "/r/.git/assay/ledger.db", state: "ok" },
    ci: false,
    terminal: { stdin: true, stdout: true, columns: 120, term: "xterm-256color" },
    ...different,
  };
}
