import * as z from "zod/mini";
import { type TokenAnswer, TokenRequest } from "./event.ts";
import type { Narrowed } from "./mint-token.ts";
import { PURPOSES, type Purpose } from "./purposes.ts";

export interface Minting {
  /** Null where no alias was called that names one. */
  readonly purpose: Purpose | null;
  /** Repositories of the organisations' settings. */
  readonly watched: readonly string[];
  mint(narrowed: Narrowed): Promise<TokenAnswer>;
}

/** What a request for a token is answered with. The purpose is the alias's: nothing in a request can widen it. */
export async function answerRequest(
  event: unknown,
  { purpose, watched, mint }: Minting,
): Promise<TokenAnswer> {
  const refuse = (why: string): TokenAnswer => ({ kind: "refused", why });
  if (purpose === null) return refuse("it is called through an alias, which names the purpose");
  const asked = z.safeParse(TokenRequest, event);
  const [first, ...others] = asked.data?.repositories ?? [];
  if (first === undefined) return refuse("the request is no list of repositories as owner/name");
  const known = new Set(watched.map((name) => name.toLowerCase()));
  const stranger = [first, ...others].find((name) => !known.has(name.toLowerCase()));
  if (stranger !== undefined) return refuse(`no organisation's settings name ${stranger}`);
  if (others.some((name) => ownerOf(name) !== ownerOf(first)))
    return refuse("one token is for the repositories of one owner");
  const minted = await mint({ purpose, repositories: [first, ...others] });
  if (asked.data?.check !== true || minted.kind !== "token") return minted;
  const { expiresAt, repositories } = minted;
  return { kind: "checked", expiresAt, permissions: PURPOSES[purpose], repositories };
}

function ownerOf(name: string): string {
  return name.slice(0, name.indexOf("/")).toLowerCase();
}
