/** Characters that a secret has at least; shorter ones would mask ordinary words. */
export const SHORTEST_SECRET = 6;

/** What stands where a secret stood. */
export const MASK = "***";

/** Replaces secrets in a JSON value: in every text, key and number of it. */
export type SecretMask = <Value>(value: Value) => Value;

/**
 * The values of a secrets file: one a line, or `NAME=value` as in a .env file; blank lines and lines that begin
 * with `#` are skipped. Of `NAME=value` the value is taken, without its quotes.
 */
export function readSecrets(text: string): readonly string[] {
  return text
    .replace(/^\ufeff/, "")
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => /^(?:export\s+)?[A-Za-z_]\w*=(?!=*$)(.*)$/.exec(line)?.[1] ?? line)
    .map((value) => /^(["'])(.*)\1$/.exec(value)?.[2] ?? value);
}

/**
 * A mask for these secrets; those under {@link SHORTEST_SECRET} characters are left out. A secret is found in any
 * case, as it is, JSON-escaped and URL-encoded, and inside base64 and base64url of a longer text; where secrets
 * overlap or touch, all of it goes. What comes out holds no secret, and masking it again changes nothing.
 */
export function secretMask(secrets: readonly string[]): SecretMask {
  const usable = [...new Set(secrets)].filter((secret) => secret.length >= SHORTEST_SECRET);
  const anyCase = new Set(usable.flatMap(textForms).map(foldCase));
  const exact = new Set(usable.flatMap(base64Forms));
  if (usable.length === 0) return (value) => value;

  const maskText = (text: string): string => {
    let masked = text;
    for (;;) {
      const spans = [...spansOf(foldCase(masked), anyCase), ...spansOf(masked, exact)];
      if (spans.length === 0) return masked;
      masked = cutSpans(masked, spans);
    }
  };
  const mask = (value: unknown): unknown => {
    if (typeof value === "string") return maskText(value);
    if (typeof value === "number") {
      const text = maskText(String(value));
      return text === String(value) ? value : text;
    }
    if (Array.isArray(value)) return value.map(mask);
    if (typeof value === "object" && value !== null)
      return Object.fromEntries(Object.entries(value).map(([key, item]) => [maskText(key), mask(item)]));
    return value;
  };
  return mask as SecretMask;
}

type Span = readonly [start: number, end: number];

function spansOf(text: string, forms: ReadonlySet<string>): Span[] {
  const spans: Span[] = [];
  for (const form of forms) {
    for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + 1))
      spans.push([at, at + form.length]);
  }
  return spans;
}

function cutSpans(text: string, spans: readonly Span[]): string {
  let done = "";
  let at = 0;
  let open = -1;
  for (const [start, end] of spans.toSorted((a, b) => a[0] - b[0])) {
    if (open < 0 || start > at) {
      done += (open < 0 ? "" : MASK) + text.slice(at, start);
      open = start;
      at = end;
    } else at = Math.max(at, end);
  }
  return done + MASK + text.slice(at);
}

/** As it is, and as it stands in JSON (once and twice escaped) and in addresses and forms. */
function textForms(secret: string): string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const ascii = json.replace(/[^\u0000-\u007f]/g, unicodeEscape);
  const twice = JSON.stringify(json).slice(1, -1);
  const slashes = json.replaceAll("/", "\\/");
  return [secret, json, ascii, twice, slashes, ...urlForms(secret)];
}

function urlForms(secret: string): string[] {
  const whole = secret.toWellFormed();
  const component = encodeURIComponent(whole);
  const strict = component.replace(/[!'()*~._-]/g, percent);
  const strictest = component.replace(/[!'()*]/g, percent);
  return [
    component,
    strictest,
    strict,
    encodeURI(whole),
    component.replaceAll("%20", "+"),
    strictest.replaceAll("%20", "+"),
    new URLSearchParams({ "": whole }).toString().slice(1),
    encodeURIComponent(component),
  ];
}

/** What a secret leaves in base64 whatever stands before and after it: of each of three alignments the digits that are its own. */
function base64Forms(secret: string): string[] {
  const bytes = Buffer.from(secret.toWellFormed());
  return [0, 1, 2].flatMap((before) => {
    const encoded = Buffer.concat([Buffer.alloc(before), bytes])
      .toString("base64")
      .replace(/=+$/, "");
    const first = before === 0 ? 0 : before + 1;
    const last = Math.floor(((before + bytes.length) * 8) / 6);
    const own = encoded.slice(first, last);
    const url = own.replaceAll("+", "-").replaceAll("/", "_");
    // In JSON a slash may be escaped, in an address all three may.
    return [own, url, own.replaceAll("/", "\\/"), encodeURIComponent(own)];
  });
}

/** Lower case, each character by itself and only where it keeps its length, so that places stay. */
function foldCase(text: string): string {
  return text.replace(/[A-Z]+|[^\u0000-\u007f]/gu, (part) => {
    const lower = part.toLowerCase();
    return lower.length === part.length ? lower : part;
  });
}

function unicodeEscape(char: string): string {
  return `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

function percent(char: string): string {
  return `%${char.charCodeAt(0).toString(16).padStart(2, "0")}`;
}
