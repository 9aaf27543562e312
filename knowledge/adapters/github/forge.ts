import type { Forge } from "../../ports/forge.ts";
import { addAssignees } from "./add-assignees.ts";
import { addLabels } from "./add-labels.ts";
import { askLogin } from "./ask-login.ts";
import { githubClients } from "./github-clients.ts";
import type { GithubOptions } from "./github-options.ts";
import { openIssue } from "./open-issue.ts";
import { readAnnotations } from "./read-annotations.ts";
import { readChange } from "./read-change.ts";
import { readChangedFiles } from "./read-changed-files.ts";
import { readChangesOf } from "./read-changes-of.ts";
import { readComments } from "./read-comments.ts";
import { readFile } from "./read-file.ts";
import { readHeldRuns } from "./read-held-runs.ts";
import { readIsPublic } from "./read-is-public.ts";
import { readIssue } from "./read-issue.ts";
import { readIssues } from "./read-issues.ts";
import { readJobLog } from "./read-job-log.ts";
import { readJobs } from "./read-jobs.ts";
import { readMergedSince } from "./read-merged-since.ts";
import { readReports } from "./read-reports.ts";
import { readWorkflowRun } from "./read-workflow-run.ts";
import { reopenIssue } from "./reopen-issue.ts";
import { writeComment } from "./write-comment.ts";

/**
 * The forge over GitHub's REST API. A read that fails by the network or GitHub's fault is repeated; a write only where
 * it surely was not carried out, else forge_unavailable says that it may have been. A limit is waited for up to a
 * minute, and else the error names the time. `clients` are shared with other ports where they are given.
 */
export function githubForge(options: GithubOptions, clients = githubClients(options)): Forge {
  const at = clients;
  return {
    asker: async (repository) => askLogin(await at(repository)),
    isPublic: async (repository) => readIsPublic(await at(repository)),
    change: async (repository, number, base) => readChange(await at(repository), number, base),
    changesOf: async (repository, branch, from) => readChangesOf(await at(repository), branch, { from }),
    mergedSince: async (repository, range) => readMergedSince(await at(repository), range),
    changedFiles: async (repository, number) => readChangedFiles(await at(repository), number),
    file: async (repository, path, commit) => readFile(await at(repository), path, commit),
    reports: async (repository, commit, only) => readReports(await at(repository), commit, only),
    annotations: async (repository, checkRun) => readAnnotations(await at(repository), checkRun),
    jobLog: async (repository, job) => readJobLog(await at(repository), job, options),
    jobs: async (repository, workflowRun) => readJobs(await at(repository), workflowRun),
    workflowRun: async (repository, id) => readWorkflowRun(await at(repository), id),
    heldRuns: async (repository, commit) => readHeldRuns(await at(repository), commit),
    issue: async (repository, number) => readIssue(await at(repository), number),
    issues: async (repository, query) => readIssues(await at(repository), query),
    openIssue: async (repository, issue) => openIssue(await at(repository), issue),
    reopenIssue: async (repository, number) => reopenIssue(await at(repository), number),
    comments: async (repository, number) => readComments(await at(repository), number),
    comment: async (repository, number, body) => writeComment(await at(repository), number, body),
    label: async (repository, number, labels) => addLabels(await at(repository), number, labels),
    assign: async (repository, number, people) => addAssignees(await at(repository), number, people),
  };
}
