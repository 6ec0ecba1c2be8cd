import { Example, Hints, Param, RequiresApproval, RunContext, Tool, ToolResult, Toolset } from '@haft/core';
import type { Entry } from './entry.js';
import { FileOptions } from './file-options.js';
import { deleteEntry, type DeletedEntries } from './tools/delete-entry.js';
import { editText, type EditedFile, type TextEdit } from './tools/edit-text.js';
import { listEntries, type EntryList } from './tools/list-entries.js';
import { moveEntry, type MovedEntry } from './tools/move-entry.js';
import { readText, type FileSlice } from './tools/read-text.js';
import { searchText, type TextMatch, type TextMatches } from './tools/search-text.js';
import { statEntry, type EntryFacts } from './tools/stat-entry.js';
import { viewMedia, type ViewedFile } from './tools/view-media.js';
import { writeText, type WriteMode, type WrittenFile } from './tools/write-text.js';
import { describeChange, describeFacts } from './text/describe-change.js';
import { Workspace } from './workspace.js';

/** Files below the roots of a workspace. */
@Toolset({
  prefix: 'file',
  instructions: 'File paths are relative to the workspace and use /. Read a file before you edit it.',
})
export class FileToolset {
  private readonly workspace: Workspace;

  constructor(options: FileOptions) {
    this.workspace = new Workspace(options);
  }

  /**
   * Reads lines of a text file.
   * @param path Path in the workspace.
   * @param offset First line, from 1. A negative number counts from the end.
   * @param limit Most lines. Without it you read 2,000, a program all.
   * @param lineNumbers Show line numbers.
   */
  @Tool()
  @Hints({ readOnly: true, openWorld: false })
  @Example({ path: 'src/main.ts' })
  @Example({ path: 'logs/build.log', offset: -50 })
  async read(
    path: string,
    run: RunContext<never>,
    @Param({ integer: true }) offset = 1,
    @Param({ integer: true, minimum: 1 }) limit?: number,
    lineNumbers = false,
  ): Promise<ToolResult<FileSlice>> {
    return this.workspace.inTurn([path], { changes: false, run }, () =>
      readText(this.workspace, path, { offset, limit, lineNumbers }, run),
    );
  }

  /**
   * Writes a text file. Makes its folders.
   * @param path Path in the workspace.
   * @param content The whole text, or the text to append.
   * @param mode If the file exists: replace it, fail or add to its end.
   */
  @Tool()
  @Hints({ destructive: true, openWorld: false })
  @Example({ path: 'notes/todo.md', content: 'Buy oil.\n' })
  async write(
    path: string,
    content: string,
    run: RunContext<never>,
    mode: WriteMode = 'overwrite',
  ): Promise<ToolResult<WrittenFile>> {
    const value = await this.workspace.inTurn([path], { changes: true, run }, () =>
      writeText(this.workspace, { path, content, mode }, run),
    );
    return new ToolResult({ value, content: describeChange.written(value, mode) });
  }

  /**
   * Replaces texts in a file, all or none.
   * @param path Path in the workspace.
   * @param oldText Text as file_read shows it. It must appear once.
   * @param newText Text to put in its place.
   * @param replaceAll Replace all places.
   * @param moreEdits Further texts of this file to replace.
   */
  @Tool()
  @Hints({ destructive: true, openWorld: false })
  @Example({ path: 'src/main.ts', oldText: 'const limit = 10;', newText: 'const limit = 20;' })
  async edit(
    path: string,
    oldText: string,
    newText: string,
    run: RunContext<never>,
    replaceAll = false,
    @Param({ maxItems: 100 }) moreEdits?: TextEdit[],
  ): Promise<ToolResult<EditedFile>> {
    return this.workspace.inTurn([path], { changes: true, run }, () =>
      editText(this.workspace, { path, edits: [{ oldText, newText, replaceAll }, ...(moreEdits ?? [])] }, run),
    );
  }

