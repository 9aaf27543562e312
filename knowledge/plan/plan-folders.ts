/** Where plans stand, relative to the top of the work tree: `<slug>.yaml`. */
export const PLANS_FOLDER = ".assay/plans";

/** Where a project's own methods stand: `<id>.yaml`. */
export const METHODS_FOLDER = ".assay/methods";

/** File of a plan. */
export function planPath(slug: string): string {
  return `${PLANS_FOLDER}/${slug}.yaml`;
}
