import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { basename, join } from "node:path";
import {
  AssayError,
  type Browser,
  CONFIG_PATH,
  type Deps,
  KNOWLEDGE_FOLDER,
  type Messages,
  matchGlob,
  PROPOSALS_FOLDER,
  readConfig,
  type Watch,
} from "#knowledge";
import { lateHistory } from "#knowledge/adapters/files/late-history";
import { lateJournal } from "#knowledge/adapters/files/late-journal";
import { lateRecordIndex } from "#knowledge/adapters/files/late-record-index";
import { lateRecords } from "#knowledge/adapters/files/late-records";
import { fileSources } from "#knowledge/adapters/files/sources";
import { fileWatch } from "#knowledge/adapters/files/watch";
import { shellBrowser } from "#knowledge/adapters/shell/browser";
import { shellHost } from "#knowledge/adapters/shell/host";
import { findGitFolder, findStateFolder } from "#knowledge/adapters/shell/state-folder";
import { findWorkTree } from "#knowledge/adapters/shell/work-tree";
import { lateLedger } from "#knowledge/adapters/sqlite/late-ledger";
import { isCi } from "#knowledge/adapters/system/ci";
import { systemClock } from "#knowledge/adapters/system/clock";
import { systemHolder } from "#knowledge/adapters/system/holder";
import { systemIds } from "#knowledge/adapters/system/ids";
import { latePort } from "#knowledge/adapters/system/late-port";
import { systemPause } from "#knowledge/adapters/system/pause";
import { httpWebhook } from "#knowledge/adapters/system/webhook";
import { formatMessage } from "./format/learning.ts";
import { packageJson } from "./package-json.ts";
import { createStyle, wantsColour } from "./terminal/style.ts";

/** What is of this machine alone, relative to the top of the work tree. */
const LOCAL_FOLDER = ".assay/local";

