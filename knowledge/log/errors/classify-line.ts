import { type ErrorKind, type ErrorSign, STRENGTH } from "./error-sign.ts";
import { ERROR_SIGNS } from "./error-signs.ts";
import { ERROR_WORDS, isErrorWord, isForgiven, isHearsay, isNoise, isWork } from "./noise.ts";

/** What a line says about an error. */
export interface LineVerdict {
  readonly kind: ErrorKind;
  readonly title: ErrorSign["title"];
  readonly paragraph: boolean;
  /** Said to be retried or ignored. */
  readonly forgiven: boolean;
}

/** A tool's own "something before me failed": never the cause. */
const CONSEQUENCE =
  /^(?:make|gmake|mingw32-make|ninja)(?:\[\d+\])?: (?:\*\*\* \[.{0,300}\] Error \d+|build stopped|Leaving directory)|^npm (?:ERR!|error) (?:code E?LIFECYCLE|errno|Exit status|Failed at the|This is probably|Test failed|A complete log|\s|$)|^error Command failed with exit code|^ELIFECYCLE|^ ?ERR_PNPM_RECURSIVE_RUN|^\[ERROR\] (?:-> )?\[Help \d\]|^\[ERROR\] (?:To see the full stack|Re-run Maven|For more information|After correcting|Please refer to|\s*mvn <)|^\[INFO\] BUILD FAILURE|^BUILD (?:FAILED|FAILURE)\b|^(?:error|Error): Process completed with exit code|^(?:ERROR|error): (?:Job|script|command|InvocationError).{0,200}(?:exit(?:ed)?(?: with)?(?: code| status)|InvocationError)|\bexited with (?:code|status|error code)? ?-?\d+\W*$|^error: Recipe .{1,100} failed|^Got exit code \d+|^(?:##\[error\])?(?:The )?process .{0,300}failed with exit code|build\.xml:\d+: (?:One or more tests failed|Tests? (?:\S{1,200} )?failed|The following error occurred)|^FAIL$|^exit status \d+$|^\[ERROR\]$/i;

/** What stands before a tool's own words: build-kit steps, Ant tasks, harness levels, service names. */
const PREFIX =
  /^(?:#\d+ (?:\d+\.\d+ )?|\s{0,12}\[(?:junit|junitlauncher|testng|javac|java|groovyc|groovy|scalac|exec|ivy:\w{1,20})\] |(?:INFO|ERROR|WARNING|CRITICAL|FATAL|DEBUG) -\s{1,4}|PID \d+ \| |GECKO\(\d+\) \| |[\w.-]{1,40}[_-]\d{1,3} {0,20}\| )/;
const ANNOTATION = /^(?:##\[error\]|::error(?: [^:]{0,300})?::)/;
/** Kinds whose form a command, a warning or a passed test may have too. */
const DOUBTFUL: ReadonlySet<ErrorKind> = new Set(["tool", "system", "summary", "exception"]);
/** Kinds whose form holds for any line that quotes the words: a command with them in it, the name of a test. */
const QUOTABLE: ReadonlySet<ErrorKind> = new Set(["exhausted", "verdict"]);
const HARNESS_ERROR = /^(?:ERROR|CRITICAL|FATAL) - /;

export interface LineClassifier {
  /** Literals that a scanner must look for. A line without any of them needs no classifying. */
  readonly words: readonly string[];
  /** Null for a line that tells of no error. `hits` are words that stand on the line. */
  classify(text: string, hits: Iterable<string>): LineVerdict | null;
}

/** What a line says that only tells of the end. */
export const AFTERMATH: LineVerdict = {
  kind: "consequence",
  title: undefined,
  paragraph: false,
  forgiven: false,
};

/** The CI itself says why it gave up: time ran out, the runner was lost. */
export const OWN_WORDS: LineVerdict = {
  kind: "verdict",
  title: undefined,
  paragraph: false,
  forgiven: false,
};

/** True for a tool's own "something before me failed". Linear. */
export function isConsequence(body: string): boolean {
  return CONSEQUENCE.test(body);
}

/** The text without what a wrapper wrote before it. */
export function bodyOf(text: string): string {
  let body = text;
  for (let round = 0; round < 3; round++) {
    const match = PREFIX.exec(body) ?? ANNOTATION.exec(body);
    if (match === null) break;
    body = body.slice(match[0].length);
  }
  return body;
}

export function lineClassifier(): LineClassifier {
  const byWord = new Map<string, ErrorSign[]>();
  for (const sign of ERROR_SIGNS as readonly ErrorSign[]) {
    for (const word of sign.has) byWord.set(word, [...(byWord.get(word) ?? []), sign]);
  }
  const words = [...new Set([...byWord.keys(), ...ERROR_WORDS])];
  const errorWords: ReadonlySet<string> = new Set(ERROR_WORDS);

  return {
    words,
    classify(text, hits) {
      const body = bodyOf(text);
      const annotated = ANNOTATION.test(text) || HARNESS_ERROR.test(text);
      let kind: ErrorKind | null = annotated ? "tool" : null;
      let paragraph = false;
      let title: ErrorSign["title"];
      let worded = false;
      const offer = (offered: ErrorKind) => {
        if (kind === null || STRENGTH[offered] > STRENGTH[kind]) kind = offered;
      };
      for (const hit of hits) {
        if (errorWords.has(hit)) worded = true;
        for (const sign of byWord.get(hit) ?? []) {
          if (kind !== null && STRENGTH[sign.kind] <= STRENGTH[kind]) continue;
          if (!sign.re.test(body)) continue;
          offer(sign.kind);
          paragraph = sign.paragraph ?? false;
          title = sign.title;
        }
      }
      // Cheap questions first: most lines that hold an error word tell of no error.
      if (kind === null && (!worded || isWork(text) || !isErrorWord(body))) return null;
      if (isConsequence(body)) return AFTERMATH;
      if (!annotated && (kind === null || DOUBTFUL.has(kind)) && isNoise(text)) return null;
      if (!annotated && kind !== null && QUOTABLE.has(kind) && isHearsay(text)) return null;
      return { kind: kind ?? "word", title, paragraph, forgiven: isForgiven(text) };
    },
  };
}
