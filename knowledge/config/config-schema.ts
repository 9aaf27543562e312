import * as z from "zod/mini";
import { CONFIG_VERSION, DEFAULT_CONFIG } from "./config.ts";
import { CapabilitiesSchema, EnvironmentSchema, QaSchema } from "./qa-schema.ts";
import { isRepositoryUrl } from "./repository-url.ts";
import { isSafeUrl } from "./safe-url.ts";
import { WatchSchema } from "./watch-schema.ts";
import { WorkflowSchema } from "./workflow-schema.ts";

/** Whether a glob pattern stays inside the work tree. */
const inside = (pattern: string) =>
  pattern !== "" && !/^(?:[/\\]|[A-Za-z]:)/.test(pattern) && !pattern.split(/[/\\]/).includes("..");

const pattern = () =>
  z.string().check(z.refine(inside, "is not a glob pattern relative to the top of the work tree"));

const path = () => z.string().check(z.refine(inside, "is not a path relative to the top of the work tree"));

const safeUrl = () =>
  z
    .string()
    .check(z.refine(isSafeUrl, "is not an https URL without a password (http is for this machine alone)"));

const anyUrl = () =>
  z
    .string()
    .check(
      z.refine((text) => /^https?:$/.test(URL.parse(text)?.protocol ?? ""), "is not an http or https URL"),
    );

const host = () =>
  z.string().check(z.refine((text) => /^[\w.-]+(?::\d+)?$/.test(text), "is not a host such as github.com"));

const word = () => z.string().check(z.regex(/\S/));
const label = () => word().check(z.maxLength(50));
const minutes = (most: number) => z.int().check(z.minimum(1), z.maximum(most));

const { forge, ci, sandbox } = DEFAULT_CONFIG;
const FORGE_DEFAULT = {
  kind: forge.kind,
  host: forge.host,
  api: forge.api,
  quote_logs_in_public: forge.quoteLogsInPublic,
  write_pause_ms: forge.writePauseMs,
};
const CI_DEFAULT = { no_ci_after_seconds: ci.noCiAfterSeconds, timeout_minutes: ci.timeoutMinutes };
const SANDBOX_DEFAULT = {
  kind: sandbox.kind,
  read_only: [...sandbox.readOnly],
  timeout_minutes: sandbox.timeoutMinutes,
};

/** Tokens that one reply may have where nothing is set. */
const MAX_OUTPUT_TOKENS = 8_000;

/** USD a million tokens. */
const price = () => z.number().check(z.minimum(0));