/** The ports on this machine. Each adapter is made when an operation first asks for it. */
export function compose(): Deps {
  const { env, stdout, versions } = process;
  const cwd = process.cwd();
  const workTree = async () => {
    const top = await findWorkTree(cwd, env);
    if (top === null) throw new AssayError("repository_missing", { folder: cwd });
    return top;
  };
  const recordFolders = (top: string) => ({
    root: join(top, KNOWLEDGE_FOLDER),
    state: join(top, ".assay/local"),
  });
  const openRecords = async () => {
    const folders = recordFolders(await workTree());
    const { fileRecords, headName } = await import("#knowledge/adapters/git/work-tree-records");
    return fileRecords(folders, async () => headName(await place()));
  };
  const stateFolder = async () => {
    const folder = await findStateFolder(cwd, env);
    if (folder === null) throw new AssayError("repository_missing", { folder: cwd });
    return folder;
  };
  const local = async () => join(await workTree(), LOCAL_FOLDER);
  const place = async () => ({ cwd: await workTree(), env });
  // One trouble can stand in the way of several steps; it is told once.
  const noted = new Set<string>();
  const messages: Messages = {
    tell: (message) => {
      if (message.kind === "note" && noted.has(message.text)) return;
      if (message.kind === "note") noted.add(message.text);
      process.stderr.write(formatMessage(message, createStyle(wantsColour(env, process.stderr))));
    },
  };
  const readSettings = async () => {
    const top = await findWorkTree(cwd, env);
    if (top === null) return readConfig({ read: async () => null });
    const { configFile } = await import("#knowledge/adapters/files/config-file");
    return readConfig(configFile(top, CONFIG_PATH));
  };
  let settings: ReturnType<typeof readSettings> | undefined;
  /** The table that the settings name as the ledger, or null where it is a file of this clone. */
  const ledgerTable = async () => {
    settings ??= readSettings();
    const { ledger, aws } = await settings;
    return ledger === "dynamodb" && aws?.table != null ? { region: aws.region, table: aws.table } : null;
  };
  const ledger = lateLedger(async () => {
    const table = await ledgerTable();
    if (table !== null) {
      const { dynamodbLedger } = await import("#knowledge/adapters/dynamodb/ledger");
      return dynamodbLedger({ ...table, clock: systemClock });
    }
    const { sqliteLedger } = await import("#knowledge/adapters/sqlite/ledger");
    return sqliteLedger(join(await stateFolder(), "ledger.db"), systemClock);
  });
  const openGithub = async () => {
    const [{ githubClients }, { githubAuth }] = await Promise.all([
      import("#knowledge/adapters/github/github-clients"),
      import("#knowledge/adapters/github/github-auth"),
    ]);
    settings ??= readSettings();
    const { host, api: named, writePauseMs: pauseMs } = (await settings).forge;
    const api = env.ASSAY_GITHUB_API || named;
    const options = {
      host,
      api,
      auth: await githubAuth(env, api),
      userAgent: `assay/${packageJson.version}`,
      log: (text: string) => messages.tell({ kind: "note", text }),
      pauseMs,
    };
    return [options, githubClients(options)] as const;
  };
  let opened: ReturnType<typeof openGithub> | undefined;
  /** How GitHub is asked, and the clients, which the ports share so that they keep one pace. */
  const github = () => {
    opened ??= openGithub();
    return opened;
  };
  return {
    mode: isCi(env) ? "ci" : "local",
    artifacts: latePort(async () => {
      settings ??= readSettings();
      const { artifacts, aws } = await settings;
      if (artifacts === "s3" && aws?.bucket != null) {
        const { s3Artifacts } = await import("#knowledge/adapters/s3/artifacts");
        const pathStyle = Boolean(env.AWS_ENDPOINT_URL_S3 || env.AWS_ENDPOINT_URL);
        return s3Artifacts({ region: aws.region, bucket: aws.bucket, pathStyle });
      }
      const { fileArtifacts } = await import("#knowledge/adapters/files/artifacts");
      return fileArtifacts(join(await stateFolder(), "artifacts"));
    }),
    ledger,
    messages,
    person: latePort(async () => {
      const { gitPerson } = await import("#knowledge/adapters/git/person");
      return gitPerson(await place());
    }),
    drafts: latePort(async () => {
      const { fileDrafts } = await import("#knowledge/adapters/files/drafts");
      return fileDrafts(await workTree());
    }),
    editor: latePort(async () => {
      const { shellEditor } = await import("#knowledge/adapters/shell/editor");
      return shellEditor({ env, isTerminal: process.stdin.isTTY === true && stdout.isTTY === true });
    }),
    proposals: latePort(async () => {
      const { fileProposals } = await import("#knowledge/adapters/files/proposals");
      return fileProposals({ root: join(await workTree(), PROPOSALS_FOLDER), state: await local() });
    }),
    repository: latePort(async () => {
      const { gitRepository } = await import("#knowledge/adapters/git/repository");
      return gitRepository(await place());
    }),
    runFiles: latePort(async () => {
      const { fileRunFiles } = await import("#knowledge/adapters/files/run-files");
      return fileRunFiles({ top: await workTree(), state: await local(), matches: matchGlob });
    }),
    runner: latePort(async () => {
      const { shellRunner } = await import("#knowledge/adapters/shell/runner");
      const { stdin, stderr } = process;
      const inTerminal = [stdin, stdout, stderr].some(({ isTTY }) => isTTY);
      return shellRunner({ cwd, env, stdout, stderr, inTerminal });
    }),
    secrets: latePort(async () => {
      const { fileSecrets } = await import("#knowledge/adapters/files/secrets");
      const personal = env.XDG_CONFIG_HOME || join(homedir(), ".config");
      return fileSecrets([join(await local(), "secrets"), join(personal, "assay/secrets")]);
    }),
    holder: systemHolder,
    sandbox: latePort(async () => {
      const { shellSandbox } = await import("#knowledge/adapters/shell/sandbox");
      return shellSandbox({ env });
    }),
    changeBranch: latePort(async () => {
      const { gitChangeBranch } = await import("#knowledge/adapters/git/change-branch");
      return gitChangeBranch(await place(), { temporary: tmpdir(), holder: systemHolder });
    }),
    clock: systemClock,
    syntaxTrees: latePort(async () => {
      const [{ treeSitterSyntaxTrees }, { grammarFolder }] = await Promise.all([
        import("#knowledge/adapters/treesitter/syntax-trees"),
        import("#knowledge/adapters/treesitter/grammar-folder"),
      ]);
      return treeSitterSyntaxTrees(() => grammarFolder(import.meta.dirname));
    }),
    pause: systemPause,
    ids: systemIds,
    webhook: httpWebhook,
    forge: latePort(async () => {
      const { githubForge } = await import("#knowledge/adapters/github/forge");
      return githubForge(...(await github()));
    }),
    ciFeed: latePort(async () => {
      const { githubCiFeed } = await import("#knowledge/adapters/github/ci-feed");
      return githubCiFeed(...(await github()));
    }),
    requestBranch: latePort(async () => {
      const { githubRequestBranch } = await import("#knowledge/adapters/github/request-branch");
      return githubRequestBranch(...(await github()));
    }),
    changeRequests: latePort(async () => {
      const { githubChangeRequests } = await import("#knowledge/adapters/github/change-requests");
      return githubChangeRequests(...(await github()));
    }),
    models: {
      async of(settings) {
        const { model } = await readConfig(settings);
        if (model === null) return (await import("#knowledge/adapters/model/no-model")).noModel();
        const { aiModel } = await import("#knowledge/adapters/model/ai-model");
        return aiModel({ settings: model, env });
      },
    },
    configFile: latePort(async () => {
      const { configFile } = await import("#knowledge/adapters/files/config-file");
      return configFile(await workTree(), CONFIG_PATH);
    }),
    projectFiles: latePort(async () => {
      const { projectFiles } = await import("#knowledge/adapters/files/project-files");
      return projectFiles(await workTree());
    }),
    get host() {
      return shellHost({
        assay: packageJson.version,
        node: versions.node,
        cwd,
        env,
        stdin: process.stdin,
        stdout,
        sharedLedger: async () => {
          try {
            const table = await ledgerTable();
            if (table === null) return null;
            const { inspectTable } = await import("#knowledge/adapters/dynamodb/inspect-table");
            return await inspectTable(table);
          } catch (error) {
            if (!(error instanceof AssayError)) throw error;
            // Which ledger it is cannot be known.
            const { message: detail, hint: mend } = error;
            return { path: "the ledger", state: "unreachable", detail, mend };
          }
        },
      });
    },
    get sources() {
      return fileSources({ stdin: readStandardInput() });
    },
    records: lateRecords(openRecords),
    recordIndex: lateRecordIndex(async () => {
      const { sqliteRecordIndex } = await import("#knowledge/adapters/sqlite/record-index");
      return sqliteRecordIndex(recordFolders(await workTree()), async () => {
        const { plainRecordIndex } = await import("#knowledge/adapters/memory/record-index");
        return plainRecordIndex(await openRecords());
      });
    }),
    recordBase: {
      async at(reference) {
        const place = { cwd: await workTree(), env };
        const { gitRecordBase } = await import("#knowledge/adapters/git/work-tree-records");
        return gitRecordBase(place, KNOWLEDGE_FOLDER).at(reference);
      },
    },
    journal: lateJournal(async () => {
      const folder = await findStateFolder(cwd, env);
      if (folder === null) return null;
      const table = await ledgerTable();
      if (table === null && !existsSync(join(folder, "ledger.db"))) return null;
      // It is an index of one ledger, and the settings may come to name another.
      const name = table === null ? "journal.db" : `journal-${digestName(table)}.db`;
      return async () => {
        const { sqliteJournal } = await import("#knowledge/adapters/sqlite/journal");
        return sqliteJournal(join(folder, name), ledger);
      };
    }),
    history: lateHistory({
      cwd,
      async find() {
        const folder = await findStateFolder(cwd, env);
        return folder === null ? null : join(folder, "history.db");
      },
      open: async (path) => (await import("#knowledge/adapters/sqlite/history")).sqliteHistory(path),
    }),
  };
}

