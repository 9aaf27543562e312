import type { Rule } from "../rule.ts";

/** Rust: cargo, rustc, clippy, panics. */
export const rust = [
  {
    id: "rust/compile",
    stage: "compile",
    cause: "app_bug",
    confidence: 0.85,
    signs: [
      {
        has: "error[e",
        re: /^(?:##\[error\])?\s{0,4}error\[(E\d{4})\]: /,
        not: /\[E0554\]|crate for `(?:std|core)`/,
      },
      { has: "could not compile", re: /error: could not compile `([^`]{1,80})`/ },
      { has: "aborting due to", re: /error: (aborting due to) (?:\d{1,9} |\w{1,40} )?previous error/ },
      { has: "linking with", re: /error: (linking with `[^`]{1,40}` failed)/ },
    ],
    nextAction: "Correct the first error of the compiler ({1}).",
    hits: [
      "error[E0425]: cannot find value `foo` in this scope",
      "error: could not compile `app` (lib) due to 1 previous error",
      "error: aborting due to 2 previous errors",
      "error: linking with `cc` failed: exit status: 1",
    ],
    misses: [
      "error[E0554]: `#![feature]` may not be used on the stable release channel",
      "warning: unused variable: `x`",
      "Some errors[E] have details",
      "linking with rust",
      "it could not compile in time",
    ],
  },
  {
    id: "rust/toolchain",
    stage: "environment",
    cause: "environment",
    confidence: 0.84,
    signs: [
      { has: "may not be used on the stable release channel", re: /(stable release channel)/ },
      { has: "can't find crate for `", re: /\[E0463\]: can't find crate for `(std|core)`/ },
      { has: "target may not be installed", re: /the `([\w-]{1,60})` target may not be installed/ },
    ],
    nextAction:
      "Give the job the toolchain, channel or target that the code needs (rust-toolchain.toml, rustup target add): {1}.",
    hits: [
      "error[E0554]: `#![feature]` may not be used on the stable release channel",
      "error[E0463]: can't find crate for `std`",
      "  = note: the `wasm32-unknown-unknown` target may not be installed",
    ],
    misses: ["error[E0463]: can't find crate for `shop`", "the target may not be installed twice"],
  },
  {
    id: "rust/resolve",
    stage: "config",
    cause: "config",
    confidence: 0.84,
    signs: [
      { has: "no matching package named", re: /no matching package named `([^`]{1,80})` found/ },
      {
        has: "failed to select a version for",
        re: /failed to select a version for (?:the requirement )?`([^`]{1,80})/,
      },
      {
        has: "cannot update the lock file",
        re: /(?:cannot update the )(lock file .{1,160}) because --locked/,
      },
      { has: "the lock file", re: /the (lock file .{1,160}) needs to be updated but --locked/ },
      {
        has: "is not supported by the following package",
        re: /(rustc [\d.]{1,12}) is not supported by the following package/,
      },
      {
        has: "cannot be built because it requires rustc",
        re: /package `([^`]{1,80})` cannot be built because it requires rustc/,
      },
      { has: "failed to parse manifest at", re: /failed to parse manifest at `([^`]{1,160})`/ },
      { has: "could not find `cargo.toml`", re: /could not find `(Cargo\.toml)`/ },
      { has: "may only be used on the nightly", re: /(may only be used on the nightly)/ },
      { has: "feature `edition", re: /feature `(edition\d{4})` is required/ },
    ],
    nextAction: "Correct Cargo.toml or Cargo.lock, or the toolchain of the job: {1}.",
    hits: [
      "error: no matching package named `foo` found",
      "error: failed to select a version for `foo`.",
      "error: cannot update the lock file /src/Cargo.lock because --locked was passed to prevent this",
      "error: the lock file /src/Cargo.lock needs to be updated but --locked was passed to prevent this",
      "error: rustc 1.70.0 is not supported by the following packages:",
      "error: package `foo v1.0.0` cannot be built because it requires rustc 1.80 or newer",
      "error: failed to parse manifest at `/src/Cargo.toml`",
      "error: could not find `Cargo.toml` in `/src` or any parent directory",
      "error: the option `Z` is only accepted: may only be used on the nightly channel",
      "feature `edition2024` is required",
    ],
    misses: ["Updating crates.io index", "the lock file is fine", "feature `edition` is stable"],
  },
  {
    id: "rust/registry",
    stage: "infrastructure",
    cause: "environment",
    infrastructure: true,
    recoverable: true,
    confidence: 0.82,
    signs: [
      { has: "failed to get", re: /failed to get `([^`]{1,80})` as a dependency of/ },
      { has: "failed to download from", re: /failed to download from `(https?:[^`]{1,200})`/ },
      { has: "spurious network error", re: /(spurious network error)/ },
      { has: "failed to fetch `https", re: /failed to fetch `(https?:[^`]{1,200})`/ },
      { has: "unable to update registry", re: /[Uu]nable to update registry `([^`]{1,120})`/ },
      { has: "could not download file from", re: /could not download file from '(https?:[^']{1,200})'/ },
    ],
    nextAction: "Run the job again: {1} could not be fetched; where it happens often, cache or vendor it.",
    hits: [
      "error: failed to get `serde` as a dependency of package `app v0.1.0`",
      "  failed to download from `https://static.crates.io/crates/serde/1.0.0/download`",
      "warning: spurious network error (1 tries remaining): [28] Timeout was reached",
      "  failed to fetch `https://github.com/example/lib`",
      "  Unable to update registry `crates-io`",
      "error: could not download file from 'https://static.rust-lang.org/dist/channel-rust-stable.toml'",
    ],
    misses: [
      "Downloaded serde v1.0.0",
      "failed to get user as the test wants",
      "failed to download from cache",
    ],
  },
  {
    id: "rust/panic",
    stage: "assertion",
    cause: "app_bug",
    confidence: 0.64,
    signs: [
      { has: "panicked at", re: /thread '([^']{1,120})' (?:\(\d{1,9}\) )?panicked at/ },
      { has: "test result: failed", re: /test result: (FAILED)\. \d{1,9} passed/ },
    ],
    nextAction: "Read the assertion or panic of {1}.",
    hits: [
      "thread 'tests::adds' panicked at src/lib.rs:12:9:",
      "test result: FAILED. 3 passed; 1 failed; 0 ignored; 0 measured",
    ],
    misses: ["test result: ok. 4 passed; 0 failed", "nobody panicked at all"],
  },
] as const satisfies readonly Rule[];
