import { LABELS, type CallCost } from './call-cost.js';
import { time, times } from './format.js';

/** The colours of one theme of GitHub. */
export const THEMES = {
  light: { ink: '#1f2328', soft: '#59636e', peer: '#afb8c1', own: '#0969da' },
  dark: { ink: '#f0f6fc', soft: '#9198a1', peer: '#656c76', own: '#4493f8' },
} as const;

const WIDTH = 760;
const LABEL_END = 236;
const LONGEST_BAR = 390;
const ROW = 28;
const TOP = 66;

/** Draws the cost of a call as bars of an SVG, the cheapest first. */
export function drawCallCost({ date, node, rows }: CallCost, theme: keyof typeof THEMES): string {
  const { ink, soft, peer, own } = THEMES[theme];
  const sorted = [...rows].sort((one, other) => one.nanoseconds - other.nanoseconds);
  const longest = sorted.at(-1)?.nanoseconds ?? 1;
  const height = TOP + sorted.length * ROW + 34;
  const bars = sorted.map(({ name, nanoseconds, ratio }, index) => {
    const isOwn = name.startsWith('Haft');
    const y = TOP + index * ROW;
    const width = Math.max(2, (nanoseconds / longest) * LONGEST_BAR);
    const weight = isOwn ? 600 : 400;
    return [
      `<text x="${LABEL_END}" y="${y + 14}" text-anchor="end" font-weight="${weight}" fill="${ink}">${LABELS[name] ?? name}</text>`,
      `<rect x="${LABEL_END + 10}" y="${y}" width="${width.toFixed(1)}" height="19" rx="2" fill="${isOwn ? own : peer}"/>`,
      `<text x="${(LABEL_END + 18 + width).toFixed(1)}" y="${y + 14}" font-weight="${weight}" fill="${ink}">${time(nanoseconds)}<tspan dx="7" font-weight="400" fill="${soft}">${times(ratio)}</tspan></text>`,
    ].join('\n');
  });
  const spoken = sorted.map(({ name, nanoseconds }) => `${LABELS[name] ?? name} ${time(nanoseconds)}`).join(', ');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-labelledby="title" font-size="13" font-family="-apple-system, BlinkMacSystemFont, 'Segoe UI', Helvetica, Arial, sans-serif">
<title id="title">The cost of a tool call: ${spoken}</title>
<text x="12" y="24" font-size="15" font-weight="600" fill="${ink}">The cost of a tool call</text>
<text x="12" y="45" fill="${soft}">CPU time to parse, check and run a valid call with eight fields, and to write its result</text>
${bars.join('\n')}
<text x="12" y="${height - 12}" font-size="11" fill="${soft}">Node ${node}, ${date}. The ratio is to the code written by hand, of the same round. Shorter is better.</text>
</svg>
`;
}
