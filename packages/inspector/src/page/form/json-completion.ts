import { Prec, StateEffect, StateField, type EditorState, type Extension } from '@codemirror/state';
import { EditorView, hoverTooltip, keymap, showTooltip, type Command } from '@codemirror/view';
import type { Schema } from '../types.js';
import { placeIn } from './json-place.js';
import { choicesAt, helpAt, type Choice } from './schema-help.js';

/** An open list of choices for the word at the caret. */
interface Open {
  readonly choices: readonly Choice[];
  readonly chosen: number;
  readonly from: number;
  readonly to: number;
  readonly isName: boolean;
}

const setOpen = StateEffect.define<Open | null>();

const open = StateField.define<Open | null>({
  create: () => null,
  update(value, { effects, docChanged, selection }) {
    for (const effect of effects) if (effect.is(setOpen)) return effect.value;
    return docChanged || selection !== undefined ? null : value;
  },
  provide: (field) => [
    showTooltip.computeN([field], (state) => {
      const list = state.field(field);
      return list === null ? [] : [{ pos: list.from, create: (view) => ({ dom: listOf(view, list) }) }];
    }),
    EditorView.contentAttributes.compute([field], (state): Record<string, string> => {
      const list = state.field(field);
      const closed = { 'aria-autocomplete': 'list' };
      return list === null ? closed : { ...closed, 'aria-controls': LIST, 'aria-activedescendant': idOf(list.chosen) };
    }),
  ],
});

const LIST = 'choices';

/** Names and values from a schema: a list below the caret, and a text at the mouse. */
export function completion(schema: Schema): Extension {
  const find = (state: EditorState, isAsked: boolean): Open | null => {
    const { main } = state.selection;
    const place = main.empty ? placeIn(state.doc.toString(), main.head) : undefined;
    if (place === undefined) return null;
    const { from, to, kind, word } = place;
    const choices = choicesAt(schema, place);
    // A word that is complete needs no list while a person writes.
    const isDone = choices.length === 1 && choices[0]?.text === word;
    return choices.length === 0 || (isDone && !isAsked)
      ? null
      : { choices, chosen: 0, from, to, isName: kind === 'name' };
  };
  const show = (view: EditorView, isAsked: boolean): void => {
    view.dispatch({ effects: setOpen.of(find(view.state, isAsked)) });
  };
  const ask: Command = (view) => {
    show(view, true);
    return true;
  };
  return [
    open,
    EditorView.updateListener.of(({ view, transactions }) => {
      const isTyped = transactions.some((one) => one.isUserEvent('input.type') || one.isUserEvent('delete.backward'));
      // The list is a change of its own, after the one that led to it.
      if (isTyped)
        queueMicrotask(() => {
          show(view, false);
        });
    }),
    Prec.high(
      keymap.of([
        { key: 'Ctrl-Space', run: ask },
        { key: 'ArrowDown', run: move(1) },
        { key: 'ArrowUp', run: move(-1) },
        { key: 'Enter', run: (view) => accept(view, view.state.field(open)?.chosen) },
        { key: 'Escape', run: close },
      ]),
    ),
    EditorView.domEventHandlers({
      blur: (_event, view) => {
        close(view);
      },
    }),
    hoverTooltip((view, position) => {
      const place = placeIn(view.state.doc.toString(), position);
      const text = place && place.from < place.to ? helpAt(schema, place) : undefined;
      if (place === undefined || text === undefined) return null;
      return { pos: place.from, end: place.to, above: true, create: () => ({ dom: textOf('div', 'cm-help', text) }) };
    }),
    EditorView.theme({
      '.cm-help, .cm-choices': { padding: '4px 8px', maxWidth: '32em', maxHeight: '14em', overflow: 'auto' },
      '.cm-choices': { margin: '0', padding: '2px', listStyle: 'none', fontFamily: 'var(--mono)' },
      '.cm-choices li': { padding: '2px 6px', cursor: 'pointer' },
      '.cm-choices li[aria-selected=true]': { backgroundColor: 'var(--select)' },
      '.cm-choices small': { marginLeft: '1em', fontFamily: 'system-ui, sans-serif' },
    }),
  ];
}

function move(step: number): Command {
  return (view) => {
    const list = view.state.field(open);
    if (list === null) return false;
    const chosen = (list.chosen + step + list.choices.length) % list.choices.length;
    view.dispatch({ effects: setOpen.of({ ...list, chosen }) });
    return true;
  };
}

function close(view: EditorView): boolean {
  if (view.state.field(open) === null) return false;
  view.dispatch({ effects: setOpen.of(null) });
  return true;
}

function accept(view: EditorView, index: number | undefined): boolean {
  const list = view.state.field(open);
  const choice = list?.choices[index ?? -1];
  if (list === null || choice === undefined) return false;
  const hasColon = /^\s*:/.test(view.state.sliceDoc(list.to, list.to + 20));
  const insert = `${choice.insert}${list.isName && !hasColon ? ': ' : ''}`;
  view.dispatch({
    changes: { from: list.from, to: list.to, insert },
    selection: { anchor: list.from + insert.length },
    userEvent: 'input.complete',
    scrollIntoView: true,
  });
  return true;
}

function listOf(view: EditorView, { choices, chosen }: Open): HTMLElement {
  const list = textOf('ul', 'cm-choices', '');
  list.id = LIST;
  list.setAttribute('role', 'listbox');
  list.ariaLabel = 'Choices';
  for (const [index, { text, about }] of choices.entries()) {
    const item = textOf('li', '', text);
    item.id = idOf(index);
    item.setAttribute('role', 'option');
    item.ariaSelected = String(index === chosen);
    if (about !== '') item.append(textOf('small', '', about));
    item.addEventListener('mousedown', (event) => {
      // The focus stays in the editor.
      event.preventDefault();
      accept(view, index);
    });
    list.append(item);
  }
  return list;
}

function idOf(index: number): string {
  return `choice-${index}`;
}

/** Returns an element. Texts of schemas never become markup. */
function textOf(name: string, className: string, text: string): HTMLElement {
  const element = document.createElement(name);
  element.className = className;
  element.textContent = text;
  return element;
}
