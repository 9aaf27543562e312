import * as z from "zod/mini";
import { DEFAULT_CONFIG } from "./config.ts";

/** Slugs of environments and capability kinds. */
const slug = () =>
  z.string().check(
    z.maxLength(100),
    z.refine(
      (text) => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text),
      "is not lower-case letters and digits with single hyphens between, such as staging",
    ),
  );
const { qa } = DEFAULT_CONFIG;

function isPlainAddress(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol)) return false;
  return url.username === "" && url.password === "" && url.hash === "" && url.search === "";
}

/** An entry of `environments`. */
export const EnvironmentSchema = z.lazy(() =>
  z.strictObject({
    name: slug().check(
      z.refine((name) => name !== "local", "is `local`, which is always there: take the entry out"),
      z.describe("name of the environment, a slug such as staging, once in the file; never local"),
    ),
    kind: z
      .enum(["preview", "ephemeral", "prod"])
      .check(
        z.describe(
          "preview: named and not production; ephemeral: of a branch or an item, for validation only; prod",
        ),
      ),
    base_url: z
      .optional(
        z
          .string()
          .check(
            z.maxLength(2_000),
            z.refine(isPlainAddress, "is not an http or https URL without a password, query or fragment"),
          ),
      )
      .check(z.describe("URL below which the product is found there")),
    executable: z
      ._default(z.boolean(), true)
      .check(
        z.describe(
          "whether cases may be carried out against it from here; requirements may name it all the same",
        ),
      ),
  }),
);

/** `capabilities`. */
export const CapabilitiesSchema = z.lazy(() => z.array(slug()).check(z.maxLength(100)));

/** `qa`. */
export const QaSchema = z.lazy(() =>
  z.strictObject({
    project: z
      .optional(
        z.string().check(
          z.maxLength(100),
          z.refine(
            (text) => /^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(text),
            "is not a word of letters, digits, dots, hyphens and underscores",
          ),
        ),
      )
      .check(z.describe("name of the project in its QA; the name of the repository by default")),
    newest_only: z
      ._default(z.boolean(), qa.newestOnly)
      .check(z.describe("whether only the newest attempt at a requirement counts, whatever came before")),
    browser_path: z
      .optional(z.string().check(z.maxLength(2_000), z.regex(/\S/)))
      .check(
        z.describe("program of the browser that cases are carried out in; one that is found by default"),
      ),
    retention_days: z
      ._default(z.int().check(z.minimum(1), z.maximum(3_650)), qa.retentionDays)
      .check(
        z.describe(
          "days after which assay qa artifact prune lets evidence go that nothing stands on, 1 to 3650; nothing is deleted by itself",
        ),
      ),
  }),
);
