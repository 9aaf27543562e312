import { userInfo } from "node:os";
import type { Person } from "../../ports/person.ts";
import { type GitPlace, runGit } from "./run-git.ts";

/**
 * The person as git would name them in a commit made here: GIT_AUTHOR_NAME and GIT_AUTHOR_EMAIL, else the
 * settings `user.name` and `user.email`. Where neither names anyone, the operating system's user.
 */
export function gitPerson(place: GitPlace): Person {
  return {
    async name() {
      const { env } = place;
      const [name, email] = await Promise.all([
        env.GIT_AUTHOR_NAME || setting(place, "user.name"),
        env.GIT_AUTHOR_EMAIL || setting(place, "user.email"),
      ]);
      if (name) return email ? `${name} <${email}>` : name;
      return email || userName(env);
    },
  };
}

/** Empty where it is not set, or there is no git to ask. */
async function setting(place: GitPlace, key: string): Promise<string> {
  const answer = await runGit(place, ["config", "--get", key]).catch(() => null);
  return answer?.ok ? answer.stdout.toString().trim() : "";
}

/** A container's user need not be in the system's list. */
function userName(env: NodeJS.ProcessEnv): string {
  try {
    return userInfo().username;
  } catch {
    return env.USER || env.USERNAME || "somebody";
  }
}
