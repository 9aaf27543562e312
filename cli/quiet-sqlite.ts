/**
 * Drops one warning: Node 22 calls node:sqlite experimental on standard error of every command that opens
 * the history. What we rely on of it is proved by the ledger's contract suite on every Node that we support.
 */
export function quietSqliteWarning(process: Pick<NodeJS.Process, "emitWarning">): void {
  const emitWarning = process.emitWarning.bind(process) as (...args: unknown[]) => void;
  process.emitWarning = (...args: unknown[]) => {
    const [warning, type] = args;
    if (type !== "ExperimentalWarning" || !String(warning).startsWith("SQLite ")) emitWarning(...args);
  };
}
