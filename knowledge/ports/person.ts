/** Who is acting: an audit trail, not a boundary. */
export interface Person {
  /** `Name <email>` of the git identity, else the name of the operating system's user. */
  name(): Promise<string>;
}
