import { CI_SYSTEMS } from "./ci/index.ts";
import type { CiExit, CiLine, CiStepLine, CiSystem } from "./ci-system.ts";
import type { LogDigest, LogFormat } from "./log-digest.ts";

/** A stretch of the job with a name of its own, where the format has such. */
export interface Step {
  name: string | null;
  /** Line from which on its output stands. */
  from: number;
  /** Runs after the job's work is done: clean-up, caches, uploads. */
  readonly post: boolean;
}

/** Where a job failed. */
export interface JobFailure {
  readonly step: Step;
  readonly line: number;
}

/** Where the job stands at a line. */
export interface JobStory {
  /** Must be told of each line that holds one of {@link STORY_WORDS} and of the first lines. */
  line(text: string, at: number): void;
  /** The step's name that stands before the text of a line. */
  column(name: string, at: number): void;
  /** A GitLab section or Travis fold begins or ends. */
  mark(mark: string, at: number): void;
  readonly step: Step;
  /** Inside a script that the CI prints before it runs it. */
  readonly echoing: boolean;
  /** The line last told is one by which the CI says that a step or the job ended with an error, and why if it does. */
  readonly ends: "says why" | "says that" | null;
  /** Set by the first such line; by a later one where the CI goes on after a step that may fail. */
  readonly failure: JobFailure | null;
  end(lastLines: readonly string[]): {
    readonly format: LogFormat;
    readonly ending: LogDigest["ending"];
    readonly outcome: LogDigest["outcome"];
    readonly exit: LogDigest["exit"];
    /** The whole log of a CI that marks what failed and says nothing of success, without a mark. */
    readonly unmarked: boolean;
  };
}

const SYSTEMS: readonly CiSystem[] = CI_SYSTEMS;

/** Lower-case literals of all that is told here. */
export const STORY_WORDS: readonly string[] = [
  ...new Set(SYSTEMS.flatMap((ci) => linesOf(ci).map((line) => line.has))),
];

/** True for what a CI itself says to set a job up, to go from step to step and to clean up. Linear. */
export function isCiTalk(text: string): boolean {
  return SYSTEMS.some((ci) =>
    [ci.signatures, ci.starts, ci.steps, ci.cleanUp].some((lines) =>
      lines.some((line) => line.re.test(text)),
    ),
  );
}

/** True for the line by which a CI says what the whole job came to: never an error of its own. Linear. */
export function isOutcome(text: string): boolean {
  return SYSTEMS.some((ci) => ci.outcomes.some((line) => line.re.test(text)));
}

function linesOf(ci: CiSystem): CiLine[] {
  const lines: CiLine[] = [
    ...ci.signatures,
    ...ci.starts,
    ...ci.steps,
    ...ci.cleanUp,
    ...ci.exits,
    ...ci.outcomes,
  ];
  if (ci.echo?.begins !== undefined) lines.push(ci.echo.begins);
  if (ci.echo !== undefined) lines.push(ci.echo.ends);
  if (ci.failureMark !== null) lines.push(ci.failureMark);
  if (ci.complete !== null && "lines" in ci.complete) lines.push(...ci.complete.lines);
  if (ci.complete !== null && "sections" in ci.complete)
    lines.push(ci.complete.sections.opens, ci.complete.sections.closes);
  return lines;
}

/** Lines after which an echoed script is taken to have ended, whatever the log says. */
const ECHO_LINES = 2_000;
/** Sections within sections that are followed. */
const DEPTH = 100;

/** What one CI has said so far. */
interface Said {
  readonly ci: CiSystem;
  votes: number;
  complete: boolean;
  marked: boolean;
  readonly sections: string[];
}

