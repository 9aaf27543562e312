import { askQuery, queryError } from "./ask-query.ts";
import type { Place } from "./github-clients.ts";

const ASKER = `query Asker {
  viewer { login }
}`;

/** Login of the token's owner; REST does not tell an App its own. */
export async function askLogin(place: Place): Promise<string> {
  const { data, errors } = await askQuery(place, { text: ASKER, variables: {} });
  if (errors[0] !== undefined) throw queryError(place, "the login of the token's owner", errors[0]);
  return (data.viewer as { readonly login: string }).login;
}
