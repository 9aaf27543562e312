import type { RepositoryName } from "../../ports/forge.ts";
import type { KnownAnswers } from "./known-answers.ts";

/** Who asks GitHub. An App is asked for the installation that sees the repository in question. */
export type GithubAuth =
  | { readonly kind: "none" }
  | { readonly kind: "token"; readonly token: string }
  /** Asks before each request for a token for these repositories, which are of one owner; whoever gives it keeps it. */
  | { readonly kind: "asked"; readonly ask: (repositories: readonly RepositoryName[]) => Promise<string> }
  /** `key`: the App's private key, PEM. */
  | { readonly kind: "app"; readonly id: string; readonly key: string };

export interface GithubOptions {
  /** Host of the web pages, for messages. */
  readonly host: string;
  /** URL of the REST API. */
  readonly api: string;
  readonly auth: GithubAuth;
  readonly userAgent: string;
  /** Takes what somebody who waits should know: one line of plain text. */
  readonly log: (text: string) => void;
  readonly fetch?: typeof globalThis.fetch;
  /** Answers that are known already; they belong to whoever asks with `auth`. In memory where none are given. */
  readonly etags?: KnownAnswers;
  /** Milliseconds between the beginnings of two writes; a second where none are given. */
  readonly pauseMs?: number;
  readonly waits?: Waits;
}

/** Milliseconds. */
export interface Waits {
  /** What a second lasts that passes before a request is sent again. */
  readonly second: number;
  /** At least between two writes. */
  readonly betweenWrites: number;
  /** After which a connection that says nothing counts as broken. */
  readonly silence: number;
}

export const WAITS: Waits = { second: 1_000, betweenWrites: 1_000, silence: 30_000 };
