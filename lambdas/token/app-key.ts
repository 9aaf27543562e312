import { GetParameterCommand, SSMClient } from "@aws-sdk/client-ssm";
import { AssayError } from "#knowledge";
import { holdSecret } from "../shared/held-secrets.ts";

/** How long a key is used before it is read again, so that a new one is in force soon. */
const KEPT_MS = 10 * 60_000;

let kept: { readonly name: string; readonly key: string; readonly until: number } | null = null;
let client: SSMClient | undefined;

/** The App's private key: the SecureString of that name in Parameter Store. Nobody else's role may read it. */
export async function appKey(name: string, now: number): Promise<string> {
  if (kept !== null && kept.name === name && now < kept.until) return kept.key;
  client ??= new SSMClient({});
  const { Parameter } = await client.send(new GetParameterCommand({ Name: name, WithDecryption: true }));
  const key = Parameter?.Value;
  if (key === undefined) throw new AssayError("internal", { problem: `the parameter ${name} has no value` });
  holdSecret(key);
  kept = { name, key, until: now + KEPT_MS };
  return key;
}
