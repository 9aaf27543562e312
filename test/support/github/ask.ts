import type { Github } from "./github.ts";

export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: what stands in an answer is what its test looks at
  readonly json: any;
}

/** A plain way to ask the double's API: `ask("POST /repos/octo/app/issues", { title: "…" })`. */
export function asker(github: Github, token: string | null = github.token()) {
  return async (line: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answered> => {
    const [method, path] = line.split(" ") as [string, string];
    const response = await fetch(path.startsWith("http") ? path : github.url + path, {
      method,
      redirect: "manual",
      headers: { ...(token === null ? {} : { authorization: `Bearer ${token}` }), ...headers },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = (response.headers.get("content-type") ?? "").includes("json") && text !== "";
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: isJson ? JSON.parse(text) : null,
    };
  };
}
