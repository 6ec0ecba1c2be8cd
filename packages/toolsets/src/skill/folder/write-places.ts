/** Begins the name of a folder with the new files of a skill that is replaced. */
export const NEW_PREFIX = '.haft-new-';
/** Begins the name of a folder with the old files of a skill that is replaced. */
export const OLD_PREFIX = '.haft-old-';
/** Begins the name of a folder that is not complete. */
export const PART_PREFIX = '.haft-part-';
