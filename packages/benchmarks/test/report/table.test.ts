import { markdown, plainText } from '../../src/report/table.js';

const table = {
  title: 'Title',
  note: 'A note.',
  columns: ['', 'CPU'],
  rows: [
    ['one', '1 ms'],
    ['eleven', '11 ms'],
  ],
};

test('Markdown has a heading, the note and aligned columns', () => {
  expect(markdown(table)).toBe(
    '### Title\n\nA note.\n\n|  | CPU |\n| --- | ---: |\n| one | 1 ms |\n| eleven | 11 ms |',
  );
});

test('the console gets columns of one width', () => {
  expect(plainText(table)).toBe('\nTitle\nA note.\n          CPU\none      1 ms\neleven  11 ms');
});
