import { expect, test } from "vitest";
import { streamOf } from "../../../../knowledge/adapters/github/stream-of.ts";

const broken = (reason: string) => new Error(reason);

/** A body of these parts; `null` breaks it off, `undefined` says nothing any more. */
function bodyOf(parts: readonly (string | null | undefined)[]) {
  const state = { taken: 0, cancelled: false };
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const part = state.taken < parts.length ? parts[state.taken] : "";
        state.taken += 1;
        if (part === null) controller.error(new Error("reset"));
        else if (part === undefined) await new Promise(() => {});
        else if (part === "") controller.close();
        else controller.enqueue(new TextEncoder().encode(part));
      },
      cancel() {
        state.cancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { body, state };
}

async function collect(stream: AsyncIterable<Uint8Array> | null): Promise<string[]> {
  const parts: string[] = [];
  if (stream !== null) for await (const chunk of stream) parts.push(new TextDecoder().decode(chunk));
  return parts;
}

test("an empty body is none", async () => {
  expect(await streamOf(bodyOf([]).body, 1_000, broken)).toBeNull();
});

test("nothing is read ahead, and whoever stops reading ends the connection", async () => {
  const { body, state } = bodyOf(["a", "b", "c", "d"]);
  const stream = await streamOf(body, 1_000, broken);
  for await (const chunk of stream ?? []) {
    expect(new TextDecoder().decode(chunk)).toBe("a");
    break;
  }
  expect(state).toEqual({ taken: 1, cancelled: true });
});

test.each([
  ["breaks off", null],
  ["falls silent", undefined],
])("a body that %s gives what came, then the error", async (_, end) => {
  const parts: string[] = [];
  const stream = await streamOf(bodyOf(["a", "b", end]).body, 30, broken);
  const read = async () => {
    for await (const chunk of stream ?? []) parts.push(new TextDecoder().decode(chunk));
  };
  await expect(read()).rejects.toThrow("broke off");
  expect(parts).toEqual(["a", "b"]);
});

test("a slow reader is no silence", async () => {
  const stream = await streamOf(bodyOf(["a", "b", "c"]).body, 20, broken);
  const parts: Uint8Array[] = [];
  for await (const chunk of stream ?? []) {
    parts.push(chunk);
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
  expect(parts).toHaveLength(3);
  expect(await collect(await streamOf(bodyOf(["x"]).body, 20, broken))).toEqual(["x"]);
});
