import { Example, Hints, Param, RequiresApproval, RunContext, Tool, ToolResult, Toolset } from '@haft/core';
import type { Entry } from './entry.js';
import { FileOptions } from './file-options.js';
import { deleteEntry, type DeletedEntries } from './tools/delete-entry.js';
import { editText, type EditedFiles } from './tools/edit-text.js';
import { listEntries, type EntryList } from './tools/list-entries.js';
import { moveEntry, type MovedEntry } from './tools/move-entry.js';
import { readTexts, type ReadFiles } from './tools/read-text.js';
import { searchText, type TextMatch, type TextMatches } from './tools/search-text.js';
import { viewMedia, type ViewedFile } from './tools/view-media.js';
import { writeText, type WriteMode, type WrittenFile } from './tools/write-text.js';
import type { TextEdit } from './text/find-places.js';
import { describeChange } from './text/describe-change.js';
import { Workspace } from './workspace.js';

/** Files below the roots of a workspace. */
@Toolset({
  prefix: 'file',
  instructions:
    'File paths are relative to the workspace and use /. Read or search files before you edit them.\n\nOf calls in one message, later ones see what earlier ones changed in files, memories and schedules.',
})
export class FileToolset {
  private readonly workspace: Workspace;

  constructor(options: FileOptions) {
    this.workspace = new Workspace(options);
  }

  /**
   * Reads text files.
   * @param paths Such as src/a.ts, a.ts:10-40 for lines, a.log:-50 for the last lines, docs/*.md.
   * @param lineNumbers
   * @alias read_file, read_text_file, read_files, read_multiple_files, read_many_files, view_file,
   *   open_file, read, cat
   */
  @Tool({ strict: false })
  @Hints({ readOnly: true, openWorld: false })
  @Example({ paths: ['src/main.ts', 'README.md:1-40'] })
  @Example({ paths: ['logs/build.log:-50'], lineNumbers: true })
  async read(
    /** @alias path, files, file_paths, file_path, file, filename */
    paths: string[],
    run: RunContext<never>,
    lineNumbers = false,
  ): Promise<ToolResult<ReadFiles>> {
    return this.workspace.inTurn(paths, { changes: false, run }, () =>
      readTexts(this.workspace, { paths, lineNumbers }, run),
    );
  }

