import { type Config, DEFAULT_CONFIG, type ModelPrice, type Workflow } from "./config.ts";
import type { ConfigFileValue } from "./config-schema.ts";

/** The settings in force, out of the file's value. Pure. */
export function configOf(file: ConfigFileValue): Config {
  const { version, reports, scopes, learning, forge, ci, tests, sandbox, model, prices, labels } = file;
  return {
    version,
    reports,
    scopes,
    learning: { budgetSeconds: learning.budget_seconds },
    forge: {
      kind: forge.kind,
      url: forge.url ?? null,
      host: forge.kind === "git" && forge.url !== undefined ? new URL(forge.url).host : forge.host,
      api: forge.api.replace(/\/+$/, ""),
      quoteLogsInPublic: forge.quote_logs_in_public,
      writePauseMs: forge.write_pause_ms,
    },
    ci: {
      command: ci.command ?? null,
      noCiAfterSeconds: ci.no_ci_after_seconds,
      timeoutMinutes: ci.timeout_minutes,
    },
    tests,
    sandbox: {
      kind: sandbox.kind,
      readOnly: sandbox.read_only,
      timeoutMinutes: sandbox.timeout_minutes,
    },
    model:
      model === undefined
        ? null
        : {
            provider: model.provider,
            model: model.model,
            url: model.url ?? null,
            region: model.region ?? null,
            maxOutputTokens: model.max_output_tokens,
          },
    prices: Object.fromEntries(Object.entries(prices).map(([name, one]) => [name, priceOf(one)])),
    labels: {
      flaky: labels.flaky,
      needsPerson: labels.needs_person,
      triage: labels.triage,
      sweep: labels.sweep,
      proposal: labels.proposal,
    },
    webhook: file.webhook ?? null,
    ledger: file.ledger,
    ledgerRemote: file.ledger_remote ?? null,
    artifacts: file.artifacts,
    aws:
      file.aws === undefined
        ? null
        : { region: file.aws.region, table: file.aws.table ?? null, bucket: file.aws.bucket ?? null },
    watch:
      file.watch === undefined
        ? null
        : {
            organisation: file.watch.organisation,
            timeZone: file.watch.time_zone,
            artifact: file.watch.artifact,
            products: file.watch.products,
          },
    workflows: withDefaults(file.workflows.map(workflowOf)),
    environments: file.environments.map(({ name, kind, base_url, executable }) => ({
      name,
      kind,
      baseUrl: base_url ?? null,
      isExecutable: executable,
    })),
    capabilities: [...new Set(file.capabilities)],
    qa: {
      project: file.qa.project ?? null,
      newestOnly: file.qa.newest_only,
      browserPath: file.qa.browser_path ?? null,
      retentionDays: file.qa.retention_days,
    },
  };
}

/** A workflow out of its entry in the file. */
export function workflowOf({ name, enabled, steps, budget }: ConfigFileValue["workflows"][number]): Workflow {
  return {
    name,
    enabled,
    steps: steps.map((step) => ({ ...step, returnTo: step.returnTo ?? null })),
    budget: budget ?? null,
  };
}

function priceOf(file: ConfigFileValue["prices"][string]): ModelPrice {
  const { input, output, cache_read = input, cache_write = input * 1.25 } = file;
  return { input, output, cacheRead: cache_read, cacheWrite: cache_write };
}

/** A workflow of the file stands where the default of its name stood, a new one behind them. */
function withDefaults(written: readonly Workflow[]): readonly Workflow[] {
  const { workflows } = DEFAULT_CONFIG;
  const names = new Set(workflows.map(({ name }) => name));
  return [
    ...workflows.map((usual) => written.find(({ name }) => name === usual.name) ?? usual),
    ...written.filter(({ name }) => !names.has(name)),
  ];
}
