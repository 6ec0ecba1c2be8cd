import type { Class } from '../class.js';
import { HaftError } from '../errors/index.js';
import { EFFECTS_FORMAT, REFLECTED_FORMAT, type ReflectedModule } from './descriptor.js';
import type { WrapperHints } from './wrapper-hints.js';

/**
 * The versions that this package reads. In format 1, each descriptor of a tool has its
 * `ToolChecks`, and no call imports them.
 */
export const READ_FORMATS: readonly number[] = [1, REFLECTED_FORMAT, EFFECTS_FORMAT];

/** The types of one tool. */
export interface ToolTypes {
  /** The arguments as JSON, in the form that a caller sends. */
  readonly arguments: object;
  /** The result as JSON. */
  readonly result: unknown;
  /** The value of a success. Unset if the build does not know its type. */
  readonly value?: unknown;
  /** The class of the tool. Unset for a function of `defineTool`. */
  readonly toolset?: unknown;
}

/** The tools of a generated module by name. */
export type AnyTools = object;

/** The names of the tools of the class `C`. */
type NamesOf<Tools, C> = { [N in keyof Tools]: Tools[N] extends { readonly toolset: C } ? N : never }[keyof Tools];

/**
 * The toolsets of one project, as `haft build` writes them. A runtime reads them lazily, so that
 * the module and the classes may import each other.
 *
 * @typeParam Tools - the tools by name, which types `run.call`
 */
export interface ReflectedToolsets<Tools extends AnyTools = AnyTools> extends WrapperHints {
  /** Always `reflected`. */
  readonly kind: 'reflected';
  /** Exists only as a type. */
  readonly tools?: Tools;
  /** Returns some of the toolsets, by class. */
  pick<const C extends readonly Class[]>(
    ...classes: C
  ): ReflectedToolsets<Pick<Tools, NamesOf<Tools, InstanceType<C[number]>>>>;
  /**
   * Returns the descriptors.
   *
   * @param formats - the formats that the caller reads, default: those of this copy. A library may
   *   bring a copy of this package that differs from the runtime's.
   * @throws {HaftError} `HAFT_FORMAT_VERSION` if another version of Haft wrote the module
   * @throws {HaftError} `HAFT_NOT_REFLECTED` if a picked class is not in the module
   */
  read(...formats: readonly number[]): ReflectedModule;
}

/** Creates the toolsets of a generated module. Only generated modules call it. */
export function reflected<Tools extends AnyTools = AnyTools>(
  format: number,
  create: () => ReflectedModule,
): ReflectedToolsets<Tools> {
  return new LazyToolsets(format, create);
}

class LazyToolsets<Tools extends AnyTools> implements ReflectedToolsets<Tools> {
  readonly kind = 'reflected';
  private module: ReflectedModule | undefined;

  constructor(
    private readonly format: number,
    private readonly create: () => ReflectedModule,
  ) {}

  read(...formats: readonly number[]): ReflectedModule {
    const read = formats.length === 0 ? READ_FORMATS : formats;
    if (!read.includes(this.format)) {
      const message = `The generated module has format ${this.format}; this version of Haft reads ${read.length === 1 ? 'format' : 'formats'} ${listed(read)}.`;
      throw new HaftError('HAFT_FORMAT_VERSION', message, {
        hint: 'Run `npx haft build` with the version of @haft/cli that belongs to the installed `haft`.',
      });
    }
    return (this.module ??= this.create());
  }

  pick<const C extends readonly Class[]>(
    ...classes: C
  ): ReflectedToolsets<Pick<Tools, NamesOf<Tools, InstanceType<C[number]>>>> {
    return new LazyToolsets(this.format, () => {
      const { toolsets, ...shared } = this.read(this.format);
      return { toolsets: classes.map((one) => find(one, toolsets)), ...shared };
    });
  }
}

function listed(formats: readonly number[]): string {
  const others = formats.slice(0, -1).join(', ');
  return `${others === '' ? '' : `${others} and `}${String(formats.at(-1))}`;
}

function find<D extends { readonly class: Class }>(wanted: Class, descriptors: readonly D[]): D {
  const found = descriptors.find((one) => one.class === wanted);
  if (found !== undefined) return found;
  const known = descriptors.map((one) => one.class.name).join(', ') || 'none';
  throw new HaftError(
    'HAFT_NOT_REFLECTED',
    `The generated module does not know the class ${wanted.name}; it has: ${known}.`,
    {
      hint: `Annotate ${wanted.name} with @Toolset(), export it from a file of the tsconfig, and run \`npx haft build\`.`,
    },
  );
}
