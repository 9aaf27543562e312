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
  readonly forge: {
    /** `git`: a plain git remote, which has branches, and no requests, issues or checks. */
    readonly kind: "github" | "git";
    /** Address of a repository, with `{owner}` and `{name}` in it; null where it is no plain git remote. */
    readonly url: string | null;
    /** Host of the web pages, `github.com` or that of a GitHub Enterprise server; that of `url` where there is one. */
    readonly host: string;
    /** URL of the REST API. */
    readonly api: string;
    /** Whether what is written to a public repository may quote logs. */
    readonly quoteLogsInPublic: boolean;
    /** Milliseconds between the beginnings of two writes: GitHub limits whoever is faster than one a second. */
    readonly writePauseMs: number;
  };
  readonly ci: {
    /** The command that CI runs; null: the `run:` step of the failing job, confirmed once by a person. */
    readonly command: string | null;
    /** Seconds after a push without any check or status, after which a repository counts as one without CI. */
    readonly noCiAfterSeconds: number;
    /** Minutes that a step waits for CI before a person is asked. */
    readonly timeoutMinutes: number;
  };
  readonly tests: {
    /** Glob patterns of the test files, which alone the QA engineer may change; what is no test file is product. */
    readonly files: readonly string[];
    /** Glob patterns that are product files all the same: what decides how tests are run. */
    readonly except: readonly string[];
  };
  readonly sandbox: {
    /** `none`: a person lets the repository's tests run without one. */
    readonly kind: "bubblewrap" | "none";
    /** Folders of the work tree that the tests may read in the sandbox, such as installed packages. */
    readonly readOnly: readonly string[];
    readonly timeoutMinutes: number;
  };
  /** Null: no model, and everything is decided by rules and people. */
  readonly model: ModelSettings | null;
  /** USD a million tokens, by `<provider>/<model>`; set over the built-in table. */
  readonly prices: Readonly<Record<string, ModelPrice>>;
  readonly labels: {
    readonly flaky: string;
    readonly needsPerson: string;
    /** Of issues about what fails on a base branch. */
    readonly triage: string;
    /** Of the issue about the most important finding of a sweep. */
    readonly sweep: string;
    /** Of changes that propose what was learned. */
    readonly proposal: string;
  };
  /** Where the ledger is kept: on this machine, or in the DynamoDB table of `aws`. */
  readonly ledger: "sqlite" | "dynamodb";
  /** The git remote through which the team shares the ledger of its clones, and which gates have to see; null: none. */
  readonly ledgerRemote: string | null;
  /** Where artifacts are kept: on this machine, or in the S3 bucket of `aws`. */
  readonly artifacts: "files" | "s3";
  /** Where the team's ledger and artifacts are on AWS; null: nowhere. */
  readonly aws: AwsSettings | null;
  /** Whose default branches are watched; null: nobody's. */
  readonly watch: WatchSettings | null;
  /** Where a person is told that they are needed, beside the forge: a URL that takes JSON; null for none. */
  readonly webhook: string | null;
  readonly workflows: readonly Workflow[];
  /** Where things are tested beside this machine; `local` is none of them. Their names differ. */
  readonly environments: readonly Environment[];
  /** Capability kinds that the project authorises for carrying out cases, such as `docker` or `ssh`. */
  readonly capabilities: readonly string[];
  readonly qa: {
    /** What the project is called in its QA; null: by the name of its repository. */
    readonly project: string | null;
    /** Whether only the newest attempt at a requirement counts. */
    readonly newestOnly: boolean;
    /** The browser that cases are carried out in; null: one that is found. */
    readonly browserPath: string | null;
    /** Days after which pruning lets evidence go that nothing stands on. */
    readonly retentionDays: number;
  };
}

/** A place that the project is tested at. */
export interface Environment {
  readonly name: string;
  /** `preview`: named and not production; `ephemeral`: of a branch or an item, for validation only. */
  readonly kind: "preview" | "ephemeral" | "prod";
  readonly baseUrl: string | null;
  /** Whether cases may be carried out against it from here; one that may not can still be named. */
  readonly isExecutable: boolean;
}

export interface AwsSettings {
  readonly region: string;
  /** Name of the DynamoDB table; null where the ledger is elsewhere. */
  readonly table: string | null;
  /** Name of the S3 bucket; null where artifacts are elsewhere. */
  readonly bucket: string | null;
}

export interface WatchSettings {
  /** One word: it names streams, schedules and accounts. */
  readonly organisation: string;
  /** IANA name of the time zone in which its weeks begin. */
  readonly timeZone: string;
  /** Name of the Actions artifact that holds the reports of a run; null: nothing is learned from default branches. */
  readonly artifact: string | null;
  readonly products: readonly WatchedProduct[];
}

export interface WatchedProduct {
  readonly name: string;
  /** `owner/name`, each in one product only. */
  readonly repositories: readonly string[];
  /** The platform that Assay itself runs on: its repositories are not watched. */
  readonly platform: boolean;
}

export interface ModelSettings {
  readonly provider: "anthropic" | "bedrock" | "openai-compatible";
  readonly model: string;
  /** Base URL, for a provider that is asked elsewhere than at its own. */
  readonly url: string | null;
  /** AWS region, for Bedrock. */
  readonly region: string | null;
  readonly maxOutputTokens: number;
}

