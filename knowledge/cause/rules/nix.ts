import type { Rule } from "../rule.ts";

/** Nix: fetches, hashes, evaluation. */
export const nix = [
  {
    id: "nix/hash",
    stage: "config",
    cause: "config",
    confidence: 0.86,
    signs: [
      { has: "hash mismatch in fixed-output derivation", re: /fixed-output derivation '([^']{1,160})'/ },
    ],
    nextAction: "Find out why the source changed, and update its hash if the change is meant: {1}.",
    hits: ["error: hash mismatch in fixed-output derivation '/nix/store/abc-source.drv':"],
    misses: ["hash mismatch in the table"],
  },
  {
    id: "nix/evaluation",
    stage: "config",
    cause: "config",
    confidence: 0.8,
    signs: [
      { has: "error: attribute '", re: /error: attribute '([^']{1,80})' missing/ },
      { has: "error: undefined variable '", re: /error: undefined variable '([^']{1,80})'/ },
      { has: "does not provide attribute", re: /does not provide attribute '([^']{1,160})'/ },
    ],
    nextAction: "Correct the Nix expression: {1}.",
    hits: [
      "error: attribute 'cart' missing",
      "error: undefined variable 'pkgz'",
      "error: flake 'path:/src' does not provide attribute 'packages.x86_64-linux.cart'",
    ],
    misses: ["the attribute 'x' is set", "it does not provide attributes"],
  },
] as const satisfies readonly Rule[];
