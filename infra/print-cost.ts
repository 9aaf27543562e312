import { parseArgs } from "node:util";
import { costTable, sizedUse } from "./cost-table.ts";
import { readMeasured } from "./measured.ts";

/** `npm run cost -- --repositories 50,200 --pushes 10`: what a month costs on AWS by list prices and measured requests. */
const { values } = parseArgs({
  options: {
    repositories: { type: "string", default: "10,100,1000" },
    pushes: { type: "string", default: "10" },
    failures: { type: "string", default: "1" },
  },
});

const happening = { pushesADay: Number(values.pushes), failuresAWeek: Number(values.failures) };
const uses = values.repositories.split(",").map((count) => sizedUse(Number(count), happening));
process.stdout.write(costTable(uses, readMeasured()));
