import type { Rule } from "../rule.ts";
import { apple } from "./apple.ts";
import { assertion } from "./assertion.ts";
import { bazel } from "./bazel.ts";
import { configuration } from "./configuration.ts";
import { deno } from "./deno.ts";
import { diskFull } from "./disk-full.ts";
import { docker } from "./docker.ts";
import { dotnet } from "./dotnet.ts";
import { dynamicLibraries } from "./dynamic-libraries.ts";
import { elixir } from "./elixir.ts";
import { exitStatus } from "./exit-status.ts";
import { generatedCode } from "./generated-code.ts";
import { git } from "./git.ts";
import { githubRunner } from "./github-runner.ts";
import { gitlabRunner } from "./gitlab-runner.ts";
import { go } from "./go.ts";
import { gradle } from "./gradle.ts";
import { haskell } from "./haskell.ts";
import { hostedRunners } from "./hosted-runners.ts";
import { java } from "./java.ts";
import { javascript } from "./javascript.ts";
import { jenkins } from "./jenkins.ts";
import { jobTimeout } from "./job-timeout.ts";
import { lint } from "./lint.ts";
import { maven } from "./maven.ts";
import { memory } from "./memory.ts";
import { modelProvider } from "./model-provider.ts";
import { nativeCode } from "./native-code.ts";
import { network } from "./network.ts";
import { nix } from "./nix.ts";
import { npm } from "./npm.ts";
import { ocaml } from "./ocaml.ts";
import { php } from "./php.ts";
import { pip } from "./pip.ts";
import { python } from "./python.ts";
import { rateLimit } from "./rate-limit.ts";
import { ruby } from "./ruby.ts";
import { rust } from "./rust.ts";
import { scala } from "./scala.ts";
import { serviceDown } from "./service-down.ts";
import { systemPackages } from "./system-packages.ts";
import { terraform } from "./terraform.ts";
import { testFault } from "./test-fault.ts";
import { testTimeout } from "./test-timeout.ts";

/** Every rule, one line a file. Order carries no meaning (a test shuffles it). */
export const RULES: readonly Rule[] = [
  ...apple,
  ...assertion,
  ...bazel,
  ...configuration,
  ...deno,
  ...diskFull,
  ...docker,
  ...dotnet,
  ...dynamicLibraries,
  ...elixir,
  ...exitStatus,
  ...generatedCode,
  ...git,
  ...githubRunner,
  ...gitlabRunner,
  ...go,
  ...gradle,
  ...haskell,
  ...hostedRunners,
  ...java,
  ...javascript,
  ...jenkins,
  ...jobTimeout,
  ...lint,
  ...maven,
  ...memory,
  ...modelProvider,
  ...nativeCode,
  ...network,
  ...nix,
  ...npm,
  ...ocaml,
  ...php,
  ...pip,
  ...python,
  ...rateLimit,
  ...ruby,
  ...rust,
  ...scala,
  ...serviceDown,
  ...systemPackages,
  ...terraform,
  ...testFault,
  ...testTimeout,
];
