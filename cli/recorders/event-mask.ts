import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { maskText, readSecrets, type SecretMask, secretMask } from "#knowledge";
import { projectRoot } from "./run-folder.ts";

/** Characters of a value; more would be no observation. */
const LONGEST_VALUE = 1_000;
/** Characters of a stack or diff. */
const LONGEST_TEXT = 8_000;
/** Characters that are searched for secrets at all; the cut comes after the mask, so that no half of a secret stays. */
const LONGEST_READ = 100_000;

/** Words of the format, which name no value of the team's. */
const FIXED = new Set(["type", "test", "outcome", "check"]);

/** A copy of an event without secrets: every text masked, then cut; a reported number too. */
export type EventMask = <Event extends object>(event: Event) => Event;

/** The mask of this project's and this user's secrets files. */
export function eventMask(): EventMask {
  const mask = secretMask(secretFiles().flatMap(secretsIn));
  return (event) => maskFields(event, mask) as typeof event;
}

function maskFields(value: object, mask: SecretMask): object {
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) =>
      item === undefined ? [] : [[key, FIXED.has(key) ? item : maskValue(key, item, mask)]],
    ),
  );
}

function maskValue(key: string, value: unknown, mask: SecretMask): unknown {
  if (typeof value === "string") {
    const limit = key === "text" ? LONGEST_TEXT : LONGEST_VALUE;
    return cut(maskText(value.slice(0, LONGEST_READ), mask), limit);
  }
  // The other numbers count and time what happened; masked they would fit no reader.
  if (typeof value === "number") return key === "value" ? mask(value) : value;
  if (Array.isArray(value)) return value.map((item: unknown) => maskValue(key, item, mask));
  return typeof value === "object" && value !== null ? maskFields(value, mask) : value;
}

function cut(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, limit - 1).toWellFormed()}…`;
}

function secretFiles(): readonly string[] {
  const config = process.env.XDG_CONFIG_HOME || join(homedir(), ".config");
  return [join(projectRoot(), ".assay", "local", "secrets"), join(config, "assay", "secrets")];
}

function secretsIn(path: string): readonly string[] {
  try {
    return readSecrets(readFileSync(path, "utf8"));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return [];
    // Whoever cannot read the secrets must not write what may hold them.
    throw error;
  }
}
