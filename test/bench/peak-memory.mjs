/** Preloaded by the bench: writes the process's peak resident set, in bytes, to a file when it ends. */
import { writeFileSync } from "node:fs";

process.on("exit", () =>
  writeFileSync(process.env.ASSAY_BENCH_PEAK, String(process.resourceUsage().maxRSS * 1024)),
);
