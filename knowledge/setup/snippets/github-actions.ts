import type { CiSnippet } from "../ci-snippet.ts";

export const githubActions = {
  id: "github-actions",
  title: "GitHub Actions",
  folders: [".github/workflows"],
  find: ({ names }) =>
    [...names].filter((name) => /^\.github\/workflows\/[^/]+\.ya?ml$/.test(name)).toSorted()[0] ?? null,
  file: "github-actions.yml",
  comment: "#",
  text: (steps) =>
    [
      "# GitHub does not read this file: put these steps into the job that runs the tests.",
      ...steps.flatMap(({ title, test, ingest }) => [
        ...(test === null ? ["# After the step that runs them:"] : [`- name: ${title}`, `  run: ${test}`]),
        `- name: ${title}, told to Assay`,
        "  if: always()",
        `  run: ${ingest}`,
      ]),
      "",
    ].join("\n"),
} as const satisfies CiSnippet;
