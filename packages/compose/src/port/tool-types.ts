import type { AnyTools, ReflectedToolsets } from '@haft/core/reflected';
import type { AnyToolset } from './any-toolset.js';

/** A toolset whose type lists its tools, so that `run.call` is typed. */
export interface TypedToolset<Tools extends AnyTools = AnyTools> extends AnyToolset {
  /** A property for types only. */
  readonly types?: Tools | undefined;
}

/** The tools of a generated module or a toolset, by name. */
export type ToolsOf<Input> =
  Input extends ReflectedToolsets<infer Tools> ? Tools : Input extends TypedToolset<infer Tools> ? Tools : AnyTools;

/** The tools of several toolsets together. */
export type CombinedTools<Inputs extends readonly unknown[]> = Inputs extends readonly [infer First, ...infer Rest]
  ? ToolsOf<First> & CombinedTools<Rest>
  : unknown;

/** The tools under names with a prefix. */
export type PrefixedTools<Tools, Prefix extends string> = {
  [Name in keyof Tools & string as `${Prefix}_${Name}`]: Tools[Name];
};

/** The tools with new names. `OldNames` has the old name for each new one. */
export type RenamedTools<Tools, OldNames extends Readonly<Record<string, string>>> = {
  [Name in keyof Tools & string as NewName<OldNames, Name>]: Tools[Name];
};

type NewName<OldNames, Name> = Name extends OldNames[keyof OldNames]
  ? { [New in keyof OldNames]: OldNames[New] extends Name ? New : never }[keyof OldNames]
  : Name;

/** The tools that a filter leaves: the names of a list, or all for any other selector. */
export type FilteredTools<Tools, Selector> = Selector extends readonly (infer Name)[]
  ? Pick<Tools, Name & keyof Tools>
  : Tools;

/** The tools without the types of their values, for code that gives other values. Default: all. */
export type WithoutValues<Tools, Names = keyof Tools> = {
  [Name in keyof Tools]: Name extends Names ? Omit<Tools[Name], 'value'> : Tools[Name];
};

/** The tools, of which another system executes some. The build does not know its values. */
export type ExternalTools<Tools, Selector> = [Selector] extends [readonly (infer Name)[]]
  ? WithoutValues<Tools, Name>
  : WithoutValues<Tools>;

/** The names of the tools, as far as the types contain them. */
export type NamesOf<Tools> = [keyof Tools & string] extends [never] ? string : keyof Tools & string;
