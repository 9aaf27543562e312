import * as z from "zod/mini";
import { strangerTo, type Watching } from "../shared/watching.ts";
import { type TokenAnswer, TokenRequest } from "./event.ts";
import type { Narrowed } from "./mint-token.ts";
import { PURPOSES, type Purpose } from "./purposes.ts";

export interface Minting {
  /** Null where no alias was called that names one. */
  readonly purpose: Purpose | null;
  /** What the organisations' settings say. */
  readonly watching: readonly Watching[];
  /** A token for repositories that the organisation watches. */
  mint(narrowed: Narrowed, asker: Watching): Promise<TokenAnswer>;
}

/** What a request for a token is answered with. The purpose is the alias's: nothing in a request can widen it. */
export async function answerRequest(
  event: unknown,
  { purpose, watching, mint }: Minting,
): Promise<TokenAnswer> {
  const refuse = (why: string): TokenAnswer => ({ kind: "refused", why });
  if (purpose === null) return refuse("it is called through an alias, which names the purpose");
  const asked = z.safeParse(TokenRequest, event);
  const [first, ...others] = asked.data?.repositories ?? [];
  if (asked.data === undefined || first === undefined)
    return refuse("the request is no organisation with a list of repositories as owner/name");
  const { organisation, check } = asked.data;
  const asker = watching.find((one) => one.organisation === organisation);
  if (asker === undefined) return refuse(`there are no settings of an organisation ${organisation}`);
  const stranger = strangerTo(asker, [first, ...others]);
  if (stranger !== undefined) return refuse(`the settings of ${organisation} do not watch ${stranger}`);
  if (others.some((name) => ownerOf(name) !== ownerOf(first)))
    return refuse("one token is for the repositories of one owner");
  const minted = await mint({ purpose, repositories: [first, ...others] }, asker);
  if (check !== true || minted.kind !== "token") return minted;
  const { expiresAt, repositories } = minted;
  return { kind: "checked", expiresAt, permissions: PURPOSES[purpose], repositories };
}

function ownerOf(name: string): string {
  return name.slice(0, name.indexOf("/")).toLowerCase();
}
