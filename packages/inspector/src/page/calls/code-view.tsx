import type { Json } from '../types.js';

/** Code with the numbers of its lines. A line with a problem, or with calls, has a note. */
export function CodeView({
  code,
  problem,
  notes = new Map(),
}: {
  readonly code: string;
  readonly problem: string | undefined;
  /** The tools that each line calls. */
  readonly notes?: ReadonlyMap<number, string>;
}) {
  const lines = code.split('\n');
  const problems = problemsByLine(problem ?? '', lines.length);
  return (
    <ol class="code" tabIndex={0} aria-label="Code">
      {lines.map((line, index) => {
        const wrong = problems.get(index + 1);
        const note = wrong ?? notes.get(index + 1);
        return (
          <li key={index} class={wrong === undefined ? undefined : 'bad'}>
            <code>{line === '' ? ' ' : line}</code>
            {note !== undefined && <span class="note">{note}</span>}
          </li>
        );
      })}
    </ol>
  );
}

/** Returns the code in the arguments of a program. Undefined for other calls. */
export function codeOf(sent: Json | undefined): string | undefined {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return undefined;
  const { code } = sent as Readonly<Record<string, Json>>;
  return typeof code === 'string' ? code : undefined;
}

/** Returns the line in the place of an inner call: a number, `line`, or a text that names one. */
export function lineOfPlace(place: Json | undefined): number | undefined {
  if (typeof place === 'number') return place;
  if (typeof place === 'string') return lineOf(place);
  if (typeof place !== 'object' || place === null || Array.isArray(place)) return undefined;
  const { line } = place as Readonly<Record<string, Json>>;
  return typeof line === 'number' ? line : undefined;
}

/** Returns the lines of a text about problems, by the lines of code that they name. */
function problemsByLine(text: string, most: number): ReadonlyMap<number, string> {
  const problems = new Map<number, string>();
  for (const one of text.split('\n')) {
    const line = lineOf(one);
    if (line !== undefined && line <= most && !problems.has(line)) problems.set(line, one.replace(/^[\s-]+/, ''));
  }
  return problems;
}

/** Returns the line that a text names: `line 3`, or `program.js:3:7`. */
function lineOf(text: string): number | undefined {
  const [, word, place] = /\bline (\d+)|:(\d+):\d+/i.exec(text) ?? [];
  const line = Number(word ?? place);
  return line >= 1 ? line : undefined;
}
