import type { Rule } from "../rule.ts";

/** Haskell: GHC, Cabal, Stack. */
export const haskell = [
  {
    id: "haskell/compile",
    stage: "compile",
    cause: "app_bug",
    inTests: "test_bug",
    confidence: 0.84,
    signs: [{ has: ".hs:", re: /^(\S{1,200}\.l?hs):\d{1,6}:\d{1,6}(?:-\d{1,6})?: error\b/ }],
    nextAction: "Correct the first error of the compiler in {1}.",
    hits: ["src/Cart.hs:4:1: error: Variable not in scope: totl"],
    misses: ["src/Cart.hs:4:1: warning: [-Wunused-imports]"],
  },
  {
    id: "haskell/resolve",
    stage: "config",
    cause: "config",
    confidence: 0.8,
    signs: [
      { has: "cabal: could not resolve dependencies", re: /(Could not resolve dependencies)/ },
      {
        has: "could not resolve dependencies:",
        re: /^(?:Error: )?(?:\[Cabal-\d{1,6}\])? ?(Could not resolve dependencies):$/,
      },
      {
        has: "while constructing the build plan",
        re: /(While constructing the build plan), the following exceptions/,
      },
    ],
    nextAction: "Correct the bounds or the resolver, so that a build plan exists ({1}).",
    hits: [
      "Error: cabal: Could not resolve dependencies:",
      "[Cabal-7107] Could not resolve dependencies:",
      "While constructing the build plan, the following exceptions were encountered:",
    ],
    misses: ["could not resolve dependencies: none", "while constructing the build plan for it"],
  },
] as const satisfies readonly Rule[];
