import { expect, test } from "vitest";
import { OPERATIONS } from "../../../knowledge/index.ts";
import { assay } from "../../support/run-assay.ts";

test("atlas: every operation, and its shapes as JSON", async () => {
  const text = await assay(["atlas"]);
  await expect(text.stdout).toMatchFileSnapshot("snapshots/atlas.txt");
  const json = await assay(["atlas", "--json"]);
  await expect(json.stdout).toMatchFileSnapshot("snapshots/atlas.json.txt");
  const document = JSON.parse(json.stdout);
  expect(document).toMatchObject({ schemaVersion: 1, kind: "atlas" });
  expect(document.operations.map(({ id }: { id: string }) => id)).toEqual(
    OPERATIONS.map(({ id }) => id).sort(),
  );
});
