import type { GithubClock } from "../clock.ts";

export interface SecondaryLimits {
  /** Requests that create content, a minute and an hour. */
  readonly contentPerMinute: number;
  readonly contentPerHour: number;
  /** Points a minute for one route: 1 for reading, 5 for writing. */
  readonly pointsPerMinute: number;
  /** Requests at once. */
  readonly concurrent: number;
}

export const USUAL_LIMITS: SecondaryLimits = {
  contentPerMinute: 80,
  contentPerHour: 500,
  pointsPerMinute: 900,
  concurrent: 100,
};

export interface LimitedRequest {
  readonly quota: string;
  readonly route: string;
  readonly method: string;
  readonly content: boolean;
}

/** Tells for a request how many seconds to wait, or null where it may go on; one that may not is not counted. */
export function secondaryLimit(clock: GithubClock, limits: SecondaryLimits) {
  const content = new Map<string, number[]>();
  const points = new Map<string, { at: number; points: number }[]>();
  return (request: LimitedRequest): number | null => {
    const now = clock.now();
    if (request.content) {
      const recent = (content.get(request.quota) ?? []).filter((at) => now - at < 3_600_000);
      const minute = recent.filter((at) => now - at < 60_000);
      content.set(request.quota, recent);
      if (minute.length >= limits.contentPerMinute || recent.length >= limits.contentPerHour) return 60;
      recent.push(now);
    }
    const key = `${request.quota} ${request.route}`;
    const recent = (points.get(key) ?? []).filter((one) => now - one.at < 60_000);
    points.set(key, recent);
    const cost = request.method === "GET" || request.method === "HEAD" ? 1 : 5;
    if (recent.reduce((sum, one) => sum + one.points, cost) > limits.pointsPerMinute) return 60;
    recent.push({ at: now, points: cost });
    return null;
  };
}
