/** The kind of an entry. */
export enum EntryType {
  File = 'file',
  Directory = 'directory',
  Link = 'link',
  Other = 'other',
}

/** A file or a folder of the workspace. */
export interface Entry {
  /** Path relative to the workspace root. */
  path: string;
  type: EntryType;
  /** Bytes. */
  size: number;
}
