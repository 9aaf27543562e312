import { AssayError } from "../../errors.ts";

/** What isomorphic-git or the network threw, as an error of the forge; `writes`: it may have been done. */
export function remoteError(error: unknown, asked: string, host: string, writes: boolean): AssayError {
  if (error instanceof AssayError) return error;
  const place = { host, asked };
  const reason = (error instanceof Error ? error.message : String(error)).replace(/\s+/g, " ").slice(0, 300);
  const status = statusOf(error);
  if (status === 401 || status === 403)
    return new AssayError(
      "forge_denied",
      { ...place, reason, way: "give the token the permission that this needs" },
      error,
    );
  if (status === 404 || status === 410) return new AssayError("forge_missing", { ...place, reason }, error);
  const isRemotes = error instanceof Error && "code" in error && String(error.code).endsWith("Error");
  if (isRemotes && (status === null || (status >= 400 && status < 500 && status !== 429)))
    return new AssayError("forge_refused", { ...place, reason }, error);
  const way = writes
    ? "its answer was lost, so it may have been done: look before it is asked for again"
    : "check the network, then run the command again";
  return new AssayError("forge_unavailable", { ...place, reason, way }, error);
}

/** Status of an answer that git over HTTP does not go on with, or null. */
function statusOf(error: unknown): number | null {
  if (!(error instanceof Error) || !("data" in error)) return null;
  const status = Number(Reflect.get(error.data as object, "statusCode"));
  return Number.isInteger(status) ? status : null;
}
