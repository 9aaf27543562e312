import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import type { WatchList } from "../../knowledge/index.ts";
import { assay } from "../support/run-assay.ts";

interface Ready {
  readonly folders: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
}

const CLOUD = join(import.meta.dirname, "../cloud/cloud.ts");

test("what runs on shows the same streams beside it, and an interrupt leaves nothing of it", async () => {
  const child = spawn(process.execPath, [CLOUD, "--fast", "--json"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve));
  let ready: Ready | null = null;
  for await (const line of createInterface({ input: child.stdout })) {
    const told = JSON.parse(line) as Ready & { readonly kind: string; readonly function?: string };
    if (told.kind === "ready") ready = told;
    if (told.kind === "run" && told.function === "assay-watch") break;
  }
  if (ready === null) throw new Error("it was never ready");
  const [cwd = ""] = ready.folders;
  const shown = await assay(["watch", "list", "--json"], { cwd, env: ready.environment });
  expect(shown.status, shown.stderr).toBe(0);
  const { repositories } = JSON.parse(shown.stdout) as WatchList;
  expect(repositories.find(({ repository }) => repository === "acme/shop")).toMatchObject({
    outcome: "failed",
  });

  child.kill("SIGINT");
  child.stdout.resume();
  expect(await ended).toBe(0);
  expect(existsSync(cwd)).toBe(false);
  for (const name of ["AWS_ENDPOINT_URL_DYNAMODB", "AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL_SQS"])
    await expect(fetch(ready.environment[name] ?? "")).rejects.toThrow("fetch failed");
}, 300_000);
