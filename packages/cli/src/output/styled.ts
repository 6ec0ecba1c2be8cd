import { styleText } from 'node:util';

type Style = Parameters<typeof styleText>[0];

/** Text in a style, where `stream` is a terminal and nobody asked for no colours. */
export function styled(style: Style, text: string, stream: NodeJS.WriteStream = process.stdout): string {
  return hasColours(stream) ? styleText(style, text, { validateStream: false }) : text;
}

/** @see https://no-color.org, https://force-color.org */
function hasColours(stream: NodeJS.WriteStream): boolean {
  if (process.env.NO_COLOR) return false;
  if (process.env.FORCE_COLOR && process.env.FORCE_COLOR !== '0') return true;
  return stream.isTTY && process.env.TERM !== 'dumb';
}
