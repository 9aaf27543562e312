import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

let known: { method: string; path: string; pattern: RegExp }[] | undefined;

/** The documented route that a request asks for, as `GET /repos/{owner}/{repo}/hooks`, or null where there is none. */
export function documentedRoute(method: string, path: string): string | null {
  known ??= readRoutes();
  const found = known.find((one) => one.method === method && one.pattern.test(path));
  return found === undefined ? null : `${found.method} ${found.path}`;
}

/** The published description of the API lists its routes as keys of one interface. */
function readRoutes(): { method: string; path: string; pattern: RegExp }[] {
  const folder = createRequire(import.meta.url).resolve("@octokit/openapi-types/package.json");
  const text = readFileSync(folder.replace("package.json", "types.d.ts"), "utf8");
  const routes: { method: string; path: string; pattern: RegExp }[] = [];
  let path = "";
  for (const line of text.slice(0, text.indexOf("export type webhooks")).split("\n")) {
    path = /^ {2}"(\/[^"]*)": \{$/.exec(line)?.[1] ?? path;
    const method = /^ {4}(get|put|post|delete|patch): /.exec(line)?.[1];
    if (method === undefined || path === "") continue;
    const source = path
      .replaceAll(/[.]/g, "\\.")
      .replaceAll(/\{(path|ref|basehead)\}/g, ".+")
      .replaceAll(/\{\w+\}/g, "[^/]+");
    routes.push({ method: method.toUpperCase(), path, pattern: new RegExp(`^${source}$`) });
  }
  return routes;
}
