import type { ErrorSign } from "./error-sign.ts";

/**
 * How tools print errors. Each pattern is asked of the body of one line (cleaned, without log prefix, at
 * most 2,000 characters) and runs in linear time. Order carries no meaning: the strongest kind wins.
 */
export const ERROR_SIGNS = [
  // Compilers, type checkers, linters: a place in a file.
  {
    kind: "diagnostic",
    has: ["error:", "fatal error", "error["],
    re: /^\s*(?:\[?ERROR\]?:? +)?(?:[A-Za-z]:)?[^\s:()'"]{1,300}[:(]\d+(?:[:,]\d+)?\)?:? (?:fatal )?error(?:\[\w+\])?:/i,
  },
  {
    kind: "diagnostic",
    has: [": error "],
    // MSBuild and tsc: `a/b.cs(3,5): error CS1002: ; expected`, `src/a.ts(3,5): error TS2304: …`.
    re: /^\s*(?:\d+(?::\d+)?>)?(?:[A-Za-z]:)?[^\s:()'"][^:()'"]{0,300}(?:\(\d+(?:,\d+){0,3}\))? ?: (?:fatal )?[Ee]rror [A-Z]{1,8}\d{1,6} ?:/,
  },
  { kind: "diagnostic", has: ["error ts"], re: /^\s*[^\s:()'"]{1,300}:\d+:\d+ - error TS\d+:/ },
  { kind: "diagnostic", has: ["error["], re: /^\s*error\[E\d{4}\]: / },
  {
    kind: "diagnostic",
    has: ["[error] "],
    // maven-compiler-plugin: `[ERROR] /src/A.java:[12,34] cannot find symbol`.
    re: /^\[ERROR\] (?:[A-Za-z]:)?[^\s:]{1,400}:\[\d+,\d+\] /,
  },
  {
    kind: "diagnostic",
    has: [".kt", ".kts"],
    re: /^e: (?:file:\/\/)?[^\s:]{1,300}\.kts?:(?: ?\(?\d+[,:] ?\d+\)?:?)/,
  },
  { kind: "diagnostic", has: [".scala:"], re: /^\[error\] [^\s:]{1,300}\.scala:\d+:\d+: /i },
  {
    kind: "diagnostic",
    has: [".go:"],
    // go build and go vet: `./main.go:3:5: undefined: x`.
    re: /^(?:vet: )?\.{0,2}[\w./@~-]{1,300}\.go:\d+:\d+: /,
  },
  {
    kind: "diagnostic",
    has: [" error "],
    // ESLint's stylish format: `  12:5  error  'x' is not defined  no-undef`.
    re: /^ {1,6}\d+:\d+ {1,4}error {2}\S/,
  },
  {
    kind: "diagnostic",
    has: [".py:", ".pyi:"],
    // flake8, ruff, pylint, mypy: `a/b.py:3:1: F401 …`, `a/b.py:3: error: …`.
    re: /^[\w./\\-]{1,300}\.pyi?:\d+(?::\d+)?:? (?:[EFCWNBSDRI]\d{3,4}\b|error:)/,
  },
  { kind: "diagnostic", has: [".rb:"], re: /^[\w./-]{1,300}\.rb:\d+:\d+: [CWEF]: / },
  {
    kind: "diagnostic",
    has: ["undefined reference", "unresolved external", "multiple definition", "undefined symbol"],
    re: /(?:undefined reference to|unresolved external symbol|multiple definition of|undefined symbols? for|undefined symbol:)/i,
  },
  {
    kind: "diagnostic",
    has: ["parse error", "syntax error"],
    re: /\b(?:PHP )?(?:Parse|syntax) error\b.{0,400}?\b(?:line \d+|near|unexpected)/i,
  },
  { kind: "diagnostic", has: [">>> lint for"], re: /^>>> Lint for \S/ },
  { kind: "diagnostic", has: ["cmake error"], re: /^\s*CMake Error\b/ },
  {
    kind: "diagnostic",
    has: ["[checkstyle]", "[error]"],
    re: /^\[(?:ant:checkstyle\] \[)?ERROR\] (?:[A-Za-z]:)?[^\s:]{1,400}:\d+(?::\d+)?: /,
  },

  // Test runners.
  { kind: "test", has: ["--- fail:"], re: /^\s*--- FAIL: \S/ },
  {
    kind: "test",
    has: ["_test.go:"],
    // t.Error under `go test -v` comes before the `--- FAIL` line.
    re: /^ {4,}[\w.-]{1,200}_test\.go:\d+: .{0,1000}(?:error|unexpected|fail|want|got|expected|wrong|missing|mismatch|timeout|timed out|invalid|cannot)/i,
  },
  { kind: "test", has: ["<<< failure!", "<<< error!"], re: /<<< (?:FAILURE|ERROR)!/ },
  { kind: "test", has: ["failed "], re: /^(?:FAILED|ERROR) [\w./\\-]{1,300}(?:\.py)?(?:::|\.py\b)/ },
  { kind: "test", has: ["error "], re: /^ERROR (?:collecting )?[\w./\\-]{1,300}(?:::|\.py\b)/ },
  { kind: "test", has: ["error collecting"], re: /^_+ ERROR collecting / },
  { kind: "test", has: ["failed"], re: /^\S.{0,300} > .{1,400} FAILED$/, title: "detail" },
  { kind: "test", has: ["● "], re: /^\s*● (?!Console)\S/ },
  {
    kind: "test",
    has: ["fail "],
    re: /^\s*(?:FAIL|❯ FAIL) {1,3}(?:\|\S+\| )?[\w@./\\ ()[\]-]{1,300}\.[cm]?[jt]sx?\b/,
  },
  {
    kind: "test",
    has: ["✕", "✗", "✘", "✖"],
    re: /^\s*[✕✗✘✖] (?!\d+ problems?|failing tests:$)\S/,
    title: "reason",
  },
  { kind: "test", has: ["not ok "], re: /^\s*not ok \d+(?! .*# (?:TODO|SKIP))/i },
  { kind: "test", has: ["failed"], re: /^test .{1,400} \.\.\. FAILED$/ },
  { kind: "test", has: [" stdout ----", " stderr ----"], re: /^---- .{1,300} std(?:out|err) ----$/ },
  { kind: "test", has: ["[  failed  ]"], re: /^\[ {2}FAILED {2}\] \S/ },
  { kind: "test", has: ["fail: ", "error: "], re: /^(?:FAIL|ERROR): \w+ \([\w.]+\)/ },
  {
    kind: "test",
    has: ["(failed)", "***failed", "***exception", "***timeout"],
    re: /^\s*\d+\/\d+ Test +#\d+: .{1,300}\*\*\*(?:Failed|Exception|Timeout|Not Run)/,
  },
  {
    kind: "test",
    has: ["test-unexpected-", "process-crash"],
    re: /\b(?:TEST-UNEXPECTED-(?!PASS)[A-Z]+|PROCESS-CRASH) \| /,
  },
  { kind: "test", has: ["failed "], re: /^\s*Failed [\w.]+(?:\(.{0,200}\))? \[.{1,20}\]$/ },
  { kind: "test", has: ["[fail]"], re: /^\s*\S.{0,300} \[FAIL\]$/ },
  { kind: "test", has: ["fail:"], re: /^\s*\S.{0,200}\s(?:FAIL|FAILED|ERROR): {1,20}\S/ },
  { kind: "test", has: ["failure:", "error:"], re: /^\s*\d+\) (?:Failure|Error):$/ },
  {
    kind: "test",
    has: ["failures!!!", "there was ", "there were "],
    re: /^There (?:was|were) \d+ (?:failure|error)s?:$/,
    paragraph: true,
  },

  // Assertions and exceptions.
  { kind: "exception", has: ["e   "], re: /^E {3,}\S/ },
  {
    kind: "exception",
    has: ["error", "exception", "interrupt", "failure", "systemexit"],
    // `java.lang.IllegalStateException: …`, `ValueError: …`, `Error [ERR_X]: …`, `Uncaught TypeError: …`.
    re: /^\s*(?:Exception in thread "[^"]{0,100}" |Caused by: ?|Uncaught |Unhandled |\(node:\d+\) |fatal: )?(?:[\w$]{1,80}[.:\\]{1,2}){0,12}[\w$]{0,80}(?:Error|Exception|Interrupt|Failure|SystemExit)(?: \[\w+\])?(?::(?:\s|$)|$| at )/,
  },
  {
    kind: "exception",
    has: ["exception in thread", "unhandled exception", "uncaught exception", "unhandled rejection"],
    re: /\b(?:exception in thread|unhandled exception|uncaught exception|unhandled(?: promise)? rejection)\b/i,
  },
  {
    kind: "exception",
    has: ["traceback (most recent"],
    re: /^\s*(?:\S+ )?Traceback \(most recent call last\)/,
  },
  {
    kind: "exception",
    has: ["panic:", "panicked at"],
    re: /^\s*(?:panic: |thread '.{1,200}' (?:\(\d+\) )?panicked at )/,
  },
  { kind: "exception", has: ["fatal error:"], re: /^(?:fatal error: |PHP Fatal error: |Fatal error: )/ },
  {
    kind: "exception",
    has: [
      "segmentation fault",
      "core dumped",
      "sigsegv",
      "sigabrt",
      "addresssanitizer",
      "threadsanitizer",
      "leaksanitizer",
      "memorysanitizer",
      "terminate called",
      "bus error",
      "stack smashing",
      "runtime error:",
      "assertion failure",
      "double free",
    ],
    re: /(?:Segmentation fault|\(core dumped\)|SIG(?:SEGV|ABRT|BUS|ILL)\b|ERROR: (?:Address|Thread|Leak|Memory)Sanitizer|SUMMARY: (?:Address|Thread|Leak|Memory)Sanitizer|terminate called after|\bBus error\b|stack smashing detected|: runtime error: |Assertion failure:|double free or corruption)/,
  },
  {
    kind: "exception",
    has: ["assertion `", "assertion '", "assertion failed", "assertionerror"],
    re: /(?:Assertion [`'].{1,500}' failed|\bassertion failed\b|^\s*AssertionError)/i,
  },
  { kind: "exception", has: ["goexit", "data race"], re: /^WARNING: DATA RACE/ },

  // The machine.
  {
    kind: "exhausted",
    has: [
      "no space left on device",
      "disk quota exceeded",
      "cannot allocate memory",
      "out of memory",
      "heap out of memory",
      "oom-kill",
      "oomkilled",
      "java heap space",
      "too many open files",
    ],
    re: /(?:no space left on device|disk quota exceeded|cannot allocate memory|\bout of memory\b|oom-?kill|java heap space|too many open files)/i,
  },
  {
    kind: "system",
    has: [
      "command not found",
      ": not found",
      "is not recognized as",
      "no such file or directory",
      "cannot find the path",
      "permission denied",
      "exec format error",
      "bad interpreter",
    ],
    re: /(?:: command not found|: \d+: .{1,200}: not found$|: line \d+: .{1,200}: not found|is not recognized as (?:an internal|the name)|: No such file or directory|cannot find the path specified|: Permission denied|exec format error|bad interpreter)/i,
  },
  {
    kind: "system",
    has: [
      "could not resolve host",
      "connection refused",
      "connection timed out",
      "connection reset",
      "tls handshake timeout",
      "i/o timeout",
      "econnrefused",
      "etimedout",
      "econnreset",
      "enotfound",
      "eai_again",
      "temporary failure in name resolution",
      "service unavailable",
      "bad gateway",
      "gateway timeout",
      "returned error: 5",
      "rate limit exceeded",
      "too many requests",
      "network is unreachable",
      "ssl_error",
    ],
    re: /(?:could not resolve host|connection refused|connection timed out|connection reset|TLS handshake timeout|i\/o timeout|\bE(?:CONNREFUSED|TIMEDOUT|CONNRESET|NOTFOUND|AI_AGAIN)\b|temporary failure in name resolution|50\d (?:Service Unavailable|Bad Gateway|Gateway Time-?out)|returned error: 5\d\d|rate limit exceeded|429 Too Many Requests|network is unreachable|SSL_ERROR)/i,
  },
  {
    kind: "system",
    has: [
      "shutdown signal",
      "operation was canceled",
      "operation was cancelled",
      "has timed out after",
      "maximum execution time",
      "lost communication with the server",
      "max run time exceeded",
      "no output has been received",
      "received sigint",
      "received sigterm",
      "exceeded the maximum time",
      "execution took longer than",
    ],
    re: /(?:received a shutdown signal|operation was cancell?ed|has timed out after \d+|exceeded the maximum (?:execution )?time|lost communication with the server|max run time exceeded|No output has been received in|received SIG(?:INT|TERM)|execution took longer than)/i,
  },

  // Tools in their own words.
  { kind: "tool", has: ["fatal:", "fatal "], re: /^\s*(?:\S{1,60} )?(?:\[?FATAL\]?:? |fatal: )\S/ },
  {
    kind: "tool",
    has: ["error"],
    re: /^\s*(?:[\w./@-]{1,60}: )?\[?(?:error|ERROR|Error)\]?(?: ?\[\w+\])?(?::| -) ?\S/,
  },
  { kind: "tool", has: ["[error]"], re: /^\[(?:ERROR|error)\] \S/ },
  { kind: "tool", has: ["error "], re: /^(?:error|ERROR) (?!code E?LIFECYCLE)\S/ },
  {
    kind: "tool",
    has: ["npm err!", "npm error", "err_pnpm"],
    re: /^(?:npm (?:ERR!|error) (?!A complete log|code ELIFECYCLE|errno|Exit status|Failed at the|This is probably|Test failed|\s)\S|\s*ERR_PNPM_)/,
  },
  {
    kind: "tool",
    has: [
      "e: unable",
      "e: package",
      "e: failed",
      "e: could not",
      "e: sub-process",
      "e: the ",
      "e: version",
      "e: some ",
    ],
    re: /^E: [A-Z]/,
  },
  {
    kind: "tool",
    has: ["##[error]", "::error"],
    re: /^(?:##\[error\]|::error(?: [^:]{0,300})?::)(?!(?:The )?process .{0,300}(?:failed with|completed with) exit code|.{0,40}exited with code)\S/i,
  },
  { kind: "tool", has: ["[taskcluster:error]"], re: /^\[taskcluster:error\] (?!exit status)/ },
  { kind: "tool", has: [": *** "], re: /^(?:make|gmake|mingw32-make)(?:\[\d+\])?: \*\*\* (?!\[)/ },
  { kind: "tool", has: ["failed: [code", "failed: "], re: /^FAILED: (?:\[code=\d+\] )?\S/ },
  { kind: "verdict", has: ["went wrong:"], re: /^\* What went wrong:$/, title: "next", paragraph: true },
  { kind: "verdict", has: ["execution failed for task"], re: /^Execution failed for task /, paragraph: true },
  { kind: "verdict", has: ["failed to solve"], re: /^(?:error|ERROR): failed to solve: / },
  { kind: "tool", has: ["│ error", "╷"], re: /^\s*│ Error: / },
  { kind: "tool", has: ["error ("], re: /^\s*Error \([A-Z_0-9]+\) \S/ },
  {
    kind: "verdict",
    has: ["failed to execute goal"],
    re: /^\[ERROR\] Failed to execute goal (?!.*(?:There are test failures|Compilation failure|There was a timeout))/,
  },
  {
    kind: "tool",
    has: ["unable to", "cannot ", "could not", "couldn't"],
    re: /^\s*(?:[\w.-]{1,40}: )?(?:unable to|cannot|could not|couldn't) [a-z]/i,
  },
  { kind: "tool", has: ["rejected]"], re: /^ ! \[(?:remote )?rejected\]/ },

  // Sums.
  { kind: "summary", has: ["failed to execute goal"], re: /^\[ERROR\] Failed to execute goal / },
  {
    kind: "summary",
    has: ["build failed with an exception"],
    re: /^FAILURE: Build failed with an exception/,
  },
  { kind: "summary", has: [" failed"], re: /^> Task :\S{1,200} FAILED$/ },
  { kind: "summary", has: ["fail\t"], re: /^FAIL\t\S/ },
  {
    kind: "summary",
    has: ["compilation error", "compilation failed"],
    re: /^(?:\[ERROR\] )?COMPILATION (?:ERROR|FAILED)/i,
  },
  {
    kind: "summary",
    has: ["could not compile", "aborting due to"],
    re: /^error: (?:could not compile|aborting due to)/,
  },
  {
    kind: "summary",
    has: ["subprocess-exited-with-error", "failed building wheel", "failed to build"],
    re: /(?:subprocess-exited-with-error|Failed building wheel|Failed to build )/,
  },
  {
    kind: "summary",
    has: ["failures:", "failed tests:", "tests in error", "failed:"],
    re: /^(?:\[ERROR\] +)?(?:Failures:|Failed tests:|Tests in error:|Errors:)/,
    paragraph: true,
  },
  {
    kind: "summary",
    has: ["tests run:"],
    re: /^(?:\[ERROR\] )?Tests run: \d+, .*(?:Failures|Errors): [1-9]/,
  },
  {
    kind: "summary",
    has: [" failed"],
    re: /^(?:=+ |Tests: |Test Suites: |Test Files: )?.{0,60}\b[1-9]\d* (?:failed|failing)\b/,
  },
] as const satisfies readonly ErrorSign[];
