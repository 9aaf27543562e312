import { expect, test } from "vitest";
import { quietSqliteWarning } from "../../cli/quiet-sqlite.ts";

test("only the warning about SQLite is dropped", () => {
  const heard: unknown[] = [];
  const host = { emitWarning: (...args: unknown[]) => void heard.push(args[0]) } as Pick<
    NodeJS.Process,
    "emitWarning"
  >;
  quietSqliteWarning(host);
  host.emitWarning("SQLite is an experimental feature and might change at any time", "ExperimentalWarning");
  host.emitWarning("Something else is experimental", "ExperimentalWarning");
  host.emitWarning("SQLite is old", "DeprecationWarning");
  expect(heard).toEqual(["Something else is experimental", "SQLite is old"]);
});
