/** The same ports but for these: what is not replaced is still asked of the first, which may make it only then. */
export function replacePorts<Ports extends object, Others extends object>(
  ports: Ports,
  others: Others,
): Omit<Ports, keyof Others> & Others {
  return Object.create(ports, Object.getOwnPropertyDescriptors(others));
}
