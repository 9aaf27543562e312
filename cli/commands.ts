import type { Command } from "@oclif/core";

/** Every command by its id, a line each; a command's code is read only when it runs. */
export const COMMANDS = {
  atlas: () => import("./commands/atlas.ts"),
  check: () => import("./commands/check.ts"),
  config: () => import("./commands/config.ts"),
  doctor: () => import("./commands/doctor.ts"),
  explain: () => import("./commands/explain.ts"),
  "knowledge:history": () => import("./commands/knowledge/history.ts"),
  init: () => import("./commands/init.ts"),
  "knowledge:list": () => import("./commands/knowledge/list.ts"),
  "knowledge:search": () => import("./commands/knowledge/search.ts"),
  "knowledge:show": () => import("./commands/knowledge/show.ts"),
  inbox: () => import("./commands/inbox.ts"),
  ingest: () => import("./commands/ingest.ts"),
  learn: () => import("./commands/learn.ts"),
  run: () => import("./commands/run.ts"),
  "runs:list": () => import("./commands/runs/list.ts"),
  "runs:show": () => import("./commands/runs/show.ts"),
  commit: () => import("./commands/commit.ts"),
  "knowledge:accept": () => import("./commands/knowledge/accept.ts"),
  "knowledge:edit": () => import("./commands/knowledge/edit.ts"),
  "knowledge:forget": () => import("./commands/knowledge/forget.ts"),
  "knowledge:reject": () => import("./commands/knowledge/reject.ts"),
  mark: () => import("./commands/mark.ts"),
  "proposal:apply": () => import("./commands/proposal/apply.ts"),
  "proposal:drop": () => import("./commands/proposal/drop.ts"),
  "proposal:list": () => import("./commands/proposal/list.ts"),
  "proposal:show": () => import("./commands/proposal/show.ts"),
  tui: () => import("./commands/tui.ts"),
} as const satisfies Record<string, () => Promise<{ default: Command.Class }>>;

export type CommandId = keyof typeof COMMANDS;
