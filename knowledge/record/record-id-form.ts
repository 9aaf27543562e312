/** What the id of a record looks like: the kind's prefix and a name that no clone draws twice. */
export const RECORD_ID = /^(fact|caution|proc|unk)_[0-9A-Za-z][0-9A-Za-z-]{3,63}$/;
