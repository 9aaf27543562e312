import type { Artifacts } from "./artifacts.ts";
import type { Clock } from "./clock.ts";
import type { ConfigFile } from "./config-file.ts";
import type { Drafts } from "./drafts.ts";
import type { Editor } from "./editor.ts";
import type { History } from "./history.ts";
import type { Host } from "./host.ts";
import type { Journal } from "./journal.ts";
import type { Ledger } from "./ledger.ts";
import type { Messages } from "./messages.ts";
import type { Mode } from "./mode.ts";
import type { Person } from "./person.ts";
import type { ProjectFiles } from "./project-files.ts";
import type { Proposals } from "./proposals.ts";
import type { RecordBase } from "./record-base.ts";
import type { RecordIndex } from "./record-index.ts";
import type { Records } from "./records.ts";
import type { Repository } from "./repository.ts";
import type { RunFiles } from "./run-files.ts";
import type { Runner } from "./runner.ts";
import type { Secrets } from "./secrets.ts";
import type { Sources } from "./sources.ts";

/** Every port an operation can ask for. Only the two `compose.ts` files fill them. */
export interface Deps {
  /** Whether this is a developer's machine or CI; what a person does is the same in both. */
  readonly mode: Mode;
  readonly artifacts: Artifacts;
  readonly clock: Clock;
  readonly configFile: ConfigFile;
  readonly drafts: Drafts;
  readonly editor: Editor;
  readonly history: History;
  readonly host: Host;
  readonly journal: Journal;
  readonly ledger: Ledger;
  readonly messages: Messages;
  readonly person: Person;
  readonly projectFiles: ProjectFiles;
  readonly proposals: Proposals;
  readonly recordBase: RecordBase;
  readonly recordIndex: RecordIndex;
  readonly records: Records;
  readonly repository: Repository;
  readonly runFiles: RunFiles;
  readonly runner: Runner;
  readonly secrets: Secrets;
  readonly sources: Sources;
}
