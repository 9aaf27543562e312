import type { Config } from "./config.ts";
import type { SettingsFault } from "./settings-fault.ts";

/** Products of one name, and repositories that are in two products or twice in one, whatever their case. Pure. */
export function checkProducts({ watch }: Config): readonly SettingsFault[] {
  const faults: SettingsFault[] = [];
  const names = new Set<string>();
  const products = new Map<string, string>();
  for (const [index, { name, repositories }] of (watch?.products ?? []).entries()) {
    const at = ["watch", "products", index];
    if (names.has(name))
      faults.push({
        at: [...at, "name"],
        problem: `${name} is the name of an earlier product`,
        fix: "give it another name, or put its repositories into the earlier one",
      });
    names.add(name);
    for (const [place, repository] of repositories.entries()) {
      const earlier = products.get(repository.toLowerCase());
      if (earlier !== undefined)
        faults.push({
          at: [...at, "repositories", place],
          problem: `${repository} is in product ${earlier} already`,
          fix: "leave it in one product",
        });
      products.set(repository.toLowerCase(), name);
    }
  }
  return faults;
}
