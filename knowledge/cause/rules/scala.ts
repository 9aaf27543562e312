import type { Rule } from "../rule.ts";

/** Scala and sbt. */
export const scala = [
  {
    id: "scala/compile",
    stage: "compile",
    cause: "app_bug",
    inTests: "test_bug",
    confidence: 0.84,
    signs: [
      { has: ".scala:", re: /\[error\] (?:-- )?(?:\[\w{1,40}\] .{1,60}: )?(\S{1,200}\.scala):\d{1,6}:/ },
      { has: ".scala.html:", re: /\[error\] (\S{1,200}\.scala\.html):\d{1,6}:/ },
      {
        has: "compilation failed",
        re: /\[error\] \((\S{1,80}) ?\/ ?\w{0,8}:?[cC]ompile(?:Incremental)?\) Compilation failed/,
      },
      { has: "[e006]", re: /(\[E006\]) Not Found Error/ },
    ],
    nextAction: "Correct the first compile error: {1}.",
    hits: [
      "[error] /src/main/scala/App.scala:12:5: not found: value foo",
      "[error] (app / compileIncremental) Compilation failed",
      "[error] /app/views/index.scala.html:12: illegal start of simple expression",
      "-- [E006] Not Found Error: App.scala",
    ],
    misses: [
      "[warn] /src/main/scala/App.scala:12:5: unused import",
      "compilation failed to start",
      "at org.example.App.run(App.scala:12)",
    ],
  },
  {
    id: "scala/sbt",
    stage: "environment",
    cause: "environment",
    confidence: 0.82,
    signs: [
      { has: "sbt.librarymanagement.resolveexception", re: /ResolveException: (.{1,100})/ },
      { has: "error downloading", re: /Error downloading ([\w.:_-]{1,160})$/ },
      { has: "unresolved dependency:", re: /unresolved dependency: (\S{1,160})/ },
      { has: "not a valid command:", re: /Not a valid command: (\S{1,60})/ },
    ],
    nextAction:
      "Find out where {1} should come from: is it published for this Scala version, and is its resolver there?",
    hits: [
      "sbt.librarymanagement.ResolveException: Error downloading org.example:lib_3:9.9",
      "[error]   Error downloading org.example:lib_3:9.9",
      "[warn]  :: unresolved dependency: org.example#lib_2.13;9.9: not found",
      "[error] Not a valid command: tset",
    ],
    misses: [
      "downloading org.example:lib_3:9.9",
      "it is not a valid command",
      "Error downloading the picture, sorry",
    ],
  },
] as const satisfies readonly Rule[];
