import { join } from "node:path";

/** Settings files of two organisations, in zones that are whole hours and not. */
export const ORGANISATIONS = ["acme", "zeta"].map((name) =>
  join(import.meta.dirname, `../fixtures/organisations/${name}.yaml`),
);