/** USD a million tokens. */
export interface ModelPrice {
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
}

/** Who does a step. The builder and the reviewers are outside: a person or a coding agent. */
export const AGENT_ROLES = ["product-feature-builder", "ci-resolver", "quality-reviewer"] as const;
export type AgentRole = (typeof AGENT_ROLES)[number];

/** The steps of a change, in order. */
export interface Workflow {
  readonly name: string;
  readonly enabled: boolean;
  readonly steps: readonly WorkflowStep[];
  readonly budget: WorkflowBudget | null;
}

export interface WorkflowStep {
  /** Unique in its workflow. */
  readonly name: string;
  readonly type: "agentRole";
  readonly agentRole: AgentRole;
  /** Name or role of an earlier step to which CODE CHANGE NEEDED sends the run back; null: to a person. */
  readonly returnTo: string | null;
  readonly maxReturns: number;
  /** Times that the role may begin anew on one round's failures. */
  readonly maxAttempts: number;
  /** Model tokens that one attempt may cost, USD. */
  readonly maxBudgetUSD: string;
}

export interface WorkflowBudget {
  /** Workflows of one group share its weekly sum. */
  readonly group: string;
  /** A decimal number of USD for any seven days. */
  readonly weeklyUSD: string;
  readonly scheduled: boolean;
}

/** Workflows that answer a default branch, not a change; the name is what settings replace them by. */
export const WATCH_WORKFLOWS = { triage: "ci-triage", sweep: "qa-weekly-sweep" } as const;

/** What all runs of the group `qa` may cost in any seven days. */
const QA_WEEK_USD = "15.00";

/** What the artifact with a run's reports is called where nothing is set. */
export const REPORTS_ARTIFACT = "assay-reports";

/** Version of the settings file; only ever gains keys. */
export const CONFIG_VERSION = 1;

/** What holds for a step where nothing is set. */
export const STEP_DEFAULTS = { maxReturns: 2, maxAttempts: 3, maxBudgetUSD: "4.00" } as const;

/** What holds where nothing is set. */
export const DEFAULT_CONFIG: Config = {
  version: CONFIG_VERSION,
  reports: [],
  scopes: [],
  learning: { budgetSeconds: 60 },
  forge: {
    kind: "github",
    url: null,
    host: "github.com",
    api: "https://api.github.com",
    quoteLogsInPublic: false,
    writePauseMs: 1_000,
  },
  ci: { command: null, noCiAfterSeconds: 120, timeoutMinutes: 30 },
  tests: {
    files: [
      "**/*.{test,spec}.{js,jsx,ts,tsx,mjs,cjs,mts,cts}",
      "**/__tests__/**/*.{js,jsx,ts,tsx,mjs,cjs,mts,cts}",
      "**/__snapshots__/**/*.snap",
      "**/test_*.py",
      "**/*_test.py",
      "**/*_test.go",
      "**/src/test/java/**/*.java",
      "**/*{Test,Tests,IT}.java",
    ],
    except: ["**/conftest.py"],
  },
  sandbox: { kind: "bubblewrap", readOnly: ["node_modules", ".venv", "vendor"], timeoutMinutes: 15 },
  model: null,
  prices: {},
  labels: {
    flaky: "flaky",
    needsPerson: "assay:needs-person",
    triage: "assay:triage",
    sweep: "assay:sweep",
    proposal: "assay:proposal",
  },
  webhook: null,
  ledger: "sqlite",
  ledgerRemote: null,
  artifacts: "files",
  aws: null,
  watch: null,
  workflows: [
    {
      name: "change-quick",
      enabled: true,
      steps: [
        step("build", "product-feature-builder"),
        step("qa", "ci-resolver", "product-feature-builder"),
        step("review", "quality-reviewer"),
      ],
      budget: null,
    },
    {
      name: "change",
      enabled: true,
      steps: [
        step("build", "product-feature-builder"),
        step("ci", "ci-resolver", "product-feature-builder"),
        step("review", "quality-reviewer"),
      ],
      budget: null,
    },
    {
      name: WATCH_WORKFLOWS.triage,
      enabled: true,
      steps: [{ ...step("triage", "ci-resolver"), maxBudgetUSD: "2.00" }],
      budget: { group: "qa", weeklyUSD: QA_WEEK_USD, scheduled: false },
    },
    {
      name: WATCH_WORKFLOWS.sweep,
      enabled: true,
      steps: [{ ...step("sweep", "ci-resolver"), maxBudgetUSD: "3.00" }],
      budget: { group: "qa", weeklyUSD: QA_WEEK_USD, scheduled: true },
    },
  ],
  environments: [],
  capabilities: [],
  qa: { project: null, newestOnly: false, browserPath: null, retentionDays: 90 },
};

function step(name: string, agentRole: AgentRole, returnTo: string | null = null): WorkflowStep {
  return { name, type: "agentRole", agentRole, returnTo, ...STEP_DEFAULTS };
}

/** Where the settings stand, relative to the top of the work tree. */
export const CONFIG_PATH = ".assay/config.yaml";
