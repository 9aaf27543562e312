import { readFileSync } from "node:fs";
import { join } from "node:path";
import { main } from "./main.ts";

/** Entry of the bundle: beside it lies the manifest that the build wrote. */
const manifest = JSON.parse(readFileSync(join(import.meta.dirname, "oclif.manifest.json"), "utf8"));

void main(process.argv.slice(2), manifest, import.meta.dirname);
