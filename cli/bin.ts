import { readFileSync } from "node:fs";
import { join } from "node:path";
import { leave } from "./leave.ts";
import { whyNoScreen } from "./screen-terminal.ts";

const argv = process.argv.slice(2);

if (argv.length === 0 && whyNoScreen(process) === null) {
  void import("./open-screen.ts").then(({ openBareScreen }) => openBareScreen());
} else {
  // Beside the bundle lies the manifest that the build wrote.
  const root = import.meta.dirname;
  const manifest = JSON.parse(readFileSync(join(root, "oclif.manifest.json"), "utf8"));
  void import("./main.ts").then(({ main }) => main(argv, manifest, root)).then(leave);
}
