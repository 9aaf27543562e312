import * as z from "zod/mini";
import { CONFIG_PATH, type Config, DEFAULT_CONFIG } from "../config/config.ts";
import type { Deps } from "../ports/deps.ts";
import { operation } from "./operation.ts";

const Input = z.object({});

export const Settings = z.lazy(() =>
  z.object({
    file: z.string().check(z.describe("where the settings stand, or would stand")),
    exists: z.boolean(),
    settings: z.array(
      z.object({
        key: z.string().check(z.describe("with dots, as it is written in the file")),
        value: z.unknown(),
        line: z.nullable(z.int()).check(z.describe("of the file; null where it is the default")),
      }),
    ),
    unknown: z
      .array(z.object({ key: z.string(), line: z.int() }))
      .check(z.describe("keys of the file that mean nothing to this version")),
  }),
);
export type Settings = z.output<typeof Settings>;

/** The settings in force, and where each comes from. Errors: config_invalid, config_unreadable. */
export const config = operation({
  id: "config",
  title: "Show the settings in force",
  input: Input,
  output: Settings,
  writes: false,
  async run({ configFile }: Pick<Deps, "configFile">): Promise<Settings> {
    const found = await configFile.read();
    if (found === null)
      return {
        file: CONFIG_PATH,
        exists: false,
        settings: settingsOf(DEFAULT_CONFIG, () => null),
        unknown: [],
      };
    const { parseConfig } = await import("../config/parse-config.ts");
    const { config, lines, unknown } = parseConfig(found.path, found.text);
    return {
      file: found.path,
      exists: true,
      settings: settingsOf(config, (key) => lines.get(key) ?? null),
      unknown: unknown.map(({ key, line }) => ({ key, line })),
    };
  },
});

function settingsOf(config: Config, lineOf: (key: string) => number | null): Settings["settings"] {
  const { learning, forge, ci, tests, sandbox, model, labels, aws, watch } = config;
  const values = {
    version: config.version,
    reports: config.reports,
    scopes: config.scopes,
    "learning.budget_seconds": learning.budgetSeconds,
    "forge.kind": forge.kind,
    "forge.url": forge.url,
    "forge.host": forge.host,
    "forge.api": forge.api,
    "forge.quote_logs_in_public": forge.quoteLogsInPublic,
    "forge.write_pause_ms": forge.writePauseMs,
    "ci.command": ci.command,
    "ci.no_ci_after_seconds": ci.noCiAfterSeconds,
    "ci.timeout_minutes": ci.timeoutMinutes,
    "tests.files": tests.files,
    "tests.except": tests.except,
    "sandbox.kind": sandbox.kind,
    "sandbox.read_only": sandbox.readOnly,
    "sandbox.timeout_minutes": sandbox.timeoutMinutes,
    "model.provider": model?.provider ?? null,
    "model.model": model?.model ?? null,
    "model.url": model?.url ?? null,
    "model.region": model?.region ?? null,
    "model.max_output_tokens": model?.maxOutputTokens ?? null,
    prices: pricesOf(config.prices),
    "labels.flaky": labels.flaky,
    "labels.needs_person": labels.needsPerson,
    "labels.triage": labels.triage,
    "labels.sweep": labels.sweep,
    "labels.proposal": labels.proposal,
    webhook: config.webhook,
    ledger: config.ledger,
    ledger_remote: config.ledgerRemote,
    artifacts: config.artifacts,
    "aws.region": aws?.region ?? null,
    "aws.table": aws?.table ?? null,
    "aws.bucket": aws?.bucket ?? null,
    "watch.organisation": watch?.organisation ?? null,
    "watch.time_zone": watch?.timeZone ?? null,
    "watch.artifact": watch?.artifact ?? null,
    "watch.products": watch?.products ?? null,
    workflows: config.workflows,
    environments: config.environments.map(({ name, kind, baseUrl, isExecutable }) => ({
      name,
      kind,
      base_url: baseUrl,
      executable: isExecutable,
    })),
    capabilities: config.capabilities,
    "qa.project": config.qa.project,
    "qa.newest_only": config.qa.newestOnly,
    "qa.browser_path": config.qa.browserPath,
    "qa.retention_days": config.qa.retentionDays,
  };
  return Object.entries(values).map(([key, value]) => ({ key, value, line: lineOf(key) }));
}

/** By name, with the keys of the file. */
function pricesOf(prices: Config["prices"]) {
  return Object.fromEntries(
    Object.entries(prices).map(([name, { input, output, cacheRead, cacheWrite }]) => [
      name,
      { input, output, cache_read: cacheRead, cache_write: cacheWrite },
    ]),
  );
}
