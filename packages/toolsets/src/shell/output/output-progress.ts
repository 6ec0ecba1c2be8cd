import { StringDecoder } from 'node:string_decoder';

/** A part of the output, as progress of the call. */
export interface OutputPart {
  readonly stream: 'stdout' | 'stderr';
  readonly text: string;
}

/** The longest reported output of one stream, in characters. */
const MOST_CHARACTERS = 1_000_000;

/** Returns a function that reports chunks of a stream as texts of whole characters. */
export function outputProgress(
  stream: OutputPart['stream'],
  report: (part: OutputPart) => void,
): (chunk: Buffer) => void {
  const decoder = new StringDecoder();
  let left = MOST_CHARACTERS;
  return (chunk) => {
    if (left <= 0) return;
    const text = decoder.write(chunk);
    if (text === '') return;
    left -= text.length;
    report({ stream, text });
  };
}
