import { afterEach, describe, expect, test, vi } from "vitest";
import { aiModel } from "../../knowledge/adapters/model/ai-model.ts";
import { noModel } from "../../knowledge/adapters/model/no-model.ts";
import type { ModelSettings } from "../../knowledge/config/config.ts";
import { failureOf, modelsOfTest, PLAIN_CALL, READ_TOOL } from "../support/model/model-of-test.ts";
import { MODEL_PROTOCOLS } from "../support/model/model-script.ts";

const { start, closeAll } = modelsOfTest();
afterEach(async () => {
  await closeAll();
  vi.unstubAllEnvs();
});

/** An error that is repeated at once. */
const later = (status: number, error = "not now") => ({ status, error, headers: { "retry-after": "0" } });

describe.each(MODEL_PROTOCOLS)("the model over %s", (protocol) => {
  test("is asked again where it says not now, twice at most", async () => {
    const { double, model } = await start(protocol, [later(429), later(529), { text: "Now." }]);
    expect((await model.call(PLAIN_CALL)).text).toBe("Now.");
    expect(double.requests).toHaveLength(3);
    expect(double.requests[2]?.body).toEqual(double.requests[0]?.body);
  });

  test.each([429, 500, 503, 529])(
    "gives up after two repetitions of %i, and nothing was charged",
    async (status) => {
      const { double, model } = await start(protocol, () => later(status, "Overloaded, come back"));
      const error = await failureOf(model.call(PLAIN_CALL));
      expect(error.code).toBe("model_unavailable");
      expect(error.message).toContain(`HTTP ${status}, Overloaded, come back`);
      expect(error.data.billed).toBe("no");
      expect(double.requests).toHaveLength(3);
    },
  );

  test("waits no longer than it may, and then perhaps it was charged", async () => {
    const { double, model } = await start(protocol, [{ text: "late", afterMs: 5_000 }]);
    const begun = performance.now();
    const error = await failureOf(model.call({ ...PLAIN_CALL, timeoutMs: 200 }));
    expect(performance.now() - begun).toBeLessThan(3_000);
    expect(error).toMatchObject({ code: "model_unavailable", data: { billed: "perhaps" } });
    expect(error.message).toContain("within 0.2 s");
    expect(double.requests).toHaveLength(1);
  });

  test("waits no longer than it may between repetitions either, and then nothing was charged", async () => {
    const { model } = await start(protocol, () => ({ ...later(429), headers: { "retry-after": "30" } }));
    const error = await failureOf(model.call({ ...PLAIN_CALL, timeoutMs: 200 }));
    expect(error).toMatchObject({ code: "model_unavailable", data: { billed: "no" } });
  });

  test("is not asked again where the connection was lost, for it may have been charged", async () => {
    const { double, model } = await start(protocol, [{ lost: true }, { text: "again" }]);
    const error = await failureOf(model.call(PLAIN_CALL));
    expect(error).toMatchObject({ code: "model_unavailable", data: { billed: "perhaps" } });
    expect(double.requests).toHaveLength(1);
  });

  test("is not asked again where a gateway waited in vain", async () => {
    const { double, model } = await start(protocol, [
      { raw: "<html>504</html>", status: 504 },
      { text: "again" },
    ]);
    const error = await failureOf(model.call(PLAIN_CALL));
    expect(error).toMatchObject({ code: "model_unavailable", data: { billed: "perhaps" } });
    expect(double.requests).toHaveLength(1);
  });

  test("cannot be reached where nothing listens, and nothing was charged", async () => {
    const { model } = await start(protocol, []);
    await closeAll();
    const error = await failureOf(model.call({ ...PLAIN_CALL, timeoutMs: 1_000 }));
    expect(error).toMatchObject({ code: "model_unavailable", data: { billed: "no" } });
  });

  test.each([400, 413, 422])("refuses a request with %i in its own words, once", async (status) => {
    const { double, model } = await start(protocol, [{ status, error: "prompt is too long: 250000 tokens" }]);
    const error = await failureOf(model.call(PLAIN_CALL));
    expect(error).toMatchObject({ code: "model_refused", data: { billed: "no" } });
    expect(error.message).toContain(`HTTP ${status}, prompt is too long: 250000 tokens`);
    expect(double.requests).toHaveLength(1);
  });

  test.each([401, 402, 403, 404])("denies with %i, and the error says the way out", async (status) => {
    const { model } = await start(protocol, [{ status, error: "no access to this model" }]);
    const error = await failureOf(model.call(PLAIN_CALL));
    expect(error).toMatchObject({ code: "model_denied", kind: "denied", data: { billed: "no" } });
    expect(error.message).toContain("no access to this model");
    expect(error.hint).toMatch(/^check /);
  });

  test("refuses limits on values in a tool's schema, as providers do", async () => {
    const input = { type: "object", properties: { path: { type: "string", minLength: 1 } } };
    const { double, model } = await start(protocol, [{ text: "never" }]);
    const error = await failureOf(model.call({ ...PLAIN_CALL, tools: [{ ...READ_TOOL, input }] }));
    expect(error.code).toBe("model_refused");
    expect(error.message).toContain("minLength");
    expect(double.requests).toEqual([]);
  });

  test.each([
    ["half of JSON", '{"type":"message","content":[{"type":"te'],
    ["a page", "<html><body>Welcome</body></html>"],
    ["nothing", ""],
    ["other JSON", '{"hello":1}'],
    ["no choice and no content", '{"choices":[],"output":null,"content":null}'],
  ])("gives %s instead of a reply: refused, and perhaps charged", async (_, raw) => {
    const { double, model } = await start(protocol, [{ raw }]);
    const error = await failureOf(model.call(PLAIN_CALL));
    expect(error).toMatchObject({ code: "model_refused", data: { billed: "perhaps" } });
    expect(error.message).toMatch(/do not fit: \S/);
    expect(error.message).not.toContain("Welcome");
    expect(double.requests).toHaveLength(1);
  });

  test("gives a reply that is larger than anything: refused without reading it all", async () => {
    const { model } = await start(protocol, [{ text: "x".repeat(9 * 1024 * 1024) }]);
    const error = await failureOf(model.call(PLAIN_CALL));
    expect(error).toMatchObject({ code: "model_refused", data: { billed: "perhaps" } });
    expect(error.message).toContain("8 MiB");
  });

  test("is not followed to another address, so that its key goes nowhere else", async () => {
    const other = await start(protocol, [{ text: "thanks for the key" }]);
    const { model } = await start(protocol, [
      { raw: "", status: 307, headers: { location: `${other.double.settings.url}/elsewhere` } },
    ]);
    const error = await failureOf(model.call(PLAIN_CALL));
    expect(error.code).toBe("model_refused");
    expect(other.double.seen).toEqual([]);
  });

  test("shows no key, whatever the provider repeats, and nothing that a terminal acts on", async () => {
    const { double, model } = await start(protocol, (request) => ({
      status: 401,
      error: `\u001b]0;owned\u0007key ${Object.values(double.env).join(" ")} in ${JSON.stringify(request.headers)}\r\nis sk-proj-abc***wxyz`,
    }));
    const error = await failureOf(model.call(PLAIN_CALL));
    const told = JSON.stringify([error.message, error.hint, error.data]);
    for (const key of Object.values(double.env).filter((value) => value.length > 15))
      expect(told).not.toContain(key);
    expect(told).not.toMatch(/sk-proj|\\u001b|\\r|\\n|owned/);
    expect(error.message.length).toBeLessThan(500);
  });

  test("is not asked with a wrong key twice", async () => {
    const { double } = await start(protocol, [{ text: "never" }]);
    const wrong = Object.fromEntries(Object.entries(double.env).map(([name, value]) => [name, `${value}0`]));
    const error = await failureOf(
      aiModel({ settings: { ...double.settings, region: "eu-central-1" }, env: wrong }).call(PLAIN_CALL),
    );
    expect(error.code).toBe("model_denied");
    expect(double.seen).toHaveLength(1);
  });

  test("prints nothing and warns of nothing, even where a setting is not understood", async () => {
    const warn = vi.spyOn(process, "emitWarning");
    const log = vi.spyOn(console, "warn");
    const { model } = await start(protocol, [{ text: "So" }]);
    await model.call({ ...PLAIN_CALL, maxOutputTokens: 900_000 });
    expect(warn).not.toHaveBeenCalled();
    expect(log).not.toHaveBeenCalled();
  });
});
describe("keys", () => {
  const settings = (over: Partial<ModelSettings>): ModelSettings => ({
    provider: "anthropic",
    model: "m",
    url: null,
    region: null,
    maxOutputTokens: 100,
    ...over,
  });

  test.each([
    [settings({}), {}, "ANTHROPIC_API_KEY"],
    [settings({}), { ANTHROPIC_API_KEY: "  " }, "ANTHROPIC_API_KEY"],
    [settings({}), { ANTHROPIC_API_KEY: "sk two\nlines" }, "ANTHROPIC_API_KEY holds"],
    [settings({ url: "file:///etc" }), { ANTHROPIC_API_KEY: "sk" }, "url"],
    [settings({ provider: "openai-compatible" }), {}, "url"],
    [settings({ provider: "bedrock" }), {}, "region"],
    [settings({ provider: "bedrock", region: "eu-west-1" }), {}, "AWS_BEARER_TOKEN_BEDROCK"],
    [
      settings({ provider: "bedrock", region: "eu-west-1" }),
      { AWS_ACCESS_KEY_ID: "AK" },
      "AWS_SECRET_ACCESS_KEY",
    ],
  ])("that are missing are named before anything is sent (%#)", async (wanted, env, named) => {
    const error = await failureOf(aiModel({ settings: wanted, env }).call(PLAIN_CALL));
    expect(error).toMatchObject({ code: "model_denied", data: { billed: "no" } });
    expect(error.message).toContain(named);
    expect(error.hint).toMatch(/^(?:set|correct) /);
    expect(JSON.stringify(error.data)).not.toContain("two");
  });

  test("of the process are not taken where the environment that is given has none", async () => {
    vi.stubEnv("AWS_BEARER_TOKEN_BEDROCK", "of-the-process");
    vi.stubEnv("ANTHROPIC_BASE_URL", "http://127.0.0.1:9/other");
    for (const protocol of ["bedrock", "anthropic"] as const) {
      const { model } = await start(protocol, [{ text: "So" }]);
      expect((await model.call(PLAIN_CALL)).text).toBe("So");
    }
  });

  test("are not needed by a server of one's own", async () => {
    const { double } = await start("openai-compatible", []);
    const error = await failureOf(aiModel({ settings: double.settings, env: {} }).call(PLAIN_CALL));
    // The double wants one: it was asked, without.
    expect(error.code).toBe("model_denied");
    expect(double.seen).toEqual([{ path: "/v1/chat/completions", status: 401 }]);
  });

  test("of Bedrock may be a token alone", async () => {
    const { double } = await start("bedrock", []);
    const env = { AWS_BEARER_TOKEN_BEDROCK: "bedrock-api-key-x", AWS_DEFAULT_REGION: "eu-west-1" };
    const error = await failureOf(aiModel({ settings: double.settings, env }).call(PLAIN_CALL));
    expect(error.code).toBe("model_denied");
    expect(double.seen).toHaveLength(1);
  });
});

describe("no model", () => {
  const model = noModel();
  test("has no name", async () => {
    expect(await model.name()).toBeNull();
  });
  test("is not asked, and the error says how to set one", async () => {
    const error = await failureOf(model.call(PLAIN_CALL));
    expect(error).toMatchObject({ code: "model_denied", data: { billed: "no" } });
    expect(error.hint).toContain(".assay/config.yaml");
  });
});
