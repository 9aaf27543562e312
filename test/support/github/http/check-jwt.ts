import { verify } from "node:crypto";
import type { GithubState } from "../state/state.ts";
import { refusal } from "./reply.ts";

const TEN_MINUTES = 600;
const UNREADABLE = "A JSON web token could not be decoded";

/** Refuses what is no JSON web token of the app: RS256 by its key, issued by its id, for at most ten minutes. */
export function checkJwt(state: GithubState, token: string): void {
  const [head, claims, signature] = token.split(".");
  const header = readPart(head);
  if (header.alg !== "RS256" || claims === undefined || signature === undefined)
    throw refusal(401, UNREADABLE);
  const signed = Buffer.from(`${head}.${claims}`);
  const genuine = verify(
    "RSA-SHA256",
    signed,
    state.app.keys().publicKey,
    Buffer.from(signature, "base64url"),
  );
  if (!genuine) throw refusal(401, UNREADABLE);
  const { iss, iat, exp } = readPart(claims);
  const now = Math.floor(state.clock.now() / 1_000);
  if (typeof iat !== "number" || !Number.isInteger(iat) || iat > now) {
    throw refusal(
      401,
      "'Issued at' claim ('iat') must be an Integer representing the time that the assertion was issued",
    );
  }
  if (typeof exp !== "number" || !Number.isInteger(exp) || exp <= now) {
    throw refusal(
      401,
      "'Expiration time' claim ('exp') must be a numeric value representing the future time at which the assertion expires",
    );
  }
  if (exp > now + TEN_MINUTES) throw refusal(401, "'Expiration time' claim ('exp') is too far in the future");
  if (String(iss) !== String(state.app.id) && iss !== state.app.clientId)
    throw refusal(404, "Integration not found");
}

function readPart(text: string | undefined): Record<string, unknown> {
  try {
    return JSON.parse(Buffer.from(text ?? "", "base64url").toString("utf8")) as Record<string, unknown>;
  } catch {
    throw refusal(401, UNREADABLE);
  }
}
