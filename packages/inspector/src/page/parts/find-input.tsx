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

/** Says that a search has found nothing, and ends it. */
export function NothingFound({
  thing,
  onShowAll,
}: {
  /** One of the things in the list: `call`. */
  readonly thing: string;
  readonly onShowAll: () => void;
}) {
  return (
    <p class="quiet">
      No {thing} matches.{' '}
      <button class="small" type="button" onClick={onShowAll}>
        show all
      </button>
    </p>
  );
}
