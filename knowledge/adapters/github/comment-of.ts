import type { Comment } from "../../ports/forge.ts";
import type { ApiComment } from "./api-types.ts";
import { isByInsider } from "./is-insider.ts";
import { loginOf } from "./login-of.ts";

/** A comment on an issue or a pull request. */
export function commentOf(comment: ApiComment): Comment {
  return {
    id: Number(comment.id),
    url: comment.html_url,
    author: loginOf(comment.user),
    byInsider: isByInsider(comment),
    body: comment.body ?? "",
    at: comment.created_at,
  };
}
