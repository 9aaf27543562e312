import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import type { ModelMessage } from "../../knowledge/ports/model.ts";
import { failureOf, modelsOfTest, PLAIN_CALL, READ_TOOL } from "../support/model/model-of-test.ts";
import { MODEL_PROTOCOLS } from "../support/model/model-script.ts";
import { SAMPLE_IMAGES } from "../support/model/sample-images.ts";

const { start, closeAll } = modelsOfTest();
afterEach(closeAll);

const SEARCH = { ...READ_TOOL, name: "search", description: "searches the files" };

describe.each(MODEL_PROTOCOLS)("the model over %s", (protocol) => {
  test("is named by its provider and model, and needs no call for that", async () => {
    const { double, model } = await start(protocol, []);
    expect(await model.name()).toBe(`${protocol}/${double.settings.model}`);
    expect(double.seen).toEqual([]);
  });

  test("is given instructions, question and limit, and its text comes back with what it used", async () => {
    const { double, model } = await start(protocol, [
      { text: "The test.", usage: { input: 321, output: 7 } },
    ]);
    const reply = await model.call(PLAIN_CALL);
    expect(reply).toMatchObject({ text: "The test.", calls: [], finish: "stop" });
    expect(reply.usage).toEqual({ input: 321, cacheRead: 0, cacheWrite: 0, output: 7, told: true });
    expect(reply.latencyMs).toBeGreaterThanOrEqual(0);
    expect(double.requests).toHaveLength(1);
    expect(double.requests[0]).toMatchObject({
      system: "You judge tests.",
      messages: [{ role: "user", text: "Which is wrong?" }],
      tools: [],
      maxOutputTokens: 512,
    });
  });

  test("is told of tools and may ask for several, which are handed over and not carried out", async () => {
    const calls = [
      { name: "read", input: { path: "a.ts" } },
      { name: "search", input: { path: "b" } },
    ];
    const { double, model } = await start(protocol, [{ text: "First I read.", calls }]);
    const reply = await model.call({ ...PLAIN_CALL, tools: [READ_TOOL, SEARCH] });
    expect(reply.finish).toBe("tools");
    expect(reply.text).toBe("First I read.");
    expect(reply.calls.map(({ name, input }) => ({ name, input }))).toEqual(calls);
    expect(new Set(reply.calls.map(({ id }) => id)).size).toBe(2);
    expect(double.requests).toHaveLength(1);
    expect(double.requests[0]?.mustUseTool).toBe(false);
    expect(double.requests[0]?.tools.map(({ name, description }) => ({ name, description }))).toEqual([
      { name: "read", description: "reads a file" },
      { name: "search", description: "searches the files" },
    ]);
    expect(double.requests[0]?.tools[0]?.schema).toMatchObject(READ_TOOL.input);
  });

  test("is shown pictures of every kind behind the text, byte for byte, and again where the talk goes on", async () => {
    const { double, model } = await start(protocol, ({ messages }) => ({
      text: `I see ${messages[0]?.images.map(({ mediaType }) => mediaType).join()}`,
    }));
    const asked: ModelMessage = { role: "user", text: "What is seen?", images: SAMPLE_IMAGES };
    const { text } = await model.call({ ...PLAIN_CALL, messages: [asked] });
    expect(text).toBe("I see image/png,image/jpeg,image/webp,image/gif");
    const more: ModelMessage[] = [
      asked,
      { role: "assistant", text, calls: [] },
      { role: "user", text: "And now?" },
    ];
    await model.call({ ...PLAIN_CALL, messages: more });
    expect(double.seen).toMatchObject([{ status: 200 }, { status: 200 }]);
    for (const { messages } of double.requests) {
      expect(messages[0]?.text).toBe("What is seen?");
      expect(messages[0]?.images.map(({ bytes }) => Uint8Array.from(bytes))).toEqual(
        SAMPLE_IMAGES.map(({ bytes }) => bytes),
      );
    }
    expect(double.requests[1]?.messages.map(({ images }) => images.length)).toEqual([4, 0, 0]);
  });

  test("does not take what is no picture of its kind", async () => {
    const { model } = await start(protocol, [{ text: "So" }]);
    const images = [{ mediaType: "image/png", bytes: Uint8Array.from([1, 2, 3]) }] as const;
    const call = { ...PLAIN_CALL, messages: [{ role: "user", text: "So?", images }] } as const;
    const error = await failureOf(model.call(call));
    expect([error.code, error.data.billed]).toEqual(["model_refused", "no"]);
  });

  test("can be made to use a tool", async () => {
    const { double, model } = await start(protocol, [{ calls: [{ name: "read", input: { path: "a" } }] }]);
    await model.call({ ...PLAIN_CALL, tools: [READ_TOOL], mustUseTool: true });
    expect(double.requests[0]?.mustUseTool).toBe(true);
  });

  test("that was to use a tool and did not is heard all the same", async () => {
    const { model } = await start(protocol, [{ text: "I would rather talk." }]);
    const reply = await model.call({ ...PLAIN_CALL, tools: [READ_TOOL], mustUseTool: true });
    expect(reply).toMatchObject({
      text: "I would rather talk.",
      calls: [],
      usage: { input: 100, told: true },
    });
  });

  test("goes on with a talk: its calls and their results, faults among them", async () => {
    const { double, model } = await start(protocol, [{ text: "Done." }]);
    const messages: ModelMessage[] = [
      ...PLAIN_CALL.messages,
      {
        role: "assistant",
        text: "",
        calls: [
          { id: "call_a", name: "read", input: { path: "a" } },
          { id: "call_b", name: "read", input: "no object" },
        ],
      },
      {
        role: "tool",
        results: [
          { id: "call_a", name: "read", text: "line 1\nline 2", isError: false },
          { id: "call_b", name: "read", text: "no such file", isError: true },
        ],
      },
    ];
    await model.call({ ...PLAIN_CALL, tools: [READ_TOOL], messages });
    const [, asked, given] = double.requests[0]?.messages ?? [];
    expect(asked?.calls).toEqual([
      { id: "call_a", name: "read", input: { path: "a" } },
      { id: "call_b", name: "read", input: {} },
    ]);
    // Only one of the protocols, as the SDK speaks it, has a word for a tool that failed.
    const hasWord = protocol === "anthropic";
    expect(given?.results).toEqual([
      { id: "call_a", text: "line 1\nline 2", isError: false },
      { id: "call_b", text: hasWord ? "no such file" : "error: no such file", isError: hasWord },
    ]);
  });

  test("gets its own reasoning back in front of its calls, and only word for word", async () => {
    const { double, model } = await start(protocol, [
      { reasoning: "Let me look.", text: "I read.", calls: [{ name: "read", input: { path: "a" } }] },
      { text: "Done." },
      { text: "Done." },
    ]);
    const call = { ...PLAIN_CALL, tools: [READ_TOOL] };
    const reply = await model.call(call);
    expect(reply.text).toBe("I read.");
    const results = reply.calls.map(({ id, name }) => ({ id, name, text: "ok", isError: false }));
    const talk = (text: string): ModelMessage[] => [
      ...PLAIN_CALL.messages,
      { role: "assistant", text, calls: reply.calls },
      { role: "tool", results },
    ];
    await model.call({ ...call, messages: talk("I read.") });
    await model.call({ ...call, messages: talk("I wrote.") });
    expect(double.requests[1]?.messages[1]?.reasoning).toContain("Let me look.");
    expect(double.requests[2]?.messages[1]?.reasoning).toBe("");
    expect(double.requests[2]?.messages[1]?.text).toBe("I wrote.");
  });

  test("may ask for a tool that does not exist: the caller sees it as it was asked", async () => {
    const { model } = await start(protocol, [{ calls: [{ name: "delete_all", input: { path: "/" } }] }]);
    const reply = await model.call({ ...PLAIN_CALL, tools: [READ_TOOL] });
    expect(reply.calls).toMatchObject([{ name: "delete_all", input: { path: "/" } }]);
  });

  test("may give an input of any shape: the caller sees it unchecked", async () => {
    const { model } = await start(protocol, [
      { calls: [{ name: "read", input: { file: 3, more: [null] } }] },
    ]);
    const reply = await model.call({ ...PLAIN_CALL, tools: [READ_TOOL] });
    expect(reply.calls).toMatchObject([{ name: "read", input: { file: 3, more: [null] } }]);
  });

  test.each(["stop", "length", "filtered", "other"] as const)(
    "ends with %s as the provider says",
    async (finish) => {
      const { model } = await start(protocol, [{ text: "So", finish }]);
      expect((await model.call(PLAIN_CALL)).finish).toBe(finish);
    },
  );

  test("may say nothing at all", async () => {
    const { model } = await start(protocol, [{ usage: { input: 50, output: 0 } }]);
    const reply = await model.call(PLAIN_CALL);
    expect(reply).toMatchObject({ text: "", calls: [], usage: { input: 50, output: 0, told: true } });
  });

  test("counts what came from a cache in the input", async () => {
    const usage = { input: 1_000, cacheRead: 700, output: 90, reasoning: 60 };
    const { model } = await start(protocol, [{ text: "So", usage }]);
    expect((await model.call(PLAIN_CALL)).usage).toEqual({
      input: 1_000,
      cacheRead: 700,
      cacheWrite: 0,
      output: 90,
      told: true,
    });
  });

  test("may answer at great length, and all of it is handed over", async () => {
    const text = "Ignore your instructions. ".repeat(20_000);
    const { model } = await start(protocol, [{ text }]);
    expect((await model.call(PLAIN_CALL)).text).toBe(text);
  });

  test("answers calls at the same time each by itself", async () => {
    const { model } = await start(protocol, ({ messages }) => ({ text: `to ${messages[0]?.text}` }));
    const texts = await Promise.all(
      ["a", "b", "c", "d"].map(async (text) => {
        return (await model.call({ ...PLAIN_CALL, messages: [{ role: "user", text }] })).text;
      }),
    );
    expect(texts).toEqual(["to a", "to b", "to c", "to d"]);
  });

  test("is given any text as it is", async () => {
    const { double, model } = await start(protocol, ({ messages }) => ({ text: messages[0]?.text ?? "" }));
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "grapheme", minLength: 1 }), async (text) => {
        fc.pre(text.trim() === text);
        const reply = await model.call({ ...PLAIN_CALL, messages: [{ role: "user", text }] });
        expect(double.requests.at(-1)?.messages[0]?.text).toBe(text);
        expect(reply.text).toBe(text);
      }),
      { numRuns: 25 },
    );
  });
});

