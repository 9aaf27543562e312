/**
 * The one error class of the product and the table of every code it can carry.
 *
 * An expected outcome ("the answer is no") is a value, never one of these; an `AssayError` means that
 * the question could not be answered. Adapters translate foreign errors at their edge.
 */

/** What a caller may do about an error. The CLI and the Lambdas each map every kind to an outcome. */
export const ERROR_KINDS = [
  "usage",
  "missing",
  "conflict",
  "invalid",
  "unavailable",
  "denied",
  "bug",
] as const;

export type ErrorKind = (typeof ERROR_KINDS)[number];

interface ErrorRow {
  readonly kind: ErrorKind;
  /** One sentence; `{name}` is filled from the error's data. */
  readonly message: string;
  /** How the person gets out of it. */
  readonly hint: string;
}

/** Every error code. A code that nothing throws fails the architecture tests. */
export const ERRORS = {
  input_invalid: {
    kind: "usage",
    message: "the input of {operation} is not valid: {problem}",
    hint: "`assay atlas` prints what each operation takes",
  },
  usage_invalid: {
    kind: "usage",
    message: "{problem}",
    hint: "`{command} --help` shows how it is used",
  },
  command_unknown: {
    kind: "usage",
    message: "there is no command `{command}`",
    hint: "{suggestion}`assay --help` lists the commands",
  },
  repository_missing: {
    kind: "missing",
    message: "{folder} is not in a git repository, and Assay keeps what it remembers in one",
    hint: "cd into your repository and run the command again",
  },
  output_unwritable: {
    kind: "unavailable",
    message: "the output cannot be written ({reason})",
    hint: "free the disk or write somewhere else, then run the command again",
  },
  internal: {
    kind: "bug",
    message: "{problem}",
    hint: "this is a fault of Assay: run the command again with ASSAY_DEBUG=1 and report what it prints, with `assay doctor --json`",
  },
  source_missing: {
    kind: "missing",
    message: "{file}: no such file",
    hint: "check the path; `-` reads standard input",
  },
  source_is_folder: {
    kind: "usage",
    message: "{file} is a folder",
    hint: "name its files, e.g. {file}/*.xml",
  },
  source_unreadable: {
    kind: "unavailable",
    message: "{file}: cannot be read ({reason})",
    hint: "check that it is a file and that you may read it",
  },
  archive_refused: {
    kind: "invalid",
    message: "{file}: the archive is refused: {reason}",
    hint: "unpack it yourself and pass the files that you trust",
  },
  ledger_corrupt: {
    kind: "invalid",
    message: "{file}: the ledger cannot be read ({reason})",
    hint: "nothing was changed; move the file aside and restore it from a backup, or run `assay doctor`",
  },
  ledger_unavailable: {
    kind: "unavailable",
    message: "{file}: the ledger cannot be used ({reason})",
    hint: "nothing was recorded; free the disk or wait for the other process, then run the command again",
  },
  ledger_contended: {
    kind: "unavailable",
    message: "{stream}: others appended first {attempts} times in a row",
    hint: "nothing was recorded; run the command again",
  },
  batch_too_large: {
    kind: "invalid",
    message: "a batch of {bytes} bytes for {stream} is over the limit of {limit}",
    hint: "put large values into artifacts and cut the batch into chunks",
  },
  history_corrupt: {
    kind: "invalid",
    message: "{file}: the history of test results cannot be read ({reason})",
    hint: "it is only an index: delete {file} and it fills again from the next reports",
  },
  history_unavailable: {
    kind: "unavailable",
    message: "{file}: the history of test results cannot be used ({reason})",
    hint: "the results of this run were not kept; free the disk or wait for the other process, then run the command again",
  },
  record_invalid: {
    kind: "invalid",
    message: "{record}: {key}: {problem}",
    hint: "nothing was written; {fix}",
  },
  record_path_refused: {
    kind: "denied",
    message: "{path}: {reason}",
    hint: "nothing was read or written there; records are plain files inside the knowledge folder",
  },
  records_unavailable: {
    kind: "unavailable",
    message: "{path}: the records cannot be used ({reason})",
    hint: "free the disk, mend the permissions or wait for the other process, then run the command again",
  },
  record_missing: {
    kind: "missing",
    message: "there is no record {id}",
    hint: "{suggestion}`assay knowledge list --all` lists every record",
  },
  record_ambiguous: {
    kind: "usage",
    message: "{id} is the beginning of {count} ids: {ids}",
    hint: "type more of the id",
  },
  base_missing: {
    kind: "missing",
    message: "{base}: {reason}",
    hint: "fetch the history that is missing: in GitHub Actions give actions/checkout `fetch-depth: 0`, elsewhere run `git fetch --unshallow` or fetch the branch",
  },
  git_unavailable: {
    kind: "unavailable",
    message: "git cannot be asked ({reason})",
    hint: "`assay doctor` says whether git is found; mend what it names, then run the command again",
  },
  store_newer: {
    kind: "invalid",
    message: "{file}: written by a newer Assay (schema {found}; this one knows {known})",
    hint: "nothing was changed; update Assay",
  },
} as const satisfies Record<string, ErrorRow>;

/** A key of {@link ERRORS}. */
export type ErrorCode = keyof typeof ERRORS;

/** Values an error may carry: JSON only, so that an error crosses a process boundary whole. */
export type ErrorData = Readonly<Record<string, string | number | boolean | null>>;

/** An error with a code of the table, JSON-safe data and, where one exists, the foreign cause. */
export class AssayError extends Error {
  readonly code: ErrorCode;
  readonly data: ErrorData;

  constructor(code: ErrorCode, data: ErrorData = {}, cause?: unknown) {
    super(fill(ERRORS[code].message, data), cause === undefined ? undefined : { cause });
    this.name = "AssayError";
    this.code = code;
    this.data = data;
  }

  get kind(): ErrorKind {
    return ERRORS[this.code].kind;
  }

  get hint(): string {
    return fill(ERRORS[this.code].hint, this.data);
  }
}

function fill(template: string, data: ErrorData): string {
  return template.replace(/\{(\w+)\}/g, (whole, key: string) => (key in data ? String(data[key]) : whole));
}
