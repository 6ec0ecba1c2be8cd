import { describeReceived } from '../../issues/describe-received.js';
import type { Issue, Path } from '../../issues/issue.js';
import { hidesValue } from '../../issues/sensitive.js';
import type { JsonValue } from '../../json-schema.js';
import type { RestoredChange } from '../dialect-form.js';
import type { Codec } from './codec.js';

type Key = string | number;

/** Deeper than this nothing is restored: no arguments that are accepted are as deep. */
const DEEPEST = 128;

/** Where a value of the restored document stood in what came. */
interface Place {
  readonly path: Path;
  readonly sent: Path;
  /** What the model was asked for there, where that is another kind of value. */
  readonly expected?: string | undefined;
}

/** One pass of restoring: where it is, in both forms, and what it found. */
export class Restoring {
  readonly changes: RestoredChange[] = [];
  readonly issues: Issue[] = [];
  private readonly places: Place[] = [];

  constructor(
    private readonly sensitive: readonly Path[],
    /** In the restored document. */
    private readonly path: Key[] = [],
    /** In what came. */
    private readonly sent: Key[] = [],
    /** Whether some union above is only trying a branch. */
    readonly isTrial = false,
  ) {}

  /** Restores a value one step deeper; `sent` are the steps in what came, where they are others. */
  inside(key: Key, codec: Codec | undefined, value: JsonValue, ...sent: Key[]): JsonValue {
    if (codec === undefined && sent.length === 0) return value;
    if (this.path.length >= DEEPEST) return value;
    this.path.push(key);
    this.sent.push(...(sent.length === 0 ? [key] : sent));
    if (sent.length > 0) this.moved();
    const result = codec === undefined ? value : codec.restore(value, this);
    this.path.pop();
    this.sent.length -= Math.max(sent.length, 1);
    return result;
  }

  /**
   * Does something at the same place of the restored document, deeper in what came.
   *
   * @param isAll - all that is below here stood there
   */
  within<T>(sent: Key, isAll: boolean, work: () => T): T {
    this.sent.push(sent);
    if (isAll) this.moved();
    const result = work();
    this.sent.pop();
    return result;
  }

  /** The value here was another one. */
  changed(from: JsonValue, to: JsonValue | undefined): void {
    this.changes.push({ path: this.path.slice(), from, to });
  }

  /** What came under a key stands for nothing. */
  leftOut(key: Key, from: JsonValue): void {
    this.changes.push({ path: [...this.path, key], from, to: undefined });
  }

  /** The model was asked for another kind of value here. */
  asked(expected: string): void {
    this.places.push({ path: this.path.slice(), sent: this.sent.slice(), expected });
  }

  /** Something here, or below in what came, cannot be undone. */
  report(rule: string, expected: string, received: unknown, ...below: Key[]): void {
    const isHidden = hidesValue(this.sensitive, this.path, received);
    const text = isHidden ? '(hidden)' : describeReceived(received);
    this.issues.push({ path: [...this.sent, ...below], rule, expected, received: text });
  }

  /** A pass for one branch of a union, which may be thrown away. */
  trial(): Restoring {
    return new Restoring(this.sensitive, this.path.slice(), this.sent.slice(), true);
  }

  adopt({ changes, issues, places }: Restoring): void {
    this.changes.push(...changes);
    this.issues.push(...issues);
    this.places.push(...places);
  }

  /** An issue of the restored document, as one of what came. */
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

  /** The last one of those that reach deepest. */
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
