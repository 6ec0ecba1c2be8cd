/**
 * Returns the steps of a page, in order:
 * `{ kind: 'run' | 'start' | 'write' | 'prints', text, line, ... }`. Ignores blocks that are
 * neither `sh` nor marked.
 */
export function readPage(markdown) {
  const steps = [];
  for (const { index, groups } of markdown.matchAll(BLOCK)) {
    const line = markdown.slice(0, index).split('\n').length;
    const step = stepOf(groups.mark ?? '', groups.language, groups.text);
    if (step !== undefined) steps.push({ ...step, line });
  }
  return steps;
}

const BLOCK = /(?:^<!-- (?<mark>[^\n]*) -->\n\n?)?^```(?<language>\w*)[^\n]*\n(?<text>[^]*?)^```$/gm;

function stepOf(mark, language, text) {
  const [, word, rest = ''] = /^(\w+)(?:: (.*))?$/.exec(mark) ?? [];
  if (word === 'file') return { kind: 'write', file: rest, text };
  if (word === 'prints') return { kind: 'prints', text };
  if (word === 'starts') return { kind: 'start', until: rest, text };
  return language === 'sh' ? { kind: 'run', text } : undefined;
}
