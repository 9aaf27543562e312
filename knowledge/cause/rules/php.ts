import type { Rule } from "../rule.ts";

/** PHP: Composer, parse and fatal errors. */
export const php = [
  {
    id: "php/composer",
    stage: "config",
    cause: "config",
    confidence: 0.85,
    signs: [
      { has: "your requirements could not be resolved", re: /(requirements could not be resolved)/ },
      { has: "the lock file is not up to date with", re: /(lock file is not up to date)/ },
      { has: "could not find a matching version of package", re: /matching version of package (\S{1,80})/ },
      {
        has: "it is missing from your system",
        re: /requires (ext-\w{1,40}) .{0,80}missing from your system/,
      },
      { has: "your php version", re: /your php version \((\S{1,20}?)[;)].{0,80} does not satisfy/ },
      {
        has: "is not present in the lock file",
        re: /Required package "([^"]{1,80})" is not present in the lock file/,
      },
      { has: "allow-plugins", re: /(contains a Composer plugin which is blocked by your allow-plugins)/ },
      { has: "platform_check.php", re: /(platform_check\.php)/ },
    ],
    nextAction: "Correct composer.json, the PHP version or its extensions, and commit composer.lock: {1}.",
    hits: [
      "Your requirements could not be resolved to an installable set of packages.",
      "Warning: The lock file is not up to date with the latest changes in composer.json.",
      "Could not find a matching version of package example/thing.",
      "Root composer.json requires PHP extension: requires ext-intl * -> it is missing from your system.",
      "example/thing 2.0 requires php ^8.2 -> your php version (8.1.27) does not satisfy that requirement.",
      '- Required package "example/thing" is not present in the lock file.',
      "example/plugin contains a Composer plugin which is blocked by your allow-plugins config.",
      "Fatal error: Composer detected issues in your platform in /app/vendor/composer/platform_check.php",
    ],
    misses: [
      "Generating optimized autoload files",
      "your php version is fine",
      "it is missing from your system of thought",
      "allow-plugins: true",
    ],
  },
  {
    id: "php/fetch",
    stage: "infrastructure",
    cause: "environment",
    infrastructure: true,
    confidence: 0.86,
    signs: [
      { has: "file could not be downloaded", re: /"(https?:[^"]{1,200})" file could not be downloaded/ },
      { has: "failed to download", re: /Failed to download (\S{1,80}) from dist/ },
      { has: "curl error", re: /curl error (\d{1,3}) while downloading/ },
      { has: "could not authenticate against", re: /Could not authenticate against (\S{1,80})/ },
    ],
    nextAction: "Run the job again: {1} could not be fetched; give Composer a token where it asks for one.",
    hits: [
      'The "https://repo.packagist.org/packages.json" file could not be downloaded: failed to open stream',
      "Failed to download example/thing from dist: timeout",
      "curl error 28 while downloading https://repo.packagist.org/packages.json",
      "Could not authenticate against github.com",
    ],
    misses: [
      "Downloading example/thing (2.0)",
      "curl error page",
      "failed to download picture",
      "the file could not be downloaded twice",
    ],
  },
  {
    id: "php/fatal",
    stage: "compile",
    cause: "app_bug",
    confidence: 0.8,
    signs: [
      { has: "php parse error", re: /PHP Parse error: {1,4}(.{1,100})/ },
      { has: "parse error: syntax error", re: /Parse error: (syntax error.{0,80})/ },
      { has: "php fatal error", re: /PHP Fatal error: (?! {0,4}Allowed memory) {1,4}(.{1,100})/ },
    ],
    nextAction: "Correct the error at the file and line named: {1}.",
    hits: [
      'PHP Parse error:  syntax error, unexpected token ";" in /app/src/A.php on line 12',
      "Parse error: syntax error, unexpected end of file in /app/src/A.php on line 12",
      'PHP Fatal error:  Uncaught Error: Class "Foo" not found in /app/src/A.php:12',
    ],
    misses: [
      "PHP Warning:  Undefined variable $x",
      "PHP Fatal error:  Allowed memory size of 134217728 bytes exhausted",
      "no parse errors found",
    ],
  },
] as const satisfies readonly Rule[];
