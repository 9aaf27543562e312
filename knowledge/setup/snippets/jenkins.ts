import type { CiSnippet } from "../ci-snippet.ts";

export const jenkins = {
  id: "jenkins",
  title: "Jenkins",
  folders: [],
  find: ({ names }) => (names.has("Jenkinsfile") ? "Jenkinsfile" : null),
  file: "jenkins.groovy",
  comment: "//",
  text: (steps) =>
    [
      "// Jenkins does not read this file: put these lines into the stage that runs the tests.",
      ...steps.flatMap(({ title, test, ingest }) => [
        `// ${title}`,
        ...(test === null ? [] : [`steps { sh '${test}' }`]),
        `post { always { sh '${ingest}' } }`,
      ]),
      "",
    ].join("\n"),
} as const satisfies CiSnippet;
