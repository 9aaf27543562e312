import type { ConfigFile } from "./config-file.ts";
import type { Model } from "./model.ts";

/** Which model there is. Settings say where a key is sent, so whoever asks hands over the ones that it holds for good. */
export interface Models {
  /** The model that these settings name; one without a name where they name none. Errors: those of the settings. */
  of(settings: ConfigFile): Promise<Model>;
}
