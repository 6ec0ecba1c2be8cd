import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';

/** A tab with its content. */
export interface Tab {
  readonly id: string;
  readonly title: string;
  readonly content: () => ComponentChildren;
}

/** Tabs that the arrow keys move between. */
export function Tabs({ label, tabs }: { readonly label: string; readonly tabs: readonly Tab[] }) {
  const chosen = useSignal(tabs[0]?.id);
  const active = tabs.find(({ id }) => id === chosen.value) ?? tabs[0];
  const move = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    const index = tabs.findIndex(({ id }) => id === active?.id);
    const next = tabs[(index + step + tabs.length) % tabs.length];
    chosen.value = next?.id;
    document.getElementById(`tab-${next?.id ?? ''}`)?.focus();
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
            onClick={() => void (chosen.value = id)}
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
