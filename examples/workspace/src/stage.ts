import { styleText } from 'node:util';

/* How the example talks to the person who runs it. Colours only where a terminal shows them. */

type Style = Parameters<typeof styleText>[0];

const coloured = process.stdout.isTTY && !process.env.NO_COLOR;

export function styled(style: Style, text: string): string {
  return coloured ? styleText(style, text) : text;
}

export function say(text = ''): void {
  console.log(text);
}

/** A headline with a line under it. */
export function heading(text: string): void {
  say();
  say(styled('bold', text));
  say(styled('dim', '─'.repeat(text.length)));
}

/** A text of several lines, each behind the same mark. */
export function block(mark: string, text: string, style: Style = 'reset'): void {
  for (const line of text.split('\n')) say(`${styled('dim', mark)} ${styled(style, line)}`);
}

/** One line, cut in its middle when it is long. */
export function shortened(text: string, most = 160): string {
  if (text.length <= most) return text;
  const half = Math.floor((most - 30) / 2);
  return `${text.slice(0, half)} ... (${String(text.length)} characters) ... ${text.slice(-half)}`;
}
