/** Loaded before a program: writes the CPU seconds of its process, user and system, to the file in ASSAY_BENCH_CPU. */
import { writeFileSync } from "node:fs";

process.on("exit", () => {
  const { user, system } = process.cpuUsage();
  if (process.env.ASSAY_BENCH_CPU) writeFileSync(process.env.ASSAY_BENCH_CPU, String((user + system) / 1e6));
});
