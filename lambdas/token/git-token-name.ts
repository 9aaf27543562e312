/** Name of the SecureString with what opens an organisation's plain git remote: a token, or `name:token`. */
export function gitTokenName(organisation: string): string {
  return `/assay/git/${organisation}`;
}
