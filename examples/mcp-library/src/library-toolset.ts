import { setTimeout as delay } from 'node:timers/promises';
import { Background, Complete, Hints, Param, Prompt, Resource, RunContext, Tool, ToolFailed, Toolset } from 'haft';
import { BookShelves, type Book, type Shelf } from './book-shelves.js';

/** The library. */
@Toolset({ prefix: 'library', instructions: 'Search before you recommend a book.' })
export class LibraryToolset {
  constructor(private readonly shelves: BookShelves) {}

  // #region tools
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
  // #endregion tools

  // #region resources
  /** The opening hours. */
  @Resource('library://hours')
  hours(): string {
    return 'Monday to Friday, 9 to 18.';
  }

  /**
   * A book.
   * @param id The number of the book.
   * @param part All facts, or the title alone.
   */
  @Resource('library://books/{id}{?part}', { list: 'allBooks' })
  book(id: number, part: 'all' | 'title' = 'all'): Book | { title: string } {
    const book = this.shelves.find(id);
    if (book === undefined) throw new ToolFailed(`There is no book ${String(id)}.`);
    return part === 'all' ? book : { title: book.title };
  }

  allBooks(): { uri: string; name: string }[] {
    return this.shelves.all().map(({ id, title }) => ({ uri: `library://books/${String(id)}`, name: title }));
  }

  @Complete('book', 'id')
  ids(text: string): string[] {
    return this.shelves
      .all()
      .map(({ id }) => String(id))
      .filter((id) => id.startsWith(text));
  }
  // #endregion resources

  // #region prompts
  /**
   * Asks for a recommendation.
   * @param shelf The shelf to choose from.
   * @param mood The mood of the reader.
   */
  @Prompt()
  recommend(shelf: Shelf, mood = 'curious'): string {
    const titles = this.shelves.on(shelf).map(({ title }) => title);
    return `I am ${mood}. Recommend one of these books: ${titles.join(', ')}.`;
  }

  @Complete('recommend', 'mood')
  moods(text: string): string[] {
    return ['curious', 'cheerful', 'sad'].filter((mood) => mood.startsWith(text));
  }
  // #endregion prompts
}
