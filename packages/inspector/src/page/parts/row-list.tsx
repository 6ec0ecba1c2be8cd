import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** Height of a row, in pixels. */
const HEIGHT = 30;
/** Rows outside of the window that exist, for smooth scrolling. */
const MORE = 8;

/** A list of which only the rows in the window exist, so that ten thousand are no more than thirty. */
export function RowList<Item>({
  label,
  items,
  keyOf,
  current,
  row,
}: {
  readonly label: string;
  readonly items: readonly Item[];
  readonly keyOf: (item: Item) => string | number;
  /** The key of the open item, to which the list scrolls. */
  readonly current?: string | number | undefined;
  readonly row: (item: Item) => ComponentChildren;
}) {
  const top = useSignal(0);
  const height = useSignal(600);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => {
      height.value = element.clientHeight;
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
    };
  }, []);
  const first = Math.max(0, Math.floor(top.value / HEIGHT) - MORE);
  const last = Math.min(items.length, Math.ceil((top.value + height.value) / HEIGHT) + MORE);
  const space = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // Set by script: a style attribute would break the policy of the page.
    if (space.current === null) return;
    space.current.style.height = `${items.length * HEIGHT}px`;
    space.current.style.paddingTop = `${first * HEIGHT}px`;
  });
  const at = current === undefined ? -1 : items.findIndex((item) => keyOf(item) === current);
  useEffect(() => {
    const element = box.current;
    if (element === null || at < 0) return;
    const isShown = at * HEIGHT >= element.scrollTop && (at + 1) * HEIGHT <= element.scrollTop + element.clientHeight;
    if (!isShown) element.scrollTop = at * HEIGHT - element.clientHeight / 2;
    // Not when newer items move it, because a person scrolls meanwhile.
  }, [current, at < 0]);
  return (
    <div class="rows" ref={box} onScroll={(event) => void (top.value = event.currentTarget.scrollTop)}>
      <ul aria-label={label} ref={space}>
        {items.slice(first, last).map((item, index) => (
          <li key={keyOf(item)} aria-setsize={items.length} aria-posinset={first + index + 1}>
            {row(item)}
          </li>
        ))}
      </ul>
    </div>
  );
}
