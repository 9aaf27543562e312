import { expect, test } from "vitest";
import { assemblyName, splitDotnetName } from "../../../../knowledge/evidence/shared/dotnet-name.ts";

test.each([
  ["Shop.Cart.Adds", "Shop.Cart", "Adds"],
  ['Shop.Cart.Adds(1.5, "a.b(")', "Shop.Cart", 'Adds(1.5, "a.b(")'],
  ["Shop.Cart<System.Int32>.Adds", "Shop.Cart<System.Int32>", "Adds"],
  ['Shop.Cart("x.y").Adds', 'Shop.Cart("x.y")', "Adds"],
  ["Adds", undefined, "Adds"],
  ["ends with a point.", undefined, "ends with a point."],
])("%s", (full, className, name) => {
  expect(splitDotnetName(full)).toEqual(className === undefined ? { name } : { className, name });
});

test("an assembly keeps its file name only", () => {
  expect(assemblyName("C:\\b\\Shop.dll")).toBe("Shop.dll");
  expect(assemblyName("/b/Shop.dll")).toBe("Shop.dll");
  expect(assemblyName("Shop.dll")).toBe("Shop.dll");
});
