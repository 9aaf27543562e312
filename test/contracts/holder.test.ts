import { spawn } from "node:child_process";
import { once } from "node:events";
import { hostname } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { systemHolder } from "../../knowledge/adapters/system/holder.ts";

/** A process that prints its own name and stays. */
async function other() {
  const adapter = join(import.meta.dirname, "../../knowledge/adapters/system/holder.ts");
  const script = `console.log(await (await import(${JSON.stringify(adapter)})).systemHolder.name()); setInterval(() => {}, 1000)`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [name] = await once(child.stdout, "data");
  return { child, name: String(name).trim() };
}

test("a holder is named by host, process and its start, always the same and unlike any other", async () => {
  const name = await systemHolder.name();
  expect(name).toMatch(new RegExp(`^${hostname()}[^/]*/${process.pid}/[0-9a-f]{8}$`));
  expect(await systemHolder.name()).toBe(name);
  expect((await other()).name).not.toBe(name);
  expect(await systemHolder.isGone(name)).toBe(false);
});

test("a process is gone when it has ended, and not before", async () => {
  const { child, name } = await other();
  expect(await systemHolder.isGone(name)).toBe(false);
  child.kill("SIGKILL");
  await once(child, "exit");
  expect(await systemHolder.isGone(name)).toBe(true);
});

test("a process with the id of an earlier one is not taken for it", async () => {
  const [host, pid] = (await systemHolder.name()).split("/");
  expect(await systemHolder.isGone(`${host}/${pid}/00000000`)).toBe(true);
});

test("of another host, and of a name that is none of ours, nothing is known", async () => {
  for (const name of ["elsewhere/1/00000000", "", "x", `${hostname()}/-1/a`, `${hostname()}/0/a`])
    expect(await systemHolder.isGone(name), name).toBe(false);
});