/** A name for files of a table, whose own may be too long for one. */
function digestName({ region, table }: { readonly region: string; readonly table: string }): string {
  return createHash("sha256").update(`${region}/${table}`).digest("hex").slice(0, 16);
}

/** What the screen needs beside the operations' ports. */
export async function composeScreen(deps: Pick<Deps, "mode" | "repository">): Promise<ScreenPlace> {
  const { env } = process;
  const cwd = process.cwd();
  const browser = shellBrowser({ env, platform: process.platform });
  const [top, gitDir, state] = await Promise.all([
    findWorkTree(cwd, env),
    findGitFolder(cwd, env),
    findStateFolder(cwd, env),
  ]);
  if (top === null || gitDir === null || state === null)
    return {
      top: cwd,
      watch: unwatched,
      browser,
      surroundings: async () => ({ repository: null, branch: null, mode: deps.mode }),
    };
  return {
    top,
    watch: fileWatch({ top, gitDir, state }),
    browser,
    surroundings: async () => ({
      repository: basename(top),
      branch: (await deps.repository.head()).branch,
      mode: deps.mode,
    }),
  };
}

/** Outside of a repository nothing changes. */
const unwatched: Watch = { open: () => ({ look: () => {}, close: () => {} }) };

interface ScreenPlace {
  /** Names the repository. */
  readonly top: string;
  readonly watch: Watch;
  readonly browser: Browser;
  /** Where the work happens, for people. */
  surroundings(): Promise<{ repository: string | null; branch: string | null; mode: string }>;
}

/** Standard input, opened by whoever begins to read it: a command that does not read it leaves it alone. */
async function* readStandardInput(): AsyncGenerator<Uint8Array> {
  yield* process.stdin;
}
