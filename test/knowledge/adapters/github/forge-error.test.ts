import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Asked, forgeError } from "../../../../knowledge/adapters/github/forge-error.ts";
import { AssayError } from "../../../../knowledge/errors.ts";

const asked: Asked = {
  host: "github.com",
  method: "GET",
  path: "/repos/o/r/pulls/7",
  auth: "token",
  writes: false,
};

function failed(status: number, data?: unknown, headers: Record<string, string> = {}): Error {
  const message = typeof data === "object" && data !== null ? String(Reflect.get(data, "message")) : "";
  return Object.assign(new Error(message), {
    status,
    request: { method: "GET", url: "https://api.github.com/repos/o/r/pulls/7?secret=1" },
    ...(data === undefined ? {} : { response: { headers, data } }),
  });
}

function told(error: Error, place: Asked = asked): AssayError {
  const made = forgeError(error, place);
  if (!(made instanceof AssayError)) throw new Error("it is not translated");
  return made;
}

describe("what GitHub refuses", () => {
  test.each([
    [400, "forge_refused"],
    [401, "forge_denied"],
    [403, "forge_denied"],
    [404, "forge_missing"],
    [409, "forge_refused"],
    [410, "forge_missing"],
    [422, "forge_refused"],
    [429, "forge_unavailable"],
    [451, "forge_denied"],
    [500, "forge_unavailable"],
    [502, "forge_unavailable"],
  ])("with status %i is %s, and names what was asked", (status, code) => {
    const error = told(failed(status, { message: "Words of GitHub" }));
    expect(error).toMatchObject({ code, message: expect.stringContaining("Words of GitHub") });
    expect(error.message).toMatch(/^github\.com: GET \/repos\/o\/r\/pulls\/7: /);
    expect(error.message).not.toContain("secret");
  });

  test("as not valid is told with each part, by its words or its field", () => {
    const errors = [
      { resource: "Label", code: "already_exists", field: "name" },
      { message: "too long" },
      "so",
    ];
    const { message } = told(failed(422, { message: "Validation Failed", errors }));
    expect(message).toContain("(Validation Failed; Label name already_exists; too long; so)");
  });

  test("for lack of a permission names the one that is needed", () => {
    const headers = { "x-accepted-github-permissions": "checks=read" };
    expect(told(failed(403, { message: "Resource not accessible" }, headers)).hint).toContain("checks=read");
    expect(told(failed(403, { message: "no" }), { ...asked, auth: "none" }).hint).toContain(
      "ASSAY_GITHUB_TOKEN",
    );
  });

  test("because a commit is not there is a missing commit, although the status is that of a bad request", () => {
    expect(told(failed(422, { message: "No commit found for SHA: abc" })).code).toBe("forge_missing");
  });

  test("in a page for people is told by its status", () => {
    expect(told(failed(502, "<html><body>Unicorn</body></html>")).message).toContain("(status 502)");
  });

  test("never holds what a terminal acts on, and stays short", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 2_000 }), (words) => {
        const { message } = told(failed(422, { message: `${words}\u001b[31m\u202e` }));
        expect(message).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
        expect(message.length).toBeLessThan(400);
      }),
    );
  });
});

describe("a limit", () => {
  test.each([
    ["of requests", { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "1790000600" }],
    ["that says when to come back", { "retry-after": "600" }],
  ])("%s names the time by GitHub's clock, however wrong this one is", (_, headers) => {
    const date = new Date(1_790_000_000_000).toUTCString();
    const error = told(failed(403, { message: "API rate limit exceeded" }, { date, ...headers }));
    expect(error.code).toBe("forge_unavailable");
    const again = Date.parse(String(error.data.when));
    expect(again - Date.now()).toBeGreaterThan(590_000);
    expect(again - Date.now()).toBeLessThan(610_000);
    expect(error.hint).toContain(`ask again after ${error.data.when}`);
  });

  test("that does not say how long is still one", () => {
    const message = "You have exceeded a secondary rate limit";
    expect(told(failed(403, { message }))).toMatchObject({ code: "forge_unavailable" });
    expect(told(failed(429, { message: "slow down" }))).toMatchObject({ code: "forge_unavailable" });
  });

  test("of more seconds than there are times is told without one", () => {
    const error = told(failed(429, { message: "no" }, { "retry-after": "1e300" }));
    expect(error.code).toBe("forge_unavailable");
  });
});

describe("no answer", () => {
  test("to a read asks for the network, to a write says that it may have been done", () => {
    const cause = Object.assign(new Error("other side closed"), { code: "UND_ERR_SOCKET" });
    const error = Object.assign(failed(500), { message: "other side closed", cause });
    expect(told(error).message).toContain("(other side closed (UND_ERR_SOCKET))");
    expect(told(error).hint).toContain("check the network");
    expect(told(error, { ...asked, method: "POST", writes: true }).hint).toContain("may have been done");
  });

  test("is all that is translated: what is not about a request comes back as it was", () => {
    const fault = new TypeError("x is not a function");
    expect(forgeError(fault, asked)).toBe(fault);
    const known = new AssayError("forge_missing", { host: "h", asked: "a", reason: "r" });
    expect(forgeError(known, asked)).toBe(known);
  });
});
