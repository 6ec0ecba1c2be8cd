import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { json, jsonParseLinter } from '@codemirror/lang-json';
import { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting, syntaxTree } from '@codemirror/language';
import { linter, lintGutter, type Diagnostic } from '@codemirror/lint';
import { EditorState, StateEffect } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { useEffect, useRef } from 'preact/hooks';
import type { Issue, Schema } from '../types.js';
import { completion } from './json-completion.js';

/** An editor of JSON that takes any text, also broken JSON, and marks the places of issues. */
export function JsonEditor({
  label,
  text,
  issues,
  schema = {},
  onText,
}: {
  readonly label: string;
  readonly text: string;
  readonly issues: readonly Issue[];
  /** The schema whose names and values the editor offers. */
  readonly schema?: Schema;
  readonly onText: (text: string) => void;
}) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const shown = useRef(issues);
  const change = useRef(onText);
  change.current = onText;
  /** Texts that the editor told and the page has not shown yet: a person may type faster. */
  const told = useRef(new Set<string>());
  useEffect(() => {
    const element = host.current;
    if (element === null) return undefined;
    // In a shadow root, the editor needs no inline styles, which the policy of the page forbids.
    const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' });
    const editor = new EditorView({
      parent: root,
      root,
      state: EditorState.create({
        doc: text,
        extensions: extensions(label, shown, schema, (value) => {
          told.current.add(value);
          change.current(value);
        }),
      }),
    });
    view.current = editor;
    return () => {
      editor.destroy();
      view.current = null;
    };
  }, []);
  useEffect(() => {
    const editor = view.current;
    if (editor === null) return;
    if (editor.state.doc.toString() === text) told.current.clear();
    if (editor.state.doc.toString() === text || told.current.has(text)) return;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: text } });
  }, [text]);
  useEffect(() => {
    shown.current = issues;
    view.current?.dispatch({ effects: newIssues.of(null) });
  }, [issues]);
  return <div class="editor" ref={host} />;
}

/** Tells the editor that there are other issues than before. */
const newIssues = StateEffect.define();

function extensions(
  label: string,
  issues: { readonly current: readonly Issue[] },
  schema: Schema,
  onText: (text: string) => void,
) {
  const broken = jsonParseLinter();
  return [
    lineNumbers(),
    history(),
    drawSelection(),
    indentOnInput(),
    bracketMatching(),
    highlightActiveLine(),
    json(),
    syntaxHighlighting(COLOURS),
    lintGutter(),
    // One source of marks: two of them remove those of each other.
    linter((view) => (view.state.doc.length === 0 ? [] : [...broken(view), ...marksOf(view, issues.current)]), {
      delay: 100,
      needsRefresh: ({ transactions }) => transactions.some(({ effects }) => effects.some((one) => one.is(newIssues))),
    }),
    completion(schema),
    // Tab leaves the editor, as it leaves each other field: https://www.w3.org/TR/WCAG22/#no-keyboard-trap
    keymap.of([...defaultKeymap, ...historyKeymap]),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ 'aria-label': label }),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) onText(update.state.doc.toString());
    }),
    THEME,
  ];
}

/** The colours come from the page, in light and dark. */
const THEME = EditorView.theme({
  '&': { color: 'var(--ink)', backgroundColor: 'var(--field)', fontSize: '13px', maxHeight: '55vh' },
  '.cm-content': { caretColor: 'var(--ink)', fontFamily: 'var(--mono)', minHeight: '9em' },
  '.cm-scroller': { overflow: 'auto' },
  '.cm-gutters': { backgroundColor: 'var(--field)', color: 'var(--quiet)', border: 'none' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--hover)' },
  '&.cm-focused': { outline: '2px solid var(--accent)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': { backgroundColor: 'var(--select)' },
  '.cm-tooltip': { backgroundColor: 'var(--paper)', color: 'var(--ink)', border: '1px solid var(--line)' },
});

const COLOURS = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--key)' },
  { tag: tags.string, color: 'var(--str)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--lit)' },
]);

function marksOf(view: EditorView, issues: readonly Issue[]): readonly Diagnostic[] {
  return issues.map((issue) => {
    const { from, to } = placeOf(view.state, issue.path);
    const { message, expected, received } = issue;
    return { from, to, severity: 'error', message: message ?? `Expected ${expected}, received ${received}.` };
  });
}

/** Returns where a value stands in the text: the nearest place that exists. */
function placeOf(
  state: EditorState,
  path: readonly (string | number)[],
): { readonly from: number; readonly to: number } {
  let node = syntaxTree(state).topNode.firstChild;
  for (const key of path) {
    if (node === null) break;
    const next: typeof node | undefined =
      node.name === 'Object'
        ? (node.getChildren('Property').find((one) => nameOf(state, one.getChild('PropertyName')) === String(key))
            ?.lastChild ?? undefined)
        : node.name === 'Array'
          ? valuesIn(node)[Number(key)]
          : undefined;
    if (next === undefined) break;
    node = next;
  }
  return node === null ? { from: 0, to: state.doc.length } : { from: node.from, to: node.to };
}

type Node = NonNullable<ReturnType<typeof syntaxTree>['topNode']['firstChild']>;

function valuesIn(list: Node): readonly Node[] {
  const values: Node[] = [];
  for (let child = list.firstChild; child !== null; child = child.nextSibling)
    if (child.name !== '[' && child.name !== ']' && child.name !== ',') values.push(child);
  return values;
}

function nameOf(state: EditorState, node: Node | null): string | undefined {
  if (node === null) return undefined;
  try {
    return JSON.parse(state.sliceDoc(node.from, node.to)) as string;
  } catch {
    return undefined;
  }
}
