import { RandomTypes } from './random-types.js';

/** A tool with a random type of its parameter, with the declarations that it needs. */
export interface RandomTool {
  readonly declarations: readonly string[];
  readonly type: string;
  /** The source before the method: comments and decorators, some of them wrong. */
  readonly method: string;
  /** The source before the class. */
  readonly toolset: string;
  /** The parameters after the first, and the result. */
  readonly signature: string;
  /**
   * The wire form of the first parameter is that of its type: a value that its schema takes is
   * assignable.
   */
  readonly isPlain: boolean;
  /** And every assignable literal is a value that the schema takes. */
  readonly isExact: boolean;
}

/** Makes tools from a seed: the same ones for the same seed. */
export class RandomTools extends RandomTypes {
  next(): RandomTool {
    this.declarations = [];
    this.isPlain = true;
    this.isExact = true;
    const type = this.type(3);
    // The other parameters have types of their own, which say nothing of this one.
    const { isPlain, isExact } = this;
    const method = this.method();
    const toolset = this.toolset();
    const signature = this.signature();
    const isBare = !method.includes('parameters:');
    return {
      declarations: this.declarations,
      type,
      method,
      toolset,
      signature,
      isPlain: isPlain && isBare,
      isExact: isPlain && isExact && isBare,
    };
  }

  private toolset(): string {
    if (this.chance(0.85)) return '@Toolset()';
    return this.pick([
      "@Toolset({ prefix: 'x' })",
      '@Toolset({ name: 5 as never })',
      '@Toolset({ description: `${1}`, version: [] as never })',
      '@Toolset(undefined as never)',
      '@Toolset',
      "@Toolset({ ...{ name: 'y' }, instructions: () => 'z' })",
    ]);
  }

  private signature(): string {
    if (this.chance(0.7)) return '): void';
    return this.pick([
      `, y?: ${this.type(1)}): Promise<${this.type(2)}>`,
      `, y = 5, ...rest: (${this.type(1)})[]): ${this.type(2)}`,
      `, { a }: { a: ${this.type(1)} }): AsyncGenerator<${this.type(1)}>`,
      `, y: this): this`,
      `, y: ${this.type(2)} = undefined as never): asserts y`,
      `, @Missing() y: string, @Tool() z?: ${this.type(1)}): Generator<1, ${this.type(1)}>`,
    ]);
  }

  private method(): string {
    if (this.chance(0.75)) return '/** A.\n * @param x X. */ @Tool()';
    return this.pick([
      '/** To @everyone.\n * @param x.a A\n * @param y Y */ @Tool()',
      '@Tool',
      '@Tool({ name: 5 as never })',
      '/** @param */ @Tool() @Tool()',
      "@Tool({ description: `${'x'}`, parameters: { x: { minLength: 1 } } })",
      '@Tool() @Example(5 as never)',
      '/** @example {"x": */ @Tool()',
      '@Hints({ readOnly: true }) @Tool(undefined as never)',
      '/** @returns {@link } @x@y */ @Tool({ ...({} as object) })',
      '@Tool() @Missing()',
    ]);
  }
}
