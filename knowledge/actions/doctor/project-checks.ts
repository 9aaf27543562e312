import { mergedProposals } from "../../acts/merged-proposals.ts";
import { CONFIG_PATH } from "../../config/config.ts";
import { AssayError } from "../../errors.ts";
import { shortRunId } from "../../learn/see/run-id.ts";
import type { Deps } from "../../ports/deps.ts";
import type { HostFacts } from "../../ports/host.ts";
import { checkoutHere, isHere } from "../../run/checkout.ts";
import { queuedRuns, whereQueued } from "../../run/run-queue.ts";
import { judgeFiles } from "../../store/judge-files.ts";
import type { Check } from "./diagnosis.ts";
import { checkRequirements } from "./requirement-check.ts";

export type ProjectDeps = Pick<
  Deps,
  "configFile" | "journal" | "ledger" | "proposals" | "records" | "repository" | "secrets"
>;

/** Problems that are told; the others are counted. */
const MOST_TOLD = 3;

/**
 * What is off in what a project keeps: its settings, its records and proposals, merged proposals that cannot be
 * carried out, and (where there is a ledger) the runs whose learning waits and requirements without their event. What cannot be read is a check that failed, not an error.
 */
export async function projectChecks(
  deps: ProjectDeps,
  ledger: HostFacts["ledger"]["state"],
): Promise<readonly Check[]> {
  const checks = await Promise.all([
    told("settings", () => checkSettings(deps)),
    told("records", () => checkFiles(deps)),
    ...(ledger === "ok" || ledger === "absent" ? [told("proposals", () => checkProposals(deps))] : []),
    ...(ledger === "ok" ? [told("queue", () => checkQueue(deps))] : []),
    ...(ledger === "ok" ? [told("requirements", () => checkRequirements(deps))] : []),
  ]);
  return checks.filter((check) => check !== null);
}

async function told(id: Check["id"], look: () => Promise<Omit<Check, "id"> | null>): Promise<Check | null> {
  try {
    const found = await look();
    return found === null ? null : { id, ...found };
  } catch (error) {
    if (!(error instanceof AssayError)) throw error;
    return { id, state: "fail", found: error.message, mend: error.hint };
  }
}

async function checkSettings({ configFile }: ProjectDeps): Promise<Omit<Check, "id">> {
  const file = await configFile.read();
  if (file === null) return fine(`no ${CONFIG_PATH}: the defaults are in force`);
  const { parseConfig } = await import("../../config/parse-config.ts");
  const { unknown } = parseConfig(file.path, file.text);
  if (unknown.length === 0) return fine(file.path);
  const keys = unknown.map(({ key, line }) => `${key} (line ${line})`);
  return {
    state: "warn",
    found: `${file.path} has ${named(keys)}, which this version does not know`,
    mend: "correct the key or take it out: `assay config --help` lists those that there are",
  };
}

async function checkFiles(deps: ProjectDeps): Promise<Omit<Check, "id">> {
  const { checked, problems } = await judgeFiles(deps, null, "person");
  const files = new Set(problems.map(({ file }) => file)).size;
  if (files === 0) return fine(`${checked} ${checked === 1 ? "file" : "files"}, nothing wrong`);
  const lines = problems.map(({ file, line, message }) => `${file}:${line}: ${message}`);
  return {
    state: "warn",
    found: `${files} of ${checked} files ${files === 1 ? "has a problem" : "have problems"}: ${named(lines, "; ")}`,
    mend: "assay check names each with what mends it",
  };
}

async function checkProposals(deps: ProjectDeps): Promise<Omit<Check, "id">> {
  const waiting = (await deps.proposals.list()).length;
  const refused = (await mergedProposals(deps)).flatMap(({ refusal }) => refusal ?? []);
  const [first] = refused;
  if (first === undefined)
    return fine(waiting === 0 ? "none waits for a person" : `${waiting} to look at: assay proposal list`);
  const whys = refused.map(({ id, why }) => `${id} (${why})`);
  return {
    state: "warn",
    found: `merged into the default branch, and cannot be carried out: ${named(whys)}`,
    mend: first.recover.replaceAll("`", ""),
  };
}

async function checkQueue(deps: ProjectDeps): Promise<Omit<Check, "id">> {
  const queued = (await queuedRuns(deps.ledger)).filter(({ pulled }) => !pulled);
  if (queued.length === 0) return fine("no run waits to be learned from");
  const parked = queued.filter((run) => run.parked);
  const runs = `${queued.length} ${queued.length === 1 ? "run waits" : "runs wait"} to be learned from`;
  const why =
    parked.length === 0
      ? ""
      : `; parked, because it failed again and again: ${named(parked.map(({ run }) => shortRunId(run)))}`;
  const here = await checkoutHere(deps);
  const others = queued.filter(({ checkout }) => !isHere(checkout, here));
  const [other] = others;
  if (other === undefined) return { state: "warn", found: runs + why, mend: "assay learn" };
  const places = others.map((one) => `${shortRunId(one.run)} ${whereQueued(one)}`);
  return {
    state: "warn",
    found: `${runs}${why}; recorded elsewhere: ${named(places)}`,
    mend: `assay learn, there or as assay learn --here ${shortRunId(other.run)}`,
  };
}

function fine(found: string): Omit<Check, "id"> {
  return { state: "ok", found, mend: null };
}

function named(names: readonly string[], between = ", "): string {
  const more = names.length - MOST_TOLD;
  return names.slice(0, MOST_TOLD).join(between) + (more > 0 ? ` and ${more} more` : "");
}
