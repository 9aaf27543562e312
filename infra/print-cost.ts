import { parseArgs } from "node:util";
import { costTable } from "./cost-table.ts";

/** `npm run cost -- --repositories 50 --pushes 10`: what a month costs on AWS by list prices, computed. */
const { values } = parseArgs({
  options: {
    organisations: { type: "string", default: "1" },
    repositories: { type: "string", default: "50" },
    products: { type: "string", default: "5" },
    pushes: { type: "string", default: "10" },
    failures: { type: "string", default: "1" },
  },
});

process.stdout.write(
  costTable({
    organisations: Number(values.organisations),
    repositories: Number(values.repositories),
    products: Number(values.products),
    pushesADay: Number(values.pushes),
    failuresAWeek: Number(values.failures),
  }),
);
