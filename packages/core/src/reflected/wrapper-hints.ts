/** A property that does not exist. Its type makes the compiler name the code to write. */
export interface Write<Code extends string> {
  readonly write: Code;
}

/**
 * The wrappers of `compose` as properties of a generated module, which does not have them. A call
 * does not compile, and the error of the compiler names the code to write.
 */
export type WrapperHints = {
  readonly [Name in WrapperName]?: Write<`compose(toolsets).${Name}(...)`>;
};

type WrapperName =
  | 'deferLoading'
  | 'external'
  | 'filter'
  | 'mapErrors'
  | 'prefix'
  | 'prepare'
  | 'rename'
  | 'require'
  | 'requireApproval'
  | 'withInstructions'
  | 'withMetadata'
  | 'withResultSchemas';
