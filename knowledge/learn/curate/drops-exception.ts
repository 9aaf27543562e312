/** Words that begin an exception to what a sentence says. */
const EXCEPTION =
  /\b(?:except(?:ing)?|unless|other than|apart from|but (?:not|only)|only (?:if|when|while|for|after|before|with)|not (?:if|when)|excluding)\b/i;

/**
 * Whether a claim that names an exception would be replaced by one that names none: a broad statement is no
 * correction of a narrow one.
 */
export function dropsException(old: string, next: string): boolean {
  return EXCEPTION.test(unquoted(old)) && !EXCEPTION.test(unquoted(next));
}

/** Names that the application gives its elements say nothing about exceptions. */
function unquoted(claim: string): string {
  return claim.replace(/"[^"\n]*"|“[^”\n]*”|`[^`\n]*`/g, "");
}
