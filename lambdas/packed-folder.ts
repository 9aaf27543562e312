/** Folder of the organisations' settings, beside the handler's file in its bundle. */
export const PACKED_FOLDER = "organisations";
