import { useSignal } from '@preact/signals';
import { get } from '../api.js';
import { CallRowLink } from '../calls/call-row-link.js';
import { calls } from '../state.js';
import type { CallDetail } from '../types.js';

/** The most earlier calls of the tool that are listed. */
const MOST_EARLIER = 10;
/** The most pinned arguments of a tool. */
const MOST_PINNED = 20;

interface EarlierCallsProps {
  readonly tool: string;
  /** Sensitive values stay in no storage of the browser. */
  readonly mayPin: boolean;
  readonly onUse: (text: string) => void;
  readonly onRepeat: (text: string) => void;
}

/** The pinned arguments, and the last calls of the page and of the application, to send again. */
export function EarlierCalls({ tool, mayPin, onUse, onRepeat }: EarlierCallsProps) {
  const pinned = useSignal(pinnedOf(tool));
  const own = calls.value.filter((row) => row.tool === tool).slice(0, MOST_EARLIER);
  const pins = mayPin ? pinned.value : [];
  if (own.length + pins.length === 0) return null;
  const keep = (next: readonly string[]): void => {
    pinned.value = next.slice(0, MOST_PINNED);
    localStorage.setItem(keyOf(tool), JSON.stringify(pinned.value));
  };
  const sentBy = async (number: number): Promise<string> => {
    const { sent = {} } = await get<CallDetail>(`calls/${number}`);
    return typeof sent === 'string' ? sent : JSON.stringify(sent, null, 2);
  };
  const buttons = (what: string, textOf: () => Promise<string>) => (
    <>
      <Action
        title="use"
        label={`Use the arguments of ${what}`}
        onClick={async () => {
          onUse(await textOf());
        }}
      />
      <Action
        title="repeat"
        label={`Repeat ${what}`}
        onClick={async () => {
          onRepeat(await textOf());
        }}
      />
    </>
  );
  return (
    <details class="history" open>
      <summary>Last calls of this tool</summary>
      <ul class="plain" aria-label="Pinned arguments">
        {pins.map((text, index) => (
          <li key={text} class="earlier">
            <code class="said">{text.replaceAll(/\s+/g, ' ')}</code>
            {buttons(`pin ${index + 1}`, () => Promise.resolve(text))}
            <Action
              title="unpin"
              label={`Unpin ${index + 1}`}
              onClick={() => {
                keep(pins.filter((one) => one !== text));
              }}
            />
          </li>
        ))}
      </ul>
      <ul class="plain" aria-label="Last calls">
        {own.map((row) => (
          <li key={row.number} class="earlier">
            <CallRowLink row={row} isCurrent={false} />
            {buttons(`call ${row.number}`, () => sentBy(row.number))}
            {mayPin && (
              <Action
                title="pin"
                label={`Pin the arguments of call ${row.number}`}
                onClick={async () => {
                  const text = await sentBy(row.number);
                  keep([...new Set([text, ...pinned.value])]);
                }}
              />
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}

function Action({
  title,
  label,
  onClick,
}: {
  readonly title: string;
  readonly label: string;
  readonly onClick: () => void | Promise<void>;
}) {
  return (
    <button class="small" type="button" aria-label={label} onClick={() => void onClick()}>
      {title}
    </button>
  );
}

function keyOf(tool: string): string {
  return `haft-pins-${tool}`;
}

function pinnedOf(tool: string): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(tool)) ?? '[]');
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
}
