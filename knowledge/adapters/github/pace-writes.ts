import type { Octokit } from "@octokit/core";
import { isWrite } from "./is-write.ts";
import type { WritePace } from "./write-pace.ts";

/** An Octokit plug-in that stands next to the wire: whatever writes waits for its turn, each time that it is sent. */
export function paceWrites(octokit: Octokit, options: object): void {
  const { pace } = options as { readonly pace?: WritePace };
  octokit.hook.wrap("request", async (request, asked) => {
    if (isWrite(asked)) await pace?.turn();
    return request(asked);
  });
}
