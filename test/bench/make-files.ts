import { closeSync, existsSync, mkdirSync, openSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";

/** Deterministic input for the bench: the same bytes in every run and on every machine. */

function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Writes `path` once; a file that is there already is taken as it is. */
function once(path: string, write: (put: (text: string) => void) => void): string {
  if (existsSync(path)) return path;
  const file = openSync(path, "w");
  let buffer = "";
  write((text) => {
    buffer += text;
    if (buffer.length > 1 << 20) {
      writeSync(file, buffer);
      buffer = "";
    }
  });
  writeSync(file, buffer);
  closeSync(file);
  return path;
}

/** A JUnit report of 100,000 tests, about 14 MB, one in a thousand of them failed. */
export function junitFile(folder: string, tests = 100_000): string {
  mkdirSync(folder, { recursive: true });
  return once(join(folder, `junit-${tests}.xml`), (put) => {
    const next = random(7);
    put('<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="all">\n');
    for (let suite = 0; suite < tests / 100; suite += 1) {
      const name = `com.example.shop.module${suite % 40}.Service${suite}Test`;
      put(
        ` <testsuite name="${name}" tests="100" failures="${suite % 10 === 0 ? 1 : 0}" errors="0" skipped="1" time="${next().toFixed(3)}">\n`,
      );
      for (let test = 0; test < 100; test += 1) {
        const open = `  <testcase classname="${name}" name="computesTheRightValueOf_${test}_forCustomer" time="${(next() / 10).toFixed(4)}"`;
        if (test === 50 && suite % 10 === 0) {
          put(
            `${open}>\n   <failure message="expected: &lt;${suite}&gt; but was: &lt;0&gt;" type="org.opentest4j.AssertionFailedError">org.opentest4j.AssertionFailedError: expected: &lt;${suite}&gt; but was: &lt;0&gt;\n`,
          );
          for (let frame = 0; frame < 20; frame += 1)
            put(`\tat ${name}.frame${frame}(Service${suite}Test.java:${frame + 10})\n`);
          put("   </failure>\n  </testcase>\n");
        } else if (test === 99) put(`${open}><skipped message="not on this platform"/></testcase>\n`);
        else put(`${open}/>\n`);
      }
      put(" </testsuite>\n");
    }
    put("</testsuites>\n");
  });
}

const WORDS =
  "resolve fetch build link pack copy compile transform bundle index cache restore verify sign upload store".split(
    " ",
  );

/** A GitHub Actions log of about `megabytes`; the failing form ends in a failed test step. */
export function logFile(folder: string, megabytes: number, failing: boolean): string {
  mkdirSync(folder, { recursive: true });
  return once(join(folder, `log-${megabytes}-${failing ? "fail" : "pass"}.log`), (put) => {
    const next = random(failing ? 11 : 13);
    let at = Date.UTC(2026, 0, 5, 8);
    let bytes = 0;
    const line = (text: string): void => {
      at += Math.floor(next() * 4);
      const whole = `${new Date(at).toISOString().slice(0, -1)}${String(Math.floor(next() * 1e4)).padStart(4, "0")}Z ${text}\n`;
      bytes += whole.length;
      put(whole);
    };
    const pick = (): string => WORDS[Math.floor(next() * WORDS.length)] as string;
    line("##[group]Run actions/checkout@v4");
    line("with:");
    line("##[endgroup]");
    for (let step = 0; bytes < megabytes * 1e6; step += 1) {
      line(`##[group]Run npm run stage-${step % 20}`);
      line(`\u001b[36;1mnpm run stage-${step % 20} || echo "error: stage failed"\u001b[0m`);
      line("shell: /usr/bin/bash -e {0}");
      line("##[endgroup]");
      for (let n = 0; n < 2_000; n += 1) {
        const kind = next();
        if (kind < 0.4)
          line(
            `\u001b[32m  ✓\u001b[39m ${pick()} ${pick()} of package-${Math.floor(next() * 5000)} (${Math.floor(next() * 90)} ms)`,
          );
        else if (kind < 0.6)
          line(
            `[${String(Math.floor(next() * 100)).padStart(3)}%] Building CXX object src/CMakeFiles/${pick()}.dir/${pick()}_${Math.floor(next() * 900)}.cpp.o`,
          );
        else if (kind < 0.8)
          line(
            `Downloaded https://repo.example.invalid/maven2/org/example/${pick()}/${pick()}-${Math.floor(next() * 9)}.${Math.floor(next() * 20)}.jar (${Math.floor(next() * 900)} kB at ${Math.floor(next() * 9)}.2 MB/s)`,
          );
        else if (kind < 0.98)
          line(
            `${pick()}: ${pick()} 0x${Math.floor(next() * 2 ** 32).toString(16)} in ${next().toFixed(3)}s -> /home/runner/work/shop/shop/dist/${pick()}/${Math.floor(next() * 1e6)}`,
          );
        else line(`warning: ${pick()} is deprecated, use ${pick()} instead`);
      }
    }
    line("##[group]Run npm test");
    line("\u001b[36;1mnpm test\u001b[0m");
    line("##[endgroup]");
    if (failing) {
      line(" FAIL  test/total.test.ts > checkout > total includes shipping");
      line("AssertionError: expected 999 to be 1299 // Object.is equality");
      line("- Expected");
      line("+ Received");
      line("- 1299");
      line("+ 999");
      line(" ❯ test/total.test.ts:14:24");
      line(" Test Files  1 failed | 211 passed (212)");
      line("      Tests  1 failed | 1811 passed (1812)");
      line("##[error]Process completed with exit code 1.");
    } else {
      line(" Test Files  212 passed (212)");
      line("      Tests  1812 passed (1812)");
    }
    line("Post job cleanup.");
    line("Cleaning up orphan processes");
  });
}

/** A log of about two kilobytes. */
export function smallLog(folder: string): string {
  mkdirSync(folder, { recursive: true });
  return once(join(folder, "small.log"), (put) => {
    for (let n = 0; n < 24; n += 1)
      put(
        `2026-01-05T08:00:${String(n).padStart(2, "0")}.1234567Z step ${n} of the build is done without a word\n`,
      );
    put(
      "2026-01-05T08:01:00.1234567Z src/total.ts(18,3): error TS2322: Type 'string' is not assignable to type 'number'.\n",
    );
    put("2026-01-05T08:01:01.1234567Z ##[error]Process completed with exit code 2.\n");
  });
}

export function megabytes(path: string): number {
  return statSync(path).size / 1e6;
}
