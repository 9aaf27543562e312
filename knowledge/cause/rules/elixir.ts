import type { Rule } from "../rule.ts";

/** Elixir and Erlang: Mix, Hex, the compiler. */
export const elixir = [
  {
    id: "elixir/compile",
    stage: "compile",
    cause: "app_bug",
    inTests: "test_bug",
    confidence: 0.84,
    signs: [
      { has: "== compilation error in file", re: /== Compilation error in file (\S{1,200}) ==/ },
      { has: "could not compile dependency", re: /could not compile dependency (:\w{1,60})/ },
    ],
    nextAction: "Correct the compile error in {1}.",
    hits: [
      "== Compilation error in file lib/shop/cart.ex ==",
      'could not compile dependency :shop_core, "mix compile" failed.',
    ],
    misses: ["Compiling 12 files (.ex)", "could not compile dependency graph"],
  },
  {
    id: "elixir/mix",
    stage: "config",
    cause: "config",
    confidence: 0.82,
    signs: [
      { has: "(mix) could not start application", re: /\(Mix\) (Could not start application \w{1,60})/ },
      {
        has: "unchecked dependencies for environment",
        re: /(Unchecked dependencies for environment \w{1,20})/,
      },
      { has: "the lock is outdated", re: /(the lock is outdated)/i },
      { has: "your mix.lock is out of date", re: /(mix\.lock is out of date)/i },
    ],
    nextAction: "Correct what Mix names in its configuration or dependencies: {1}.",
    hits: [
      "** (Mix) Could not start application shop: exited in: Shop.Application.start(:normal, [])",
      "Unchecked dependencies for environment test:",
      "** (Mix) Can't continue due to errors on dependencies: the lock is outdated",
      "Your mix.lock is out of date and must be updated without the --check-locked flag",
    ],
    misses: ["mix.lock written", "the lock is open"],
  },
] as const satisfies readonly Rule[];
