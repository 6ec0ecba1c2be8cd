import { Hints, Param, RunContext, Tool, ToolFailed, Toolset } from 'haft';
import type { AppDeps } from './app-deps.js';
import { Catalog, type Book } from './catalog.js';

// #region class
/** The library. */
@Toolset({ prefix: 'library' })
export class LibraryToolset {
  constructor(private readonly catalog: Catalog) {}

  /**
   * Searches books by words of their title.
   * @param query Words of the title.
   * @param limit Most books to return.
   */
  @Tool()
  @Hints({ readOnly: true })
  search(@Param({ minLength: 1 }) query: string, @Param({ integer: true, minimum: 1, maximum: 20 }) limit = 5): Book[] {
    return [...this.catalog.search(query, limit)];
  }

  /**
   * Lends a book to the reader who asks.
   * @param isbn The book, as the search tells it.
   * @param days For how long.
   */
  @Tool()
  lend(isbn: string, run: RunContext<AppDeps>, @Param({ integer: true, minimum: 1, maximum: 30 }) days = 14): string {
    const book = this.catalog.find(isbn);
    if (book === undefined) throw new ToolFailed(`There is no book ${isbn}.`);
    return `${book.title} is lent to ${run.deps.reader} for ${String(days)} days.`;
  }
}
// #endregion class
