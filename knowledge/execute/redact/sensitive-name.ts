/** Parts of the names of what signs somebody in, once case and marks are taken out. */
const PARTS =
  /passw|passphrase|secret|token|apikey|accesskey|privatekey|authorization|credential|cookie|sessionid|sessid|jwt|bearer|cardnumber|ccnumber/;
/** Whole names, too short to be looked for inside of others. */
const WHOLE: ReadonlySet<string> = new Set(
  "pwd pass auth sid otp totp pin cvv cvc csc session signature sig xamzsignature xamzcredential".split(" "),
);
/** Names that say so only of a long value, as in an address: `?code=` of a sign-in, `?key=` of an account. */
const LONG: ReadonlySet<string> = new Set(["code", "key", "state", "nonce", "assertion", "ticket"]);
const LONG_FROM = 16;

/** Whether a header, field, key or parameter of this name holds what signs somebody in. Pure. */
export function isSensitiveName(name: string): boolean {
  const plain = plainName(name);
  return PARTS.test(plain) || WHOLE.has(plain);
}

/** Whether a parameter of an address or form does. Pure. */
export function isSensitiveParameter(name: string, value: string): boolean {
  return isSensitiveName(name) || (value.length >= LONG_FROM && LONG.has(plainName(name)));
}

/** Whether a locator, label or placeholder asks for it, as in `textbox[PIN]` or `input[name=password]`. Pure. */
export function asksForSecret(place: string): boolean {
  return isSensitiveName(place) || (place.slice(0, 500).match(/[a-z]+/gi) ?? []).some(isSensitiveName);
}

function plainName(name: string): string {
  return name
    .slice(0, 200)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "");
}