  /**
   * Writes a text file, and makes its folders.
   * @param path
   * @param content
   * @param mode If the file exists.
   * @alias write_file, create_file, save_file, write
   */
  @Tool({ strict: false })
  @Hints({ destructive: true, openWorld: false })
  @Example({ path: 'notes/todo.md', content: 'Buy oil.\n' })
  async write(
    /** @alias file_path, file, filename */
    path: string,
    /** @alias contents, text, file_text, data */
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
   * Replaces exact texts in a file, or in all files of a pattern. If an edit is found nowhere, none
   * is made.
   * @param path File, or pattern such as *.md or {src,test}/**.
   * @param edits None sees the new text of another one.
   * @alias edit_file, edit, multi_edit, str_replace, search_replace, replace_in_file, replace
   */
  @Tool({ strict: false })
  @Hints({ destructive: true, openWorld: false })
  @Example({ path: 'src/main.ts', edits: [{ old: 'const limit = 10;', new: 'const limit = 20;' }] })
  @Example({ path: 'src/**', edits: [{ old: 'getUser', new: 'findUser', word: true }] })
  async edit(
    /** @alias file_path, file, filename */
    path: string,
    /** @alias changes, replacements */
    @Param({ maxItems: 100 })
    edits: TextEdit[],
    run: RunContext<never>,
  ): Promise<ToolResult<EditedFiles>> {
    return this.workspace.inTurn([path], { changes: true, run }, () => editText(this.workspace, { path, edits }, run));
  }

  /**
   * Lists folders, and files with their bytes.
   * @param path Folder or pattern, such as *.ts in any folder or docs/**.
   * @param times When each was changed.
   * @alias list_directory, list_directory_with_sizes, list_dir, list_files, directory_tree, ls,
   *   glob, find_files
   */
  @Tool({ strict: false })
  @Hints({ readOnly: true, openWorld: false })
  @Example({ path: 'src' })
  @Example({ path: 'logs/*.log', times: true })
  async *list(
    run: RunContext<never>,
    /** @alias pattern, glob, glob_pattern, directory, dir, dir_path, folder */
    path = '.',
    times = false,
  ): AsyncGenerator<Entry[], ToolResult<EntryList>> {
    const end = await this.workspace.begin([path], { changes: false, run });
    try {
      return yield* listEntries(this.workspace, { path: path || '.', times }, run);
    } finally {
      end();
    }
  }

  /**
   * Finds lines in text files. A blank of the query also matches a line end.
   * @param query
   * @param path File, folder or pattern.
   * @param regex `\s` and `\W` also match a line end.
   * @param ignoreCase
   * @param context Lines before and after.
   * @param counts Only how many lines match in each file.
   * @alias grep, grep_search, search_file_content, search_text, search_in_files, ripgrep
   */
  @Tool({ strict: false })
  @Hints({ readOnly: true, openWorld: false })
  @Example({ query: 'createRuntime(', path: 'src/**/*.ts' })
  async *search(
    /** @alias text, search, q, search_term */
    query: string,
    run: RunContext<never>,
    /** @alias glob, include, directory, dir, file_path, file */
    path = '.',
    regex = false,
    /** @alias case_insensitive, -i */
    ignoreCase = false,
    /** @alias context_lines, -C */
    @Param({ integer: true, minimum: 0 })
    context = 0,
    counts = false,
  ): AsyncGenerator<TextMatch[], ToolResult<TextMatches>> {
    const end = await this.workspace.begin([path], { changes: false, run });
    try {
      return yield* searchText(this.workspace, { query, path: path || '.', regex, ignoreCase, context, counts }, run);
    } finally {
      end();
    }
  }

  /**
   * Shows an image, plays a sound or opens a PDF.
   * @param path
   * @alias view_image, read_image, read_media_file
   */
  @Tool()
  @Hints({ readOnly: true, openWorld: false })
  @Example({ path: 'images/logo.png' })
  async view(
    /** @alias file_path, file, filename */ path: string,
    run: RunContext<never>,
  ): Promise<ToolResult<ViewedFile>> {
    return this.workspace.inTurn([path], { changes: false, run }, () => viewMedia(this.workspace, path, run));
  }

  /**
   * Moves or renames a file or a folder.
   * @param from
   * @param to The new path. Its folders are made.
   * @param overwrite
   * @alias move_file, rename_file, move_path, mv
   */
  @Tool({ strict: false })
  @Hints({ destructive: true, openWorld: false })
  @RequiresApproval()
  @Example({ from: 'draft.md', to: 'docs/guide.md' })
  async move(
    /** @alias source, src, old_path, source_path */
    from: string,
    /** @alias destination, dest, target, new_path, destination_path */
    to: string,
    run: RunContext<never>,
    overwrite = false,
  ): Promise<ToolResult<MovedEntry>> {
    const value = await this.workspace.inTurn([from, to], { changes: true, run }, () =>
      moveEntry(this.workspace, { from, to, overwrite }, run),
    );
    return new ToolResult({ value, content: describeChange.moved(value) });
  }

  /**
   * Deletes a file or a folder.
   * @param path
   * @param recursive
   * @alias delete_file, remove_file, delete_path, rm
   */
  @Tool({ strict: false })
  @Hints({ destructive: true, openWorld: false })
  @RequiresApproval()
  @Example({ path: 'tmp/old.log' })
  async delete(
    /** @alias file_path, file, filename */
    path: string,
    run: RunContext<never>,
    recursive = false,
  ): Promise<ToolResult<DeletedEntries>> {
    const value = await this.workspace.inTurn([path], { changes: true, run }, () =>
      deleteEntry(this.workspace, { path, recursive }, run),
    );
    return new ToolResult({ value, content: describeChange.deleted(value) });
  }
}
