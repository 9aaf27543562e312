import type { RepositoryName } from "../../knowledge/ports/forge.ts";

/** An organisation of a simulated world. */
export interface SimulatedOrganisation {
  readonly name: string;
  readonly timeZone: string;
  readonly products: readonly SimulatedProduct[];
  /** The platform's own repository, which is watched by nobody. */
  readonly platform: RepositoryName;
  /** Whether its settings name a model. */
  readonly hasModel: boolean;
  /** How often its code breaks, compared with the others. */
  readonly breaks: number;
}

export interface SimulatedProduct {
  readonly name: string;
  readonly repositories: readonly RepositoryName[];
}

/** Zones that change their clocks at different times of the year, north and south. */
const PLACES = [
  { name: "acme", timeZone: "Europe/Berlin", hasModel: false, breaks: 1 },
  { name: "globex", timeZone: "America/New_York", hasModel: true, breaks: 2 },
  { name: "initech", timeZone: "Australia/Sydney", hasModel: false, breaks: 1 },
] as const;

/** Repositories of a product, about. */
const A_PRODUCT = 15;

export const MODEL = "bedrock/simulated";
/** US dollars a million tokens; so dear that the week's money runs out now and then. */
export const MODEL_PRICE = { input: 60, output: 300 } as const;

/** Three organisations that share so many repositories. */
export function organisationsOf(repositories: number): readonly SimulatedOrganisation[] {
  return PLACES.map((place, index) => {
    const count = Math.floor(repositories / PLACES.length) + (index < repositories % PLACES.length ? 1 : 0);
    const names = Array.from({ length: count }, (_, at): RepositoryName => `${place.name}/service-${at + 1}`);
    const products = Math.max(Math.min(2, count), Math.round(count / A_PRODUCT));
    return {
      ...place,
      platform: `${place.name}/assay`,
      products: Array.from({ length: products }, (_, at) => ({
        name: `product-${at + 1}`,
        repositories: names.filter((_name, position) => position % products === at),
      })),
    };
  });
}

export function repositoriesOf({ products }: SimulatedOrganisation): readonly RepositoryName[] {
  return products.flatMap((product) => product.repositories);
}

/**
 * Its settings as they are packed beside the functions; JSON, which is YAML. Only the repositories that a message is
 * about are in them: reading hundreds of others at each run would take longer than the run.
 */
export function settingsOf(
  organisation: SimulatedOrganisation,
  about: readonly string[],
  { weeklyUSD, ...forge }: { readonly web: string; readonly api: string; readonly weeklyUSD: string },
): string {
  const { name, timeZone, platform, hasModel } = organisation;
  const products = organisation.products
    .map((product) => ({
      ...product,
      repositories: product.repositories.filter((one) => about.includes(one)),
    }))
    .filter(({ repositories }) => repositories.length > 0);
  return JSON.stringify({
    version: 1,
    forge: { host: new URL(forge.web).host, api: forge.api, write_pause_ms: 0 },
    watch: {
      organisation: name,
      time_zone: timeZone,
      products: [...products, { name: "platform", repositories: [platform], platform: true }],
    },
    workflows: [
      {
        name: "ci-triage",
        steps: [{ name: "triage", type: "agentRole", agentRole: "ci-resolver" }],
        budget: { group: "qa", weeklyUSD },
      },
      {
        name: "qa-weekly-sweep",
        steps: [{ name: "sweep", type: "agentRole", agentRole: "ci-resolver" }],
        budget: { group: "qa", weeklyUSD, scheduled: true },
      },
    ],
    ...(hasModel
      ? {
          model: { provider: "bedrock", model: MODEL.slice("bedrock/".length), region: "eu-central-1" },
          prices: { [MODEL]: MODEL_PRICE },
        }
      : {}),
  });
}
