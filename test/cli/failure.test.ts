import { describe, expect, test } from "vitest";
import { OUTCOMES } from "../../cli/exit.ts";
import { explainFailure } from "../../cli/failure.ts";
import { formatError } from "../../cli/format/error.ts";
import { createStyle } from "../../cli/terminal/style.ts";
import { AssayError } from "../../knowledge/errors.ts";

const plain = createStyle(false);
const oclif = (message: string, extra: object = {}) =>
  Object.assign(new Error(message), { oclif: { exit: 2 } }, extra);
const translate = (error: unknown, argv: string[] = ["explain"]) => {
  const failure = explainFailure(error, argv, ["atlas", "explain"]);
  return failure.kind === "error"
    ? { code: failure.error.code, message: failure.error.message, exit: OUTCOMES[failure.error.kind].code }
    : failure;
};

describe("failure", () => {
  test("an error of ours stays what it is", () => {
    expect(translate(new AssayError("source_missing", { file: "a.log" }))).toEqual({
      code: "source_missing",
      message: "a.log: no such file",
      exit: 2,
    });
  });

  test("what oclif refuses is a matter of usage", () => {
    expect(translate(oclif("Nonexistent flag: --nope\nSee more help with --help"))).toEqual({
      code: "usage_invalid",
      message: "Nonexistent flag: --nope",
      exit: 2,
    });
  });

  test("the help that is named is that of the command that was typed", () => {
    const failure = explainFailure(oclif("Missing 1 required arg"), ["runs", "show"], ["run", "runs:show"]);
    expect(failure.kind === "error" && failure.error.hint).toBe(
      "`assay runs show --help` shows how it is used",
    );
  });

  test("an unknown command", () => {
    expect(translate(oclif("command atlsa not found"), ["atlsa"])).toMatchObject({
      code: "command_unknown",
      exit: 2,
    });
  });

  test("a wish to leave is no error", () => {
    expect(translate(oclif("EEXIT: 0", { code: "EEXIT", oclif: { exit: 0 } }))).toEqual({
      kind: "exit",
      code: 0,
    });
  });

  test("a full disk behind standard output is not a bug", () => {
    const full = Object.assign(new Error("write ENOSPC"), { syscall: "write", code: "ENOSPC" });
    expect(translate(full)).toEqual({
      code: "output_unwritable",
      message: "the output cannot be written (ENOSPC)",
      exit: 3,
    });
  });

  test.each([[new TypeError("x is not a function")], ["a string"], [undefined]])("%s is a bug", (thrown) => {
    expect(translate(thrown)).toMatchObject({ code: "internal", exit: 70 });
  });

  test("the text holds code, message and the way out; the stack only when debugging; nothing active", () => {
    const error = new AssayError("source_missing", { file: "\u001b[31ma.log" });
    expect(formatError(error, plain, false)).toBe(
      "error: a.log: no such file [source_missing]\n  try: check the path; `-` reads standard input\n",
    );
    expect(formatError(error, plain, true)).toMatch(/\n {2}(?:AssayError|Error): a\.log/);
  });
});
