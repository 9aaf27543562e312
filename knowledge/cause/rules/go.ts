import type { Rule } from "../rule.ts";

/** Go: modules, build, vet, panics. */
export const go = [
  {
    id: "go/proxy",
    stage: "infrastructure",
    cause: "environment",
    infrastructure: true,
    confidence: 0.88,
    signs: [
      {
        has: "proxy.golang.org",
        re: /Get "(https:\/\/proxy\.golang\.org\S{1,200})": .{0,200}(?:timeout|reset|refused|EOF|no such host|unreachable|GOAWAY|stream error)/,
      },
      {
        has: "sum.golang.org",
        re: /(sum\.golang\.org).{0,200}(?:timeout|reset|refused|EOF|no such host|5\d\d)/,
      },
      {
        has: "reading https://proxy.golang.org",
        re: /reading (https:\/\/proxy\.golang\.org\S{1,200}): 5\d\d/,
      },
    ],
    nextAction:
      "Run the job again: the module proxy did not deliver; where it happens often, cache modules ({1}).",
    hits: [
      'example.org/lib@v1.0.0: Get "https://proxy.golang.org/example.org/lib/@v/v1.0.0.zip": read tcp 10.0.0.4:40112->203.0.113.9:443: read: connection reset by peer',
      "verifying example.org/lib@v1.0.0: sum.golang.org/lookup: dial tcp: i/o timeout",
      "reading https://proxy.golang.org/example.org/lib/@v/list: 502 Bad Gateway",
    ],
    misses: ["GOPROXY=https://proxy.golang.org,direct", "GONOSUMDB: sum.golang.org"],
  },
  {
    id: "go/module",
    stage: "config",
    cause: "config",
    confidence: 0.82,
    signs: [
      { has: "updates to go.mod needed", re: /(updates to go\.mod needed)/ },
      {
        has: "missing go.sum entry",
        re: /missing go\.sum entry for (?:module providing package )?(\S{1,120})/,
      },
      { has: "no required module provides package", re: /no required module provides package (\S{1,120})/ },
      { has: "unknown revision", re: /(?<!\S)(\S{1,160}): .{0,80}unknown revision/ },
      { has: "cannot find module providing package", re: /cannot find module providing package (\S{1,120})/ },
      { has: "security error", re: /(SECURITY ERROR)/ },
      { has: "checksum mismatch", re: /verifying (\S{1,160}): checksum mismatch/ },
      { has: "inconsistent vendoring", re: /(inconsistent vendoring)/ },
      { has: "go.mod file not found", re: /(go\.mod) file not found/ },
      { has: "requires go >=", re: /requires (go >= ?[\d.]{1,10})/ },
      { has: "invalid go version", re: /invalid go version '([^']{1,20})'/ },
      { has: "is not in std", re: /package (\S{1,120}) is not in (?:std|GOROOT)/ },
    ],
    nextAction: "Correct go.mod, go.sum or the Go version of the job, and commit them: {1}.",
    hits: [
      "go: updates to go.mod needed; to update it:",
      "missing go.sum entry for module providing package example.org/lib (imported by example.org/app)",
      "main.go:4:2: no required module provides package example.org/lib; to add it:",
      "go: example.org/lib@v9.9.9: invalid version: unknown revision v9.9.9",
      "cannot find module providing package example.org/lib",
      "SECURITY ERROR",
      "verifying example.org/lib@v1.0.0: checksum mismatch",
      "go: inconsistent vendoring in /src:",
      "go: go.mod file not found in current directory or any parent directory; see 'go help modules'",
      "go: example.org/lib@v1 requires go >= 1.24 (running go 1.22)",
      "go: errors parsing go.mod: go.mod:3: invalid go version '1.22.x': must match format 1.23",
      "main.go:4:2: package slices is not in std (/usr/local/go/src/slices)",
    ],
    misses: [
      "go: downloading example.org/lib v1.0.0",
      "checksum mismatch in upload test",
      "it is not in stdout",
    ],
  },
  {
    id: "go/build",
    stage: "compile",
    cause: "app_bug",
    inTests: "test_bug",
    confidence: 0.83,
    signs: [
      {
        has: ".go:",
        re: /^(?:##\[error\])?(?:vet: )?(\.{0,2}[\w./@-]{1,200}\.go):\d{1,6}:\d{1,6}: (?!warning)(?:.{0,160}(?:undefined|declared and not used|declared but not used|imported and not used|cannot use|syntax error|missing return|not enough arguments|too many arguments|redeclared|does not implement|has no field or method|mismatched types|assignment mismatch|unknown field|expected |undeclared|invalid operation|duplicate case|non-name|not a type|could not import))/,
      },
      { has: "[build failed]", re: /^FAIL\s{1,8}(\S{1,160}) \[build failed\]/ },
      { has: "[setup failed]", re: /^FAIL\s{1,8}(\S{1,160}) \[setup failed\]/ },
      { has: "import cycle not allowed", re: /(import cycle not allowed)/ },
      { has: "build constraints exclude all go files", re: /(build constraints exclude all Go files)/ },
    ],
    nextAction: "Correct the first build error in {1}.",
    hits: [
      "./main.go:12:5: undefined: foo",
      "FAIL\texample.org/app/api [build failed]",
      "FAIL\texample.org/app/api [setup failed]",
      "package example.org/app: import cycle not allowed",
      "package example.org/x: build constraints exclude all Go files in /src/x",
    ],
    misses: [
      "    app_test.go:12: got 1, want 2",
      "\t/src/main.go:12 +0x24e",
      "ok  \texample.org/app/api\t0.01s",
      "FAIL\texample.org/app/api\t0.02s",
    ],
  },
  {
    id: "go/panic",
    stage: "assertion",
    cause: "app_bug",
    confidence: 0.68,
    signs: [
      { has: "panic:", re: /^\s{0,8}panic: (?!test timed out)(.{1,100})/ },
      { has: "fatal error: all goroutines are asleep", re: /(all goroutines are asleep)/ },
      { has: "warning: data race", re: /(WARNING: DATA RACE)/ },
      { has: "fatal error: concurrent map", re: /(concurrent map \w{1,20})/ },
    ],
    nextAction: "Follow the first goroutine's stack to your own code: {1}.",
    hits: [
      "panic: runtime error: index out of range [3] with length 3",
      "fatal error: all goroutines are asleep - deadlock!",
      "WARNING: DATA RACE",
      "fatal error: concurrent map writes",
    ],
    misses: ["panic: test timed out after 10m0s", "recovered from panic: ok", "no data race"],
  },
] as const satisfies readonly Rule[];
