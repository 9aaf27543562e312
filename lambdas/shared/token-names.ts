/**
 * The repositories that one token is asked for: all of the owner that the message is about, so that one is enough for
 * it; where the asked are none of them, the asked alone.
 */
export function tokenNames(about: readonly string[], asked: readonly string[]): readonly string[] {
  const owner = ownerOf(asked[0] ?? "");
  const together = about.filter((name) => ownerOf(name) === owner);
  const known = new Set(together.map((name) => name.toLowerCase()));
  return asked.every((name) => known.has(name.toLowerCase())) ? together : asked;
}

function ownerOf(repository: string): string {
  return repository.slice(0, repository.indexOf("/")).toLowerCase();
}
