/** Of the reports that bear one name, the newest, in the order in which the names first come. Pure. */
export function newestOfEach<Report>(
  reports: readonly Report[],
  nameOf: (report: Report) => string,
  isNewer: (one: Report, other: Report) => boolean,
): readonly Report[] {
  const found = new Map<string, Report>();
  for (const report of reports) {
    const name = nameOf(report);
    const known = found.get(name);
    if (known === undefined || isNewer(report, known)) found.set(name, report);
  }
  return [...found.values()];
}
