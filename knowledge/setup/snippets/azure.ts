import type { CiSnippet } from "../ci-snippet.ts";

export const azure = {
  id: "azure",
  title: "Azure Pipelines",
  folders: [],
  find: ({ names }) =>
    ["azure-pipelines.yml", "azure-pipelines.yaml", ".azure-pipelines.yml"].find((name) => names.has(name)) ??
    null,
  file: "azure-pipelines.yml",
  comment: "#",
  text: (steps) =>
    [
      "# Azure does not read this file: put these steps into the job that runs the tests.",
      ...steps.flatMap(({ title, test, ingest }) => [
        ...(test === null
          ? ["# After the step that runs them:"]
          : [`- script: ${test}`, `  displayName: ${title}`]),
        `- script: ${ingest}`,
        `  displayName: ${title}, told to Assay`,
        "  condition: always()",
      ]),
      "",
    ].join("\n"),
} as const satisfies CiSnippet;
