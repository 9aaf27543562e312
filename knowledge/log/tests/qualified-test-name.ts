/**
 * `com.x.YTest.method` from the older `method(com.x.YTest)` of JUnit reporters; anything else stays as it
 * is, also a method whose parameters are printed (`com.x.YTest.method(String)`).
 */
export function qualifiedTestName(printed: string): string {
  const text = printed.trim();
  const open = text.lastIndexOf("(");
  if (open <= 0 || !text.endsWith(")")) return text;
  const owner = text.slice(open + 1, -1);
  const method = text.slice(0, open).trim();
  if (!isClassName(owner)) return text;
  if (method === owner) return owner;
  if (!owner.includes(".") && /^[\w$.]+$/.test(method) && method.includes(".")) return text;
  return `${owner}.${method}`;
}

function isClassName(text: string): boolean {
  return /^[\w$.[\]-]+$/.test(text) && (text.includes(".") || /^[A-Z]/.test(text));
}
