import type { CiSnippet } from "../ci-snippet.ts";

export const circleci = {
  id: "circleci",
  title: "CircleCI",
  folders: [".circleci"],
  find: ({ names }) =>
    [".circleci/config.yml", ".circleci/config.yaml"].find((name) => names.has(name)) ?? null,
  file: "circleci.yml",
  comment: "#",
  text: (steps) =>
    [
      "# CircleCI does not read this file: put these steps into the job that runs the tests.",
      ...steps.flatMap(({ title, test, ingest }) => [
        ...(test === null
          ? ["# After the step that runs them:"]
          : ["- run:", `    name: ${title}`, `    command: ${test}`]),
        "- run:",
        `    name: ${title}, told to Assay`,
        "    when: always",
        `    command: ${ingest}`,
      ]),
      "",
    ].join("\n"),
} as const satisfies CiSnippet;
