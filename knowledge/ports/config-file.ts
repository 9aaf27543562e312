/** The project's settings as a file. Errors: config_unreadable. */
export interface ConfigFile {
  /** `.assay/config.yaml`, or null where there is none. */
  read(): Promise<{ readonly path: string; readonly text: string } | null>;
}
