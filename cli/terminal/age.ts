const STEPS = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["m", 60_000],
] as const;

/** How long ago an ISO time was, in at most four columns; `now` under a minute and for what lies ahead. */
export function age(at: string, now: number): string {
  const passed = now - Date.parse(at);
  if (!Number.isFinite(passed)) return "";
  for (const [unit, length] of STEPS)
    if (passed >= length) {
      const count = Math.floor(passed / length);
      return unit === "d" && count > 999 ? `${Math.min(Math.floor(count / 365), 999)}y` : `${count}${unit}`;
    }
  return "now";
}

/** Milliseconds as a person says them. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`;
}

/** `1 record`, `20,000 records`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}
