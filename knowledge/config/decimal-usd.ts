/** A decimal number of USD such as `15.00`: digits before and behind the point; more of them are a slip of the pen. */
export const DECIMAL_USD = /^(\d{1,7})(?:\.(\d{1,6}))?$/;
