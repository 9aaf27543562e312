/** Name of an account; GitHub shows a deleted one as `ghost`. */
export function loginOf(user: { readonly login: string } | null | undefined): string {
  return user?.login ?? "ghost";
}