/** Follows a job from its first line to its last. */
export function openJobStory(): JobStory {
  const said: Said[] = SYSTEMS.map((ci) => ({ ci, votes: 0, complete: false, marked: false, sections: [] }));
  let step: Step = { name: null, from: 1, post: false };
  let working: Step = step;
  let columned = false;
  /** The CI whose echoed script this is. */
  let echoing: CiSystem | null = null;
  let echoFrom = 0;
  let ends: JobStory["ends"] = null;
  let failure: JobFailure | null = null;
  let exit: LogDigest["exit"] = null;
  let outcome: LogDigest["outcome"] = null;
  let spoken = false;

  const begin = (name: string | null, from: number, post: boolean) => {
    step = { name, from, post };
    if (post) return;
    working = step;
    for (const one of said) one.complete = false;
  };
  const echo = (ci: CiSystem, at: number) => {
    echoing = ci;
    echoFrom = at;
  };
  const beginBy = (ci: CiSystem, line: CiStepLine, { groups }: RegExpExecArray, at: number) => {
    if (!columned) begin(groups?.name ?? null, at + 1, groups?.post !== undefined);
    if (line.echoes === true) echo(ci, at);
  };

  function fail(one: CiSystem, sign: CiExit, match: RegExpExecArray, at: number): void {
    ends = sign.isCause === true ? "says why" : "says that";
    const name = match.groups?.name;
    if (working.name === null && name !== undefined) working.name = name.slice(0, 200);
    const isLater =
      one.goesOnAfterFailure && !step.post && failure?.step !== working && sign.outcome !== "cancelled";
    if (failure === null || isLater) {
      if (failure !== null) exit = null;
      failure = { step: working, line: at };
    }
    const code = match.groups?.code;
    if (exit === null && code !== undefined) exit = { code: Number(code), line: at };
    if (outcome === null || outcome === "failure" || outcome === "success")
      outcome = sign.outcome ?? "failure";
  }

  /** Sections, marks of failure, the end: what one CI's own line says of the log. */
  function note(one: Said, text: string, at: number): void {
    const { ci } = one;
    if (ci.signatures.some((line) => line.re.test(text))) one.votes++;
    if (ci.failureMark?.re.test(text) === true) one.marked = true;
    if (one.votes > 0 && ci.echo?.begins?.re.test(text) === true) echo(ci, at);
    if (ci.starts.some((line) => line.re.test(text))) {
      one.complete = false;
      if (step.post && !columned) begin(null, at, false);
    }
    for (const line of ci.steps) {
      const match = line.re.exec(text);
      if (match !== null) beginBy(ci, line, match, at);
    }
    if (!step.post && !columned && ci.cleanUp.some((line) => line.re.test(text))) begin(null, at, true);
    if (ci.complete !== null && "sections" in ci.complete) {
      const opened = ci.complete.sections.opens.re.exec(text)?.groups?.name;
      const closed = ci.complete.sections.closes.re.exec(text)?.groups?.name;
      if (opened !== undefined && one.sections.length < DEPTH) one.sections.push(opened);
      const depth = closed === undefined ? -1 : one.sections.lastIndexOf(closed);
      if (depth >= 0) one.sections.length = depth;
      if (opened !== undefined || depth >= 0) one.complete = one.sections.length === 0;
    } else if (ci.complete?.lines.some((line) => line.re.test(text)) === true) {
      one.complete = true;
    }
    for (const { re, outcome: final } of ci.outcomes) {
      if (!re.test(text)) continue;
      one.votes++;
      if (outcome !== "timed_out" && outcome !== "cancelled") outcome = final;
    }
  }

  return {
    column(name, at) {
      if (columned && name === step.name) return;
      for (const one of said) {
        const match = one.ci.column?.exec(name);
        if (match == null) continue;
        columned = true;
        one.votes++;
        begin(name, at, match.groups?.post !== undefined);
      }
    },
    mark(mark, at) {
      for (const one of said) note(one, mark, at);
    },
    line(text, at) {
      ends = null;
      if (text !== "") spoken = true;
      if (echoing !== null) {
        const { echo: script, steps, cleanUp } = echoing;
        const isEnd = script?.ends.re.test(text) === true;
        const isPast =
          at - echoFrom > ECHO_LINES || [...steps, ...cleanUp].some((line) => line.re.test(text));
        // What a script says of a job is no word on this one.
        if (!isEnd && !isPast) return;
        echoing = null;
        if (isEnd) {
          step.from = at + 1;
          return;
        }
      }
      for (const one of said) note(one, text, at);
      if (echoing !== null) return;
      let isTold = false;
      for (const one of said) {
        for (const sign of one.ci.exits) {
          const match = sign.re.exec(text);
          if (match === null) continue;
          one.votes++;
          one.marked = true;
          if (!isTold) fail(one.ci, sign, match, at);
          isTold = true;
          break;
        }
      }
    },
    get step() {
      return step;
    },
    get echoing() {
      return echoing !== null;
    },
    get ends() {
      return ends;
    },
    get failure() {
      return failure;
    },
    end(lastLines) {
      const [speaker] = said
        .filter((one) => one.votes > 0)
        .sort((a, b) => b.votes - a.votes || (a.ci.format < b.ci.format ? -1 : 1));
      const format: LogFormat = speaker?.ci.format ?? "plain";
      const complete = speaker === undefined || speaker.ci.complete === null || speaker.complete;
      const empty = !spoken && lastLines.every((line) => line.trim() === "");
      const ending = empty ? "empty" : complete || failure !== null ? "complete" : "cut";
      const unmarked =
        speaker !== undefined &&
        speaker.ci.failureMark !== null &&
        speaker.ci.complete !== null &&
        complete &&
        !speaker.marked;
      return { format, ending, outcome, exit, unmarked };
    },
  };
}
