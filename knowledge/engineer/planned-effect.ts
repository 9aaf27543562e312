import type { AnalysedFailure } from "../learn/learning-events.ts";

/**
 * Something to be written outside, as data: whoever carries it out looks for its key first, and notes it afterwards
 * under the same key. Bodies end in the mark of the key.
 */
export type PlannedEffect =
  | {
      readonly what: "issue";
      readonly key: string;
      readonly title: string;
      readonly body: string;
      readonly labels: readonly string[];
    }
  | {
      /** On the change. */
      readonly what: "comment";
      readonly key: string;
      readonly body: string;
    }
  | { readonly what: "label"; readonly key: string; readonly labels: readonly string[] }
  | { readonly what: "assign"; readonly key: string; readonly people: readonly string[] }
  | { readonly what: "webhook"; readonly key: string; readonly payload: Readonly<Record<string, string>> }
  | {
      /** For memory: what a run of the job warns of, in the form in which learning takes failures. */
      readonly what: "caution";
      readonly key: string;
      readonly job: string;
      readonly failures: readonly AnalysedFailure[];
    };
