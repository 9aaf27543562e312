/** True where this Node's SQLite is there and has FTS5. */
export async function hasFullTextSearch(): Promise<boolean> {
  try {
    const { DatabaseSync } = await import("node:sqlite");
    const database = new DatabaseSync(":memory:");
    database.exec("CREATE VIRTUAL TABLE probe USING fts5(text)");
    database.close();
    return true;
  } catch {
    return false;
  }
}
