import { aiModel } from "../../../knowledge/adapters/model/ai-model.ts";
import { AssayError } from "../../../knowledge/errors.ts";
import type { ModelCall } from "../../../knowledge/ports/model.ts";
import type { ModelProtocolName } from "./model-script.ts";
import { type ModelScript, type StartedModel, startModel } from "./start-model.ts";

/** A tool of a call. */
export const READ_TOOL = {
  name: "read",
  description: "reads a file",
  input: {
    type: "object",
    properties: { path: { type: "string" } },
    required: ["path"],
    additionalProperties: false,
  },
};

/** A call without tools. */
export const PLAIN_CALL: ModelCall = {
  system: "You judge tests.",
  messages: [{ role: "user", text: "Which is wrong?" }],
  tools: [],
  mustUseTool: false,
  maxOutputTokens: 512,
  timeoutMs: 10_000,
};

/** Starts models for one test file; `closeAll` stands in its `afterEach`. */
export function modelsOfTest() {
  const started: StartedModel[] = [];
  return {
    async start(protocol: ModelProtocolName, script: ModelScript, model?: string) {
      const double = await startModel({ protocol, script, ...(model === undefined ? {} : { model }) });
      started.push(double);
      return { double, model: aiModel({ settings: double.settings, env: double.env }) };
    },
    async closeAll() {
      await Promise.all(started.splice(0).map((double) => double.close()));
    },
  };
}

/** The error of work that has to fail with one of ours. */
export async function failureOf(work: Promise<unknown>): Promise<AssayError> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof AssayError)) throw new Error(`no AssayError: ${String(error)}`, { cause: error });
  return error;
}
