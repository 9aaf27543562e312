import { MASK } from "../../record/secret-mask.ts";
import { isSensitiveName, isSensitiveParameter } from "./sensitive-name.ts";

/** Takes a value that was hidden, so that it can be looked for elsewhere too. */
export type Found = (value: string) => void;

/** Parts of a text that give themselves away by their form, wherever they stand. */
const TOKENS = new RegExp(
  [
    "-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[\\s\\S]*?(?:-----END [A-Z ]{0,40}PRIVATE KEY-----|$)",
    "\\beyJ[\\w-]{8,}\\.[\\w-]{8,}\\.[\\w-]*",
    "\\b(?:gh[pousr]_|github_pat_|glpat-|npm_|xox[abeprs]-|sk-|sk_live_|rk_live_)[\\w-]{16,}",
    "\\b(?:AKIA|ASIA)[0-9A-Z]{16}\\b",
  ].join("|"),
  "g",
);
const SCHEME = /\b(Bearer|Basic|Digest|Negotiate)( +)([A-Za-z0-9._~+/=-]{8,})/gi;
/** `user:password@` of an address. */
const SIGNED_ADDRESS = /\b([a-z][a-z0-9+.-]{1,20}:\/\/)([^\s/@:"'<>]{0,200}):([^\s/@"'<>]{1,500})@/gi;
/** `name=value` of an address, a form or a command line. */
const PARAMETER = /(?<![\w.%[\]-])([\w.%[\]-]{1,100})=([^&\s"'<>;#,]{1,4000})/g;
/** `Name: value` where a line begins or a quote opens; the value ends with the line or the quote. */
const HEADER = /((?:^|["'])[ \t>*]{0,8})([A-Za-z][\w-]{1,60})([ \t]*:[ \t]+)([^\r\n"'<>]{1,8000})/gm;
/** `"name": "value"` in what is no JSON by itself. */
const QUOTED = /(["']?)\b([\w-]{2,60})\1(\s{0,4}[:=]\s{0,4})(["'])((?:[^"'\\\r\n]|\\.){1,2000})\4/g;
const PASSWORD_INPUT = /<input\b[^>]{0,2000}>/gi;

/**
 * The text without what signs somebody in, as far as its form or its name tells: headers, parameters, passwords of
 * addresses and of forms, tokens, private keys. `found` takes those values that are secret wherever they stand. Pure.
 */
export function hideText(text: string, found: Found): string {
  return text
    .replace(TOKENS, (whole) => hidden(whole, found))
    .replace(SCHEME, (_, scheme, space, value) => scheme + space + hidden(value, found))
    .replace(SIGNED_ADDRESS, (_, scheme, user, value) => `${scheme}${user}:${hidden(value, found)}@`)
    .replace(PARAMETER, (whole, name, value) =>
      value !== MASK && isSensitiveParameter(name, value) ? `${name}=${hidden(value, found)}` : whole,
    )
    .replace(HEADER, (whole, before, name, colon) =>
      // Words about it may follow its name as well, which are secret nowhere else.
      isSensitiveName(name) ? before + name + colon + MASK : whole,
    )
    .replace(QUOTED, (whole, quote, name, between, mark) =>
      isSensitiveName(name) ? quote + name + quote + between + mark + MASK + mark : whole,
    )
    .replace(PASSWORD_INPUT, (tag) => hideInput(tag, found));
}

/** Hides the value and keeps it for {@link Found}, where it is long enough to be told from words. */
export function hidden(value: string, found: Found): string {
  if (value !== MASK && value !== "") found(value);
  return MASK;
}

/** The value of a password's input. */
function hideInput(tag: string, found: Found): string {
  if (!/\btype\s*=\s*["']?password\b/i.test(tag)) return tag;
  return tag.replace(
    /(\svalue\s*=\s*)(?:"([^"]*)"|'([^']*)'|([^\s>]+))/gi,
    (_, before, double, single, bare) => `${before}"${hidden(double ?? single ?? bare ?? "", found)}"`,
  );
}
