import type { Rule } from "../rule.ts";

/** Deno: permissions, lock file, modules. */
export const deno = [
  {
    id: "deno/permission",
    stage: "config",
    cause: "config",
    confidence: 0.84,
    signs: [{ has: "run again with the --allow-", re: /run again with the (--allow-[\w-]{1,20}) flag/ }],
    nextAction: "Grant it in the command or in deno.json where the program needs it: {1}.",
    hits: ['NotCapable: Requires read access to "data.json", run again with the --allow-read flag'],
    misses: ["run again with the --allow-list"],
  },
  {
    id: "deno/lockfile",
    stage: "config",
    cause: "config",
    confidence: 0.86,
    signs: [
      { has: "the lockfile is out of date", re: /(lockfile is out of date)/ },
      {
        has: "integrity check failed for",
        re: /Integrity check failed for (?:remote specifier|package: )\S{0,3} ?"?(\S{1,160})/i,
      },
    ],
    nextAction: "Bring deno.lock up to date and commit it: {1}.",
    hits: [
      "error: The lockfile is out of date. Run `deno install --frozen=false`, or rerun with `--frozen=false` to update it.",
      'error: Integrity check failed for remote specifier. "https://example.org/mod.ts"',
    ],
    misses: ["lockfile up to date", "integrity check failed for the disk"],
  },
] as const satisfies readonly Rule[];
