const CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const ULID = /_([0-9A-HJKMNP-TV-Z]{10})[0-9A-HJKMNP-TV-Z]{16}$/;

/** When a record was made, read out of its id (ISO 8601); null where the id holds no time. */
export function idTime(id: string): string | null {
  const digits = ULID.exec(id)?.[1];
  if (digits === undefined) return null;
  const time = [...digits].reduce((sum, digit) => sum * 32 + CROCKFORD.indexOf(digit), 0);
  return time > 8.64e15 ? null : new Date(time).toISOString();
}
