import { Hints, ModelRetry, Param, RunContext, Tool, Toolset } from 'haft';
import type { AppDeps } from './app-deps.js';
import { EntryType, type Entry } from './entry.js';
import { Workspace } from './workspace.js';
import { WriteFileDto } from './write-file.dto.js';

/** Some lines of a text file. */
export interface FileSlice {
  path: string;
  content: string;
  /** Number of the first line shown, from 1. */
  firstLine: number;
  totalLines: number;
  truncated: boolean;
}

// #region toolset
/** Files of one workspace. */
@Toolset({ prefix: 'file' })
export class FileToolset {
  constructor(private readonly workspace: Workspace) {}

  /**
   * Reads a text file.
   * @param path Path relative to the workspace root.
   * @param offset First line to return, from 1.
   * @param limit Most lines to return.
   */
  @Tool()
  @Hints({ readOnly: true })
  async read(
    path: string,
    run: RunContext<AppDeps>,
    @Param({ integer: true, minimum: 1 }) offset = 1,
    @Param({ integer: true, minimum: 1, maximum: 2000 }) limit = 200,
  ): Promise<FileSlice> {
    const lines = linesOf(await this.workspace.readText(path, run.signal));
    if (offset > lines.length) throw new ModelRetry(`${path} has only ${String(lines.length)} lines.`);
    const shown = lines.slice(offset - 1, offset - 1 + limit);
    const truncated = offset - 1 + shown.length < lines.length;
    return { path, content: shown.join('\n'), firstLine: offset, totalLines: lines.length, truncated };
  }
  // #endregion toolset

  // #region write
  /** Writes a text file and makes its folders. */
  @Tool()
  @Hints({ destructive: true })
  async write(
    file: WriteFileDto,
    run: RunContext<AppDeps>,
  ): Promise<{ path: string; bytes: number; created: boolean }> {
    const written = await this.workspace.write(file.path, file.content, file.mode);
    run.deps.journal.push({ user: run.deps.user, tool: run.toolName, path: file.path });
    return { path: file.path, ...written };
  }
  // #endregion write

  /**
   * Lists files and folders, sorted by path.
   * @param path Folder to list. Default: the workspace root.
   * @param depth How many levels of folders to go down.
   * @param type Only entries of this type.
   */
  @Tool()
  @Hints({ readOnly: true })
  async list(
    path = '.',
    @Param({ integer: true, minimum: 1, maximum: 5 }) depth = 1,
    type?: EntryType,
  ): Promise<Entry[]> {
    const entries = await this.workspace.list(path, depth);
    return entries.filter((entry) => type === undefined || entry.type === type);
  }

  /**
   * Tells type, size and time of change of one path.
   * @param path Path relative to the workspace root.
   */
  @Tool()
  @Hints({ readOnly: true })
  async stat(path: string): Promise<Entry & { modified: Date }> {
    return this.workspace.stat(path);
  }

  /**
   * Deletes a file or a folder.
   * @param path Path relative to the workspace root.
   * @param recursive Delete a folder with everything in it.
   */
  @Tool()
  @Hints({ destructive: true })
  async delete(path: string, run: RunContext<AppDeps>, recursive = false): Promise<{ path: string; deleted: number }> {
    const deleted = await this.workspace.delete(path, recursive);
    run.deps.journal.push({ user: run.deps.user, tool: run.toolName, path });
    return { path, deleted };
  }
}

function linesOf(text: string): string[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}
