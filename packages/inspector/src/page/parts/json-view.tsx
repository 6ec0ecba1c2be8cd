import type { Json } from '../types.js';

/** Larger JSON is shown as text in one piece, since each part would be an element. */
const LARGEST = 20_000;

/** JSON with its parts in colours. */
export function JsonView({ value, label }: { readonly value: Json | undefined; readonly label: string }) {
  const text = value === undefined ? 'nothing' : JSON.stringify(value, null, 2);
  return (
    <pre class="json" tabIndex={0} role="region" aria-label={label}>
      {text.length > LARGEST ? text : coloured(text)}
    </pre>
  );
}

const TOKENS = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

function coloured(text: string) {
  const parts = [];
  let end = 0;
  for (const match of text.matchAll(TOKENS)) {
    const [all, string, colon] = match;
    parts.push(text.slice(end, match.index));
    const kind = string === undefined ? 'lit' : colon === undefined ? 'str' : 'key';
    parts.push(<span class={kind}>{string ?? all}</span>, colon ?? '');
    end = match.index + all.length;
  }
  parts.push(text.slice(end));
  return parts;
}
