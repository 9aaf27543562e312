/** Asking for a new token twice leaves one unused, and no more. */
const HARMLESS = /\/app\/installations\/[^/]+\/access_tokens$/;

/** Whether a request changes something; a query by GraphQL is posted and marks itself as `reads`. */
export function isWrite(request: {
  readonly method: string;
  readonly url: string;
  readonly request?: object | undefined;
}): boolean {
  if (request.method === "GET" || request.method === "HEAD" || HARMLESS.test(request.url)) return false;
  return request.request === undefined || Reflect.get(request.request, "reads") !== true;
}
