import type { Records } from "../../ports/records.ts";

/** Records whose place is found, and whose code is loaded, at the first call. */
export function lateRecords(open: () => Promise<Records>): Records {
  let opened: Promise<Records> | undefined;
  const records = () => {
    opened ??= open();
    return opened;
  };
  return {
    list: async () => (await records()).list(),
    under: async (folders) => (await records()).under(folders),
    strays: async () => (await records()).strays(),
    read: async (path) => (await records()).read(path),
    write: async (changes) => (await records()).write(changes),
    repair: async () => (await records()).repair(),
  };
}
