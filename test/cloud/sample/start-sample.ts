import { type Github, startGithub } from "../../support/github/github.ts";
import type { GithubRepository } from "../../support/github/repository-controls.ts";
import type { CloudClock } from "../cloud-clock.ts";
import { CART_FAILED, PASSED, TYPES_FAILED } from "./job-logs.ts";
import { layRun } from "./lay-run.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Of CI that lies behind the organisation. */
const DAYS = 14;

const WORKFLOW = (command: string) => `name: CI
on: [push, pull_request]
jobs:
  test:
    runs-on: ubuntu-latest
    timeout-minutes: 15
    steps:
      - uses: actions/checkout@v5
      - run: npm ci
      - run: ${command}
`;

/**
 * A forge with an organisation on it, by the cloud's clock: the shop's default branch is red by what was merged a quarter
 * of an hour ago, the cart's fails now and passes at the same commit then, the handbook's is green.
 */
export async function startSample(clock: CloudClock): Promise<Github> {
  const github = await startGithub();
  const now = clock.now();
  const begin = now - (DAYS + 1) * DAY;
  github.clock.set(begin);
  layShop(github, now);
  layCart(github, now);
  layHandbook(github, now);
  github.clock.set(now);
  github.onRequest = () => github.clock.set(clock.now());
  return github;
}

const SUCCESS = { conclusion: "success", seconds: 70, says: PASSED } as const;

function layShop(github: Github, now: number): void {
  const command = "npx tsc -p .";
  const shop = github.repository("acme/shop", {
    private: true,
    people: ["acme", "ada"],
    files: {
      ".github/workflows/ci.yml": WORKFLOW(command),
      "src/prices.ts": "export const SHIPPING = 499;\nexport const SHIPPING_FREE_FROM = 5000;\n",
      "src/checkout.ts": "export const shipping = (sum: number) => (sum < 5000 ? 499 : 0);\n",
    },
  });
  for (let day = DAYS; day > 0; day -= 1)
    layRun(github, shop, now - day * DAY, {
      commit: committed(github, shop, now - day * DAY, { "docs/prices.md": `Prices of day ${day}.\n` }),
      job: "test",
      command,
      attempts: [SUCCESS],
    });
  github.clock.set(now - 16 * MINUTE);
  shop.pushCommit("free-shipping", {
    "src/checkout.ts":
      "// Free from a sum on.\nexport function shipping(sum: number): number {\n  // Named where prices are.\n  const isFree = sum >= SHIPPING_FREE_FROM;\n  return isFree ? 0 : SHIPPING;\n}\n",
  });
  const change = shop.openPull({
    head: "free-shipping",
    title: "Free shipping from fifty on",
    body: "Shipping is free from 5000 cents on.",
    author: "builder",
  });
  const commit = shop.mergePull(change);
  layRun(github, shop, now - 14 * MINUTE, {
    commit,
    job: "test",
    command,
    attempts: [{ conclusion: "failure", seconds: 48, says: TYPES_FAILED }],
  });
}

/** Every third commit fails first and passes when it is run again. */
function layCart(github: Github, now: number): void {
  const command = "node --test";
  const cart = github.repository("acme/cart", {
    private: true,
    people: ["acme", "ada"],
    files: { ".github/workflows/ci.yml": WORKFLOW(command), "src/cart.js": "export const price = 4200;\n" },
  });
  const failed = { conclusion: "failure", seconds: 95, says: CART_FAILED } as const;
  for (let half = 2 * DAYS; half > 0; half -= 1) {
    const at = now - (half * DAY) / 2;
    layRun(github, cart, at, {
      commit: committed(github, cart, at, { "docs/days.md": `Half a day ${half}.\n` }),
      job: "test",
      command,
      attempts: half % 3 === 0 ? [failed, SUCCESS] : [SUCCESS],
      leavesReports: true,
    });
  }
  const at = now - 12 * MINUTE;
  layRun(github, cart, at, {
    commit: committed(github, cart, at, { "docs/days.md": "Today.\n" }),
    job: "test",
    command,
    attempts: [SUCCESS, failed],
    leavesReports: true,
  });
}

function layHandbook(github: Github, now: number): void {
  const command = "npx markdownlint .";
  const handbook = github.repository("acme/handbook", {
    private: true,
    people: ["acme", "ada"],
    files: { ".github/workflows/ci.yml": WORKFLOW(command), "README.md": "# Handbook\n" },
  });
  for (let day = DAYS; day > 0; day -= 2) {
    const at = now - day * DAY;
    layRun(github, handbook, at, {
      commit: committed(github, handbook, at, { "days.md": `Day ${day}.\n` }),
      job: "test",
      command,
      attempts: [SUCCESS],
    });
  }
}

function committed(
  github: Github,
  repository: GithubRepository,
  at: number,
  files: Readonly<Record<string, string>>,
): string {
  github.clock.set(at - MINUTE);
  return repository.pushCommit("main", files);
}
