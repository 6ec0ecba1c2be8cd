import { compose, WrapperToolset, type AnyTool, type AnyToolset, type ComposedToolset } from '@haft/runtime';

/** Arguments of a call, with the names of the tool where it has one. */
export type GivenArguments = Readonly<Record<string, unknown>>;

/**
 * Returns the arguments of a similar tool elsewhere as those of a tool, or undefined if they have
 * no certain meaning.
 */
export type ReadForm = (given: GivenArguments) => GivenArguments | undefined;

/** Lets tools read arguments in the form of similar tools elsewhere, by the name of the tool. */
export function withForms<Tools extends object>(
  toolset: ComposedToolset<Tools>,
  forms: Readonly<Partial<Record<keyof Tools & string, ReadForm>>>,
): ComposedToolset<Tools> {
  return compose(new FormsToolset(toolset, forms as Forms)) as ComposedToolset<Tools>;
}

type Forms = Readonly<Record<string, ReadForm | undefined>>;

class FormsToolset extends WrapperToolset {
  constructor(
    inner: AnyToolset,
    private readonly forms: Forms,
  ) {
    super(inner);
  }

  protected change(tools: readonly AnyTool[]): readonly AnyTool[] {
    for (const { ownName, check } of tools) {
      const reform = this.forms[ownName];
      // Not a copy: the first call completes this very object.
      if (reform !== undefined) Object.assign(check, { reform });
    }
    return tools;
  }

  protected around(inner: AnyToolset): AnyToolset {
    return new FormsToolset(inner, this.forms);
  }
}

/** Returns a name without case and separators. */
function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z\d]/g, '');
}

/** Removes and returns the first value under one of the names, in any spelling. */
export function take(left: Map<string, unknown>, names: readonly string[]): unknown {
  for (const [name, value] of left) {
    if (!names.includes(plainName(name))) continue;
    left.delete(name);
    return value;
  }
  return undefined;
}
