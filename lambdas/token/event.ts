import * as z from "zod/mini";
import { repositoryName, word } from "#knowledge";
import { MOST_REPOSITORIES } from "./most-repositories.ts";

/** What the token function is asked: a token for these repositories of an organisation, all of one owner. */
export const TokenRequest = z.strictObject({
  /** Whose settings say what it watches and what opens that: a name alone may be on another forge too. */
  organisation: word(),
  repositories: z.array(repositoryName()).check(z.minLength(1), z.maxLength(MOST_REPOSITORIES)),
  /** Only tells whether there would be one: what an operator asks after a deployment. */
  check: z.optional(z.boolean()),
});

export type TokenRequest = z.output<typeof TokenRequest>;

/** What it answers; what it throws is a fault of ours. */
export type TokenAnswer =
  | {
      readonly kind: "token";
      readonly token: string;
      readonly expiresAt: string;
      /** Those of the asked that it is for: the installation does not have the others. */
      readonly repositories: readonly string[];
    }
  | {
      readonly kind: "checked";
      readonly expiresAt: string;
      readonly permissions: Readonly<Record<string, string>>;
      readonly repositories: readonly string[];
    }
  /** Asking again changes nothing. */
  | { readonly kind: "refused"; readonly why: string }
  | { readonly kind: "unavailable"; readonly why: string };
