import type { Project } from "./project.ts";

/** How a project's own tools are called. */
export interface PackageManager {
  readonly id: string;
  /** Put before the name of an installed tool. */
  readonly exec: string;
  /** Put before the name of a script. */
  readonly run: string;
  /** Adds a package for development. */
  readonly add: string;
}

const LOCKS: readonly (readonly [string, PackageManager])[] = [
  ["pnpm-lock.yaml", { id: "pnpm", exec: "pnpm exec", run: "pnpm run", add: "pnpm add --save-dev" }],
  ["yarn.lock", { id: "yarn", exec: "yarn", run: "yarn run", add: "yarn add --dev" }],
  ["bun.lock", { id: "bun", exec: "bunx", run: "bun run", add: "bun add --dev" }],
  ["bun.lockb", { id: "bun", exec: "bunx", run: "bun run", add: "bun add --dev" }],
  ["package-lock.json", { id: "npm", exec: "npx", run: "npm run", add: "npm install --save-dev" }],
];
const NPM = LOCKS[LOCKS.length - 1]?.[1] as PackageManager;

/** The JavaScript package manager of the project: as package.json says, else by lock file, else npm; null without package.json. */
export function packageManagerOf({ names, texts }: Project): PackageManager | null {
  if (!names.has("package.json")) return null;
  const [, said] = /"packageManager"\s*:\s*"(\w+)@/.exec(texts.get("package.json") ?? "") ?? [];
  const byName = LOCKS.find(([, { id }]) => id === said);
  const byLock = LOCKS.find(([lock]) => names.has(lock));
  return (byName ?? byLock)?.[1] ?? NPM;
}
