import type { Command } from "@oclif/core";

/** Every command by its id, a line each; a command's code is read only when it runs. */
export const COMMANDS = {
  atlas: () => import("./commands/atlas.ts"),
  check: () => import("./commands/check.ts"),
  doctor: () => import("./commands/doctor.ts"),
  explain: () => import("./commands/explain.ts"),
  "knowledge:list": () => import("./commands/knowledge/list.ts"),
  "knowledge:search": () => import("./commands/knowledge/search.ts"),
  "knowledge:show": () => import("./commands/knowledge/show.ts"),
} as const satisfies Record<string, () => Promise<{ default: Command.Class }>>;

export type CommandId = keyof typeof COMMANDS;