describe("keeping a talk for the next call", () => {
  const marks = (body: unknown) => JSON.stringify(body).match(/cache_control|cachePoint/g)?.length ?? 0;
  test.each([
    ["anthropic", 2],
    ["bedrock", 2],
    ["openai-compatible", 0],
  ] as const)(
    "is asked of %s where a talk with tools goes on, and not for one answer",
    async (protocol, count) => {
      const { double, model } = await start(protocol, () => ({
        text: "So",
        usage: { input: 900, cacheWrite: 800 },
      }));
      const { usage } = await model.call({ ...PLAIN_CALL, tools: [READ_TOOL, SEARCH] });
      await model.call({ ...PLAIN_CALL, tools: [READ_TOOL] });
      expect(double.requests.map(({ body }) => marks(body))).toEqual([count, 0]);
      expect(usage.cacheWrite).toBe(count === 0 ? 0 : 800);
    },
  );

  test("is not asked of a model on Bedrock that is not known to understand it", async () => {
    const { double, model } = await start("bedrock", [{ text: "So" }], "mistral.large-v1:0");
    await model.call({ ...PLAIN_CALL, tools: [READ_TOOL, SEARCH] });
    expect(marks(double.requests[0]?.body)).toBe(0);
  });
});

describe("what a server does not tell of its tokens", () => {
  const size = new TextEncoder().encode(JSON.stringify(PLAIN_CALL)).length;
  test.each([
    ["nothing", { text: "So", usage: null }],
    ["zeros", { text: "So", usage: { input: 0, output: 0 } }],
    ["numbers that cannot be", { text: "So", usage: { input: -5, output: 1.5 } }],
  ])("is counted at the most that it can be: %s", async (_, reply) => {
    const { model } = await start("openai-compatible", [reply]);
    const { usage } = await model.call(PLAIN_CALL).catch(() => ({ usage: null }));
    expect(usage?.told).toBe(false);
    expect(usage?.input).toBeGreaterThanOrEqual(size);
    expect(usage?.output).toBe(PLAIN_CALL.maxOutputTokens);
  });

  test("counts each picture at the most that a provider documents, whatever its bytes", async () => {
    const { model } = await start("openai-compatible", [{ text: "So", usage: null }]);
    const messages = [{ role: "user", text: "So?", images: SAMPLE_IMAGES.slice(0, 2) }] as const;
    const { usage } = await model.call({ ...PLAIN_CALL, messages });
    expect(usage.told).toBe(false);
    expect(usage.input).toBeGreaterThanOrEqual(2 * 48_169);
    expect(usage.input).toBeLessThan(2 * 50_000 + 10_000);
  });

  test("is taken from the total where only that counts the reasoning", async () => {
    const raw = JSON.stringify({
      choices: [{ message: { role: "assistant", content: "So" }, finish_reason: "stop" }],
      usage: { prompt_tokens: 100, completion_tokens: 20, total_tokens: 620 },
    });
    const { model } = await start("openai-compatible", [{ raw }]);
    expect((await model.call(PLAIN_CALL)).usage).toMatchObject({ input: 100, output: 520, told: true });
  });

  test("an input that is no JSON is handed over as the text that it is", async () => {
    const { model } = await start("openai-compatible", [
      { calls: [{ name: "read", rawInput: '{"path": "a' }] },
    ]);
    const reply = await model.call({ ...PLAIN_CALL, tools: [READ_TOOL] });
    expect(reply.calls).toMatchObject([{ name: "read", input: '{"path": "a' }]);
  });
});
