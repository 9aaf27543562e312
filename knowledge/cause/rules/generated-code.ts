import type { Rule } from "../rule.ts";

/** Files that are made by a tool are not as the tool would make them. */
export const generatedCode = [
  {
    id: "generated-code",
    stage: "compile",
    cause: "app_bug",
    confidence: 0.84,
    signs: [
      { has: "not up-to-date", re: /files? .{0,80}not up-to-date/i },
      { has: "are not up-to-date", re: /are not up-to-date/ },
      {
        has: "is out of date",
        re: /(?:[Gg]enerated|snapshot|schema|docs?|lock ?file|file|vendor|manifest|baseline).{0,120} (?:is|are) out of date/,
      },
      { has: "out of date. run", re: /out of date\. [Rr]un/ },
      { has: "then commit", re: /[Rr]un ['"`][^'"`]{1,80}['"`].{0,60} (?:and )?then commit/ },
      { has: "and commit the", re: /[Rr]un ['"`]?[^'"`]{1,80}['"`]? and commit the/ },
      {
        has: "working tree is dirty",
        re: /^(?:##\[error\])?(?:error: |fatal: )?.{0,40}working tree is dirty/i,
      },
      { has: "there are uncommitted changes", re: /(?:error|fail).{0,80}there are uncommitted changes/i },
      { has: "uncommitted changes after", re: /uncommitted changes after/i },
      { has: "generated files", re: /generated files (?:are (?!newer)|have changed|need|differ|must)/i },
    ],
    nextAction: "Run the generator that is named and commit what it changes.",
    hits: [
      "ERROR: files of the API client: not up-to-date",
      "ERROR: gen/api.ts and gen/api.md are not up-to-date",
      "Generated file docs/api.md is out of date",
      "schema.json is out of date. Run `npm run schema`",
      "Please run 'make generate' and then commit the updated files.",
      "Run `make proto` and commit the result",
      "error: the working tree is dirty after the build",
      "ERROR: there are uncommitted changes:",
      "Found uncommitted changes after running the generator",
      "The generated files differ from what is committed",
    ],
    misses: [
      ":compileJava UP-TO-DATE",
      "your pip is out of date",
      "working tree is clean",
      "Run 'git add' to stage",
      "checking that generated files are newer than configure... done",
      "Task ':jar' is not up-to-date because:",
      "there are uncommitted changes in the editor",
    ],
  },
  {
    id: "generated-code/snapshot",
    stage: "assertion",
    cause: "test_bug",
    confidence: 0.5,
    signs: [
      { has: "snapshot file obsolete", re: /(snapshot files? obsolete)/ },
      { has: "snapshots obsolete", re: /(\d{1,9} snapshots obsolete)/ },
      { has: "obsolete snapshot", re: /(obsolete snapshots?)/i },
      { has: "new snapshot was not written", re: /(New snapshot was not written)/i },
      { has: "snapshot doesn't exist at", re: /(snapshot doesn't exist at) /i },
    ],
    nextAction: "Look at the snapshots: write them anew if the new output is right ({1}).",
    hits: [
      " › 1 snapshot file obsolete.",
      " › 2 snapshots obsolete.",
      "Error: obsolete snapshot found, and --ci is set",
      "New snapshot was not written. The update flag must be explicitly passed",
      "Error: A snapshot doesn't exist at /src/e2e/home.png, writing actual.",
    ],
    misses: ["2 snapshots passed", "snapshot written"],
  },
] as const satisfies readonly Rule[];
