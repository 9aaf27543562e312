import type { Rule } from "../rule.ts";

/** What an exit status or a signal says by itself. */
export const exitStatus = [
  {
    id: "exit-status/not-found",
    stage: "environment",
    cause: "environment",
    recoverable: true,
    confidence: 0.82,
    signs: [
      { has: "command not found", re: /^(?:\S{1,120}: )?(?:line \d{1,9}: )?(\S{1,80}): command not found/ },
      {
        has: ": not found",
        re: /^(?:\/bin\/)?(?:sh|dash|ash|bash|\S{1,80}\.sh): (?:line )?\d{1,9}: (\S{1,120}): not found/,
      },
      {
        has: "is not recognized as",
        re: /(?<![^' ])'?([^' ]{1,300})'? (?:: The term '[^']{1,80}' )?is not recognized as (?:an internal|the name of|a name)/,
      },
    ],
    nextAction: "Install what is missing on the machine or put it on the PATH: {1}.",
    hits: [
      "/home/ci/build.sh: line 4: cmake: command not found",
      "/bin/sh: 1: pnpm: not found",
      "'mvn' is not recognized as an internal or external command,",
    ],
    misses: [
      "the page was: not found",
      "the file is not recognized as text",
      "says command not found when unknown",
    ],
  },
  {
    id: "exit-status/cannot-start",
    stage: "environment",
    cause: "environment",
    confidence: 0.82,
    signs: [
      {
        has: "executable file not found in",
        re: /(?:exec: |: )"?([^" ]{1,80})"?: executable file not found in \W/,
      },
      { has: "cannot run program", re: /Cannot run program "([^"]{1,120})".{0,200}error=2\b/ },
      { has: "spawn", re: /spawn (\S{1,80}) ENOENT/ },
      {
        has: "no such file or directory: '",
        re: /FileNotFoundError: \[Errno 2\] No such file or directory: '((?:git|make|npm|node|java|docker|gcc|cmake|ffmpeg|dot|bash)(?:\.exe)?)'/,
      },
    ],
    nextAction: "Install what is missing on the machine or put it on the PATH: {1}.",
    hits: [
      'exec: "protoc": executable file not found in $PATH',
      'java.io.IOException: Cannot run program "gradle" (in directory "/src"): error=2, No such file or directory',
      "Error: spawn chromedriver ENOENT",
      "FileNotFoundError: [Errno 2] No such file or directory: 'dot'",
    ],
    misses: [
      "spawned 4 workers",
      "FileNotFoundError: [Errno 2] No such file or directory: 'tests/data/a.json'",
      "Cannot run program twice",
      "test: executable file not found in list",
    ],
  },
  {
    id: "exit-status/code-127",
    stage: "environment",
    cause: "environment",
    confidence: 0.78,
    signs: [
      { has: "code 127", re: /\b(?:exit|exited with|completed with exit|failed with exit) code 127\b/i },
      { has: "[code=127]" },
      { has: "error 127", re: /\bError 127\b/ },
    ],
    nextAction:
      "Find the command that the shell could not find (just above the exit status 127), and install it or put it on the PATH.",
    hits: [
      "##[error]Process completed with exit code 127.",
      "FAILED: [code=127] src/CMakeFiles/app.dir/main.cc.o",
      "make: *** [Makefile:3: lint] Error 127",
    ],
    misses: ["exit code 12", "make: *** [Makefile:3: lint] Error 1270"],
  },
  {
    id: "exit-status/code-126",
    stage: "config",
    cause: "config",
    confidence: 0.78,
    signs: [
      { has: "code 126", re: /\b(?:exit|exited with|completed with exit|failed with exit) code 126\b/i },
      { has: "error 126", re: /\bError 126\b/ },
    ],
    nextAction:
      "Find the file that could not be run (just above the exit status 126): set its executable bit in git, and check its first line and its architecture.",
    hits: ["##[error]Process completed with exit code 126.", "make: *** [Makefile:3: x] Error 126"],
    misses: ["exit code 12", "Error 1"],
  },
  {
    id: "exit-status/not-executable",
    stage: "config",
    cause: "config",
    confidence: 0.84,
    signs: [
      {
        has: "permission denied",
        re: /(?:^|line \d{1,9}: |sh: \d*:? ?)(\.?\.?\/?[\w./-]{1,120}(?:gradlew|mvnw|\.sh|\.py)): Permission denied/,
      },
      { has: "bad interpreter", re: /(?<!\S)(\S{1,120}): bad interpreter/ },
    ],
    nextAction:
      "Make {1} executable in git (`git update-index --chmod=+x`) and check its first line and line ends.",
    hits: [
      "/bin/sh: 1: ./gradlew: Permission denied",
      "bash: ./ci/run.sh: /bin/bash^M: bad interpreter: No such file or directory",
    ],
    misses: ["mkdir: cannot create directory '/data': Permission denied", "interpreter is fine"],
  },
  {
    id: "exit-status/permission",
    stage: "environment",
    cause: "environment",
    confidence: 0.68,
    signs: [
      {
        has: "permission denied",
        re: /(?:cannot|could not|can't|unable to|failed to|error) .{1,160}: Permission denied/i,
      },
      { has: "eacces", re: /\bEACCES: permission denied/ },
      { has: "permissionerror:", re: /PermissionError: \[(?:Errno 13|WinError \d{1,9})\]/ },
      { has: "accessdeniedexception", re: /java\.nio\.file\.AccessDeniedException: / },
      { has: "operation not permitted", re: /(?:EPERM: |: )operation not permitted/i },
    ],
    nextAction: "Check who owns that path and which user the job runs as.",
    hits: [
      "mkdir: cannot create directory '/data': Permission denied",
      "npm ERR! Error: EACCES: permission denied, mkdir '/usr/lib/node_modules/x'",
      "PermissionError: [Errno 13] Permission denied: '/var/log/app.log'",
      "java.nio.file.AccessDeniedException: /opt/app/out",
      "chown: changing ownership of 'out': Operation not permitted",
    ],
    misses: [
      "expect(error).toContain('permission denied')",
      "eacces is a code",
      "raises PermissionError: when not allowed",
      "this operation not permitted in state closed",
    ],
  },
  {
    id: "exit-status/crash",
    stage: "assertion",
    cause: "app_bug",
    confidence: 0.75,
    signs: [
      { has: "segmentation fault", re: /Segmentation fault/ },
      { has: "code 139", re: /\b(?:exit|exited with|completed with exit) code 139\b/i },
      { has: "sigsegv", re: /\bSIGSEGV\b/ },
      { has: "code 134", re: /\b(?:exit|exited with|completed with exit) code 134\b/i },
      { has: "aborted (core dumped)" },
      { has: "sigabrt", re: /\bSIGABRT\b/ },
      {
        has: "addresssanitizer:",
        re: /ERROR: (?:Address|Thread|Memory|Leak)Sanitizer: |ERROR: AddressSanitizer: /,
      },
      { has: "sanitizer: ", re: /(?:ERROR|WARNING): (?:Thread|Leak|Memory|UndefinedBehavior)Sanitizer: / },
      { has: "a fatal error has been detected by the java runtime" },
      { has: "0xc0000005", re: /\b0xC0000005\b/i },
      { has: "process-crash", re: /PROCESS-CRASH \| / },
      { has: "stack smashing detected" },
      { has: "double free or corruption" },
    ],
    nextAction: "Take the crash's stack (core file, hs_err log, sanitizer report) and find the memory fault.",
    hits: [
      "./run.sh: line 3:  4211 Segmentation fault      (core dumped) ./app",
      "##[error]Process completed with exit code 139.",
      "[signal SIGSEGV: segmentation violation code=0x1 addr=0x28 pc=0xd0ce46]",
      "##[error]Process completed with exit code 134.",
      "Aborted (core dumped)",
      "process didn't exit successfully (signal: 6, SIGABRT: process abort signal)",
      "==4211==ERROR: AddressSanitizer: heap-use-after-free on address 0x602",
      "WARNING: ThreadSanitizer: data race (pid=4211)",
      "# A fatal error has been detected by the Java Runtime Environment:",
      "The process exited with 0xC0000005",
      "PROCESS-CRASH | browser/base/test_cart.js | application crashed [@ mozilla::Cart::Add]",
      "*** stack smashing detected ***: terminated",
      "double free or corruption (out)",
    ],
    misses: [
      "handles segmentation faults: none",
      "exit code 13",
      "trap 'SIGABRTX'",
      "exit code 13 4",
      "sanitizer: html input",
      "mysigsegvhandler",
    ],
  },
  {
    id: "exit-status/terminated",
    stage: "runner",
    cause: "unknown",
    confidence: 0.5,
    signs: [
      { has: "code 143", re: /\b(?:exit|exited with|completed with exit) code 143\b/i },
      { has: "code 130", re: /\b(?:exit|exited with|completed with exit) code 130\b/i },
      { has: "error 143", re: /\bError 143\b/ },
    ],
    nextAction:
      "Something stopped the process from outside (SIGTERM or SIGINT): look for a cancel, a limit or a shutdown.",
    hits: [
      "##[error]Process completed with exit code 143.",
      "command exited with code 130",
      "make: *** [Makefile:3: serve] Error 143",
    ],
    misses: ["exit code 14", "exit code 13", "Error 1433"],
  },
] as const satisfies readonly Rule[];
