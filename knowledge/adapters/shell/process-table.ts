import { readdirSync, readFileSync } from "node:fs";

/** A process as proc(5) tells of it. */
export interface ListedProcess {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly threads: number;
  /** Bytes of memory that no file stands behind. */
  readonly memory: number;
}

/** Every system that Node supports on Linux has pages of 4 KiB or, rarely, more; then less memory is counted. */
const PAGE_BYTES = 4096;

/** The processes of this machine, and none where it has no proc(5). */
export function listProcesses(): ListedProcess[] {
  let names: string[];
  try {
    names = readdirSync("/proc");
  } catch {
    return [];
  }
  return names.flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const stat = readFileSync(`/proc/${name}/stat`, "latin1");
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      const [, resident = 0, shared = 0] = readFileSync(`/proc/${name}/statm`, "latin1")
        .split(" ")
        .map(Number);
      return [
        {
          pid: Number(name),
          parent: Number(fields[1]),
          group: Number(fields[2]),
          threads: Number(fields[17]),
          memory: Math.max(resident - shared, 0) * PAGE_BYTES,
        },
      ];
    } catch {
      // It has ended meanwhile.
      return [];
    }
  });
}

/** A process and all that descends from it; what is orphaned in a pid namespace stays below the first one. */
export function familyOf(processes: readonly ListedProcess[], first: number): ListedProcess[] {
  const children = Map.groupBy(processes, ({ parent }) => parent);
  const family = processes.filter(({ pid, group }) => pid === first || group === first);
  const known = new Set(family.map(({ pid }) => pid));
  for (const { pid } of family)
    for (const child of children.get(pid) ?? []) {
      if (known.has(child.pid)) continue;
      known.add(child.pid);
      family.push(child);
    }
  return family;
}
