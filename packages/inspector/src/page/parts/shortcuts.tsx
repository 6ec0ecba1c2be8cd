import { effect, signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { go, route } from '../state.js';

const OFF = 'haft-no-shortcuts';
/** Whether single keys do something: https://www.w3.org/TR/WCAG22/#character-key-shortcuts */
const isOn = signal(localStorage.getItem(OFF) === null);

/** The colours: those of the system, or one of them. */
const theme = signal(localStorage.getItem('haft-theme') ?? 'light dark');
const THEMES = [
  ['light dark', 'of the system'],
  ['light', 'light'],
  ['dark', 'dark'],
] as const;
effect(() => {
  localStorage.setItem('haft-theme', theme.value);
  document.documentElement.style.colorScheme = theme.value;
});

const KEYS = [
  ['/', 'search the list'],
  ['j', 'next row'],
  ['k', 'row before'],
  ['Enter', 'open the row'],
  ['Ctrl Enter', 'call the tool, from the form or the JSON'],
  ['Ctrl Space', 'names and values that fit, in the JSON'],
  ['g s', 'start'],
  ['g t', 'tools'],
  ['g c', 'calls'],
  ['g r', 'runs'],
  ['g i', 'inbox'],
  ['g m', 'insight: mistakes of models'],
  ['?', 'this list'],
] as const;
const VIEWS: Readonly<Record<string, string>> = {
  s: 'start',
  t: 'tools',
  c: 'calls',
  r: 'runs',
  i: 'inbox',
  m: 'insight',
};

/** The keys of the page, and a button that lists them. */
export function Shortcuts() {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    let before = '';
    const onKey = (event: KeyboardEvent): void => {
      const last = before;
      before = '';
      if (!isOn.value || event.ctrlKey || event.metaKey || event.altKey || isTyping(event)) return;
      if (dialog.current?.open === true) return;
      if (last === 'g') go(`/${VIEWS[event.key] ?? route.value.join('/')}`);
      else if (event.key === 'g') before = 'g';
      else if (event.key === '?') dialog.current?.showModal();
      else if (event.key === '/') focusSearch();
      else if (event.key === 'j') moveRow(1);
      else if (event.key === 'k') moveRow(-1);
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', onKey);
    return () => {
      removeEventListener('keydown', onKey);
    };
  }, []);
  return (
    <>
      <button class="small" type="button" aria-label="Keys" onClick={() => dialog.current?.showModal()}>
        ?
      </button>
      <dialog ref={dialog} aria-label="Keys">
        <h2>Keys</h2>
        <dl class="facts">
          {KEYS.map(([key, what]) => [
            <dt key={key}>
              <kbd>{key}</kbd>
            </dt>,
            <dd key={what}>{what}</dd>,
          ])}
        </dl>
        <p>
          <label>
            <input
              type="checkbox"
              checked={isOn.value}
              onChange={(event) => {
                toggle(event.currentTarget.checked);
              }}
            />{' '}
            single keys
          </label>
        </p>
        <p>
          <label>
            Colours{' '}
            <select value={theme.value} onChange={(event) => void (theme.value = event.currentTarget.value)}>
              {THEMES.map(([value, title]) => (
                <option key={value} value={value}>
                  {title}
                </option>
              ))}
            </select>
          </label>
        </p>
        <form method="dialog">
          <button class="primary" type="submit">
            Close
          </button>
        </form>
      </dialog>
    </>
  );
}

function toggle(on: boolean): void {
  isOn.value = on;
  if (on) localStorage.removeItem(OFF);
  else localStorage.setItem(OFF, '1');
}

/** Returns whether a key is text. The editor is in a shadow root. */
function isTyping(event: KeyboardEvent): boolean {
  const [target] = event.composedPath();
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))
  );
}

function focusSearch(): void {
  const search = document.querySelector<HTMLInputElement>('main input[type=search]');
  if (search === null) go('/tools');
  else search.focus();
}

/** Moves the focus in the rows that are shown. */
function moveRow(step: number): void {
  const rows = [...document.querySelectorAll<HTMLElement>('main [data-row]')].filter((row) => row.checkVisibility());
  const current = rows.findIndex((row) => row === document.activeElement);
  const selected = current >= 0 ? current : rows.findIndex((row) => row.ariaCurrent === 'true');
  const next = selected < 0 ? rows[0] : rows[Math.max(0, Math.min(rows.length - 1, selected + step))];
  next?.focus();
}
