import type { ReportReader } from "../reader.ts";
import { assayRun } from "./assay-run.ts";
import { ctrf } from "./ctrf.ts";
import { cucumberJson } from "./cucumber-json.ts";
import { goTestJson } from "./go-test-json.ts";
import { jestJson } from "./jest-json.ts";
import { jsonOther } from "./json-other.ts";
import { junit } from "./junit.ts";
import { mochaJson } from "./mocha-json.ts";
import { mochaJsonStream } from "./mocha-json-stream.ts";
import { mochawesome } from "./mochawesome.ts";
import { nunit } from "./nunit.ts";
import { otherXml } from "./other-xml.ts";
import { playwrightJson } from "./playwright-json.ts";
import { rspecJson } from "./rspec-json.ts";
import { tap } from "./tap.ts";
import { testng } from "./testng.ts";
import { trx } from "./trx.ts";
import { vitestJson } from "./vitest-json.ts";
import { xunit } from "./xunit.ts";

/** Every report format, one line a file. */
export const READERS = [
  assayRun,
  ctrf,
  cucumberJson,
  goTestJson,
  jestJson,
  jsonOther,
  junit,
  mochaJson,
  mochaJsonStream,
  mochawesome,
  nunit,
  otherXml,
  playwrightJson,
  rspecJson,
  tap,
  testng,
  trx,
  vitestJson,
  xunit,
] as const satisfies readonly ReportReader[];
