import type { JsonSchema, JsonSchemaObject } from '@haft/schema';
import { resolverOf, type Resolve } from '@haft/schema/internal';
import type { Revival, ToolModel, TypeModel } from '../model.js';
import { memberOf, quote } from './literal.js';
import type { ModuleParts } from './module-parts.js';
import { parameterName, typeName } from './names.js';
import { Code, Scope } from './predicates/code.js';
import { reachableParts } from './predicates/parts-of.js';

/**
 * Adds the function that visits each DTO instance whose rules the schema does not express
 * completely. Returns its name, or undefined if there is none. It finds the instances in the built
 * arguments, at the places in the schema.
 */
export function emitVisitRules(tool: Pick<ToolModel, 'name' | 'arguments'>, parts: ModuleParts): string | undefined {
  const visits = new VisitEmitter(tool.arguments, parts);
  if (!visits.has(tool.arguments.schema)) return undefined;
  return parts.function(`visit_${tool.name}`, visits.functionText(tool.arguments.schema, 'args', undefined));
}

/** Returns whether {@link emitVisitRules} adds a function. */
export function hasRulesToVisit(tool: Pick<ToolModel, 'arguments'>, parts: ModuleParts): boolean {
  return new VisitEmitter(tool.arguments, parts).has(tool.arguments.schema);
}

/** The place of a value: the expressions of its keys, after the path of a recursive function. */
interface Place {
  readonly base: 'path' | undefined;
  readonly keys: readonly string[];
}

class VisitEmitter {
  private readonly known = new Map<JsonSchemaObject, boolean>();
  private readonly resolve: Resolve;

  constructor(
    private readonly type: Pick<TypeModel, 'schema' | 'revivals'>,
    private readonly parts: ModuleParts,
  ) {
    this.resolve = resolverOf(type.schema);
  }

  /** Returns whether the schema, or a part of it, has an instance with rules. */
  has(schema: JsonSchema): boolean {
    if (typeof schema === 'boolean') return false;
    const known = this.known.get(schema);
    if (known !== undefined) return known;
    const found = [...reachableParts(schema, this.type.schema)].some((one) => this.rulesOf(one) !== undefined);
    this.known.set(schema, found);
    return found;
  }

  functionText(schema: JsonSchema, parameter: string, base: Place['base']): string {
    const parameters = base === undefined ? [parameter, 'visit'] : [parameter, 'visit', base];
    const code = new Code(new Scope('return;', parameters));
    this.visit(schema, parameter, code, { base, keys: [] });
    const lines = code.toLines().map((line) => `  ${line}\n`);
    return `(${parameters.join(', ')}) {\n${lines.join('')}}`;
  }

  private visit(schema: JsonSchema, value: string, code: Code, place: Place): void {
    if (typeof schema === 'boolean' || !this.has(schema)) return;
    const rules = this.rulesOf(schema);
    if (rules !== undefined) {
      const dto = this.parts.imports.class(rules.class);
      const names = `[${rules.uncovered.map(quote).join(', ')}]`;
      // In a union of a class and its subclass, an instance has the rules of its own class.
      // class-transformer may create a subclass in place of a class.
      const test = rules.transformed ? `${value} instanceof ${dto}` : `${value}?.constructor === ${dto}`;
      code.line(`if (${test}) visit(${value}, ${dto}, ${names}, ${pathOf(place)});`);
    }
    if (schema.$ref !== undefined) this.visitReference(schema.$ref, value, code, place);
    this.visitMembers(schema, value, code, place);
    this.visitItems(schema, value, code, place);
    // Branches often have the same property. It is visited once.
    const written = new Set<string>();
    for (const branch of [...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]) {
      const inner = new Code(code.scope.copy());
      this.visit(branch, value, inner, place);
      const text = inner.toLines().join('\n');
      if (written.has(text)) continue;
      written.add(text);
      code.append(inner);
    }
  }

