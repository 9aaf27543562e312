import type { Rule } from "../rule.ts";

/** OCaml: the compiler's words for what does not compile, and opam. */
export const ocaml = [
  {
    id: "ocaml/compile",
    stage: "compile",
    cause: "app_bug",
    confidence: 0.8,
    signs: [
      {
        has: "error: unbound ",
        re: /^Error: (Unbound (?:value|module|constructor|type constructor|record field) [\w.']{1,100})/,
      },
      { has: "error: this expression has type", re: /^(?:Error: )(This expression has type .{1,80})/ },
      { has: "error: syntax error", re: /^(Error: Syntax error)(?::|$)/ },
    ],
    nextAction: "Correct the compile error at the place named above it: {1}.",
    hits: [
      "Error: Unbound value totl",
      "Error: This expression has type string but an expression was expected of type int",
      "Error: Syntax error",
    ],
    misses: ["error: unbound variable", "the error: this expression has type any", "error: syntax errors: 0"],
  },
] as const satisfies readonly Rule[];
