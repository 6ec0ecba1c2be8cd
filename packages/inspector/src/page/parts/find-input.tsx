import type { Signal } from '@preact/signals';

/** The search above a list. */
export function FindInput({
  things,
  by,
  asked,
}: {
  /** The things in the list: `calls`. */
  readonly things: string;
  /** What the search looks at, for the placeholder. */
  readonly by: string;
  readonly asked: Signal<string>;
}) {
  return (
    <input
      type="search"
      class="find"
      aria-label={`Find ${things}`}
      placeholder={`Find ${things}: ${by} ( / )`}
      value={asked.value}
      onInput={(event) => void (asked.value = event.currentTarget.value)}
    />
  );
}