  private visitReference(pointer: string, value: string, code: Code, place: Place): void {
    const target = this.resolve(pointer);
    if (target === undefined) return;
    const name = typeName(pointer.slice(pointer.lastIndexOf('/') + 1), 'Value');
    const key = `visit ${pointer} ${this.markOf()}`;
    const visitor = this.parts.recursive(`visit_${name}`, key, () =>
      this.functionText(target, parameterName(name, ['visit', 'path']), 'path'),
    );
    code.line(`${visitor}(${value}, visit, ${pathOf(place)});`);
  }

  private visitMembers(schema: JsonSchemaObject, value: string, code: Code, place: Place): void {
    const inner = new Code(code.scope);
    for (const [name, one] of Object.entries(schema.properties ?? {})) {
      if (!this.has(one)) continue;
      const local = code.scope.local(name);
      inner.line(`const ${local} = ${memberOf(value, name)};`);
      this.visit(one, local, inner, below(place, quote(name)));
    }
    for (const one of [...Object.values(schema.patternProperties ?? {}), schema.additionalProperties ?? true]) {
      if (!this.has(one)) continue;
      const [key, entry] = [code.scope.local('key'), code.scope.local(`${value}Entry`)];
      const isMap = this.type.revivals.get(schema)?.kind === 'map';
      const head = isMap ? `for (const [${key}, ${entry}] of ${value})` : `for (const ${key} in ${value})`;
      inner.block(head, (loop) => {
        if (!isMap) loop.line(`const ${entry} = ${value}[${key}];`);
        this.visit(one, entry, loop, below(place, isMap ? `String(${key})` : key));
      });
    }
    if (!inner.empty) code.nest(`if (${this.parts.imports.helper('isObject')}(${value}))`, inner);
  }

  private visitItems(schema: JsonSchemaObject, value: string, code: Code, place: Place): void {
    const prefix = schema.prefixItems ?? [];
    const inner = new Code(code.scope);
    prefix.forEach((one, index) => {
      if (!this.has(one)) return;
      const local = code.scope.local(`${value}${index}`);
      inner.line(`const ${local} = ${value}[${index}];`);
      this.visit(one, local, inner, below(place, String(index)));
    });
    const rest = schema.items ?? true;
    if (this.has(rest)) {
      const [index, item] = [code.scope.local('index'), code.scope.local(`${value}Item`)];
      inner.line(`let ${index} = ${prefix.length};`);
      const from = prefix.length === 0 ? value : `${value}.slice(${prefix.length})`;
      inner.block(`for (const ${item} of ${from})`, (loop) => {
        this.visit(rest, item, loop, below(place, index));
        loop.line(`${index}++;`);
      });
    }
    if (inner.empty) return;
    const kind = this.type.revivals.get(schema)?.kind;
    const test =
      kind === 'set'
        ? `${value} instanceof Set`
        : kind === 'map'
          ? `${value} instanceof Map`
          : `Array.isArray(${value})`;
    code.nest(`if (${test})`, inner);
  }

  private rulesOf(schema: JsonSchemaObject): (Revival & { readonly kind: 'dto' }) | undefined {
    const revival = this.type.revivals.get(schema);
    return revival?.kind === 'dto' && revival.uncovered.length > 0 ? revival : undefined;
  }

  private markOf(): string {
    return JSON.stringify(this.type.schema, (_, value: unknown) => {
      const rules = this.rulesOf(value as JsonSchemaObject);
      const isMap = this.type.revivals.get(value as JsonSchemaObject)?.kind;
      if (rules === undefined && isMap === undefined) return value;
      return {
        ...(value as object),
        'x-rules': [isMap, rules && this.parts.imports.class(rules.class), rules?.uncovered],
      };
    });
  }
}

function below(place: Place, key: string): Place {
  return { ...place, keys: [...place.keys, key] };
}

function pathOf({ base, keys }: Place): string {
  return `[${[...(base === undefined ? [] : [`...${base}`]), ...keys].join(', ')}]`;
}
