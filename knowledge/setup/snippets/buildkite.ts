import type { CiSnippet } from "../ci-snippet.ts";

export const buildkite = {
  id: "buildkite",
  title: "Buildkite",
  folders: [".buildkite"],
  find: ({ names }) =>
    ["buildkite.yml", ".buildkite/pipeline.yml", ".buildkite/pipeline.yaml"].find((name) =>
      names.has(name),
    ) ?? null,
  file: "buildkite.yml",
  comment: "#",
  text: (steps) =>
    [
      "# Buildkite does not read this file: put these lines into the command of the step that runs the tests.",
      ...steps.flatMap(({ title, test, ingest }) => [
        `- label: ${title}`,
        "  command: |",
        "    status=0",
        // Two dollars: Buildkite fills in single ones when it reads the pipeline.
        `    { ${test ?? "the command that runs them"}; } || status=$$?`,
        `    ${ingest.replaceAll("$", "$$$$")}`,
        "    exit $$status",
      ]),
      "",
    ].join("\n"),
} as const satisfies CiSnippet;
