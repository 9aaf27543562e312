import { type SecretMask, secretMask } from "#knowledge";

/** Variables of a function's environment that open something. */
const KEYS = ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN"] as const;

const MOST_HELD = 200;

const held = new Set<string>(KEYS.flatMap((name) => process.env[name] || []));
let mask: SecretMask | null = null;

/** Remembers a secret that this process came by, so that it is masked from now on. */
export function holdSecret(value: string): void {
  if (held.has(value)) return;
  held.add(value);
  // Tokens end after an hour; the keys of the environment came first and stay.
  if (held.size > MOST_HELD) held.delete([...held][KEYS.length] ?? value);
  mask = null;
}

/** What must not be written out by this process. */
export function heldSecrets(): readonly string[] {
  return [...held];
}

/** A mask for all that is held now. */
export function heldMask(): SecretMask {
  mask ??= secretMask([...held]);
  return mask;
}
