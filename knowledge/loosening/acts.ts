import type { CallExpr } from "./code.ts";
import { lastName } from "./last-name.ts";

/** Verbs of what changes something, whatever it gives back. */
const CHANGES =
  /^(post|put|patch|delete|save|update|add|remove|insert|log_?[iI]n|log_?[oO]ut|submit|send|run|execute|process|handle|perform|click|dblclick|press|type|fill|apply|publish|close|open|start|stop|cancel|revoke|transfer|charge|refund|move|reset|clear|advance|tick|flush|dispatch|emit|fire|trigger|register|approve|reject|expire|archive|restore|lock|unlock|pay|commit|rollback|synchroni[sz]e|import|upload|enqueue|drain|migrate|rename|disable|enable)(All|Async|[A-Z_]\w*)?$/;

/** Calls that do nothing to what a test asks about. */
const IDLE =
  /^(Helper|Parallel|Logf?|Cleanup|defer|print\w*|log|info|debug|warn|spyOn|fn|mock|use(Fake|Real)Timers|clearAllMocks|resetAllMocks|restoreAllMocks|setTimeout|describe|it|test)$/;

/** Whether a call does something, rather than to ask: one whose result nobody keeps, or one with a verb of doing. */
export function isAct({ callee, makes }: CallExpr, alone: boolean): boolean {
  const name = lastName(callee);
  if (makes || name === "" || IDLE.test(name)) return false;
  return alone || CHANGES.test(name.charAt(0).toLowerCase() + name.slice(1));
}
