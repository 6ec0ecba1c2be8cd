import { setTimeout as delay } from 'node:timers/promises';
import { Background, Hints, Param, RunContext, Tool, Toolset } from 'haft';
import { BookShelves, type Book, type Shelf } from './book-shelves.js';

/** The library. */
@Toolset({ prefix: 'library', instructions: 'Search before you recommend a book.' })
export class LibraryToolset {
  constructor(private readonly shelves: BookShelves) {}

  /**
   * Searches books by words of their title.
   * @param words Words of the title.
   */
  @Tool()
  @Hints({ readOnly: true })
  search(@Param({ minLength: 1 }) words: string): { books: Book[] } {
    return { books: [...this.shelves.search(words)] };
  }

  /**
   * Counts the pages of a shelf, book by book. It takes a while.
   * @param shelf The name of the shelf.
   * @returns The number of books and pages.
   */
  @Tool()
  @Background()
  // After a crash, another process may count again.
  @Hints({ readOnly: true })
  async count(shelf: Shelf, run: RunContext): Promise<{ books: number; pages: number }> {
    const books = this.shelves.on(shelf);
    let pages = 0;
    for (const [index, book] of books.entries()) {
      run.report({ message: `Counts ${book.title}.`, progress: index, total: books.length });
      await delay(700, undefined, { signal: run.signal });
      pages += book.pages;
    }
    return { books: books.length, pages };
  }
}
