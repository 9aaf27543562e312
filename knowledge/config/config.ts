/** Settings of a project: `.assay/config.yaml` with its defaults filled in. Every key is documented by `assay config --help`. */
export interface Config {
  readonly version: 1;
  /** Glob patterns of the reports that a test run writes, relative to the work tree. */
  readonly reports: readonly string[];
  /** Areas by path: the first whose glob patterns match a test's file gives the scope. Names in order. */
  readonly scopes: readonly { readonly name: string; readonly paths: readonly string[] }[];
  readonly learning: {
    /** Seconds that analysis, curation and proposals may take together after a verdict, 0 to 60. */
    readonly budgetSeconds: number;
  };
}

/** Version of the settings file; only ever gains keys. */
export const CONFIG_VERSION = 1;

/** What holds where nothing is set. */
export const DEFAULT_CONFIG: Config = {
  version: CONFIG_VERSION,
  reports: [],
  scopes: [],
  learning: { budgetSeconds: 60 },
};

/** Where the settings stand, relative to the top of the work tree. */
export const CONFIG_PATH = ".assay/config.yaml";
