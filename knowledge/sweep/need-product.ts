import type { WatchedProduct, WatchSettings } from "../config/config.ts";
import { AssayError } from "../errors.ts";
import { readWeek, type Week } from "./week.ts";

/** A product of those that are watched, by its name. Errors: product_unknown. */
export function needProduct({ products }: Pick<WatchSettings, "products">, name: string): WatchedProduct {
  const product = products.find((one) => one.name === name);
  if (product !== undefined) return product;
  throw new AssayError("product_unknown", {
    product: name,
    products: products.map((one) => one.name).join(", "),
  });
}

/** A week by its name. Errors: week_invalid. */
export function needWeek(text: string): Week {
  const week = readWeek(text);
  if (week === null) throw new AssayError("week_invalid", { week: text });
  return week;
}