  /**
   * Lists folders, and files with their bytes, sorted by path.
   * @param path Folder to list.
   * @param depth Levels of folders. Without it one, or as deep as the pattern.
   * @param pattern Only paths that match, such as *.ts or docs/*.{md,txt}.
   * @param limit Most entries. Without it you read 1,000, a program all.
   */
  @Tool()
  @Hints({ readOnly: true, openWorld: false })
  @Example({ path: 'src', pattern: '*.ts' })
  async *list(
    run: RunContext<never>,
    path = '.',
    @Param({ integer: true, minimum: 1, maximum: 20 }) depth?: number,
    pattern?: string,
    @Param({ integer: true, minimum: 1, maximum: 10_000 }) limit?: number,
  ): AsyncGenerator<Entry[], ToolResult<EntryList>> {
    const end = await this.workspace.begin([path], { changes: false, run });
    try {
      return yield* listEntries(this.workspace, { path, depth, pattern, limit }, run);
    } finally {
      end();
    }
  }

  /**
   * Finds lines in text files, sorted by path.
   * @param query Text to find, in one line.
   * @param path File or folder to search.
   * @param glob Only files that match.
   * @param regex The query is a regular expression.
   * @param ignoreCase Ignore case.
   * @param context Lines before and after.
   * @param limit Most lines. Without it you read 100, a program all.
   */
  @Tool()
  @Hints({ readOnly: true, openWorld: false })
  @Example({ query: 'createRuntime(', glob: '*.ts' })
  async *search(
    query: string,
    run: RunContext<never>,
    path = '.',
    glob?: string,
    regex = false,
    ignoreCase = false,
    @Param({ integer: true, minimum: 0, maximum: 10 }) context = 0,
    @Param({ integer: true, minimum: 1, maximum: 10_000 }) limit?: number,
  ): AsyncGenerator<TextMatch[], ToolResult<TextMatches>> {
    const end = await this.workspace.begin([path], { changes: false, run });
    try {
      return yield* searchText(this.workspace, { query, path, glob, regex, ignoreCase, context, limit }, run);
    } finally {
      end();
    }
  }

  /**
   * Tells type, size and time of the last change.
   * @param path Path in the workspace.
   */
  @Tool()
  @Hints({ readOnly: true, openWorld: false })
  @Example({ path: 'package.json' })
  async stat(path: string, run: RunContext<never>): Promise<ToolResult<EntryFacts>> {
    const value = await this.workspace.inTurn([path], { changes: false, run }, () =>
      statEntry(this.workspace, path, run),
    );
    return new ToolResult({ value, content: describeFacts(value) });
  }

  /**
   * Shows an image, plays a sound or opens a PDF.
   * @param path Path in the workspace.
   */
  @Tool()
  @Hints({ readOnly: true, openWorld: false })
  @Example({ path: 'images/logo.png' })
  async view(path: string, run: RunContext<never>): Promise<ToolResult<ViewedFile>> {
    return this.workspace.inTurn([path], { changes: false, run }, () => viewMedia(this.workspace, path, run));
  }

  /**
   * Moves or renames a file or a folder.
   * @param from Its path.
   * @param to Its new path. Folders are made.
   * @param overwrite Replace a file.
   */
  @Tool()
  @Hints({ destructive: true, openWorld: false })
  @RequiresApproval()
  @Example({ from: 'draft.md', to: 'docs/guide.md' })
  async move(from: string, to: string, run: RunContext<never>, overwrite = false): Promise<ToolResult<MovedEntry>> {
    const value = await this.workspace.inTurn([from, to], { changes: true, run }, () =>
      moveEntry(this.workspace, { from, to, overwrite }, run),
    );
    return new ToolResult({ value, content: describeChange.moved(value) });
  }

  /**
   * Deletes a file or a folder.
   * @param path Path in the workspace.
   * @param recursive With everything in it.
   */
  @Tool()
  @Hints({ destructive: true, openWorld: false })
  @RequiresApproval()
  @Example({ path: 'tmp/old.log' })
  async delete(path: string, run: RunContext<never>, recursive = false): Promise<ToolResult<DeletedEntries>> {
    const value = await this.workspace.inTurn([path], { changes: true, run }, () =>
      deleteEntry(this.workspace, { path, recursive }, run),
    );
    return new ToolResult({ value, content: describeChange.deleted(value) });
  }
}
