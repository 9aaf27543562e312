import type { Rule } from "../rule.ts";

/** Node, TypeScript and the bundlers. */
export const javascript = [
  {
    id: "javascript/typescript",
    stage: "compile",
    cause: "app_bug",
    inTests: "test_bug",
    confidence: 0.86,
    signs: [
      {
        has: "error ts",
        re: /(?<!\S)(\S{1,200}?)[(:]\d{1,6}[,:]\d{1,6}\)?(?::| -) error (?:TS(?!5\d\d\d|18003)\d{3,5})/,
      },
    ],
    nextAction: "Correct the type error in {1}.",
    hits: [
      "src/app.ts(12,5): error TS2322: Type 'string' is not assignable to type 'number'.",
      "src/app.ts:12:5 - error TS2304: Cannot find name 'foo'.",
    ],
    misses: [
      "error TS5083: Cannot read file 'tsconfig.base.json'.",
      "Found 0 errors. Watching for file changes.",
    ],
  },
  {
    id: "javascript/package",
    stage: "config",
    cause: "config",
    confidence: 0.82,
    signs: [
      { has: "cannot find package", re: /Cannot find package '([^'./][^']{0,200})'/ },
      {
        has: "cannot find module",
        re: /Cannot find module '(@?[a-z0-9][\w.-]{0,100}(?:\/[\w./-]{1,100})?)'/,
      },
    ],
    nextAction:
      "Declare {1} in package.json and its lock file, or install it before this step: the package is not there.",
    hits: [
      "Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'left' imported from /src/app.js",
      "Error: Cannot find module 'express'",
      "Cannot find module '@shop/prices/total' or its corresponding type declarations.",
    ],
    misses: [
      "Cannot find module './lib/router'",
      "Cannot find package manager",
      "Cannot find module '/srv/app/index.js'",
    ],
  },
  {
    id: "javascript/module",
    stage: "compile",
    cause: "app_bug",
    inTests: "test_bug",
    confidence: 0.72,
    signs: [
      {
        has: "cannot find module",
        re: /Cannot find module '(\.[^']{0,200}|\/[^']{1,200})'/,
      },
      {
        has: "module not found",
        re: /Module not found: (?:Error: )?(?:Can't|Cannot) resolve '([^']{1,200})'/,
      },
      {
        has: "err_module_not_found",
        re: /\[ERR_MODULE_NOT_FOUND\]: Cannot find module '([^']{1,200})'/,
      },
      { has: "could not resolve", re: /(?:✘ )?\[ERROR\] Could not resolve "([^"]{1,200})"/ },
      { has: "failed to resolve import", re: /Failed to resolve import "([^"]{1,200})"/ },
      { has: "does not provide an export named", re: /does not provide an export named '([^']{1,80})'/ },
      { has: "is not exported by", re: /"?([\w$]{1,80})"? is not exported by/ },
      { has: "err_package_path_not_exported", re: /(ERR_PACKAGE_PATH_NOT_EXPORTED)/ },
    ],
    nextAction:
      "See whether {1} exists under that name: a missing file or export, a missing dependency, or other letter case.",
    hits: [
      "Error: Cannot find module './lib/router'",
      "Module not found: Error: Can't resolve './Button' in '/src/components'",
      "Error [ERR_MODULE_NOT_FOUND]: Cannot find module '/src/router.js' imported from /src/app.js",
      '✘ [ERROR] Could not resolve "./router"',
      'Error: Failed to resolve import "./router" from "src/app.ts". Does the file exist?',
      "SyntaxError: The requested module './a.js' does not provide an export named 'foo'",
      '"foo" is not exported by "src/a.js", imported by "src/b.js".',
      "Error [ERR_PACKAGE_PATH_NOT_EXPORTED]: Package subpath './lib' is not defined",
    ],
    misses: ["cannot find module name in DOM", "module not found page", "could not resolve the conflict"],
  },
  {
    id: "javascript/syntax",
    stage: "compile",
    cause: "app_bug",
    inTests: "test_bug",
    confidence: 0.8,
    signs: [
      {
        has: "syntaxerror:",
        re: /^(?:##\[error\])?\s{0,8}(?:\[?\w{0,10}\]? ?)?SyntaxError: (?:.{0,160}: )?(Unexpected (?:token|identifier|end|reserved|string|number)|Invalid or unexpected token|missing \)|Identifier '|Unterminated|await is only|Cannot use import)/,
      },
      { has: "parsing error:", re: /error\s{1,4}(Parsing error): / },
      { has: "module parse failed", re: /(Module parse failed): / },
      { has: "transform failed with", re: /(Transform failed) with \d{1,9} error/ },
      { has: "[error] expected", re: /✘ \[ERROR\] (Expected .{1,80})/ },
    ],
    nextAction: "Correct the syntax at the place that is named ({1}).",
    hits: [
      "SyntaxError: Unexpected token '}'",
      "  4:1  error  Parsing error: Unexpected token",
      "Module parse failed: Unexpected token (4:2)",
      "Error: Transform failed with 1 error:",
      '✘ [ERROR] Expected ";" but found "foo"',
    ],
    misses: ["throws a SyntaxError: yes", "parsing error: handled", "transform failed without reason"],
  },
  {
    id: "javascript/build",
    stage: "compile",
    cause: "app_bug",
    confidence: 0.6,
    signs: [
      { has: "failed to compile", re: /^(?:✘ |> )?Failed to compile\.?$/ },
      { has: "build failed with", re: /Build failed with \d{1,9} errors?/ },
      { has: "error during build", re: /^error during build/ },
      { has: "webpack", re: /webpack \S{1,12} compiled with \d{1,9} errors?/ },
      { has: "svelte-check found", re: /svelte-check found [1-9]\d{0,8} errors?/ },
    ],
    nextAction: "Correct the first error that the bundler names.",
    hits: [
      "Failed to compile.",
      "Error: Build failed with 2 errors:",
      "error during build:",
      "webpack 5.90.0 compiled with 1 error in 900 ms",
      "svelte-check found 3 errors and 1 warning in 2 files",
    ],
    misses: [
      "webpack 5.90.0 compiled successfully",
      "svelte-check found 0 errors",
      "failed to compile a list",
      "build failed without errors",
    ],
  },
  {
    id: "javascript/uncaught",
    stage: "assertion",
    cause: "app_bug",
    confidence: 0.55,
    signs: [
      { has: "is not a function", re: /TypeError: (.{1,80}) is not a function/ },
      { has: "cannot read propert", re: /TypeError: Cannot read propert(?:y|ies) (.{1,80})/ },
      { has: "is not defined", re: /ReferenceError: (\S{1,60}) is not defined/ },
      { has: "unhandledpromiserejection", re: /(UnhandledPromiseRejection)/, not: /Warning/ },
      { has: "test suite failed to run", re: /(Test suite failed to run)/ },
      { has: "maximum call stack size exceeded", re: /(Maximum call stack size exceeded)/ },
    ],
    nextAction: "Follow the stack to the first line of your own code: {1}.",
    hits: [
      "TypeError: app.listen is not a function",
      "TypeError: Cannot read properties of undefined (reading 'id')",
      "ReferenceError: foo is not defined",
      "[UnhandledPromiseRejection: This error originated either by throwing inside of an async function]",
      "  ● Test suite failed to run",
      "RangeError: Maximum call stack size exceeded",
    ],
    misses: [
      "f is not a function of x",
      "(node:4) UnhandledPromiseRejectionWarning: x",
      "the term is not defined",
      "cannot read property deeds",
    ],
  },
] as const satisfies readonly Rule[];
