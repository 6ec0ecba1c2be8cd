/** The folder of the workspace. The application provides the value. */
export class WorkspaceRoot {
  /** @param path absolute path of an existing folder */
  constructor(readonly path: string) {}
}
