import type { readConfig } from "#knowledge";

/** What an organisation's settings say is watched. */
export type Watched = NonNullable<Awaited<ReturnType<typeof readConfig>>["watch"]>;

/** Repositories that are watched, of one product or of all; the platform's own are not. */
export function watchedRepositories({ products }: Watched, product?: string): readonly string[] {
  return products
    .filter(({ name, platform }) => !platform && (product === undefined || name === product))
    .flatMap(({ repositories }) => repositories);
}
