import { randomBytes } from "node:crypto";
import { openSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { RunEvent, RunHeader } from "#knowledge";
import source from "../../package.json" with { type: "json" };
import { type EventMask, eventMask } from "./event-mask.ts";
import { runFolder } from "./run-folder.ts";

/** A run being written: the header is there, each event follows as one line, with its secrets masked. */
export interface RunFile {
  readonly path: string;
  readonly mask: EventMask;
  write(event: RunEvent): void;
}

/** Opens a new run file. Its name is its own, whatever else writes into the folder. Throws where it cannot be made. */
export function openRunFile(header: Omit<RunHeader, "assay" | "v" | "recorderVersion">): RunFile {
  const mask = eventMask();
  const path = join(runFolder(), `${(header.recorder ?? "run").replaceAll("/", "-")}-${uniqueName()}.ndjson`);
  const file = openSync(path, "ax");
  const line = (value: object): void => {
    writeSync(file, `${JSON.stringify(mask(value))}\n`);
  };
  line({ assay: "run", v: 1, recorderVersion: source.version, ...header, ...ciFacts() });
  return { path, mask, write: line };
}

/** What no other process and no other moment is called. */
export function uniqueName(): string {
  return `${Date.now().toString(36)}-${process.pid}-${randomBytes(4).toString("hex")}`;
}

/** What the environment of a CI job says of the commit. */
function ciFacts(): Pick<RunHeader, "commit" | "branch"> {
  const { env } = process;
  const commit = env.GITHUB_SHA || env.CI_COMMIT_SHA || env.CIRCLE_SHA1 || env.BUILDKITE_COMMIT;
  const branch =
    env.GITHUB_HEAD_REF ||
    env.GITHUB_REF_NAME ||
    env.CI_COMMIT_BRANCH ||
    env.CIRCLE_BRANCH ||
    env.BUILDKITE_BRANCH;
  return { ...(commit ? { commit } : {}), ...(branch ? { branch } : {}) };
}
