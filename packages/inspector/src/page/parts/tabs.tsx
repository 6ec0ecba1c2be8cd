import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';

/** A tab with its content. */
export interface Tab {
  readonly id: string;
  readonly title: string;
  readonly content: () => ComponentChildren;
}

/** Tabs that the arrow keys move between. With `chosen`, the address keeps the tab. */
export function Tabs({
  label,
  tabs,
  chosen: given,
  onChoose,
}: {
  readonly label: string;
  readonly tabs: readonly Tab[];
  readonly chosen?: string | undefined;
  readonly onChoose?: (id: string) => void;
}) {
  const own = useSignal(tabs[0]?.id);
  const chosen = onChoose === undefined ? own.value : given;
  const choose = (id: string): void => {
    if (onChoose === undefined) own.value = id;
    else onChoose(id);
  };
  const active = tabs.find(({ id }) => id === chosen) ?? tabs[0];
  const move = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    const index = tabs.findIndex(({ id }) => id === active?.id);
    const next = tabs[(index + step + tabs.length) % tabs.length];
    if (next === undefined) return;
    choose(next.id);
    document.getElementById(`tab-${next.id}`)?.focus();
  };
  return (
    <>
      <div class="tabs" role="tablist" aria-label={label} onKeyDown={move}>
        {tabs.map(({ id, title }) => (
          <button
            key={id}
            id={`tab-${id}`}
            role="tab"
            type="button"
            aria-selected={id === active?.id}
            aria-controls={`panel-${id}`}
            tabIndex={id === active?.id ? 0 : -1}
            onClick={() => {
              choose(id);
            }}
          >
            {title}
          </button>
        ))}
      </div>
      {active !== undefined && (
        <div id={`panel-${active.id}`} role="tabpanel" aria-labelledby={`tab-${active.id}`} tabIndex={0}>
          {active.content()}
        </div>
      )}
    </>
  );
}
