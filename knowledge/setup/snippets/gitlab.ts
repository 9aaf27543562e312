import type { CiSnippet } from "../ci-snippet.ts";

export const gitlab = {
  id: "gitlab",
  title: "GitLab CI",
  folders: [],
  find: ({ names }) => (names.has(".gitlab-ci.yml") ? ".gitlab-ci.yml" : null),
  file: "gitlab-ci.yml",
  comment: "#",
  text: (steps) => {
    const tests = steps.flatMap(({ test }) => (test === null ? [] : [`  - ${test}`]));
    return [
      "# GitLab does not read this file: put these lines into the job that runs the tests.",
      ...(tests.length === 0 ? [] : ["script:", ...tests]),
      "after_script:",
      ...steps.map(({ ingest }) => `  - ${ingest}`),
      "",
    ].join("\n");
  },
} as const satisfies CiSnippet;
