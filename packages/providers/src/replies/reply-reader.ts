import { HaftError } from '@haft/core';
import { isObject } from '@haft/schema/internal';

/** The fields of an object in a reply, before they are checked. */
export type Fields = Record<string, unknown>;

/** Reads one reply, or one chunk of a stream. Every error has the API, the place and the body. */
export class ReplyReader {
  /**
   * @param api - the name of the API, for errors
   * @param body - the whole reply or chunk, for errors
   */
  constructor(
    private readonly api: string,
    private readonly body: unknown,
  ) {}

  /**
   * Returns the fields of the whole body.
   *
   * @throws {HaftError} HAFT_MALFORMED_REPLY if the body is not an object, or if it is an error of
   *   the provider
   */
  root(): Fields {
    const { body } = this;
    if (!isObject(body)) return this.fail('the body', 'an object', body);
    return this.withoutError(body);
  }

  /**
   * Returns an object that may have the error of a failed reply. A failed reply may have parts of
   * an answer too. Successful replies may have `error: null`, or an empty text from some servers.
   *
   * @throws {HaftError} `HAFT_MALFORMED_REPLY` if it has an error
   */
  withoutError(fields: Fields): Fields {
    return NO_ERROR.has(fields['error']) ? fields : this.refuse();
  }

  /**
   * Returns an object.
   *
   * @throws {HaftError} `HAFT_MALFORMED_REPLY` for everything else
   */
  object(value: unknown, place: string): Fields {
    return isObject(value) ? value : this.fail(place, 'an object', value);
  }

  /** Returns an object, or undefined if there is none. */
  optionalObject(value: unknown, place: string): Fields | undefined {
    return value === undefined || value === null ? undefined : this.object(value, place);
  }

  /** Returns a list, which is empty if there is none. */
  list(value: unknown, place: string): readonly unknown[] {
    if (value === undefined || value === null) return [];
    return Array.isArray(value) ? (value as readonly unknown[]) : this.fail(place, 'a list', value);
  }

  /** Returns a list of objects, which is empty if there is none. */
  objects(value: unknown, place: string): readonly Fields[] {
    return this.list(value, place).map((one, index) => this.object(one, `${place}[${index}]`));
  }

  /** Returns a text, which is empty if there is none. */
  text(value: unknown, place: string): string {
    if (value === undefined || value === null) return '';
    return typeof value === 'string' ? value : this.fail(place, 'a string', value);
  }

  /**
   * Returns the type of a part, which tells how to read the part.
   *
   * @throws {HaftError} `HAFT_MALFORMED_REPLY` for a part without a type, which may be a call
   */
  type({ type }: Fields, place: string): string {
    return fullText(type) ?? this.fail(`type of ${place}`, 'the name of a type', type);
  }

  /**
   * Returns the type of an event, or undefined for one that says nothing of the turn.
   *
   * @param fields - the fields that events of the turn have
   * @throws {HaftError} `HAFT_MALFORMED_REPLY` for an event of the turn without a type
   */
  eventType(event: Fields, fields: readonly string[]): string | undefined {
    return fullText(event['type']) ?? (fields.some((key) => key in event) ? this.type(event, 'an event') : undefined);
  }

  /** Returns a value as JSON text. */
  json(value: unknown, place: string): string {
    try {
      return JSON.stringify(value);
    } catch {
      // Too deep, or not JSON at all.
      return this.fail(place, 'JSON that can be written', value);
    }
  }

  /**
   * Rejects an error of the provider.
   *
   * @throws {HaftError} `HAFT_MALFORMED_REPLY` always
   */
  refuse(): never {
    throw malformed(`${this.api} answered with an error`, this.body);
  }

  /**
   * Rejects an invalid value.
   *
   * @throws {HaftError} `HAFT_MALFORMED_REPLY` always
   */
  fail(place: string, expected: string, value: unknown): never {
    throw malformed(
      `Haft cannot read this reply of ${this.api}: ${place} is ${kindOf(value)}, not ${expected}`,
      this.body,
    );
  }
}

/** Returns a text unchanged, or undefined for everything else. */
export function optionalText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Returns a text that says something, or undefined for everything else. */
export function fullText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

const NO_ERROR: ReadonlySet<unknown> = new Set([undefined, null, '', false]);

const MOST_SHOWN = 300;

function malformed(message: string, body: unknown): HaftError {
  return new HaftError('HAFT_MALFORMED_REPLY', `${message}. The body: ${shortened(body)}`, {
    hint: 'Check that the address speaks this API, and pass the parsed body of its answer.',
  });
}

function shortened(body: unknown): string {
  const text = jsonOf(body);
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}... (${text.length} characters)` : text;
}

function jsonOf(body: unknown): string {
  try {
    return body === undefined ? 'none' : JSON.stringify(body);
  } catch {
    // Too deep, or not JSON at all.
    return kindOf(body);
  }
}

function kindOf(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
