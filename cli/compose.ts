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
import { lateRecordIndex } from "#knowledge/adapters/files/late-record-index";
import { lateRecords } from "#knowledge/adapters/files/late-records";
import { fileSources } from "#knowledge/adapters/files/sources";
import { fileWatch } from "#knowledge/adapters/files/watch";
import { fileZips } from "#knowledge/adapters/files/zips";
import { lateLedgerRemote } from "#knowledge/adapters/git/late-ledger-remote";
import { shellBrowser } from "#knowledge/adapters/shell/browser";
import { shellHost } from "#knowledge/adapters/shell/host";
import { findGitFolder, findStateFolder } from "#knowledge/adapters/shell/state-folder";
import { findWorkTree } from "#knowledge/adapters/shell/work-tree";
import { isCi } from "#knowledge/adapters/system/ci";
import { systemClock } from "#knowledge/adapters/system/clock";
import { systemHolder } from "#knowledge/adapters/system/holder";
import { systemIds } from "#knowledge/adapters/system/ids";
import { latePort } from "#knowledge/adapters/system/late-port";
import { systemPause } from "#knowledge/adapters/system/pause";
import { systemSession } from "#knowledge/adapters/system/session";
import { httpWebhook } from "#knowledge/adapters/system/webhook";
import { composeForge } from "./compose/forge.ts";
import { composeMemory } from "./compose/memory.ts";
import { composeStores } from "./compose/stores.ts";
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
  let read: ReturnType<typeof readSettings> | undefined;
  const settings = () => {
    read ??= readSettings();
    return read;
  };
  const stores = composeStores({ env, settings, state: stateFolder });
  const repository = latePort(async () => {
    const { gitRepository } = await import("#knowledge/adapters/git/repository");
    return gitRepository(await place());
  });
  const folder = () => findStateFolder(cwd, env);
  const memory = composeMemory({ cwd, settings, stores, folder, repository });
  const { ledger } = memory;
  const mode = isCi(env) ? "ci" : "local";
  const secrets = latePort(async () => {
    const { fileSecrets } = await import("#knowledge/adapters/files/secrets");
    const personal = env.XDG_CONFIG_HOME || join(homedir(), ".config");
    return fileSecrets([join(await local(), "secrets"), join(personal, "assay/secrets")]);
  });
  const browserDriver = latePort(async () => {
    const { playwrightDriver } = await import("#knowledge/adapters/playwright/browser-driver");
    const configured = async () => (await settings()).qa.browserPath;
    const profiles = async () => join(await stateFolder(), "browser-profiles");
    const { platform } = process;
    return playwrightDriver({
      configured,
      env,
      platform,
      profiles,
      temporary: tmpdir(),
      holder: systemHolder,
    });
  });
  const note = (text: string) => messages.tell({ kind: "note", text });
  return {
    ...memory,
    mode,
    artifacts: stores.artifacts,
    qaArtifacts: stores.qaArtifacts,
    ledgerSync: stores.ledgerSync,
    ledgerRemote: lateLedgerRemote(async () => {
      const { gitLedgerRemote } = await import("#knowledge/adapters/git/ledger-remote");
      return gitLedgerRemote(await place());
    }),
    zips: fileZips(),
    outputs: latePort(async () => {
      const { fileOutputs } = await import("#knowledge/adapters/files/outputs");
      return fileOutputs(cwd);
    }),
    browserDriver,
    session: systemSession({
      env,
      hasBrowser: async () => (await browserDriver.status()).kind === "ready",
      isRepository: async () => (await findWorkTree(cwd, env)) !== null,
      declared: async () => (await settings()).capabilities,
    }),
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
    repository,
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
    caseCommands: {
      async open(line, options, use) {
        const { shellCaseCommands } = await import("#knowledge/adapters/shell/case-commands");
        return shellCaseCommands({ top: await workTree(), env }).open(line, options, use);
      },
    },
    secrets,
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
    gateBypass: { isAsked: env.ASSAY_QA_GATE_BYPASS === "1" },
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
    ...composeForge({ env, mode, settings, ledger, secrets, state: folder, note }),
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
            const table = await stores.table();
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
  };
}

/** What the screen needs beside the operations' ports. */
export async function composeScreen(deps: Pick<Deps, "mode" | "repository">): Promise<ScreenPlace> {
  const { env } = process;
  const cwd = process.cwd();
  const [top, gitDir, state] = await Promise.all([
    findWorkTree(cwd, env),
    findGitFolder(cwd, env),
    findStateFolder(cwd, env),
  ]);
  const files = state === null ? null : join(state, "qa-artifacts");
  const browser = shellBrowser({ env, platform: process.platform, files });
  if (top === null || gitDir === null || state === null)
    return {
      top: cwd,
      watch: unwatched,
      browser,
      evidence: state,
      surroundings: async () => ({ repository: null, branch: null, mode: deps.mode }),
    };
  return {
    top,
    watch: fileWatch({ top, gitDir, state }),
    browser,
    evidence: state,
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
  /** Where evidence of QA is kept on this machine. */
  readonly evidence: string | null;
  /** Where the work happens, for people. */
  surroundings(): Promise<{ repository: string | null; branch: string | null; mode: string }>;
}

/** Standard input, opened by whoever begins to read it: a command that does not read it leaves it alone. */
async function* readStandardInput(): AsyncGenerator<Uint8Array> {
  yield* process.stdin;
}
