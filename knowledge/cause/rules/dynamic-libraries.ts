import type { Rule } from "../rule.ts";

/** Libraries of scripting and typesetting languages that the machine lacks: Perl, R, Julia, Lua, LaTeX. */
export const dynamicLibraries = [
  {
    id: "dynamic-libraries/missing",
    stage: "environment",
    cause: "environment",
    confidence: 0.82,
    signs: [
      { has: "in @inc", re: /Can't locate ([\w/]{1,120}\.pm) in @INC/ },
      { has: "there is no package called", re: /there is no package called ['‘"]([\w.]{1,80})/ },
      { has: "not found in current path", re: /Package (\w{1,80}) not found in current path/ },
      { has: "module '", re: /lua\S{0,10}: .{0,120}module '([\w.]{1,80})' not found/ },
      { has: "latex error: file", re: /LaTeX Error: File [`'"]([^'"`]{1,80})' not found/ },
    ],
    nextAction: "Install it in the job, or declare it where the project lists its dependencies: {1}.",
    hits: [
      "Can't locate JSON/XS.pm in @INC (you may need to install the JSON::XS module) at t/cart.t line 4.",
      "Error in library(ggplot2) : there is no package called 'ggplot2'",
      "ERROR: LoadError: ArgumentError: Package Example not found in current path.",
      "lua: main.lua:1: module 'cjson' not found:",
      "! LaTeX Error: File `tikz-cd.sty' not found.",
    ],
    misses: [
      "@INC contains: /etc/perl",
      "the module 'cart' passed",
      "the file is not found in current path",
      "there is no package called for here",
      "LaTeX error: file read",
    ],
  },
] as const satisfies readonly Rule[];
