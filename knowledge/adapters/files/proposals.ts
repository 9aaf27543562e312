import { lstat, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { AssayError } from "../../errors.ts";
import { PROPOSAL_ID, type Proposals, type StoredProposal } from "../../ports/proposals.ts";
import { digestOf } from "./digest.ts";
import { translated } from "./disk-error.ts";
import { makeFolder, putFile, syncFolder } from "./durable-file.ts";
import { absent, plainFile, readPlainFile } from "./plain-file.ts";
import { withWorkTreeLock } from "./work-tree-lock.ts";

export interface ProposalFolders {
  /** Absolute: `<work tree>/.assay/proposals`. */
  readonly root: string;
  /** On the same disk, shared with the records: `<work tree>/.assay/local`. */
  readonly state: string;
}

const SUFFIX = ".yaml";

/** Proposals as files of a work tree, written under the same lock as its records. */
export function fileProposals({ root, state }: ProposalFolders): Proposals {
  async function read(id: string): Promise<StoredProposal | null> {
    const bytes = await readPlainFile(root, nameOf(id), (reason) => refused(nameOf(id), reason));
    return bytes === null ? null : { id, text: bytes.toString("utf8"), digest: digestOf(bytes) };
  }

  async function entries() {
    await refuseLinked(root);
    return (await readdir(root, { withFileTypes: true }).catch(absent)) ?? [];
  }

  async function locked<T>(id: string, work: (aside: string) => Promise<T>): Promise<T> {
    refuseOtherIds(id);
    return translated(unavailable(nameOf(id)), async () => {
      await refuseLinked(root);
      const outcome = await withWorkTreeLock(state, work);
      if (outcome.kind === "done") return outcome.value;
      throw unavailable(nameOf(id))(outcome.why);
    });
  }

  return {
    list: () =>
      translated(unavailable(root), async () => {
        const ids = (await entries()).filter((entry) => entry.isFile()).flatMap(({ name }) => idOf(name));
        const found: StoredProposal[] = [];
        for (const id of ids.sort()) {
          const proposal = await read(id);
          if (proposal !== null) found.push(proposal);
        }
        return found;
      }),

    strays: () =>
      translated(unavailable(root), async () =>
        (await entries())
          .filter((entry) =>
            entry.isFile()
              ? /\.ya?ml$/i.test(entry.name) && idOf(entry.name).length === 0
              : entry.isSymbolicLink(),
          )
          .map(({ name }) => name)
          .sort(),
      ),

    async read(id) {
      refuseOtherIds(id);
      return translated(unavailable(nameOf(id)), async () => {
        await refuseLinked(root);
        return read(id);
      });
    },

    add: (id, text) =>
      locked(id, async (aside) => {
        if ((await plainFile(root, nameOf(id), (reason) => refused(nameOf(id), reason))) !== null)
          return "there";
        await makeFolder(root);
        await putFile(join(root, nameOf(id)), Buffer.from(text), aside);
        return "written";
      }),

    remove: (id, expected) =>
      locked(id, async () => {
        const stored = await read(id);
        if (stored === null) return "gone";
        if (stored.digest !== expected) return "changed";
        await rm(join(root, nameOf(id)));
        await syncFolder(root);
        return "removed";
      }),
  };
}

async function refuseLinked(root: string): Promise<void> {
  const found = await lstat(root).catch(absent);
  if (found?.isSymbolicLink()) throw refused(root, "it is a link");
}

function refuseOtherIds(id: string): void {
  if (!PROPOSAL_ID.test(id)) throw refused(id, "it is no proposal's id");
}

function nameOf(id: string): string {
  return `${id}${SUFFIX}`;
}

/** The id that a file's name gives, or none. */
function idOf(name: string): readonly string[] {
  const id = name.endsWith(SUFFIX) ? name.slice(0, -SUFFIX.length) : "";
  return PROPOSAL_ID.test(id) ? [id] : [];
}

function unavailable(path: string) {
  return (reason: string, cause?: unknown) =>
    new AssayError("proposals_unavailable", { path, reason }, cause);
}

function refused(path: string, reason: string): AssayError {
  return new AssayError("proposal_path_refused", { path, reason });
}
