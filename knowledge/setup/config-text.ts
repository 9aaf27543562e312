import { CONFIG_VERSION } from "../config/config.ts";

/** The settings file of a project whose test runs write these reports; the same for the same patterns. */
export function configText(reports: readonly string[]): string {
  return [
    "# `assay config --help` says what each key means, `assay config` what is in force.",
    `version: ${CONFIG_VERSION}`,
    ...(reports.length === 0
      ? [
          "# Recorders hand over what they saw; a runner without one needs the reports that it writes:",
          "reports: []",
        ]
      : ["reports:", ...reports.map((pattern) => `  - ${JSON.stringify(pattern)}`)]),
    "",
  ].join("\n");
}
