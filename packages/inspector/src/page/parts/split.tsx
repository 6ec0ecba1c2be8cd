import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

const KEY = 'haft-side-width';
const LEAST = 180;
const MOST = 800;
const STEP = 20;

/** The width of the list beside the content, in pixels. 0 is the width of the style sheet. */
const width = signal(Number(localStorage.getItem(KEY) ?? 0));

/** A list and the content beside it, with a border that a person moves. */
export function Split({
  isOpen,
  side,
  children,
}: {
  /** Whether a narrow window shows the content in place of the list. */
  readonly isOpen: boolean;
  readonly side: ComponentChildren;
  readonly children: ComponentChildren;
}) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Set by script: a style attribute would break the policy of the page.
    if (width.value > 0) box.current?.style.setProperty('--side-width', `${width.value}px`);
  }, [width.value]);
  const now = (): number => box.current?.firstElementChild?.getBoundingClientRect().width ?? LEAST;
  const set = (pixels: number): void => {
    width.value = Math.round(Math.max(LEAST, Math.min(MOST, pixels)));
    localStorage.setItem(KEY, String(width.value));
  };
  return (
    <div class={isOpen ? 'split open' : 'split'} ref={box}>
      {side}
      <div
        class="divider"
        role="separator"
        tabIndex={0}
        aria-orientation="vertical"
        aria-label="Width of the list"
        aria-valuemin={LEAST}
        aria-valuemax={MOST}
        aria-valuenow={width.value > 0 ? width.value : Math.round(now())}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
          event.preventDefault();
          set(now() + (event.key === 'ArrowLeft' ? -STEP : STEP));
        }}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerMove={(event) => {
          const left = box.current?.getBoundingClientRect().left ?? 0;
          if (event.currentTarget.hasPointerCapture(event.pointerId)) set(event.clientX - left);
        }}
      />
      {children}
    </div>
  );
}
