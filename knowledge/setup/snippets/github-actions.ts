import { REPORTS_ARTIFACT } from "../../config/config.ts";
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
      "# Where `assay watch` looks at your default branches, this takes the place of what is told to Assay above:",
      "# it learns from what lies under this name, once a job.",
      "- name: Reports kept for Assay",
      "  if: always()",
      "  uses: actions/upload-artifact@v4",
      "  with:",
      `    name: ${REPORTS_ARTIFACT}`,
      "    if-no-files-found: ignore",
      "    include-hidden-files: true",
      "    path: |",
      ...steps.flatMap(({ leaves }) => leaves.map((pattern) => `      ${pattern}`)),
      "",
    ].join("\n"),
} as const satisfies CiSnippet;
