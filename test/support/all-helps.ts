import { main } from "../../cli/main.ts";
import { buildManifest } from "../../cli/manifest.ts";
import type { Finished } from "./run-assay.ts";

/** What `assay <command> --help` prints, by the id of each command, as one JSON document: one process for all of them. */
const manifest = await buildManifest();
const said: Record<string, Finished> = {};
// Each run of `main` listens for the end of its process anew.
process.setMaxListeners(0);
process.stdout.setMaxListeners(0);
process.stderr.setMaxListeners(0);
for (const id of Object.keys(manifest.commands)) {
  const printed = { stdout: "", stderr: "" };
  const restore = (["stdout", "stderr"] as const).map((stream) => {
    const { write } = process[stream];
    process[stream].write = (text: string | Uint8Array) => {
      printed[stream] += text;
      return true;
    };
    return () => {
      process[stream].write = write;
    };
  });
  process.exitCode = 0;
  await main([...id.split(":"), "--help"], manifest, import.meta.dirname);
  for (const undo of restore) undo();
  said[id] = { status: Number(process.exitCode), ...printed };
}
process.exitCode = 0;
process.stdout.write(JSON.stringify(said));
