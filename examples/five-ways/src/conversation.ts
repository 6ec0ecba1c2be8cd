/** A call that the model makes. */
export interface ModelCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** The text for the model. */
export interface Reading {
  readonly text: string;
  /** Absent where a form has no flag for errors. */
  readonly isError?: boolean;
}

/** One call of the model, and the text that it must read, in every way. */
export interface Turn {
  readonly call: ModelCall;
  readonly reads: Required<Reading>;
}

/** A wrong call, the corrected one, one that works with the run's context, and one that fails. */
export function conversationWith(reader: string): readonly Turn[] {
  return [
    {
      call: { id: 'call_1', name: 'library_search', arguments: { query: '', limit: 500 } },
      reads: {
        isError: true,
        text: [
          "Tool call validation failed for tool 'library_search':",
          '- query: expected a string of at least 1 character, received ""',
          '- limit: expected an integer from 1 to 20, received 500',
          '',
          'Fix the errors and try again.',
        ].join('\n'),
      },
    },
    {
      call: { id: 'call_2', name: 'library_search', arguments: { query: 'moby', limit: 3 } },
      reads: { isError: false, text: '[{"isbn":"9780142437247","title":"Moby-Dick","year":1851}]' },
    },
    {
      call: { id: 'call_3', name: 'library_lend', arguments: { isbn: '9780142437247', days: 7 } },
      reads: { isError: false, text: `Moby-Dick is lent to ${reader} for 7 days.` },
    },
    {
      call: { id: 'call_4', name: 'library_lend', arguments: { isbn: '000', days: 7 } },
      reads: { isError: true, text: 'There is no book 000.' },
    },
  ];
}
