/** What a forge gives a job where its file says nothing. */
export const USUAL_MINUTES = 360;

/** A job of a workflow file and the minutes after which it is ended; null where an expression says it. */
export interface TimeLimit {
  readonly path: string;
  readonly id: string;
  readonly name: string | null;
  readonly minutes: number | null;
  /** False where the file says nothing, so that {@link USUAL_MINUTES} hold. */
  readonly isSet: boolean;
  readonly steps: readonly { readonly name: string; readonly minutes: number }[];
}

/** The limits of the jobs in a workflow file, as YAML read it; none where it is no workflow. Pure. */
export function timeLimits(path: string, workflow: unknown): readonly TimeLimit[] {
  return Object.entries(mapOf(mapOf(workflow).jobs)).map(([id, value]) => {
    const job = mapOf(value);
    const limit = job["timeout-minutes"];
    const steps = Array.isArray(job.steps) ? job.steps.map(mapOf) : [];
    return {
      path,
      id,
      name: textOf(job.name),
      minutes: limit === undefined ? USUAL_MINUTES : minutesOf(limit),
      isSet: limit !== undefined,
      steps: steps.flatMap((step) => {
        const minutes = minutesOf(step["timeout-minutes"]);
        const name = nameOf(step);
        return minutes === null || name === null ? [] : [{ name, minutes }];
      }),
    };
  });
}

/**
 * The limit of a job by the name that the forge gives it: that of its id or its name, with or without the leg of a
 * matrix, expressions in a name standing for anything. Null where several fit or none does. Pure.
 */
export function limitOf(limits: readonly TimeLimit[], path: string, job: string): TimeLimit | null {
  const ofFile = limits.filter((one) => one.path === path);
  const base = job.replace(/ \(.*\)$/, "");
  for (const name of [job, base]) {
    const named = ofFile.filter((one) => (one.name ?? one.id) === name);
    if (named.length === 1) return named[0] ?? null;
  }
  const fitting = ofFile.filter((one) => one.name?.includes("${{") && fits(one.name, job));
  return fitting.length === 1 ? (fitting[0] ?? null) : null;
}

/** The parts around the expressions of a name, in order. */
function fits(pattern: string, job: string): boolean {
  const parts = pattern.split(/\$\{\{.*?\}\}/);
  let at = 0;
  for (const [index, part] of parts.entries()) {
    const found = index === 0 ? (job.startsWith(part) ? 0 : -1) : job.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return parts.at(-1) === "" || job.endsWith(parts.at(-1) ?? "");
}

/** As the forge names a step that has no name of its own. */
function nameOf(step: Readonly<Record<string, unknown>>): string | null {
  const run = textOf(step.run);
  const uses = textOf(step.uses);
  const first = run?.split("\n", 1)[0]?.trim();
  return textOf(step.name) ?? (first !== undefined ? `Run ${first}` : uses === null ? null : `Run ${uses}`);
}

function minutesOf(value: unknown): number | null {
  return typeof value === "number" && value > 0 ? value : null;
}

function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

function mapOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}
