/** `1 commit`, `3 commits`. */
export function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** A rate in whole per cent; what is under one has a digit more. */
export function percent(rate: number): string {
  const value = rate * 100;
  return `${value > 0 && value < 1 ? value.toFixed(1) : Math.round(value)} %`;
}

/** `40 s`, `3 min 20 s`, `2 h 5 min`. */
export function lasting(seconds: number): string {
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3_600) return `${Math.floor(whole / 60)} min${whole % 60 === 0 ? "" : ` ${whole % 60} s`}`;
  const minutes = Math.round(whole / 60);
  return `${Math.floor(minutes / 60)} h${minutes % 60 === 0 ? "" : ` ${minutes % 60} min`}`;
}

/** Minutes with a digit behind the point: `4.5 min`. */
export function minutesOf(seconds: number): string {
  return `${(Math.round(seconds / 6) / 10).toFixed(1)} min`;
}

/** A job and the file that it stands in. */
export function sayJob(job: string, path: string): string {
  return `Job ${job} (${path.slice(path.lastIndexOf("/") + 1)})`;
}

export function shortCommit(commit: string): string {
  return commit.slice(0, 10);
}
