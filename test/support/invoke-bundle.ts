/** Requires a bundle as the runtime does and calls its handler once with what stdin says; the answer goes to a file. */
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";

const [bundle = "", answer = ""] = process.argv.slice(2);
const { event, context } = JSON.parse(readFileSync(0, "utf8")) as Record<string, unknown>;
const { handler } = createRequire(import.meta.url)(bundle) as {
  handler(event: unknown, context: unknown): Promise<unknown>;
};
try {
  writeFileSync(answer, JSON.stringify({ kind: "answered", value: await handler(event, context) }));
} catch (error) {
  const { code = null, message } = error as { readonly code?: string; readonly message: string };
  writeFileSync(answer, JSON.stringify({ kind: "thrown", code, message }));
}
