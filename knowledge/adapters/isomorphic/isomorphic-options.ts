import type { Clock } from "../../ports/clock.ts";
import type { RepositoryName } from "../../ports/forge.ts";

export interface IsomorphicOptions {
  /** Address of a repository for git, by HTTPS. */
  readonly url: (repository: RepositoryName) => string;
  /** Asked for where the remote wants to know who asks. */
  readonly auth?: () => Promise<{ readonly username: string; readonly password: string } | null>;
  /** What whoever asks may do where the remote does not take that, for messages. */
  readonly wayIn?: string;
  /** Who commits. */
  readonly identity: { readonly name: string; readonly email: string };
  /** Secret by which commits of our own are told from those that look like them. */
  readonly key: string;
  readonly clock: Clock;
  readonly fetch?: typeof globalThis.fetch;
}
