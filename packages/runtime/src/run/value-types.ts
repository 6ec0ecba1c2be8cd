/**
 * Whether a run types the values of its outcomes. `createRuntime` says so. If you write the type of
 * a run, `unknown` is the default, because Haft cannot know which code is around the calls.
 */
export type ValueTypes = 'typed' | 'unknown';

/** The value of a success of a tool. Unknown if no type says it. */
export type ToolValue<Tools, Name, Values extends ValueTypes = 'typed'> = [Values] extends ['typed']
  ? Name extends keyof Tools
    ? Tools[Name] extends { readonly value: infer Value }
      ? UnlessAny<Value>
      : unknown
    : unknown
  : unknown;

/** An import that cannot be resolved makes a type `any`, which would accept every use. */
type UnlessAny<Value> = 0 extends 1 & Value ? unknown : Value;
