import { GetParameterCommand, SSMClient } from "@aws-sdk/client-ssm";
import { AssayError } from "#knowledge";
import { holdSecret } from "../shared/held-secrets.ts";

/** How long a value is used before it is read again, so that a new one is in force soon. */
const KEPT_MS = 10 * 60_000;

const kept = new Map<string, { readonly value: string; readonly until: number }>();
let client: SSMClient | undefined;

/**
 * The SecureString of that name in Parameter Store, without the line's end that a file brings along. Nobody else's role
 * may read those of the token function.
 */
export async function parameter(name: string, now: number): Promise<string> {
  const known = kept.get(name);
  if (known !== undefined && now < known.until) return known.value;
  client ??= new SSMClient({});
  const { Parameter } = await client.send(new GetParameterCommand({ Name: name, WithDecryption: true }));
  const value = Parameter?.Value?.trim() ?? "";
  if (value === "") throw new AssayError("internal", { problem: `the parameter ${name} has no value` });
  holdSecret(value);
  kept.set(name, { value, until: now + KEPT_MS });
  return value;
}
