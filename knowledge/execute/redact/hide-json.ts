import { MASK } from "../../record/secret-mask.ts";
import { type Found, hidden, hideText } from "./hide-text.ts";
import { asksForSecret, isSensitiveName, isSensitiveParameter } from "./sensitive-name.ts";

/** Characters of a text that is looked into as JSON of its own, such as the body of a request. */
const LONGEST_INNER = 4_000_000;
/** Names whose numbers are secret; elsewhere a number counts something, as in `tokens: 1200`. */
const NUMBERS = /^(?:password|passcode|pin|otp|totp|cvv|cvc|csc)$/i;
/** What a cookie has at least that is looked for elsewhere too; shorter ones are words such as `dark`. */
const COOKIE_FROM = 12;

/**
 * The JSON value without what signs somebody in: values of sensitive keys, of `{name, value}` pairs with a sensitive
 * name (headers, form fields), of every cookie, of password fields in a page's snapshot, of what was typed into such a
 * field, and what {@link hideText} hides in texts. The shape stays. Pure; as deep as the value.
 */
export function hideJson(value: unknown, found: Found): unknown {
  if (typeof value === "string") return hideString(value, found);
  if (Array.isArray(value))
    return isElement(value) ? hideElement(value, found) : value.map((item) => hideJson(item, found));
  return isObject(value) ? hideObject(value, found) : value;
}

/** A text, also where it is JSON itself. */
function hideString(text: string, found: Found): string {
  if (/^\s*[[{]/.test(text) && text.length <= LONGEST_INNER) {
    const inner = parsed(text);
    if (inner !== undefined) {
      const safe = JSON.stringify(hideJson(inner, found));
      return safe === JSON.stringify(inner) ? text : safe;
    }
  }
  return hideText(text, found);
}

type JsonObject = Readonly<Record<string, unknown>>;

function hideObject(value: JsonObject, found: Found): JsonObject {
  const isTyped = typedInto(value);
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      if (key === "cookies" && Array.isArray(item))
        return [key, item.map((cookie) => hideCookie(cookie, found))];
      if (key === "fields" && isObject(item)) return [key, hideFields(item, found)];
      const name = key === "value" && typeof value.name === "string" ? value.name : key;
      const isSecret =
        (isTyped && (key === "value" || key === "text")) ||
        (typeof item === "string" && key === "value" && isSensitiveParameter(name, item)) ||
        isSensitiveName(name);
      if (isSecret && typeof item === "string") return [key, hideWhole(item, found)];
      if (typeof item === "number" && NUMBERS.test(name)) return [key, MASK];
      return [key, hideJson(item, found)];
    }),
  );
}

/** `Bearer x` and `a=b; c=d` are found by their parts. */
function hideWhole(text: string, found: Found): string {
  const before = hideText(text, found);
  if (before === text) return hidden(text, found);
  return MASK;
}

/** Fields of a form, by their labels or targets. */
function hideFields(fields: JsonObject, found: Found): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).map(([field, item]) => [
      field,
      typeof item === "string" && asksForSecret(field) ? hideWhole(item, found) : hideJson(item, found),
    ]),
  );
}

function hideCookie(cookie: unknown, found: Found): unknown {
  if (!isObject(cookie) || typeof cookie.value !== "string") return hideJson(cookie, found);
  if (cookie.value.length >= COOKIE_FROM) found(cookie.value);
  return { ...cookie, value: cookie.value === "" ? "" : MASK };
}

/** Whether it is a call or step that types into a field whose locator speaks of a secret. */
function typedInto({ selector, target, locator }: JsonObject): boolean {
  return [selector, target, locator].some((place) => typeof place === "string" && asksForSecret(place));
}

/** A node of a page's snapshot in a Playwright trace: its tag, its attributes, what is inside of it. */
function isElement(value: readonly unknown[]): value is [string, JsonObject, ...unknown[]] {
  return typeof value[0] === "string" && /^[A-Za-z][\w:-]*$/.test(value[0]) && isObject(value[1]);
}

/** Attributes by which a field says what belongs into it. */
const SAYS = ["name", "id", "autocomplete", "aria-label", "placeholder"] as const;
const AUTOCOMPLETE = /password|one-time-code|^cc-/;

function hideElement(
  [tag, attributes, ...inside]: [string, JsonObject, ...unknown[]],
  found: Found,
): unknown[] {
  const isSecret =
    /^(?:input|textarea)$/i.test(tag) &&
    (String(attributes.type).toLowerCase() === "password" ||
      AUTOCOMPLETE.test(String(attributes.autocomplete)) ||
      SAYS.some((key) => typeof attributes[key] === "string" && asksForSecret(attributes[key])));
  const safe = Object.fromEntries(
    Object.entries(attributes).map(([key, item]) => [
      key,
      isSecret && typeof item === "string" && /^(?:value|__playwright_value_)$/.test(key)
        ? hidden(item, found)
        : // Of a field that asks for a secret, its own words are none.
          typeof item === "string"
          ? hideString(item, found)
          : hideJson(item, found),
    ]),
  );
  return [tag, safe, ...inside.map((item) => hideJson(item, found))];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
