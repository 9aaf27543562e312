import * as z from "zod/mini";
import { repositoryName, word } from "../text/name-forms.ts";
import { REPORTS_ARTIFACT } from "./config.ts";

const isTimeZone = (text: string) => {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: text }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
};

/** `watch` of the settings. */
export const WatchSchema = z.lazy(() =>
  z.strictObject({
    organisation: word().check(
      z.describe("name of the organisation, lower case letters, digits and hyphens"),
    ),
    time_zone: z
      ._default(z.string().check(z.refine(isTimeZone, "is not a time zone such as Europe/Berlin")), "UTC")
      .check(z.describe("time zone of its weeks, as in Europe/Berlin")),
    artifact: z
      ._default(z.nullable(z.string().check(z.minLength(1), z.maxLength(200))), REPORTS_ARTIFACT)
      .check(
        z.describe(
          "name of the GitHub Actions artifact with the reports of a run: those of default branches are learned from; null: none are read",
        ),
      ),
    products: z
      .array(
        z.strictObject({
          name: word().check(z.describe("name of the product, once in the file")),
          repositories: z
            .array(repositoryName())
            .check(z.minLength(1), z.describe("OWNER/NAME of its repositories, each in one product")),
          platform: z
            ._default(z.boolean(), false)
            .check(z.describe("whether it is the platform that Assay itself runs on, which is not watched")),
        }),
      )
      .check(z.minLength(1), z.describe("the products that are watched")),
  }),
);
