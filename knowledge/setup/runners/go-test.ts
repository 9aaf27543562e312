import type { Runner } from "../runner.ts";

const REPORT = "test-results/go-test.json";

export const goTest = {
  id: "go-test",
  title: "go test",
  reads: [],
  edits: [],
  ownFiles: [],
  find: ({ names }) =>
    names.has("go.mod")
      ? {
          because: "go.mod",
          recorder: null,
          reports: [REPORT],
          command: `mkdir -p test-results && go test -json ./... > ${REPORT}`,
        }
      : null,
} as const satisfies Runner;
