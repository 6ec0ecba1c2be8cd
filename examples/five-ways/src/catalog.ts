/** A book of the library. */
export interface Book {
  readonly isbn: string;
  readonly title: string;
  readonly year: number;
}

const BOOKS: readonly Book[] = [
  { isbn: '9780142437247', title: 'Moby-Dick', year: 1851 },
  { isbn: '9780141439600', title: 'A Tale of Two Cities', year: 1859 },
  { isbn: '9780140449136', title: 'Crime and Punishment', year: 1866 },
];

/** The books of the library, an ordinary service. */
export class Catalog {
  search(words: string, most: number): readonly Book[] {
    return BOOKS.filter(({ title }) => title.toLowerCase().includes(words.toLowerCase())).slice(0, most);
  }

  find(isbn: string): Book | undefined {
    return BOOKS.find((book) => book.isbn === isbn);
  }
}
