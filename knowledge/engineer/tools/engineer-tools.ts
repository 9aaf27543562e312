import * as z from "zod/mini";
import { plainSchema } from "../../model/plain-schema.ts";
import { sayAnswerIssues } from "../../model/say-answer-issues.ts";
import type { ModelTool, ToolCall } from "../../ports/model.ts";
import { type ConclusionChoice, type ConclusionInput, conclusionSchema } from "./conclusion-input.ts";

const path = z.string().check(z.minLength(1), z.maxLength(500));

const ReadFile = z.lazy(() =>
  z.strictObject({
    path,
    first_line: z.optional(z.int().check(z.minimum(1))),
    last_line: z.optional(z.int().check(z.minimum(1))),
  }),
);
const Search = z.lazy(() => z.strictObject({ text: z.string().check(z.minLength(2), z.maxLength(200)) }));
const EditTest = z.lazy(() =>
  z.strictObject({
    path,
    old_text: z.string().check(z.maxLength(100_000)),
    new_text: z.string().check(z.maxLength(100_000)),
  }),
);
const RunTests = z.lazy(() => z.strictObject({}));

/** One of the five things that the QA engineer can ask for, checked. */
export type EngineerCall =
  | {
      readonly tool: "read_file";
      readonly path: string;
      readonly firstLine: number;
      readonly lastLine: number | null;
    }
  | { readonly tool: "search"; readonly text: string }
  | { readonly tool: "edit_test"; readonly path: string; readonly oldText: string; readonly newText: string }
  | { readonly tool: "run_tests" }
  | { readonly tool: "conclude"; readonly conclusion: ConclusionInput };

/** The five tools, in the form that a model is given. */
export function engineerTools(choice: ConclusionChoice): readonly ModelTool[] {
  return [
    tool(
      "read_file",
      "Reads a text file at the head of the change's branch, your own edits included. Lines count from 1.",
      ReadFile,
    ),
    tool("search", "Finds the lines that hold a fixed text, anywhere in the branch. No patterns.", Search),
    tool(
      "edit_test",
      "Changes one test file: old_text has to stand in it exactly once and is replaced by new_text. With an empty old_text a new test file is written. Each edit is judged at once; a refusal names the line.",
      EditTest,
    ),
    tool(
      "run_tests",
      "Runs the repository's own test command over the branch with your edits. It takes no arguments.",
      RunTests,
    ),
    tool(
      "conclude",
      "Ends your work with the verdict. `answers` says for every failure what is wrong: the code, the test, neither (a flake, the machine), or unsettled. CODE CHANGE NEEDED: check, cause, file, line, should. TEST CHANGED: quotes, if an expected value changed. BLOCKED: question.",
      conclusionSchema(choice),
    ),
  ];
}

/**
 * Reads a call of the model: one of the five tools with input of its form, or words that say what is wrong, for the
 * model to read.
 */
export function readEngineerCall(
  call: Pick<ToolCall, "name" | "input">,
  choice: ConclusionChoice,
):
  | { readonly kind: "call"; readonly call: EngineerCall }
  | { readonly kind: "wrong"; readonly words: string } {
  switch (call.name) {
    case "read_file":
      return parsed(ReadFile, call.input, (input) => ({
        tool: "read_file",
        path: input.path,
        firstLine: input.first_line ?? 1,
        lastLine: input.last_line ?? null,
      }));
    case "search":
      return parsed(Search, call.input, (input) => ({ tool: "search", text: input.text }));
    case "edit_test":
      return parsed(EditTest, call.input, (input) => ({
        tool: "edit_test",
        path: input.path,
        oldText: input.old_text,
        newText: input.new_text,
      }));
    case "run_tests":
      return parsed(RunTests, call.input, () => ({ tool: "run_tests" }));
    case "conclude":
      return parsed(conclusionSchema(choice), call.input, (conclusion) => ({ tool: "conclude", conclusion }));
    default:
      return {
        kind: "wrong",
        words: "There is no such tool. The tools are read_file, search, edit_test, run_tests and conclude.",
      };
  }
}

function tool(name: EngineerCall["tool"], description: string, schema: z.core.$ZodType): ModelTool {
  return { name, description, input: plainSchema(schema) };
}

function parsed<Schema extends z.core.$ZodType>(
  schema: Schema,
  input: unknown,
  make: (input: z.output<Schema>) => EngineerCall,
):
  | { readonly kind: "call"; readonly call: EngineerCall }
  | { readonly kind: "wrong"; readonly words: string } {
  const result = z.safeParse(schema, input);
  if (result.success) return { kind: "call", call: make(result.data) };
  return { kind: "wrong", words: sayAnswerIssues(result.error.issues) };
}
