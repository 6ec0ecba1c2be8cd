import {
  isRecordedObject,
  type Recorded,
  type RecordedDecorator,
  type RecordedObject,
  type TransformerCase,
} from './transformer-case.js';

/**
 * A case as source code for Haft: the classes with TypeScript types, and the arguments of a model.
 */
export interface WrittenCase {
  readonly source: string;
  readonly sent: Recorded;
}

/** The code of the functions in the recording, by their description. */
const FUNCTIONS: Readonly<Record<string, string>> = {
  'returns the value in upper case': '({ value }) => String(value).toUpperCase()',
  'returns String(value)': '({ value }) => String(value)',
  'returns the value': '({ value }) => value',
  "keeps the entries whose type is 'sport'":
    "({ value }) => value.filter((one: { type: string }) => one.type === 'sport')",
};

/** Writes a case. Its tool returns its input as a recorded value. */
export function writtenCase(one: TransformerCase, index: number): WrittenCase {
  const root = (one.args[0] as { readonly $class_ref: string }).$class_ref;
  const writer = new CaseWriter(one);
  const sent = writer.walk(one.args[1] ?? null, one.result, root);
  const type = Array.isArray(one.args[1]) ? `${root}[]` : root;
  const source = `import { Exclude, Expose, Transform, Type } from 'class-transformer';
import { Tool, Toolset } from 'haft';
import { recorded } from '../recorded.js';
${writer.classes()}
/** A case. */
@Toolset({ prefix: 'case${index}' })
export class Case${index} {
  /** Takes it. */
  @Tool()
  take(value: ${type}): string {
    return JSON.stringify(recorded(value));
  }
}
export const used = [Exclude, Expose, Transform, Type];
`;
  return { source, sent };
}

class CaseWriter {
  private readonly members = new Map<string, Map<string, string>>();

  constructor(private readonly one: TransformerCase) {}

  /** Notes the types of a value's properties, and returns the value as a model sends it. */
  walk(plain: Recorded, result: Recorded | undefined, className: string): Recorded {
    if (Array.isArray(plain)) {
      const results = Array.isArray(result) ? (result as readonly Recorded[]) : [];
      return (plain as readonly Recorded[]).map((item, i) => this.walk(item, results[i] ?? results.at(-1), className));
    }
    if (!isRecordedObject(plain)) return plain;
    const made = isRecordedObject(result) ? result : {};
    const decorators = this.one.classes[className] ?? {};
    const sent: Record<string, Recorded> = {};
    for (const [wire, value] of Object.entries(plain)) {
      const property = propertyOf(wire, decorators);
      const taken = this.property(className, property, value, made[property], decorators[property] ?? []);
      // A property that class-transformer leaves out of the instance is not an argument here: Haft
      // would reject it.
      if (property in made) sent[wire] = taken;
    }
    for (const property of Object.keys(decorators)) {
      if (property === '@class' || this.membersOf(className).has(property)) continue;
      this.membersOf(className).set(property, withoutValue(property, property in made));
    }
    return sent;
  }

  classes(): string {
    return [...this.members]
      .reverse()
      .map(([name, members]) => {
        const decorators = this.one.classes[name] ?? {};
        const lines = [...members].map(([property, text]) => `  ${written(decorators[property] ?? [])}${text}`);
        return `${written(decorators['@class'] ?? [])}\nexport class ${name} {\n${lines.join('\n')}\n}`;
      })
      .join('\n');
  }

  private property(
    owner: string,
    property: string,
    value: Recorded,
    made: Recorded | undefined,
    decorators: readonly RecordedDecorator[],
  ): Recorded {
    const target = decorators.find((one) => one.decorator === 'Type')?.type;
    const members = this.membersOf(owner);
    const note = (type: string): void => {
      members.set(property, `${property}?: ${type};`);
    };
    if (target === 'Date') {
      note('Date');
      return isRecordedObject(made) && '$date' in made
        ? (made['$date'] ?? null)
        : new Date(value as number).toISOString();
    }
    const inner = target === undefined || BUILT_IN.has(target) ? classIn(made) : target;
    if (inner === undefined) {
      note(collection(made, plainType(value)));
      return value;
    }
    note(collection(made, Array.isArray(value) ? `${inner}[]` : inner, inner));
    if (isRecordedObject(made) && '$map' in made && isRecordedObject(value)) {
      const results = new Map(made['$map'] as unknown as readonly (readonly [string, Recorded])[]);
      return Object.fromEntries(
        Object.entries(value).map(([key, item]) => [key, this.walk(item, results.get(key), inner)]),
      );
    }
    const items = isRecordedObject(made) && '$set' in made ? made['$set'] : made;
    return this.walk(value, items, inner);
  }

  private membersOf(name: string): Map<string, string> {
    let members = this.members.get(name);
    if (members === undefined) this.members.set(name, (members = new Map<string, string>()));
    return members;
  }
}

const BUILT_IN = new Set(['String', 'Number', 'Boolean', 'Set', 'Map', 'Array', 'Object']);

function propertyOf(wire: string, decorators: Readonly<Record<string, readonly RecordedDecorator[]>>): string {
  const renamed = Object.entries(decorators).find(([, all]) =>
    all.some(
      ({ decorator, args }) => decorator === 'Expose' && (args?.[0] as RecordedObject | undefined)?.['name'] === wire,
    ),
  );
  return renamed?.[0] ?? wire;
}

/** The class of a made value, of its items or entries. */
function classIn(made: Recorded | undefined): string | undefined {
  if (Array.isArray(made)) return classIn((made as readonly Recorded[])[0]);
  if (!isRecordedObject(made)) return undefined;
  if (typeof made['$class'] === 'string') return made['$class'];
  if (Array.isArray(made['$set'])) return classIn((made['$set'] as readonly Recorded[])[0]);
  if (Array.isArray(made['$map']))
    return classIn((made['$map'] as unknown as readonly (readonly Recorded[])[])[0]?.[1]);
  return undefined;
}

function collection(made: Recorded | undefined, type: string, item = 'string'): string {
  if (isRecordedObject(made) && '$set' in made) return `Set<${item}>`;
  if (isRecordedObject(made) && '$map' in made) return `Map<string, ${item}>`;
  return type;
}

function plainType(value: Recorded): string {
  if (Array.isArray(value))
    return `${value.length === 0 ? 'unknown' : plainType((value as readonly Recorded[])[0] ?? null)}[]`;
  if (isRecordedObject(value)) return 'Record<string, unknown>';
  return value === null ? 'null' : typeof value;
}

/**
 * A property that nothing was given for: exposed methods and accessors have no value in the
 * instance.
 */
function withoutValue(property: string, isMade: boolean): string {
  if (isMade) return `${property}?: string;`;
  if (/^get[A-Z]/.test(property)) return `${property}(): string { return ''; }`;
  return property === 'name' ? `get name(): string { return ''; }` : `${property}?: string;`;
}

function written(decorators: readonly RecordedDecorator[]): string {
  return decorators.map((one) => `@${one.decorator}(${argumentsOf(one).join(', ')}) `).join('');
}

function argumentsOf({ decorator, type, args = [] }: RecordedDecorator): readonly string[] {
  if (decorator === 'Type') return [`() => ${type ?? 'Object'}`];
  return args.map((one) => {
    const said = isRecordedObject(one) ? one['$function'] : undefined;
    if (typeof said !== 'string') return JSON.stringify(one);
    return FUNCTIONS[said] ?? `() => ${said.replace(/^returns /, '')}`;
  });
}
