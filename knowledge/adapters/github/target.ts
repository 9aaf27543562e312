/** A repository in the form in which Octokit's routes take it. */
export interface Target {
  readonly owner: string;
  readonly repo: string;
}
