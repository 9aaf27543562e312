import type { Command } from "@oclif/core";

/** Every command by its id, a line each; a command's code is read only when it runs. */
export const COMMANDS = {
  atlas: () => import("./commands/atlas.ts"),
  doctor: () => import("./commands/doctor.ts"),
  explain: () => import("./commands/explain.ts"),
} as const satisfies Record<string, () => Promise<{ default: Command.Class }>>;

export type CommandId = keyof typeof COMMANDS;
