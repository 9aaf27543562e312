/** The machine and checkout that Assay runs on, as facts; nothing here is changed. */
export interface Host {
  facts(): Promise<HostFacts>;
}

export interface HostFacts {
  /** Version of Assay. */
  readonly assay: string;
  /** `process.versions.node`. */
  readonly node: string;
  /** True where `node:sqlite` has FTS5. */
  readonly fts5: boolean;
  /** `git --version`'s number, or null where there is no git. */
  readonly git: string | null;
  /** Top of the work tree and git common directory, or null outside a repository. */
  readonly repository: { readonly top: string; readonly commonDir: string; readonly shallow: boolean } | null;
  /** Head commit and branch, null where there is none (or detached). */
  readonly head: { readonly commit: string | null; readonly branch: string | null };
  /** Files under `.assay/local` that git tracks, relative to the top of the work tree: there should be none. */
  readonly trackedLocal: readonly string[];
  /** Path of the ledger's file or name of its table, whether it is there, can be opened and written. */
  readonly ledger: {
    readonly path: string | null;
    readonly state: "ok" | "absent" | "unwritable" | "corrupt" | "unreachable";
    readonly detail?: string;
    /** What makes an unreachable one reachable. */
    readonly mend?: string;
  };
  readonly ci: boolean;
  readonly terminal: {
    readonly stdin: boolean;
    readonly stdout: boolean;
    readonly columns: number | null;
    readonly term: string | null;
  };
}
