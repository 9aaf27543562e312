import type { Rule } from "../rule.ts";

/** .NET: compilers, MSBuild, NuGet. */
export const dotnet = [
  {
    id: "dotnet/compile",
    stage: "compile",
    cause: "app_bug",
    inTests: "test_bug",
    confidence: 0.86,
    signs: [
      { has: "error cs", re: /(?<!\S)(\S{0,200}): [Ee]rror (?:CS\d{4}): / },
      { has: "error fs", re: /(?<!\S)(\S{0,200}): [Ee]rror (?:FS\d{4}): / },
      { has: "error bc", re: /(?<!\S)(\S{0,200}): [Ee]rror (?:BC\d{4,5}): / },
      { has: "error ca", re: /(?<!\S)(\S{0,200}): [Ee]rror (?:CA\d{4}): / },
      { has: "error ide", re: /(?<!\S)(\S{0,200}): [Ee]rror (?:IDE\d{4}): / },
    ],
    nextAction: "Correct the error at {1}.",
    hits: [
      "/src/App/Program.cs(12,5): error CS1002: ; expected [/src/App/App.csproj]",
      "##[error]Program.cs(3,5): Error CS0103: The name 'totl' does not exist in the current context",
      "/src/App/Program.fs(12,5): error FS0039: The value 'foo' is not defined",
      "Program.vb(4): error BC30451: 'foo' is not declared.",
      "/src/App/Program.cs(12,5): error CA1822: Mark members as static",
      "/src/App/Program.cs(1,1): error IDE0055: Fix formatting",
    ],
    misses: [
      "warning CS0168: The variable 'e' is declared but never used",
      "0 Error(s)",
      "error case: none",
      "error before: x",
      "error idea: x",
      "error fsck: x",
    ],
  },
  {
    id: "dotnet/restore",
    stage: "environment",
    cause: "environment",
    confidence: 0.8,
    signs: [
      { has: "error nu1101", re: /error (NU1101): / },
      { has: "error nu1102", re: /error (NU1102): / },
      { has: "error nu1202", re: /error (NU1202): / },
      { has: "error nu1403", re: /error (NU1403): / },
      { has: "error nu1004", re: /error (NU1004): / },
      { has: "error nu1605", re: /error (NU1605): / },
      { has: "unable to find package", re: /Unable to find package ([\w.]{1,100})/ },
      {
        has: "the current .net sdk does not support targeting",
        re: /(does not support targeting \.NET\S{0,4} \S{1,12})/,
      },
      { has: "error netsdk", re: /error (NETSDK\d{4}): / },
      { has: "you must install or update .net to run", re: /(You must install or update \.NET)/ },
      { has: "a compatible .net sdk was not found", re: /(A compatible .NET SDK was not found)/ },
      { has: "error msb4019", re: /error (MSB4019): / },
      { has: "error msb3644", re: /error (MSB3644): / },
    ],
    nextAction: "Correct the package, its source or the SDK of the job: {1}.",
    hits: [
      "/src/App.csproj : error NU1101: Unable to find package Foo. No packages exist with this id in source(s): nuget.org",
      "error NU1102: Unable to find package Foo with version (>= 9.9.9)",
      "error NU1202: Package Foo 1.0.0 is not compatible with net48",
      "error NU1403: Package content hash validation failed for Foo.1.0.0.",
      "error NU1004: The packages lock file is inconsistent with the project dependencies",
      "error NU1605: Detected package downgrade: Foo from 2.0.0 to 1.0.0.",
      "Unable to find package Foo.Bar. No packages exist with this id",
      "error NETSDK1045: The current .NET SDK does not support targeting .NET 9.0.",
      "error NETSDK1004: Assets file 'obj/project.assets.json' not found.",
      "You must install or update .NET to run this application.",
      "A compatible .NET SDK was not found.",
      'error MSB4019: The imported project "x.targets" was not found.',
      "error MSB3644: The reference assemblies for .NETFramework,Version=v4.5 were not found.",
    ],
    misses: [
      "warning NU1605: Detected package downgrade",
      "Restored /src/App.csproj",
      "finding packages",
      "NETSDK version 9",
    ],
  },
  {
    id: "dotnet/feed",
    stage: "infrastructure",
    cause: "environment",
    infrastructure: true,
    confidence: 0.87,
    signs: [
      { has: "error nu1301", re: /error (NU1301): / },
      {
        has: "unable to load the service index for source",
        re: /Unable to load the service index for source (\S{1,200})/,
      },
      {
        has: "failed to retrieve information about",
        re: /Failed to retrieve information about '([^']{1,100})' from remote source/,
      },
    ],
    nextAction:
      "Run the job again once the package feed answers ({1}); check its credentials if it is private.",
    hits: [
      "error NU1301: Unable to load the service index",
      "Unable to load the service index for source https://nuget.example.org/v3/index.json.",
      "Failed to retrieve information about 'Foo' from remote source 'https://nuget.example.org/x'.",
    ],
    misses: ["service index loaded", "failed to retrieve information about users", "NU1301"],
  },
  {
    id: "dotnet/locked-file",
    stage: "environment",
    cause: "environment",
    confidence: 0.8,
    signs: [
      {
        has: "the file is locked by",
        re: /error MSB30(?:21|27).{1,500}(The file is locked by: "[^"]{1,80}")/,
      },
    ],
    nextAction:
      "End the process that holds the file before the build (or build without shared servers), then run the job again: {1}.",
    hits: [
      'error MSB3027: Could not copy "a.dll" to "bin/a.dll". Exceeded retry count of 10. Failed. The file is locked by: "VBCSCompiler (4211)"',
    ],
    misses: ["the file is locked by its owner"],
  },
] as const satisfies readonly Rule[];
