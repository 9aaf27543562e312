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
  function_unknown: {
    kind: "usage",
    message: "there is no function {function}",
    hint: "{suggestion}`assay atlas` lists them",
  },
  repository_missing: {
    kind: "missing",
    message: "{folder} is not in a git repository, and Assay keeps what it remembers in one",
    hint: "cd into your repository and run the command again",
  },
  screen_unavailable: {
    kind: "usage",
    message: "the screen needs a terminal ({reason})",
    hint: "use a plain command: `assay inbox`, `assay runs list`, `assay knowledge list` or `assay doctor`, each with --json for programs",
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
    hint: "nothing was changed; restore it from a backup (move a file aside first; restore a table to a point in time), or run `assay doctor`",
  },
  ledger_unavailable: {
    kind: "unavailable",
    message: "{file}: the ledger cannot be used ({reason})",
    hint: "nothing was recorded; {fix}, then run the command again",
  },
  ledger_unsure: {
    kind: "unavailable",
    message: "{file}: whether the events of {stream} were stored is not known ({reason})",
    hint: "{fix}, then run the command again: it goes on from what is stored",
  },
  ledger_contended: {
    kind: "unavailable",
    message: "{stream}: others appended first {attempts} times in a row",
    hint: "nothing was recorded; run the command again",
  },
  ledger_replaced: {
    kind: "unavailable",
    message: "{stream}: a pull brought what others had appended before, while this was decided",
    hint: "nothing was recorded; run the command again",
  },
  ledger_shared_already: {
    kind: "usage",
    message: "the ledger is the table {table}, which the team shares already",
    hint: "there is nothing to push or to pull; `assay config` shows where the ledger is kept",
  },
  ledger_remote_missing: {
    kind: "missing",
    message: "there is no remote {remote} to share the ledger through ({known})",
    hint: "add one: `git remote add {remote} URL`, or name another with --remote",
  },
  ledger_remote_invalid: {
    kind: "invalid",
    message: "the shared ledger is not sound at {place}: {problem}",
    hint: "nothing was changed here; find who wrote it: `git log refs/assay/ledger` at the remote, and put the ref back to the commit before",
  },
  ledger_remote_newer: {
    kind: "invalid",
    message: "the shared ledger was written by a newer Assay (commit {commit})",
    hint: "nothing was changed here; update Assay, then run the command again",
  },
  ledger_remote_apart: {
    kind: "conflict",
    message:
      "the ledger at {remote} does not go on from the one that was taken in last ({known}): its history is another",
    hint: "nothing was changed; agree which one is right; `git push --force {remote} refs/assay/ledger:refs/assay/ledger` puts the one of this clone back",
  },
  ledger_push_refused: {
    kind: "denied",
    message: "{remote}: the remote, or a hook of this clone, does not take the ledger: {words}",
    hint: "nothing was changed there; mend what is named: whoever pushes needs the right to write refs/assay/ledger",
  },
  environment_missing: {
    kind: "bug",
    message: "{name} is not set in the environment of this function",
    hint: "deploy again: infra sets it; `npm run synth` shows what each function gets",
  },
  organisation_unknown: {
    kind: "invalid",
    message: "no settings of an organisation {organisation} are packed with this function",
    hint: "name its settings file in `-c organisations=…` and deploy again",
  },
  message_invalid: {
    kind: "invalid",
    message: "the message is none that this function reads: {problem}",
    hint: "it lies among the dead letters; remove it there, or send it again in the right form",
  },
  queue_unavailable: {
    kind: "unavailable",
    message: "{queue}: the queue takes no messages ({reason})",
    hint: "what is due stays due and is sent again by the next look",
  },
  deployment_refused: {
    kind: "invalid",
    message: "{file}: cannot be deployed: {problem}",
    hint: "{fix}; docs/operators-guide.md says what a deployment needs",
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
  journal_corrupt: {
    kind: "invalid",
    message: "{file}: the journal of the records cannot be read ({reason})",
    hint: "it is only an index: delete {file} and it fills again from the ledger",
  },
  journal_unavailable: {
    kind: "unavailable",
    message: "{file}: the journal of the records cannot be used ({reason})",
    hint: "it is only an index of the ledger: free the disk or wait for the other process, then run the command again",
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
  record_changed: {
    kind: "conflict",
    message: "{records}: changed since it was looked at",
    hint: "nothing was written; look again (`assay knowledge show`), then decide",
  },
  proposal_changed: {
    kind: "conflict",
    message: "{file}: changed since it was looked at",
    hint: "look again (`assay proposal show`), then decide",
  },
  proposal_missing: {
    kind: "missing",
    message: "there is no proposal {id}",
    hint: "`assay proposal list` lists them",
  },
  proposal_ambiguous: {
    kind: "usage",
    message: "{id} is the beginning of {count} proposals: {ids}",
    hint: "type more of the id",
  },
  proposal_invalid: {
    kind: "invalid",
    message: "{file}:{line}: {problem}",
    hint: "{fix}; or remove the file",
  },
  confirmation_needed: {
    kind: "usage",
    message: "this writes, and nobody can be asked here ({reason})",
    hint: "`{command} --dry-run` shows what would change; with --yes it is done",
  },
  run_waiting: {
    kind: "conflict",
    message: "run {run} is not learned from yet ({jobs})",
    hint: "`assay learn` does what waits; then mark it",
  },
  mark_unclear: {
    kind: "usage",
    message: "{problem}",
    hint: "{way}",
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
  git_failed: {
    kind: "invalid",
    message: "git did not do it: {words}",
    hint: "{outcome}mend what git or its hook names, then run the command again",
  },
  head_moved: {
    kind: "conflict",
    message: "{branch} moved on while the commit was made",
    hint: "nothing was committed; look at what is new, then run the command again",
  },
  proposals_unavailable: {
    kind: "unavailable",
    message: "{path}: the proposals cannot be used ({reason})",
    hint: "free the disk, mend the permissions or wait for the other process, then run the command again",
  },
  proposal_path_refused: {
    kind: "denied",
    message: "{path}: {reason}",
    hint: "nothing was read or written there; proposals are plain files `prop_….yaml` in .assay/proposals",
  },
  editor_missing: {
    kind: "usage",
    message: "no editor can be opened ({reason})",
    hint: "set EDITOR and run it in a terminal, or give the new text with `--claim TEXT`",
  },
  editor_failed: {
    kind: "unavailable",
    message: "{editor}: the editor did not end well ({reason})",
    hint: "nothing was changed; what was written is in {draft}",
  },
  config_invalid: {
    kind: "invalid",
    message: "{file}:{line}: {problem}",
    hint: "{fix}; `assay config --help` says what each key means",
  },
  config_unreadable: {
    kind: "unavailable",
    message: "{file}: the settings cannot be read ({reason})",
    hint: "check that it is a file and that you may read it",
  },
  artifacts_unavailable: {
    kind: "unavailable",
    message: "{folder}: the evidence of runs cannot be used ({reason})",
    hint: "{fix}, then run the command again",
  },
  artifact_key_unsafe: {
    kind: "invalid",
    message: "{key}: no evidence is kept under such a name",
    hint: "name the file with letters, digits, dots, dashes and underscores",
  },
  artifact_taken: {
    kind: "conflict",
    message: "{key}: other evidence is kept under this name already, and what is kept is never overwritten",
    hint: "give the file another name and run the command again",
  },
  browser_unavailable: {
    kind: "unavailable",
    message: "no browser can be used: {reason}",
    hint: "`assay qa browser setup` says what is there and how to get one",
  },
  browser_profile_missing: {
    kind: "missing",
    message: "{name}: no browser profile of this name was saved on {platform}{where}",
    hint: "`assay qa browser status` lists the profiles; `assay qa browser step --save-profile NAME` saves one",
  },
  base_url_invalid: {
    kind: "usage",
    message: "{url}: not the address of a web page that a browser may be sent to",
    hint: "give one of http or https without a password, such as http://localhost:3000",
  },
  output_file_refused: {
    kind: "invalid",
    message: "{file}: cannot be written ({reason})",
    hint: "name another file",
  },
  artifact_corrupt: {
    kind: "invalid",
    message: "{file}: is not what was written",
    hint: "delete the file and `assay ingest` the run's reports again",
  },
  artifact_missing: {
    kind: "missing",
    message: "the evidence of run {run} is gone ({digest})",
    hint: "`assay ingest` its reports again, with the commit and job that they are of",
  },
  secrets_unreadable: {
    kind: "unavailable",
    message: "{file}: the secrets cannot be read ({reason}), and without them nothing is masked",
    hint: "nothing was recorded; make the file readable for you, or remove it",
  },
  secret_refused: {
    kind: "denied",
    message: "{place}: holds a secret of the secrets files",
    hint: "nothing was written; {way}",
  },
  command_missing: {
    kind: "missing",
    message: "{program}: there is no such program",
    hint: "check the spelling and the PATH; a line of shell goes into `assay run -- sh -c '…'`",
  },
  command_denied: {
    kind: "denied",
    message: "{program}: the system does not run it ({reason})",
    hint: "make it executable, or name the program that runs it, e.g. `assay run -- node {program}`",
  },
  run_files_unavailable: {
    kind: "unavailable",
    message: "{folder}: the files of a run cannot be used ({reason})",
    hint: "free the disk or mend the permissions, then run the command again",
  },
  report_expected: {
    kind: "usage",
    message: "{file}: is no test report",
    hint: "`assay explain {file}` reads logs; to learn from a run, pass the report that its test runner wrote",
  },
  report_none: {
    kind: "usage",
    message: "nothing was recorded: no report is named, and no recorder left a file in .assay/local/runs",
    hint: "name the reports that your tests wrote, or run the tests by `assay run`; `--allow-empty` is for a CI step that runs always",
  },
  run_missing: {
    kind: "missing",
    message: "there is no run {run}",
    hint: "`assay runs list` lists them",
  },
  run_ambiguous: {
    kind: "usage",
    message: "{run} is the beginning of {count} runs: {runs}",
    hint: "type more of the id",
  },
  part_refused: {
    kind: "conflict",
    message: "part {part} of run {run} is refused: {reason}",
    hint: "nothing was recorded; give each run of a matrix an id of its own, e.g. the CI's run id and attempt",
  },
  parts_missing: {
    kind: "missing",
    message: "run {run} has no parts to close",
    hint: "give its parts first: `assay ingest REPORT --run {run} --part 1/N`; `assay runs list` shows the runs that are recorded",
  },
  records_contended: {
    kind: "unavailable",
    message: "run {run}: others changed the records {attempts} times in a row",
    hint: "the run stays queued; `assay learn` goes on with it",
  },
  project_file_refused: {
    kind: "denied",
    message: "{path}: {reason}",
    hint: "nothing was read or written there; make it a plain file of the work tree, or wire it by hand",
  },
  project_files_unavailable: {
    kind: "unavailable",
    message: "{path}: the file cannot be used ({reason})",
    hint: "free the disk or mend the permissions, then run the command again",
  },
  setup_changed: {
    kind: "conflict",
    message: "{files}: changed since the changes were planned, or not UTF-8",
    hint: "nothing was written; run `assay init` again",
  },
  model_unavailable: {
    kind: "unavailable",
    message: "{model}: gives no answer ({reason})",
    hint: "nothing was decided by it; wait a little, then run the command again",
  },
  model_denied: {
    kind: "denied",
    message: "{model}: may not be asked: {reason}",
    hint: "{way}",
  },
  model_refused: {
    kind: "invalid",
    message: "{model}: request and reply do not fit: {reason}",
    hint: "check `model` in .assay/config.yaml: what it names must understand tools",
  },
  syntax_unavailable: {
    kind: "unavailable",
    message: "{what}: cannot be loaded to read tests as syntax ({reason})",
    hint: "install Assay again: its grammars are missing or damaged; no edit was judged",
  },
  address_unclear: {
    kind: "usage",
    message: "{address}: {problem}",
    hint: "{way}",
  },
  change_missing: {
    kind: "missing",
    message: "no open change has the branch {branch} as its head ({places})",
    hint: "push the branch and open a change, or name one: its address, `owner/name#12` or `#12`",
  },
  check_missing: {
    kind: "missing",
    message: "no check is named {check}; {known}",
    hint: "`assay ci status` lists the checks of a change",
  },
  remote_unavailable: {
    kind: "unavailable",
    message: "{remote}: the remote cannot be reached ({reason})",
    hint: "check the network and that `git fetch` works in this clone, then run the command again",
  },
  push_refused: {
    kind: "denied",
    message: "{branch}: the remote does not take the commit: {words}",
    hint: "nothing was changed there; mend what git names, such as a missing right or a protected branch",
  },
  edit_refused: {
    kind: "denied",
    message: "{path}: {reason}",
    hint: "nothing was written; an edit names a plain file inside of the repository",
  },
  remote_too_large: {
    kind: "invalid",
    message: "{repository}: {what} are more than can be held without a clone ({most})",
    hint: "nothing was written there; in a clone of it commit the files of `.assay/proposals` to a branch of your own and push that, as any change",
  },
  branch_refused: {
    kind: "denied",
    message: "{repository}: the branch {branch} is not written to: {reason}",
    hint: "nothing was written; what is proposed stands on a branch of its own below `assay/`, from which people merge it",
  },
  sandbox_unavailable: {
    kind: "unavailable",
    message: "the tests cannot be run apart from this machine ({reason})",
    hint: "install bubblewrap 0.7 or newer on Linux, or let them run without it: `sandbox: {kind: none}` in .assay/config.yaml",
  },
  settings_untrusted: {
    kind: "denied",
    message:
      "{file}: may be what {change} brings, and a change does not decide how it is checked: {base} has other settings, and what is checked out has commits that {base} lacks",
    hint: "nothing was begun; check out {base} at its remote's state and run it there, where your own settings hold too; or read the file and pass --trust-settings if you stand by it",
  },
  workflow_unknown: {
    kind: "usage",
    message: "there is no workflow {workflow} that is enabled",
    hint: "the enabled ones are {workflows}; `workflows` in .assay/config.yaml defines them",
  },
  change_unknown: {
    kind: "missing",
    message: "{change} is not under QA",
    hint: "`assay change start {change}` begins a run of it",
  },
  change_text_missing: {
    kind: "missing",
    message: "a text of the change's run is gone ({digest})",
    hint: "it was not written; `assay change status` shows what it was to be, and a person writes it",
  },
  webhook_unavailable: {
    kind: "unavailable",
    message: "{host}: the webhook was not told ({reason})",
    hint: "it is not told again; mend the service or `webhook` in .assay/config.yaml",
  },
  watch_unset: {
    kind: "usage",
    message: "no organisation is watched{which}",
    hint: "write `watch: {organisation: NAME, products: [{name: PRODUCT, repositories: [OWNER/NAME]}]}` into .assay/config.yaml; `assay config --help` says what each key means",
  },
  watch_unknown: {
    kind: "usage",
    message: "{repository} is not watched: {reason}",
    hint: "`watch.products` in .assay/config.yaml names what is watched; `assay watch list` shows it",
  },
  pull_unfinished: {
    kind: "unavailable",
    message: "{repository}: learning from run {run} failed ({reason})",
    hint: "nothing of it is lost; `assay learn --pull {repository}` goes on with it, and so does the next look that finds another commit",
  },
  watched_twice: {
    kind: "usage",
    message: "{repository}: is watched already, as {other}",
    hint: "it was renamed or moved; name it once in `watch.products` of .assay/config.yaml",
  },
  failure_unknown: {
    kind: "missing",
    message: "{repository}: there is no failure {failure} to answer in this way",
    hint: "`assay watch status {repository}` lists its failures and what each is answered with",
  },
  product_unknown: {
    kind: "usage",
    message: "there is no product {product}",
    hint: "`watch.products` in .assay/config.yaml names them: {products}",
  },
  week_invalid: {
    kind: "usage",
    message: "{week} is no week",
    hint: "write it as in 2026-W49; not every year has a week 53",
  },
  sweep_missing: {
    kind: "missing",
    message: "{what} is not there",
    hint: "`assay sweep run PRODUCT` sweeps the newest week, `--week` another one",
  },
  forge_unavailable: {
    kind: "unavailable",
    message: "{host}: {asked}: no answer ({reason})",
    hint: "{way}",
  },
  forge_denied: {
    kind: "denied",
    message: "{host}: {asked}: not allowed ({reason})",
    hint: "{way}",
  },
  forge_missing: {
    kind: "missing",
    message: "{host}: {asked}: there is none ({reason})",
    hint: "check the name and number; to a token that may not see it, and without one, what is private is missing",
  },
  forge_refused: {
    kind: "invalid",
    message: "{host}: {asked}: refused ({reason})",
    hint: "nothing was changed; mend what it names, then run the command again",
  },
  forge_unsupported: {
    kind: "invalid",
    message: "{host} is a plain git remote, which has no {what}",
    hint: "`assay proposal request` works there, and people merge by git; where the repository is on GitHub, take `kind: git` out of `forge` in .assay/config.yaml",
  },
  branch_disagrees: {
    kind: "unavailable",
    message: "{branch} stands at {git} in git and at {forge} on the forge",
    hint: "nothing was committed; run the command again in a moment, and where it stays so, see whether the clone's remote is the repository of the change's branch",
  },
  request_content_missing: {
    kind: "missing",
    message: "what {source} proposes is gone ({digest})",
    hint: "nothing was written; hand it over again: `assay proposal request open`, or the run or sweep that it comes from",
  },
  request_contended: {
    kind: "unavailable",
    message: "{repository}: others moved the branch of its {kind} request {tries} times in a row",
    hint: "nothing was overwritten; `assay proposal request refresh` goes on with it",
  },
  request_missing: {
    kind: "missing",
    message: "{repository}: no {kind} request is open",
    hint: "`assay proposal request list` lists them; `assay proposal request open` opens one for the proposals of this clone",
  },
  plan_missing: {
    kind: "missing",
    message: "there is no plan {plan}; there are: {known}",
    hint: "`assay plan list` lists them; {way}",
  },
  plan_invalid: {
    kind: "invalid",
    message: "{file}:{line}: {problem}",
    hint: "{fix}; `assay plan validate {plan}` names all that is wrong with it",
  },
  plan_name_invalid: {
    kind: "usage",
    message: "{plan} is no slug, and a plan is called by one",
    hint: "write lower-case letters and digits with single hyphens between: `assay plan new {slug}`",
  },
  plan_exists: {
    kind: "conflict",
    message: "{file} is there already",
    hint: "nothing was written; `assay plan show {plan}` shows it, or choose another name",
  },
  evals_invalid: {
    kind: "invalid",
    message: "{file}:{line}: {problem}",
    hint: "{fix}; `assay plan schema evals` prints the form, and `assay learn` goes on with the runs that wait for it",
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
