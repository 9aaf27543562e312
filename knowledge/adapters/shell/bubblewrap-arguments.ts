/** What the command sees of the machine. */
export interface SandboxView {
  /** The copy: what the command works in, at {@link COPY}, and the only thing of the host that it can write to. */
  readonly folder: string;
  /** Read-only folders of the copy, `path` relative to it; the children of one that is `split` stand in a writable folder. */
  readonly readOnly: readonly {
    readonly host: string;
    readonly path: string;
    readonly split: readonly SplitEntry[] | null;
  }[];
  /** Absolute paths that are read at their own place. */
  readonly places: readonly string[];
  /** Of the system's folders beside `/usr`: a link's target, or null for a folder. */
  readonly roots: readonly { readonly path: string; readonly link: string | null }[];
  /** Absolute paths of `/etc` that programs need to start. */
  readonly settings: readonly string[];
  /** Bytes of each folder in memory: /tmp, the home, /dev/shm. */
  readonly scratchBytes: number;
  readonly user: SandboxUser;
}

export interface SplitEntry {
  readonly name: string;
  /** A link's target, or null. */
  readonly link: string | null;
}

/**
 * Who the command runs as. `own`: as the caller, in a user namespace. `other`: root gives it an id that nothing on the
 * machine belongs to, for the kernel counts no processes of root.
 */
export type SandboxUser = { readonly kind: "own" } | { readonly kind: "other"; readonly id: number };

/** Where the command finds the copy, its home and its user. */
export const COPY = "/project";
export const HOME = "/home/tester";
const OWN_ID = 1000;

/**
 * File descriptors at which bubblewrap reads its arguments and files, and writes what became of the command; at `gate`
 * the command waits to be let in.
 */
export const FD = { args: 3, passwd: 4, group: 5, hosts: 6, status: 7, gate: 8 } as const;

/** Files of `/etc` by descriptor: who the user is, and that `localhost` is the sandbox. */
export function accountFiles(user: SandboxUser): Readonly<Record<"passwd" | "group" | "hosts", string>> {
  const id = user.kind === "own" ? OWN_ID : user.id;
  return {
    passwd: `tester:x:${id}:${id}:tester:${HOME}:/bin/sh\nnobody:x:65534:65534:nobody:/nonexistent:/bin/false\n`,
    group: `tester:x:${id}:\nnogroup:x:65534:\n`,
    hosts: "127.0.0.1 localhost\n::1 localhost\n",
  };
}

/**
 * Arguments for bwrap(1), in order: later mounts lie over earlier ones. New namespaces of everything, nothing of the
 * host but what the view names, and no way to write but to the copy and to folders in memory of a bounded size.
 */
export function bubblewrapArguments(view: SandboxView): string[] {
  const size = String(view.scratchBytes);
  const scratch = (path: string, perms = "1777") => ["--perms", perms, "--size", size, "--tmpfs", path];
  const folder = (path: string) => ["--perms", "0755", "--dir", path];
  const readOnly = (host: string, path = host) => ["--ro-bind-try", host, path];
  const file = (fd: number, path: string) => ["--perms", "0644", "--file", String(fd), path];
  return [
    ...namespaces(view.user),
    ...foldersAbove(view).flatMap(folder),
    ...readOnly("/usr"),
    ...view.roots.flatMap(({ path, link }) => (link === null ? readOnly(path) : ["--symlink", link, path])),
    ...view.settings.flatMap((path) => readOnly(path)),
    ...file(FD.passwd, "/etc/passwd"),
    ...file(FD.group, "/etc/group"),
    ...file(FD.hosts, "/etc/hosts"),
    ...["--proc", "/proc", "--dev", "/dev"],
    ...scratch("/dev/shm"),
    ...["--remount-ro", "/dev"],
    ...scratch("/tmp"),
    ...["--symlink", "/tmp", "/var/tmp"],
    ...scratch(HOME),
    // What the folders in memory have covered: a toolchain may lie below them.
    ...foldersAbove(view).filter(isBelowScratch).flatMap(folder),
    ...view.places.flatMap((path) => readOnly(path)),
    ...["--bind", view.folder, COPY],
    ...view.readOnly.flatMap(({ host, path, split }) => [
      // Programs of a virtual environment name their own place.
      ...readOnly(host),
      ...(split === null
        ? readOnly(host, `${COPY}/${path}`)
        : [...scratch(`${COPY}/${path}`), ...split.flatMap((entry) => splitEntry(host, path, entry))]),
    ]),
    ...["--remount-ro", "/"],
  ];
}

function isBelowScratch(path: string): boolean {
  return ["/tmp/", `${HOME}/`, "/dev/shm/"].some((scratch) => path.startsWith(scratch));
}

/** Folders in which something is mounted, outermost first: bubblewrap makes those for its own user alone. */
function foldersAbove(view: SandboxView): string[] {
  const own = ["/etc/passwd", "/var/tmp", HOME];
  const places = [...own, ...view.settings, ...view.places, ...view.readOnly.map(({ host }) => host)];
  const folders = places.flatMap((place) => {
    const names = place.split("/").slice(1, -1);
    return names.map((_, index) => `/${names.slice(0, index + 1).join("/")}`);
  });
  // What is bound as a whole has its own folders, and is read-only by the time.
  return [...new Set(folders)].filter((path) => !`${path}/`.startsWith("/usr/")).sort();
}

function namespaces(user: SandboxUser): string[] {
  const own =
    user.kind === "own"
      ? ["--unshare-user", "--uid", String(OWN_ID), "--gid", String(OWN_ID), "--cap-drop", "ALL"]
      : [
          "--cap-drop",
          "ALL",
          "--cap-add",
          "CAP_SETUID",
          "--cap-add",
          "CAP_SETGID",
          "--cap-add",
          "CAP_SETPCAP",
        ];
  const others = ["--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"];
  return [...own, ...others, "--hostname", "sandbox", "--die-with-parent", "--new-session"];
}

function splitEntry(host: string, path: string, { name, link }: SplitEntry): string[] {
  const place = `${COPY}/${path}/${name}`;
  return link === null ? ["--ro-bind-try", `${host}/${name}`, place] : ["--symlink", link, place];
}
