import type { JsonSchemaObject } from '@haft/schema';
import type { ClassReference, Revival, TypeModel } from '../../model.js';
import type { Mode } from './keyword.js';

/**
 * Texts that identify the contents of a referenced definition. Tools with equal texts share its
 * function.
 */
export class TypeMarks {
  private readonly known = new Map<string, string>();

  constructor(
    private readonly type: Pick<TypeModel, 'schema' | 'revivals'>,
    private readonly localNameOf: (reference: ClassReference) => string,
  ) {}

  /**
   * Returns the mark of the target of a `$ref`. Definitions refer to each other, so the mark covers
   * all of them.
   */
  of(pointer: string, mode: Mode): string {
    const inDefinitions = pointer.startsWith('#/$defs/');
    const key = `${mode} ${inDefinitions}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const mark = JSON.stringify(inDefinitions ? this.type.schema.$defs : this.type.schema, (name, value: unknown) => {
      if (name === 'description' && typeof value === 'string') return undefined;
      const revival = mode === 'build' ? this.type.revivals.get(value as JsonSchemaObject) : undefined;
      return revival === undefined ? value : { ...(value as object), 'x-revival': this.markOf(revival) };
    });
    this.known.set(key, mark);
    return mark;
  }

  private markOf(revival: Revival): string {
    return revival.kind === 'dto'
      ? `${this.localNameOf(revival.class)} ${revival.transformed}`
      : JSON.stringify(revival);
  }
}
