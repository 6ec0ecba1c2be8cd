/** Where the workspace lies; the application provides the value. */
export class WorkspaceRoot {
  /** @param path absolute path of an existing folder */
  constructor(readonly path: string) {}
}
