import type { LogDigest, LogFormat } from "./log-digest.ts";

/** A stretch of the job with a name of its own, where the format has such. */
export interface Step {
  name: string | null;
  /** Line from which on its output stands. */
  from: number;
  /** Runs after the job's work is done: clean-up, caches, uploads. */
  readonly post: boolean;
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
  /** The line is one by which the CI says that a step or the job ended with an error. */
  readonly endsStep: boolean;
  /** Set by the first such line. */
  readonly failure: { readonly step: Step; readonly line: number } | null;
  end(lastLines: readonly string[]): {
    readonly format: LogFormat;
    readonly ending: LogDigest["ending"];
    readonly outcome: LogDigest["outcome"];
    readonly exit: LogDigest["exit"];
    /** The whole log of a CI that marks what failed and says nothing of success, without a mark. */
    readonly unmarked: boolean;
  };
}

type Outcome = NonNullable<LogDigest["outcome"]>;

/** How each CI says that it is over; the group `code` is the exit code, `name` the step's. */
const EXITS: readonly {
  readonly format: LogFormat | null;
  readonly re: RegExp;
  readonly outcome?: Outcome;
}[] = [
  { format: "github", re: /^##\[error\]Process completed with exit code (?<code>-?\d+)/ },
  { format: "github", re: /^##\[error\](?:The process .{0,300} failed with exit code (?<code>\d+))/ },
  { format: "github", re: /^##\[error\]The operation was cancell?ed/, outcome: "cancelled" },
  { format: "github", re: /^##\[error\]The runner has received a shutdown signal/, outcome: "cancelled" },
  {
    format: "github",
    re: /^##\[error\]The (?:action|job) .{0,200}(?:has timed out after|exceeded the maximum execution time)/,
    outcome: "timed_out",
  },
  { format: "azure", re: /^##\[error\].{0,60} exited with code '?(?<code>-?\d+)'?/ },
  {
    format: "azure",
    re: /^##\[error\]The (?:job|task) .{0,100}(?:timed out|exceeded the maximum)/,
    outcome: "timed_out",
  },
  {
    format: "gitlab",
    re: /^ERROR: Job failed(?: \(system failure\))?: .{0,200}?exit (?:code|status) (?<code>\d+)/,
  },
  { format: "gitlab", re: /^ERROR: Job failed: execution took longer than/, outcome: "timed_out" },
  { format: "gitlab", re: /^ERROR: Job failed: canceled/, outcome: "cancelled" },
  { format: "gitlab", re: /^ERROR: Job failed/ },
  {
    format: "jenkins",
    re: /^Build step '(?<name>.{1,100})' (?:marked build as failure|changed build result to FAILURE)/,
  },
  { format: "jenkins", re: /^(?:ERROR: )?script returned exit code (?<code>-?\d+)/ },
  { format: "jenkins", re: /^Build timed out \(after /, outcome: "timed_out" },
  { format: "travis", re: /^The command "(?<name>.{0,2000})" (?:failed and )?exited with (?<code>[1-9]\d*)/ },
  {
    format: "travis",
    re: /^(?:No output has been received in the last|The job exceeded the maximum time limit)/,
    outcome: "timed_out",
  },
  { format: "circleci", re: /^Exited with code (?:exit status )?(?<code>\d+)/ },
  { format: "circleci", re: /^Too long with no output \(exceeded/, outcome: "timed_out" },
  { format: "buildkite", re: /^(?:\S+ )?Error: The command exited with status (?<code>-?\d+)/ },
  { format: "taskcluster", re: /^\[taskcluster:error\] exit status (?<code>\d+)/ },
  {
    format: "taskcluster",
    re: /^\[taskcluster:error\] (?:Task aborted - max run time exceeded|Task timeout after)/,
    outcome: "timed_out",
  },
  { format: "taskcluster", re: /^(?:\[taskcluster\] )?Unsuccessful task run with exit code: (?<code>\d+)/ },
];

/** How each CI says what the whole job came to. */
const OUTCOMES: readonly { readonly format: LogFormat; readonly re: RegExp; readonly outcome: Outcome }[] = [
  { format: "jenkins", re: /^Finished: SUCCESS$/, outcome: "success" },
  { format: "jenkins", re: /^Finished: (?:FAILURE|UNSTABLE|NOT_BUILT)$/, outcome: "failure" },
  { format: "jenkins", re: /^Finished: ABORTED$/, outcome: "cancelled" },
  { format: "gitlab", re: /^Job succeeded$/, outcome: "success" },
  { format: "travis", re: /^Done\. Your build exited with 0\b/, outcome: "success" },
  { format: "travis", re: /^Done\. Your build exited with [1-9]/, outcome: "failure" },
  { format: "travis", re: /^Your build has been (?:stopped|cancell?ed|terminated)/, outcome: "failure" },
  {
    format: "taskcluster",
    re: /^(?:\[taskcluster\] )?Successful task run with exit code: 0/,
    outcome: "success",
  },
  { format: "taskcluster", re: /^(?:\[taskcluster\] )?Unsuccessful task run/, outcome: "failure" },
];

/** Lines that only one CI prints. */
const SIGNATURES: readonly { readonly format: LogFormat; readonly re: RegExp }[] = [
  {
    format: "github",
    re: /^(?:Current runner version: |Post job cleanup\.|Evaluate and set job outputs|Requested labels: )/,
  },
  { format: "azure", re: /^##\[section\](?:Starting|Finishing): / },
  { format: "gitlab", re: /^Running with gitlab-runner / },
  {
    format: "jenkins",
    re: /^(?:Started by |\[Pipeline\] |Running as SYSTEM|Building (?:remotely on .{1,100} )?in workspace |Running on .{1,100} in \/)/,
  },
  { format: "travis", re: /^(?:Worker information|Using worker: |Build system information$)/ },
  {
    format: "circleci",
    re: /^(?:Build-agent version |Launch(?:ing)? (?:containers|runner)|Preparing environment variables$|Using build environment variables)/,
  },
  { format: "buildkite", re: /^(?:~~~ |_bk;t=)/ },
  { format: "taskcluster", re: /^\[(?:taskcluster|vcs)[ \]:]/ },
];

/** Jenkins stages and Buildkite groups. */
const STAGE = /^(?:\[Pipeline\] \{ \((.{1,200})\)$|(?:---|\+\+\+) :[\w-]{1,40}: (.{1,200})$)/;
const POST_SECTION = /^(?:after_script|archive_cache|upload_artifacts|cleanup_file)/;
const POST_FOLD = /^(?:after_|cache\.2|store)/;

/** The step that failed; where it has no name, what its CI calls it as it gives up. */
function named(step: Step, match: RegExpExecArray): Step {
  const name = match.groups?.name;
  if (step.name === null && name !== undefined) step.name = name.slice(0, 200);
  return step;
}

/** Lines after which nothing but clean-up follows. */
const POST =
  /^(?:Post job cleanup\.|Cleaning up orphan processes|##\[section\]Finishing: |Cleaning up (?:project directory|file based variables)|\$? ?travis_run_after|store build cache|Archiving artifacts|Recording test results|Uploading artifacts)/;
const COMPLETE =
  /^(?:Cleaning up orphan processes|Post job cleanup\.|Evaluate and set job outputs|Finished: [A-Z_]+$|Job succeeded$|ERROR: Job failed|Done\. Your build exited|Your build has been|(?:\[taskcluster\] )?(?:Unsuccessful|Successful) task run|\[taskcluster:error\]|##\[section\]Finishing: )/;
const HAS_END: ReadonlySet<LogFormat> = new Set([
  "github",
  "gitlab",
  "jenkins",
  "travis",
  "taskcluster",
  "azure",
]);

/** A step that fails leaves an `##[error]` line in these; one that runs in a container of its own may not. */
const MARKS_FAILURE: ReadonlySet<LogFormat> = new Set(["github", "azure"]);

/** Lower-case literals of all that is told here. */
export const STORY_WORDS = [
  "##[group]",
  "##[endgroup]",
  "##[error]",
  "##[section]",
  "post job cleanup.",
  "cleaning up",
  "evaluate and set job outputs",
  "job failed",
  "job succeeded",
  "marked build as failure",
  "changed build result",
  "script returned exit code",
  "build timed out",
  " exited with ",
  "no output has been received",
  "exceeded the maximum time",
  "exited with code",
  "too long with no output",
  "the command exited with status",
  "[taskcluster",
  "task run with exit code",
  "finished: ",
  "done. your build",
  "your build has been",
  "current runner version",
  "running with gitlab-runner",
  "started by ",
  "[pipeline]",
  "running as system",
  "in workspace ",
  "using worker: ",
  "worker information",
  "build system information",
  "build-agent version",
  "section_start:",
  "section_end:",
  "travis_fold:",
  "travis_time:",
  "--- :",
  "+++ :",
  "archiving artifacts",
  "recording test results",
  "uploading artifacts",
  "store build cache",
  "~~~ ",
] as const;

/** Lines after which an echoed script is taken to have ended, whatever the log says. */
const ECHO_LINES = 2_000;

/** Follows a job from its first line to its last. */
export function openJobStory(): JobStory {
  let step: Step = { name: null, from: 1, post: false };
  let echoing = false;
  let echoFrom = 0;
  let endsStep = false;
  let failure: JobStory["failure"] = null;
  let exit: LogDigest["exit"] = null;
  let outcome: Outcome | null = null;
  let complete = false;
  let spoken = false;
  let marked = false;
  const votes = new Map<LogFormat, number>();
  const vote = (format: LogFormat | null) => {
    if (format !== null) votes.set(format, (votes.get(format) ?? 0) + 1);
  };
  let working: Step = step;
  let columned = false;
  const begin = (name: string | null, at: number, post: boolean) => {
    step = { name, from: at, post };
    if (!post) working = step;
  };

  return {
    column(name, at) {
      columned = true;
      if (name === step.name) return;
      vote("github");
      begin(name, at, /^(?:Post |Complete job)/.test(name));
    },
    mark(mark, at) {
      const [kind, edge, name] = mark.split(":");
      vote(kind === "travis_fold" || kind === "travis_time" ? "travis" : "gitlab");
      if (kind === "section_start")
        begin(name?.replace(/\[.*/, "") ?? null, at + 1, POST_SECTION.test(name ?? ""));
      else if (kind === "travis_fold" && edge === "start") begin(null, at + 1, POST_FOLD.test(name ?? ""));
    },
    line(text, at) {
      endsStep = false;
      if (text !== "") spoken = true;
      if (text.startsWith("##[error]")) marked = true;
      if (echoing && at - echoFrom > ECHO_LINES) echoing = false;
      if (text.startsWith("##[group]")) {
        if (!text.startsWith("##[group]Run ")) return;
        vote("github");
        if (!columned) begin(text.slice(9), at, step.post);
        echoing = true;
        echoFrom = at;
        return;
      }
      if (text.startsWith("##[endgroup]")) {
        if (echoing) step.from = at + 1;
        echoing = false;
        return;
      }
      if (text.startsWith("##[section]Starting: ")) {
        begin(text.slice(21), at + 1, step.post);
      } else {
        const stage = STAGE.exec(text);
        if (stage !== null) begin(stage[1] ?? stage[2] ?? null, at + 1, step.post);
      }
      for (const signature of SIGNATURES) if (signature.re.test(text)) vote(signature.format);
      if (COMPLETE.test(text)) complete = true;
      if (!step.post && POST.test(text) && !columned) begin(null, at, true);
      for (const { re, outcome: said, format } of OUTCOMES) {
        if (!re.test(text)) continue;
        vote(format);
        if (outcome !== "timed_out" && outcome !== "cancelled") outcome = said;
      }
      if (echoing) return;
      for (const sign of EXITS) {
        const match = sign.re.exec(text);
        if (match === null) continue;
        vote(sign.format);
        endsStep = true;
        failure ??= { step: named(working, match), line: at };
        const code = match.groups?.code;
        if (exit === null && code !== undefined) exit = { code: Number(code), line: at };
        if (outcome === null || outcome === "failure" || outcome === "success")
          outcome = sign.outcome ?? "failure";
        break;
      }
    },
    get step() {
      return step;
    },
    get echoing() {
      return echoing;
    },
    get endsStep() {
      return endsStep;
    },
    get failure() {
      return failure;
    },
    end(lastLines) {
      let format: LogFormat = "plain";
      let best = 0;
      for (const [candidate, count] of votes) {
        if (count > best) {
          format = candidate;
          best = count;
        }
      }
      const empty = !spoken && lastLines.every((line) => line.trim() === "");
      const ending = empty
        ? "empty"
        : complete || failure !== null || !HAS_END.has(format)
          ? "complete"
          : "cut";
      return { format, ending, outcome, exit, unmarked: MARKS_FAILURE.has(format) && complete && !marked };
    },
  };
}
