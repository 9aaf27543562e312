import type { CommentState, GithubState, RepositoryState } from "./state.ts";

/** Adds a comment to an issue or a pull request. */
export function addComment(
  state: GithubState,
  repository: RepositoryState,
  comment: { readonly issue: number; readonly author: string; readonly body: string },
): CommentState {
  const now = state.clock.now();
  const added = {
    ...comment,
    id: state.nextId(),
    createdAt: now,
    updatedAt: now,
    shownAt: now + state.listLag,
  };
  repository.comments.push(added);
  repository.issues.get(comment.issue)!.updatedAt = now;
  return added;
}
