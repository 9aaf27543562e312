import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ERRORS } from "../../knowledge/errors.ts";

const root = join(import.meta.dirname, "..", "..");

function sources(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"));
}

test("every error code is thrown somewhere", () => {
  const text = [...sources("knowledge"), ...sources("cli"), ...sources("lambdas"), ...sources("infra")].join(
    "\n",
  );
  const unused = Object.keys(ERRORS).filter((code) => !text.includes(`"${code}"`));
  expect(unused).toEqual([]);
});

test("every error names the way out", () => {
  for (const [code, row] of Object.entries(ERRORS)) {
    expect(row.message.length, code).toBeGreaterThan(0);
    expect(row.hint.length, code).toBeGreaterThan(0);
  }
});
