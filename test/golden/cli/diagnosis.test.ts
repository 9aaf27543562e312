import { expect, test } from "vitest";
import { formatDiagnosis } from "../../../cli/format/diagnosis.ts";
import { jsonDocument } from "../../../cli/format/json.ts";
import { createStyle } from "../../../cli/terminal/style.ts";
import { displayWidth } from "../../../cli/terminal/width.ts";
import { diagnose } from "../../../knowledge/actions/doctor.ts";
import { hostFacts } from "../../support/host-facts.ts";

const good = diagnose(hostFacts());
const bad = diagnose(
  hostFacts({
    node: "20.19.0",
    git: null,
    repository: { top: "/home/someone/a \u001b[31mname\u202e/漢字", commonDir: "/r/.git", shallow: true },
    head: { commit: null, branch: null },
    ledger: { path: "/r/.git/assay/ledger.db", state: "corrupt", detail: "file is not a database" },
    ci: true,
    terminal: { stdin: false, stdout: false, columns: null, term: null },
  }),
);

test.each([
  ["good", good],
  ["bad", bad],
])("doctor on a %s host, for a person and as JSON", async (name, diagnosis) => {
  const text = formatDiagnosis(diagnosis, { columns: 80, style: createStyle(false) });
  await expect(text).toMatchFileSnapshot(`snapshots/doctor-${name}.txt`);
  await expect(jsonDocument("diagnosis", diagnosis)).toMatchFileSnapshot(`snapshots/doctor-${name}.json.txt`);
});

test.each([40, 80, 200])("L-038 no row is wider than %i columns", (columns) => {
  for (const row of formatDiagnosis(bad, { columns, style: createStyle(false) }).split("\n")) {
    expect(displayWidth(row)).toBeLessThanOrEqual(columns);
  }
});
