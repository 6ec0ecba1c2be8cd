import { styleText } from 'node:util';

type Style = Parameters<typeof styleText>[0];

/** Returns text in a style if `stream` is a terminal with colours enabled. */
export function styled(style: Style, text: string, stream: NodeJS.WriteStream = process.stdout): string {
  return hasColours(stream) ? styleText(style, text, { validateStream: false }) : text;
}

/** @see https://no-color.org, https://force-color.org */
function hasColours(stream: NodeJS.WriteStream): boolean {
  if (process.env.NO_COLOR) return false;
  if (process.env.FORCE_COLOR && process.env.FORCE_COLOR !== '0') return true;
  return stream.isTTY && process.env.TERM !== 'dumb';
}
