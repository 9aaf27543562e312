import type { TestFramework } from "../tests/framework.ts";
import { antJunit } from "./ant-junit.ts";
import { ava } from "./ava.ts";
import { bats } from "./bats.ts";
import { boostTest } from "./boost-test.ts";
import { cargoNextest } from "./cargo-nextest.ts";
import { cargoTest } from "./cargo-test.ts";
import { catch2 } from "./catch2.ts";
import { ctest } from "./ctest.ts";
import { cucumber } from "./cucumber.ts";
import { cypress } from "./cypress.ts";
import { dartTest } from "./dart-test.ts";
import { doctest } from "./doctest.ts";
import { dotnetTest } from "./dotnet-test.ts";
import { exunit } from "./exunit.ts";
import { ginkgo } from "./ginkgo.ts";
import { goTest } from "./go-test.ts";
import { gradle } from "./gradle.ts";
import { gtest } from "./gtest.ts";
import { jasmine } from "./jasmine.ts";
import { jest } from "./jest.ts";
import { junitConsole } from "./junit-console.ts";
import { junitText } from "./junit-text.ts";
import { karma } from "./karma.ts";
import { mavenSurefire } from "./maven-surefire.ts";
import { minitest } from "./minitest.ts";
import { mocha } from "./mocha.ts";
import { nodeTest } from "./node-test.ts";
import { nunitConsole } from "./nunit-console.ts";
import { pest } from "./pest.ts";
import { phpunit } from "./phpunit.ts";
import { playwright } from "./playwright.ts";
import { prove } from "./prove.ts";
import { pytest } from "./pytest.ts";
import { rspec } from "./rspec.ts";
import { sbt } from "./sbt.ts";
import { tap } from "./tap.ts";
import { testng } from "./testng.ts";
import { unittest } from "./unittest.ts";
import { vitest } from "./vitest.ts";
import { xctest } from "./xctest.ts";
import { xunitConsole } from "./xunit-console.ts";

/** Every test framework whose log output is read, one line a file. Order decides nothing. */
export const FRAMEWORKS = [
  antJunit,
  ava,
  bats,
  boostTest,
  cargoNextest,
  cargoTest,
  catch2,
  ctest,
  cucumber,
  cypress,
  dartTest,
  doctest,
  dotnetTest,
  exunit,
  ginkgo,
  goTest,
  gradle,
  gtest,
  jasmine,
  jest,
  junitConsole,
  junitText,
  karma,
  mavenSurefire,
  minitest,
  mocha,
  nodeTest,
  nunitConsole,
  pest,
  phpunit,
  playwright,
  prove,
  pytest,
  rspec,
  sbt,
  tap,
  testng,
  unittest,
  vitest,
  xctest,
  xunitConsole,
] as const satisfies readonly TestFramework[];
