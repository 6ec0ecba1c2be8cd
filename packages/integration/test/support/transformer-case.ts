/*
 * The recorded cases of class-transformer: the classes, the input and the result. Values that JSON
 * lacks are tagged objects. `$class` marks instances.
 */

export type Recorded = null | boolean | number | string | readonly Recorded[] | RecordedObject;
export interface RecordedObject {
  readonly [key: string]: Recorded;
}

/** A decorator of a property, or under `@class` of the class. */
export interface RecordedDecorator {
  readonly decorator: 'Type' | 'Expose' | 'Exclude' | 'Transform';
  /** The argument of `@Type`. */
  readonly type?: string;
  readonly args?: readonly Recorded[];
  readonly options?: RecordedObject;
}

export interface TransformerCase {
  readonly suite: readonly string[];
  readonly test: string;
  readonly call: string;
  readonly args: readonly Recorded[];
  readonly result: Recorded;
  readonly classes: Readonly<Record<string, Readonly<Record<string, readonly RecordedDecorator[]>>>>;
}

export function isRecordedObject(value: Recorded | undefined): value is RecordedObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns a recorded value without its undefined parts. */
export function withoutUndefined(value: Recorded): Recorded {
  if (Array.isArray(value)) return (value as readonly Recorded[]).map(withoutUndefined);
  if (!isRecordedObject(value)) return value;
  const members = Object.entries(value).filter(([, one]) => !(isRecordedObject(one) && '$undefined' in one));
  return Object.fromEntries(members.map(([key, one]) => [key, withoutUndefined(one)]));
}
