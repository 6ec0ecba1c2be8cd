// Draws docs/images/way-light.svg and way-dark.svg: the way from a class to a corrected call. Run
// it after a change of the picture.
import { writeFileSync } from 'node:fs';

const PALETTES = {
  light: {
    ink: '#1f2328',
    soft: '#59636e',
    line: '#8c959f',
    box: '#f6f8fa',
    edge: '#d1d9e0',
    bad: '#cf222e',
    good: '#1a7f37',
    own: '#0969da',
  },
  dark: {
    ink: '#f0f6fc',
    soft: '#9198a1',
    line: '#656c76',
    box: '#151b23',
    edge: '#3d444d',
    bad: '#ff7b72',
    good: '#3fb950',
    own: '#4493f8',
  },
};

const CODE = [
  "@Toolset({ prefix: 'todo' })",
  'class TodoToolset {',
  '  @Tool()',
  '  add(text: string,',
  "      priority: Priority = 'normal')",
  '}',
];

for (const [name, colours] of Object.entries(PALETTES)) writeFileSync(`docs/images/way-${name}.svg`, picture(colours));

function picture({ ink, soft, line, box, edge, bad, good, own }) {
  const mono = 'font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace"';
  const text = (x, y, words, { size = 13, fill = ink, anchor = 'start', code = false, weight = 400 } = {}) =>
    `<text x="${x}" y="${y}" font-size="${size}" fill="${fill}" text-anchor="${anchor}" font-weight="${weight}" xml:space="preserve"${code ? ` ${mono}` : ''}>${escaped(words)}</text>`;
  const frame = (x, y, width, height) =>
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="8" fill="${box}" stroke="${edge}"/>`;
  const arrow = (x1, y1, x2, y2, colour = line) =>
    `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" stroke="${colour}" stroke-width="1.5" marker-end="url(#head-${colour.slice(1)})"/>`;
  const head = (colour) =>
    `<marker id="head-${colour.slice(1)}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto-start-reverse"><path d="M0 0 L8 4 L0 8 z" fill="${colour}"/></marker>`;

  const model = 420;
  const haft = 700;
  const method = 880;
  const lifeline = (x, label, colour) =>
    `${frame(x - 62, 16, 124, 30)}${text(x, 36, label, { anchor: 'middle', weight: 600, fill: colour })}<line x1="${x}" y1="46" x2="${x}" y2="352" stroke="${edge}" stroke-width="1.5" stroke-dasharray="4 4"/>`;
  const message = (y, from, to, words, colour = line, fill = ink) =>
    `${arrow(from, y, to, y, colour)}${words.map((one, at) => text((from + to) / 2, y - 8 - 16 * (words.length - 1 - at), one, { anchor: 'middle', size: 12, code: true, fill })).join('')}`;

  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 960 372" width="960" height="372" role="img" aria-labelledby="title" font-family="-apple-system, BlinkMacSystemFont, 'Segoe UI', Helvetica, Arial, sans-serif">
<title id="title">You write a class. haft build generates JSON Schema and checks. The model calls a tool with a wrong argument, reads a retry prompt, and calls again. Then your method runs.</title>
<defs>${[line, bad, good, own].map(head).join('')}</defs>
${frame(12, 16, 300, 136)}
${CODE.map((one, at) => text(26, 40 + at * 19, one, { size: 12.5, code: true })).join('\n')}
${arrow(162, 152, 162, 212, own)}
${text(174, 187, 'npx haft build', { size: 12.5, code: true, fill: own })}
${frame(12, 214, 300, 84)}
${text(26, 238, 'toolsets.gen.ts', { size: 12.5, code: true, weight: 600 })}
${text(26, 260, 'JSON Schema for the model', { fill: soft })}
${text(26, 280, 'checks for every call', { fill: soft })}
${text(26, 330, 'Your class stays as it is.', { fill: soft })}
${lifeline(model, 'Model', ink)}
${lifeline(haft, 'Haft', own)}
${lifeline(method, 'Your method', ink)}
${message(88, haft, model, ['tool definitions'])}
${message(134, model, haft, ['todo_add', '{"text":"Oil","priority":"urgent"}'], bad)}
${message(206, haft, model, ['- priority: expected one of', '"low", "normal", "high",', 'received "urgent"'], bad, bad)}
${message(262, model, haft, ['todo_add', '{"text":"Oil","priority":"high"}'], good)}
${message(290, haft, method, ['add("Oil", "high")'], good)}
${message(316, method, haft, ['Todo'], good)}
${message(342, haft, model, ['{"id":1,"text":"Oil", ...}'], good)}
</svg>
`;
}

function escaped(words) {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
