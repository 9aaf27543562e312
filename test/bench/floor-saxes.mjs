/** Floor: saxes alone over one file, counting elements. */
import { createReadStream } from "node:fs";
import { SaxesParser } from "saxes";

const parser = new SaxesParser();
let elements = 0;
parser.on("opentag", () => {
  elements += 1;
});
const stream = createReadStream(process.argv[2], { encoding: "utf8", highWaterMark: 1 << 20 });
for await (const chunk of stream) parser.write(chunk);
parser.close();
console.log(elements);
