/** Floor: a log cleaner. Splits into lines, strips time stamp and ANSI, and tests one alternation on each. */
import { createReadStream } from "node:fs";

const stamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z /;
const ansi = /\u001b\[[\d;]*m/g;
const word = /error|fail|fatal|exception|panic|denied|timed out|cannot|killed/i;
let found = 0;
const clean = (line) => {
  if (word.test(line.replace(stamp, "").replace(ansi, ""))) found += 1;
};
for (const path of process.argv.slice(2)) {
  let rest = "";
  for await (const chunk of createReadStream(path, { encoding: "utf8", highWaterMark: 1 << 20 })) {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) clean(line);
  }
  clean(rest);
}
console.log(found);
