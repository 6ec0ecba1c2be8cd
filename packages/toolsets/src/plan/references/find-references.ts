import type { Issue, JsonValue, Path } from '@haft/schema';
import { describeReceived, isObject } from '@haft/schema/internal';
import { define } from './define.js';
import { parseReference, type Reference } from './parse-reference.js';

/** A reference in the arguments of a step. */
export interface PlacedReference extends Reference {
  /** The place in the arguments. */
  readonly path: Path;
  /** Whether the id is the one of a stored value, and not of a step. */
  readonly isStored?: true;
}

/** The arguments of a step with the places of its references. */
export interface ReadArguments {
  /** A copy of the arguments without `$literal`. A reference is null. */
  readonly args: Record<string, JsonValue>;
  readonly references: readonly PlacedReference[];
  /** References that are not valid. */
  readonly issues: readonly Issue[];
  /** Texts that other systems would replace, if they name a step. */
  readonly placeholders: readonly Placeholder[];
}

/**
 * A text such as `{{search.id}}`, `${search.id}`, `$search.id` or `{"$ref":"search.id"}`. The first
 * two may also be in a text.
 */
export interface Placeholder extends Reference {
  /** The place in the arguments. */
  readonly path: Path;
  readonly text: string;
  /** Whether there is more text around it. */
  readonly isPart: boolean;
  /** The form that a `$ref` has. */
  readonly reference: string;
}

/** Finds the references in the arguments of a step. */
export function findReferences(args: Readonly<Record<string, unknown>>): ReadArguments {
  const walk = new Walk();
  const read = walk.readObject(args);
  return { args: read, references: walk.references, issues: walk.issues, placeholders: walk.placeholders };
}

class Walk {
  readonly references: PlacedReference[] = [];
  readonly issues: Issue[] = [];
  readonly placeholders: Placeholder[] = [];
  private readonly path: (string | number)[] = [];

  readObject(object: Readonly<Record<string, unknown>>): Record<string, JsonValue> {
    const copy: Record<string, JsonValue> = {};
    for (const [key, value] of Object.entries(object)) define(copy, key, this.readAt(key, value));
    return copy;
  }

  private readAt(key: string | number, value: unknown): JsonValue {
    this.path.push(key);
    const read = this.read(value);
    this.path.pop();
    return read;
  }

  private read(value: unknown): JsonValue {
    if (typeof value === 'string') this.notePlaceholder(value);
    if (Array.isArray(value)) return value.map((one: unknown, index) => this.readAt(index, one));
    if (!isObject(value)) return value as JsonValue;
    const keys = Object.keys(value);
    if (keys.length === 1 && keys[0] === '$literal') return structuredClone(value['$literal']) as JsonValue;
    if (keys.length === 1 && keys[0] === '$ref') return this.readReference(value['$ref']);
    return this.readObject(value);
  }

  private notePlaceholder(text: string): void {
    if (text.length > LONGEST_PLACEHOLDER) return;
    const whole = PLACEHOLDER.exec(text);
    const found = whole === null ? [...text.matchAll(PART)] : [whole];
    for (const groups of found) {
      const reference = groups.slice(1).join('').trim();
      const parsed = parseReference(reference);
      const place = { path: [...this.path], text: groups[0].trim(), isPart: whole === null };
      if (parsed !== undefined) this.placeholders.push({ ...parsed, ...place, reference });
    }
  }

  private readReference(text: unknown): null {
    const reference = typeof text === 'string' ? parseReference(text) : undefined;
    const path = [...this.path];
    if (reference !== undefined) this.references.push({ ...reference, path });
    else this.issues.push({ path, rule: '$ref', expected: REFERENCE, received: describeReceived(text) });
    return null;
  }
}

const REFERENCE = 'a reference such as "search" or "search.items.0.id"';

const LONGEST_PLACEHOLDER = 300;
/** The forms that are a whole text. Those in one kind of bracket have a name behind a dot. */
const PLACEHOLDER =
  /^\s*(?:\{\{([^{}]+)\}\}|\$\{([^{}]+)\}|\$\.?([a-zA-Z_][^\s{}]*)|\{\s*"\$ref"\s*:\s*"([^"{}]+)"\s*\}|\{([a-zA-Z_]\w*[.[][^{}]+)\}|<([a-zA-Z_]\w*[.[][^<>]+)>|#([a-zA-Z_]\w*[.[][^\s#]+))\s*$/;
/** The forms that are a part of a text. Others could be anything there. */
const PART = /\{\{([^{}]+)\}\}|\$\{([^{}]+)\}/g;
