/** The adapters over the records of a work tree: loaded as one, they cut what they share with others into fewer chunks. */
export { fileRecords } from "../files/records.ts";
export { headName } from "./head-name.ts";
export { gitRecordBase } from "./record-base.ts";
