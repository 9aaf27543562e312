import type { Runner } from "../runner.ts";

export const maven = {
  id: "maven",
  title: "Maven",
  reads: [],
  edits: [],
  ownFiles: [],
  find: ({ names }) =>
    names.has("pom.xml")
      ? {
          because: "pom.xml",
          recorder: null,
          reports: ["**/target/surefire-reports/TEST-*.xml", "**/target/failsafe-reports/TEST-*.xml"],
          command: `${names.has("mvnw") ? "./mvnw" : "mvn"} --batch-mode verify`,
        }
      : null,
} as const satisfies Runner;
