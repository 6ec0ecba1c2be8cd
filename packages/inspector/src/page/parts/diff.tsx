import microdiff from 'microdiff';
import type { Json } from '../types.js';

/** The differences between two values, one for each place. */
export function Diff({ before, after }: { readonly before: Json; readonly after: Json }) {
  const changes = microdiff({ value: before }, { value: after }, { cyclesFix: false });
  if (changes.length === 0) return <p class="quiet">No differences.</p>;
  return (
    <ul class="diff">
      {changes.map((change) => {
        const place = change.path.slice(1).join('.') || 'all';
        return (
          <li key={place}>
            <code>{place}</code> {change.type !== 'CREATE' && <del>{JSON.stringify(change.oldValue)}</del>}{' '}
            {change.type !== 'REMOVE' && <ins>{JSON.stringify(change.value)}</ins>}
          </li>
        );
      })}
    </ul>
  );
}
