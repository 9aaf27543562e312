/** The knowledge root, relative to the top of the work tree. */
export const KNOWLEDGE_FOLDER = ".assay/knowledge";
/** Where unapplied changes are, relative to the top of the work tree. */
export const PROPOSALS_FOLDER = ".assay/proposals";
