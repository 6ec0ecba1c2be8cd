import type { JsonValue } from '@haft/schema';
import type { ImportList } from './import-list.js';
import type { Names } from './names.js';

/**
 * The parts that the tools of one module share: imports, constants and functions, each text once.
 */
export class ModuleParts {
  private readonly constants = new Map<string, { readonly name: string; readonly text: string }>();
  private readonly counts = new Map<string, number>();
  private readonly functionNames = new Map<string, string>();
  private readonly functionTexts: string[] = [];
  private readonly examples = new Map<string, string>();

  constructor(
    readonly imports: ImportList,
    private readonly names: Names,
  ) {}

  /** Returns a unique name in the module. */
  name(wanted: string): string {
    return this.names.take(wanted);
  }

  /** Returns the name of a constant of this value: `pattern_1`. */
  constant(kind: string, expression: string): string {
    const known = this.constants.get(expression);
    if (known !== undefined) return known.name;
    const count = (this.counts.get(kind) ?? 0) + 1;
    this.counts.set(kind, count);
    const name = this.names.take(`${kind}_${count}`);
    this.constants.set(expression, { name, text: `const ${name} = ${expression};` });
    return name;
  }

  /**
   * Returns the name of a function. `text` is everything after the name and does not contain the
   * name.
   */
  function(wanted: string, text: string): string {
    return this.recursive(wanted, text, () => text);
  }

  /**
   * Returns the name of a function that may call itself. `key` identifies everything that its text
   * depends on.
   */
  recursive(wanted: string, key: string, write: () => string): string {
    const known = this.functionNames.get(key);
    if (known !== undefined) return known;
    const name = this.names.take(wanted.replaceAll('.', '_'));
    this.functionNames.set(key, name);
    const position = this.functionTexts.push('') - 1;
    this.functionTexts[position] = `function ${name}${write()}`;
    return name;
  }

  /**
   * Returns the JSON text of an example. `key` identifies everything that it depends on: many tools
   * have the same arguments.
   */
  example(key: string, make: () => JsonValue): string {
    const known = this.examples.get(key) ?? JSON.stringify(make());
    this.examples.set(key, known);
    return known;
  }

  /** Returns the constants, one per line. */
  constantLines(): readonly string[] {
    return [...this.constants.values()].map((one) => one.text);
  }

  /** Returns the functions, each a text of several lines. */
  functions(): readonly string[] {
    return this.functionTexts;
  }
}
