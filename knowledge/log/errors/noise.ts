/** Counts of nothing: "0 errors", "Failures: 0", `"failed":0`, "no errors". */
const ZERO_COUNTS =
  /\b(?:no|0|zero) (?:\w{1,20} )?(?:errors?|failures?|failed|failing|exceptions?|problems?)\b|\b(?:errors?|failures?|failed|failing|fail|exceptions?)\b["']?\s{0,3}[:=]\s{0,3}["']?0\b/gi;
/** Warnings and notes at the head of a line, with or without a place before them. */
const WARNING =
  /^\W{0,6}(?:warn(?:ing)?|W|npm warn|yarn warn|hint|notice|note|debug|trace|info)\b[\]:]?|\[taskcluster:warn|##\[(?:warning|debug|notice)\]|::(?:warning|debug|notice)|: warning:|: warning [A-Z]+\d+:|\bWARNING\b|\bdeprecat/i;
/** node:test heads a list of what is told below, and counts it: nothing in itself. */
const HEADING = /^✖ failing tests:$|^ℹ (?:fail|cancelled) \d+$/;
/** Somebody said it does not matter. */
const FORGIVEN =
  /\b(?:ignored|ignoring|non-fatal|retry(?:ing)?|will (?:be )?retr(?:y|ied)|try again|trying again|skipping|expected (?:error|failure|exception)|allowed to fail|xfail(?:ed)?|continue-on-error|fallback|falling back)\b/i;
/** A test that passed, whatever its name says. */
const PASSED =
  /\b(?:PASSED|PASS|passed|PASSING)\b\W{0,20}(?:\(?\d[\d.]{0,10} ?m?s\)?)?\W{0,5}$|^\s*(?:✓|✔|√|☑|ok \d+\b|PASS\b|--- PASS|--- SKIP|=== (?:RUN|PAUSE|CONT|NAME)|\[ {7}OK \]|\[ RUN {6}\]|TEST-(?:PASS|START|OK|INFO|KNOWN-FAIL))|\.\.\. (?:ok|ignored)$|^\S{1,300}\s+PASSED\b/;
/** What a tool counts its steps with, before it says what it does. */
const STEP = /^\s*(?:\[[\w -]{1,20}\] |\[\d+\/\d+\] |#\d+ (?:\d+\.\d+ )?|-- )?/;
/** Work in progress: what is fetched, built, run or listed. Apart from {@link STEP}: as one, they take ten times as long to compile. */
const PROGRESS =
  /^(?:Download(?:ing|ed)|Progress|Get:\d|Fetch(?:ing|ed)|Collecting|Install(?:ing|ed)|Unpacking|Selecting|Preparing|Setting up|Compil(?:ing|ed)|Building|Running|Creat(?:ing|ed?)|Add(?:ing|ed)|inflating|Copying|Extracting|Using cached|Requirement already|remote: |From https?:|\* \[new (?:tag|branch)\]|Looking for|Checking (?:for|whether)|Performing|Resolving|Linking|Scanning|Generating|go: downloading|Receiving objects|Cloning into|Removing|Upload(?:ing|ed)|Cache|Starting|Evaluating|Preserving|Archiving|Saving|Restoring|Stopping|Waiting)\b/i;
/** The CI or a shell repeats a command before it runs it. */
const ECHO =
  /^(?:\+{1,4} (?! )|\$ |> [\w@]|\[command\]|\[\S{1,60}\] \$ |PS [A-Z]:|(?:\S*\/)?(?:gcc|g\+\+|cc|c\+\+|clang|clang\+\+|javac|rustc|ld|ar)(?:-\d+)? -)/;
/** As {@link ECHO}, without what tools print for other ends too: Gradle's `> Could not resolve`, a bare compiler call. */
const COMMAND = /^(?:\+{1,4} (?! )|\$ \S|> \S+@\d|\[command\]|\[\S{1,60}\] \$ |PS [A-Z]:)/;
/** Lines of a shell script that is printed before it runs. */
const SCRIPT =
  /^\s*(?:# |(?:if|elif|while) \[|for \w+ in |function \w+|\w+ ?\(\) ?\{)|; (?:then|do|fi|done)$/;
/** Compiler command lines: words in them are switches and file names. */
const SWITCHES = /\s-(?:W(?:error|all|extra)\b|I[\w./]|D[A-Z]|fPIC|std=)/;
/** A word that stands for an error, not a part of a name, a path or an identifier. */
const WORD =
  /(?<![\w./\\$#@=-])(?:errors?|err!|failed|failures?|failing|fails?|fatal|exceptions?|crash(?:ed)?|abort(?:ed|ing)?|denied|refused|timed out|timeout|mismatch(?:ed)?|missing|invalid|cannot|can't|could not|couldn't|unable to|unexpected|not found|killed|rejected|unresolved|undefined|conflict|violations?|exceed(?:s|ed)?|returning [1-9]\d*|out of date|not up-to-date|more than the \d+ maximum)(?![\w/\\$-]|\.\w|=)/i;
/** Logged for the reader's information by a logger. */
const INFORMED =
  /^\S{0,40}\s{0,3}(?:\[[^\]]{1,60}\] ){0,2}\[?(?:INFO|DEBUG|TRACE|FINE|FINER|VERBOSE|info|debug|trace)\]?\b/;

/** Lower-case literals, one of which stands on every line that {@link isErrorWord} accepts. */
export const ERROR_WORDS = [
  "error",
  "err!",
  "fail",
  "fatal",
  "exception",
  "crash",
  "abort",
  "denied",
  "refused",
  "timed out",
  "timeout",
  "mismatch",
  "missing",
  "invalid",
  "cannot",
  "can't",
  "could not",
  "couldn't",
  "unable to",
  "unexpected",
  "not found",
  "killed",
  "rejected",
  "unresolved",
  "undefined",
  "conflict",
  "violation",
  "exceed",
  "returning ",
  "out of date",
  "not up-to-date",
  " maximum",
] as const;

/** True for a line that looks like an error to a word search and is none. Linear. */
export function isNoise(text: string): boolean {
  return isWork(text) || isHarmless(text);
}

/** True where the beginning of a line says that it is a command or tells of work being done. Linear and quick. */
export function isWork(text: string): boolean {
  return ECHO.test(text) || PROGRESS.test(text.replace(STEP, "")) || SCRIPT.test(text);
}

/** True for a warning, a passed test, a heading or count, a compiler's command line. Linear. */
export function isHarmless(text: string): boolean {
  return PASSED.test(text) || WARNING.test(text) || SWITCHES.test(text) || HEADING.test(text);
}

/** True for a command that is repeated before it runs and for a test that passed: what they name did not happen. Linear. */
export function isHearsay(text: string): boolean {
  return COMMAND.test(text) || PASSED.test(text);
}

/** True where an error is said to be forgiven on the line itself. */
export function isForgiven(text: string): boolean {
  return FORGIVEN.test(text);
}

/** True where an error word stands on the line as a word of its own and not as a count of nothing. Linear. */
export function isErrorWord(text: string): boolean {
  if (INFORMED.test(text) || !WORD.test(text)) return false;
  const counted = text.replace(ZERO_COUNTS, "");
  return counted === text || WORD.test(counted);
}
