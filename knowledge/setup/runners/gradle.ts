import { firstOf } from "../project.ts";
import type { Runner } from "../runner.ts";

const BUILDS = ["build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts"];

export const gradle = {
  id: "gradle",
  title: "Gradle",
  reads: [],
  edits: [],
  ownFiles: [],
  find(project) {
    const because = firstOf(project, BUILDS);
    if (because === null) return null;
    return {
      because,
      recorder: null,
      reports: ["**/build/test-results/*/TEST-*.xml"],
      command: `${project.names.has("gradlew") ? "./gradlew" : "gradle"} test`,
    };
  },
} as const satisfies Runner;
