/** The names of the shelves. */
export type Shelf = 'sea' | 'cities' | 'crime';

/** A book. */
export interface Book {
  readonly id: number;
  readonly title: string;
  readonly year: number;
  readonly shelf: Shelf;
  readonly pages: number;
}

const BOOKS: readonly Book[] = [
  { id: 1, title: 'Moby-Dick', year: 1851, shelf: 'sea', pages: 635 },
  { id: 2, title: 'Two Years Before the Mast', year: 1840, shelf: 'sea', pages: 483 },
  { id: 3, title: 'A Tale of Two Cities', year: 1859, shelf: 'cities', pages: 341 },
  { id: 4, title: 'Crime and Punishment', year: 1866, shelf: 'crime', pages: 545 },
];

/** The books of the library, an ordinary service. */
export class BookShelves {
  search(words: string): readonly Book[] {
    return BOOKS.filter(({ title }) => title.toLowerCase().includes(words.toLowerCase()));
  }

  find(id: number): Book | undefined {
    return BOOKS.find((book) => book.id === id);
  }

  all(): readonly Book[] {
    return BOOKS;
  }

  on(shelf: Shelf): readonly Book[] {
    return BOOKS.filter((book) => book.shelf === shelf);
  }
}
