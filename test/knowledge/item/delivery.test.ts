import { expect, test } from "vitest";
import { addItem } from "../../../knowledge/item/decisions/add-item.ts";
import { ITEM } from "../../../knowledge/item/item.ts";
import { itemWorld } from "../../support/item-world.ts";

const ENVIRONMENTS = [
  { name: "live", kind: "prod" },
  { name: "branch-12", kind: "ephemeral" },
  { name: "staging", kind: "preview" },
] as const;

function delivered(delivery_env: string | null, environments: Parameters<typeof addItem>[2]["environments"]) {
  const decided = addItem(
    ITEM.initial,
    {
      ...{ key: "SHOP-12", kind: "epic", title: "Pay", project: "shop", delivery_env, tasks: ["Print"] },
      ...{
        links: { issue: null, branch: null, pull: null },
        sha: null,
        head: { commit: null, branch: null },
      },
    },
    { ...itemWorld().context(), environments },
  );
  return decided.kind === "refused" ? [decided.code, decided.recover] : decided.result.delivery_env;
}

test("an item is delivered to what is registered and not for validation only; else the way out delivers it elsewhere", () => {
  for (const name of [null, "local", "staging", "live"]) expect(delivered(name, ENVIRONMENTS)).toBe(name);
  const epic = "assay item add SHOP-12 --kind epic --title Pay --task Print";
  expect(delivered("branch-12", ENVIRONMENTS)).toEqual([
    "precondition_failed",
    `${epic} --delivery-env staging`,
  ]);
  expect(delivered("mars", ENVIRONMENTS)).toEqual(["environment_unknown", `${epic} --delivery-env staging`]);
  expect(delivered("mars", [])).toEqual(["environment_unknown", epic]);
});
