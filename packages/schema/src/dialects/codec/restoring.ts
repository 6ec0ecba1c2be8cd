import { describeReceived } from '../../strings/describe-received.js';
import type { Issue, Path } from '../../issues/issue.js';
import { hidesValue } from '../../issues/sensitive.js';
import type { JsonValue } from '../../json-schema.js';
import type { RestoredChange } from '../dialect-form.js';
import { restoreWith, type Codec } from './codec.js';

type Key = string | number;

/** The deepest restored level. Haft accepts no arguments of this depth. */
export const DEEPEST = 128;

/** A place in the restored document and in the sent one. */
interface Place {
  readonly path: Path;
  readonly sent: Path;
  /**
   * The description of the expected value in the dialect, if it has another kind of value there.
   */
  readonly expected?: string | undefined;
}

/** One pass over a sent value: its place in both documents, and its findings. */
export class Restoring {
  readonly changes: RestoredChange[] = [];
  readonly issues: Issue[] = [];
  private readonly places: Place[] = [];

  constructor(
    private readonly sensitive: readonly Path[],
    /** The path in the restored document. */
    private readonly path: Key[] = [],
    /** The path in the sent value. */
    private readonly sent: Key[] = [],
    /** Whether a union above tries a branch. */
    readonly isTrial = false,
  ) {}

  /**
   * Restores a value one step deeper.
   *
   * @param sent - the steps in the sent value, by default the same key
   */
  inside(key: Key, codec: Codec | undefined, value: JsonValue, ...sent: Key[]): JsonValue {
    if (codec === undefined && sent.length === 0) return value;
    if (this.path.length >= DEEPEST) return value;
    this.path.push(key);
    this.sent.push(...(sent.length === 0 ? [key] : sent));
    if (sent.length > 0) this.moved();
    const result = restoreWith(codec, value, this);
    this.path.pop();
    this.sent.length -= Math.max(sent.length, 1);
    return result;
  }

  /**
   * Runs `work` at the same place of the restored document, one step deeper in the sent value.
   *
   * @param isAll - whether everything restored inside was sent there
   */
  within<T>(sent: Key, isAll: boolean, work: () => T): T {
    this.sent.push(sent);
    if (isAll) this.moved();
    const result = work();
    this.sent.pop();
    return result;
  }

  /** Records that the value at this place was another one. */
  changed(from: JsonValue, to: JsonValue | undefined): void {
    this.changes.push({ path: this.path.slice(), from, to });
  }

  /** Records that the value under a key was dropped. */
  leftOut(key: Key, from: JsonValue): void {
    this.changes.push({ path: [...this.path, key], from, to: undefined });
  }

  /** Records that the model was asked for another kind of value at this place. */
  asked(expected: string): void {
    this.places.push({ path: this.path.slice(), sent: this.sent.slice(), expected });
  }

  /** Reports a value that cannot be restored, here or below in the sent value. */
  report(rule: string, expected: string, received: unknown, ...below: Key[]): void {
    const isHidden = hidesValue(this.sensitive, this.path, received);
    const text = isHidden ? '(hidden)' : describeReceived(received);
    this.issues.push({ path: [...this.sent, ...below], rule, expected, received: text });
  }

  /** Returns a pass for one branch of a union. The caller may drop it. */
  trial(): Restoring {
    return new Restoring(this.sensitive, this.path.slice(), this.sent.slice(), true);
  }

  /** Adds the findings of a trial that has no issues. */
  adopt({ changes, places }: Restoring): void {
    this.changes.push(...changes);
    this.places.push(...places);
  }

  /** Translates an issue of the restored document into one of the sent value. */
  asSent(issue: Issue, root: JsonValue): Issue {
    const place = this.placeOf(issue.path);
    if (place === undefined) return issue;
    const path = [...place.sent, ...issue.path.slice(place.path.length)];
    if (path.length === place.sent.length && place.expected !== undefined) {
      const isHidden = issue.received === '(hidden)';
      const received = isHidden ? issue.received : describeReceived(valueAt(root, path));
      return { ...issue, path, expected: place.expected, received };
    }
    const isName = issue.rule === 'propertyNames' && path.at(-1) === 'value';
    return { ...issue, path: isName ? [...path.slice(0, -1), 'key'] : path };
  }

  private moved(): void {
    this.places.push({ path: this.path.slice(), sent: this.sent.slice() });
  }

  /** Returns the deepest place that contains a path, the last one if there are several. */
  private placeOf(path: Path): Place | undefined {
    let found: Place | undefined;
    for (const place of this.places) {
      if (place.path.length > path.length || !place.path.every((key, i) => key === path[i])) continue;
      if (found === undefined || place.path.length >= found.path.length) found = place;
    }
    return found;
  }
}

function valueAt(root: JsonValue, path: Path): unknown {
  let value: unknown = root;
  for (const key of path) value = (value as Readonly<Record<Key, unknown>> | null | undefined)?.[key];
  return value;
}
