import type { Rule } from "../rule.ts";

/** The disk of the machine, or what the account may use of it, ran out. */
export const diskFull = [
  {
    id: "disk-full",
    stage: "infrastructure",
    cause: "environment",
    infrastructure: true,
    confidence: 0.95,
    signs: [
      { has: "no space left on device" },
      { has: "enospc", re: /\bENOSPC\b/, not: /file watchers/ },
      { has: "there is not enough space on the disk" },
      { has: "disk is full", re: /\b(?:database or )?disk is full\b/i },
      { has: "not enough free disk space" },
      { has: "don't have enough free space" },
    ],
    nextAction:
      "Free disk space on the machine that ran this (caches, old images, workspaces) and run the job again.",
    hits: [
      "tar: ./lib/libfoo.so: Cannot write: No space left on device",
      "npm ERR! ENOSPC: no space left on device, write",
      "npm ERR! code ENOSPC",
      "System.IO.IOException: There is not enough space on the disk.",
      "sqlite3.OperationalError: database or disk is full",
      "Error: not enough free disk space to complete this operation",
      "E: You don't have enough free space in /var/cache/apt/archives/.",
    ],
    misses: [
      "Error: ENOSPC: System limit for number of file watchers reached, watch '/app'",
      "Filesystem 84G 61G 23G 73% / (space left: 23G)",
      "checking disk is not full... ok",
    ],
  },
  {
    id: "disk-full/quota",
    stage: "infrastructure",
    cause: "environment",
    infrastructure: true,
    confidence: 0.93,
    signs: [{ has: "disk quota exceeded" }, { has: "edquot", re: /\bEDQUOT\b/ }],
    nextAction:
      "Free space within the quota of the account that runs the job, or have the quota raised; then run it again.",
    hits: ["cp: error writing 'out/app.bin': Disk quota exceeded", "npm ERR! code EDQUOT"],
    misses: ["disk quota: 12 GB used of 50 GB"],
  },
  {
    id: "disk-full/low",
    stage: "infrastructure",
    cause: "environment",
    infrastructure: true,
    confidence: 0.7,
    signs: [{ has: "running out of disk space", re: /running out of disk space\. The runner will stop/i }],
    nextAction: "Free disk space on the runner before the step that fails, or take a larger runner.",
    hits: [
      "##[warning]You are running out of disk space. The runner will stop working when the machine runs out of disk space. Free space left: 84 MB",
    ],
    misses: ["docs: what to do when running out of disk space"],
  },
  {
    id: "disk-full/watchers",
    stage: "environment",
    cause: "environment",
    confidence: 0.9,
    signs: [{ has: "number of file watchers reached" }, { has: "inotify watch limit reached" }],
    nextAction: "Raise fs.inotify.max_user_watches on the machine, or turn watching off in CI.",
    hits: [
      "Error: ENOSPC: System limit for number of file watchers reached, watch '/app/src'",
      "tail: inotify watch limit reached",
    ],
    misses: ["fs.inotify.max_user_watches = 524288"],
  },
  {
    id: "disk-full/read-only",
    stage: "infrastructure",
    cause: "environment",
    infrastructure: true,
    confidence: 0.85,
    signs: [
      { has: "read-only file system", re: /: Read-only file system\b/i },
      { has: "erofs", re: /\bEROFS\b/ },
    ],
    nextAction:
      "Find out why the file system is read-only (a failing disk or a read-only mount) before running again.",
    hits: [
      "touch: cannot touch 'build/out.txt': Read-only file system",
      "Error: EROFS: read-only file system, open '/app/x'",
    ],
    misses: ["mounting a read-only file system image"],
  },
  {
    id: "disk-full/io-error",
    stage: "infrastructure",
    cause: "environment",
    infrastructure: true,
    confidence: 0.8,
    signs: [
      { has: "input/output error", re: /: Input\/output error\b/i },
      { has: "stale file handle", re: /Stale (?:NFS )?file handle/i },
      { has: "too many open files", re: /Too many open files/i },
    ],
    nextAction:
      "Check the machine's disk, mounts and limits (dmesg, ulimit -n), then run the job again on another one.",
    hits: [
      "cp: error reading '/mnt/cache/a.tar': Input/output error",
      "rm: cannot remove 'target': Stale file handle",
      "java.io.IOException: Too many open files",
    ],
    misses: ["class InputOutputError extends Error", "closing files: not too many are open"],
  },
] as const satisfies readonly Rule[];