/** `.assay/config.yaml` as it is written. A key that is not there has its default; what a key means is its description. */
export const ConfigFileSchema = z.lazy(() =>
  z.strictObject({
    version: z
      ._default(z.literal(CONFIG_VERSION), DEFAULT_CONFIG.version)
      .check(z.describe("version of this file's form")),
    reports: z
      ._default(z.array(pattern()), [...DEFAULT_CONFIG.reports])
      .check(
        z.describe(
          "glob patterns of the reports that a test run writes, relative to the top of the work tree, such as test-results/*.xml; recorders need none",
        ),
      ),
    scopes: z
      ._default(
        z.array(
          z.strictObject({
            name: z.string().check(z.regex(/\S/), z.describe("name of the area")),
            paths: z
              .array(pattern())
              .check(z.minLength(1), z.describe("glob patterns of the test files that belong to it")),
          }),
        ),
        [],
      )
      .check(
        z.describe(
          "areas of the product; what a test teaches goes to the first area that its file matches, else to the one of its top-level suite",
        ),
      ),
    learning: z
      ._default(
        z.strictObject({
          budget_seconds: z
            ._default(z.number().check(z.minimum(0), z.maximum(60)), DEFAULT_CONFIG.learning.budgetSeconds)
            .check(
              z.describe(
                "seconds that analysis, curation and proposals may take together after a verdict, 0 to 60; what is left over waits for the next run",
              ),
            ),
        }),
        { budget_seconds: DEFAULT_CONFIG.learning.budgetSeconds },
      )
      .check(z.describe("what happens after a verdict")),
    forge: z
      ._default(
        z.strictObject({
          kind: z
            ._default(z.enum(["github", "git"]), DEFAULT_CONFIG.forge.kind)
            .check(
              z.describe(
                "github, or git for a plain git remote: it has branches that people merge by git, and no pull requests, issues or checks",
              ),
            ),
          url: z
            .optional(
              z
                .string()
                .check(
                  z.refine(
                    isRepositoryUrl,
                    "is not an https URL with {owner} and {name}, each once in its path, as in https://git.example.org/{owner}/{name}.git",
                  ),
                ),
            )
            .check(
              z.describe(
                "URL of a repository with {owner} and {name} in it, where kind is git; who asks comes from the environment",
              ),
            ),
          host: z
            ._default(host(), DEFAULT_CONFIG.forge.host)
            .check(z.describe("host of the forge's web pages, such as github.com")),
          api: z
            ._default(safeUrl(), DEFAULT_CONFIG.forge.api)
            .check(z.describe("URL of its REST API; https://HOST/api/v3 on a GitHub Enterprise server")),
          quote_logs_in_public: z
            ._default(z.boolean(), DEFAULT_CONFIG.forge.quoteLogsInPublic)
            .check(z.describe("whether what is written in a public repository may quote the logs of its CI")),
          write_pause_ms: z
            ._default(z.int().check(z.minimum(0), z.maximum(60_000)), DEFAULT_CONFIG.forge.writePauseMs)
            .check(
              z.describe(
                "milliseconds between two writes, 0 to 60000; GitHub asks for a second, a server without such a limit for none",
              ),
            ),
        }),
        FORGE_DEFAULT,
      )
      .check(z.describe("where the team's repositories, changes and CI are")),
    ci: z
      ._default(
        z.strictObject({
          command: z
            .optional(word())
            .check(
              z.describe(
                "the command that CI runs the tests by; without it the failing job's own, which a person confirms once",
              ),
            ),
          no_ci_after_seconds: z
            ._default(z.int().check(z.minimum(10), z.maximum(3_600)), DEFAULT_CONFIG.ci.noCiAfterSeconds)
            .check(
              z.describe(
                "seconds after a push after which a repository without any check or status counts as one without CI, 10 to 3600",
              ),
            ),
          timeout_minutes: z
            ._default(minutes(1_440), DEFAULT_CONFIG.ci.timeoutMinutes)
            .check(z.describe("minutes that a step waits for CI before a person is asked, 1 to 1440")),
        }),
        CI_DEFAULT,
      )
      .check(z.describe("how CI is read")),
    tests: z
      ._default(
        z.strictObject({
          files: z
            ._default(z.array(pattern()).check(z.minLength(1)), [...DEFAULT_CONFIG.tests.files])
            .check(z.describe("glob patterns of the test files, which alone the QA engineer may change")),
          except: z
            ._default(z.array(pattern()), [...DEFAULT_CONFIG.tests.except])
            .check(z.describe("glob patterns of files that decide how tests are run: product, all the same")),
        }),
        { files: [...DEFAULT_CONFIG.tests.files], except: [...DEFAULT_CONFIG.tests.except] },
      )
      .check(z.describe("what is a test file")),
    sandbox: z
      ._default(
        z.strictObject({
          kind: z
            ._default(z.enum(["bubblewrap", "none"]), DEFAULT_CONFIG.sandbox.kind)
            .check(z.describe("what the repository's tests run in; none lets them do what you may do")),
          read_only: z
            ._default(z.array(path()), [...DEFAULT_CONFIG.sandbox.readOnly])
            .check(
              z.describe(
                "folders of the work tree that the tests may read there, such as installed packages",
              ),
            ),
          timeout_minutes: z
            ._default(minutes(120), DEFAULT_CONFIG.sandbox.timeoutMinutes)
            .check(z.describe("minutes after which a test run is ended, 1 to 120")),
        }),
        SANDBOX_DEFAULT,
      )
      .check(z.describe("where the repository's tests run")),
    model: z
      .optional(
        z.strictObject({
          provider: z.enum(["anthropic", "bedrock", "openai-compatible"]).check(z.describe("who is asked")),
          model: word().check(z.describe("the provider's name of the model")),
          url: z
            .optional(anyUrl())
            .check(
              z.describe(
                "base URL, for a provider that is asked elsewhere than at its own; openai-compatible needs one",
              ),
            ),
          region: z.optional(word()).check(z.describe("AWS region, for bedrock")),
          max_output_tokens: z
            ._default(z.int().check(z.minimum(256), z.maximum(128_000)), MAX_OUTPUT_TOKENS)
            .check(z.describe("tokens that one reply may have, 256 to 128000")),
        }),
      )
      .check(z.describe("the language model; without one everything is decided by rules and people")),
    prices: z
      ._default(
        z.record(
          z.string(),
          z.strictObject({
            input: price().check(z.describe("USD a million tokens of input")),
            output: price().check(z.describe("USD a million tokens of output")),
            cache_read: z
              .optional(price())
              .check(z.describe("USD a million tokens read from a cache; that of input by default")),
            cache_write: z
              .optional(price())
              .check(
                z.describe("USD a million tokens written to a cache; a quarter more than input by default"),
              ),
          }),
        ),
        {},
      )
      .check(
        z.describe(
          "prices by PROVIDER/MODEL, set over the built-in list; a model without a price is not asked",
        ),
      ),
    labels: z
      ._default(
        z.strictObject({
          flaky: z
            ._default(label(), DEFAULT_CONFIG.labels.flaky)
            .check(z.describe("label of issues about flaky tests")),
          needs_person: z
            ._default(label(), DEFAULT_CONFIG.labels.needsPerson)
            .check(z.describe("label of what waits for a person")),
          triage: z
            ._default(label(), DEFAULT_CONFIG.labels.triage)
            .check(z.describe("label of issues about checks that fail on a base branch")),
          sweep: z
            ._default(label(), DEFAULT_CONFIG.labels.sweep)
            .check(z.describe("label of the issue about the most important finding of a week")),
          proposal: z
            ._default(label(), DEFAULT_CONFIG.labels.proposal)
            .check(z.describe("label of changes that propose what was learned")),
        }),
        {
          flaky: DEFAULT_CONFIG.labels.flaky,
          needs_person: DEFAULT_CONFIG.labels.needsPerson,
          triage: DEFAULT_CONFIG.labels.triage,
          sweep: DEFAULT_CONFIG.labels.sweep,
          proposal: DEFAULT_CONFIG.labels.proposal,
        },
      )
      .check(z.describe("labels on the forge")),
    webhook: z
      .optional(safeUrl())
      .check(z.describe("URL that is told, as JSON, when a person is needed; none by default")),
    ledger: z
      ._default(z.enum(["sqlite", "dynamodb"]), DEFAULT_CONFIG.ledger)
      .check(
        z.describe(
          "where the ledger is kept: in a file of this clone, or in the DynamoDB table that the team shares",
        ),
      ),
    ledger_remote: z
      .optional(z.string().check(z.regex(/^[^-\s][^\s]{0,199}$/)))
      .check(
        z.describe(
          "name of the git remote through which the team shares the ledgers of its clones (assay ledger push, pull); a gate that has not taken in all of it refuses",
        ),
      ),
    artifacts: z
      ._default(z.enum(["files", "s3"]), DEFAULT_CONFIG.artifacts)
      .check(
        z.describe(
          "where artifacts are kept: beside the ledger's file, or in the S3 bucket that the team shares",
        ),
      ),
    aws: z
      .optional(
        z.strictObject({
          region: z
            .string()
            .check(
              z.regex(/^[a-z]{2}(?:-[a-z]+)+-\d+$/),
              z.describe("AWS region of the table and the bucket"),
            ),
          table: z
            .optional(z.string().check(z.regex(/^[A-Za-z0-9_.-]{3,255}$/)))
            .check(z.describe("name of the DynamoDB table, where ledger is dynamodb")),
          bucket: z
            .optional(z.string().check(z.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/)))
            .check(z.describe("name of the S3 bucket, where artifacts is s3")),
        }),
      )
      .check(z.describe("where the team's ledger and artifacts are; credentials come from the environment")),
    watch: z
      .optional(WatchSchema)
      .check(z.describe("the organisation whose default branches are watched; nobody's by default")),
    workflows: z
      ._default(z.array(WorkflowSchema), [])
      .check(
        z.describe(
          "how a change, a red default branch (ci-triage) or a week (qa-weekly-sweep) is gone through; a workflow replaces the default of its name, and the others stay",
        ),
      ),
    environments: z
      ._default(z.array(EnvironmentSchema), [])
      .check(z.describe("where the product is tested beside this machine; local needs no entry")),
    capabilities: z
      ._default(CapabilitiesSchema, [])
      .check(z.describe("capability kinds that cases of QA plans may use here, such as docker or ssh")),
    qa: z
      ._default(QaSchema, {
        newest_only: DEFAULT_CONFIG.qa.newestOnly,
        retention_days: DEFAULT_CONFIG.qa.retentionDays,
      })
      .check(z.describe("how QA plans are proved")),
  }),
);
export type ConfigFileValue = z.output<typeof ConfigFileSchema>;
