import type { RunContext } from '@haft/core';
import type { ReflectedToolsets, ServiceDescriptor } from '@haft/core/reflected';
import type { AnyToolset } from './any-toolset.js';
import { CombinedToolset } from './combined-toolset.js';
import { reflectedToolset } from './reflected-toolset.js';
import type { ChangedTools } from './wrapper-toolset.js';

/** What can be composed. */
export type ComposeInput = ReflectedToolsets | AnyToolset;

/** A generated module, or a toolset, as a toolset. */
export function sourceToolset(input: ComposeInput): AnyToolset {
  return isReflected(input) ? new ReflectedSource(input) : input;
}

/** Whether the value is what `haft build` writes. */
function isReflected(input: object): input is ReflectedToolsets {
  return 'kind' in input && input.kind === 'reflected';
}

/** The toolsets of a generated module. Nothing is read before a runtime asks: the module and its classes may import each other. */
class ReflectedSource implements AnyToolset {
  private made: AnyToolset | undefined;

  constructor(private readonly reflected: ReflectedToolsets) {}

  get name(): string {
    return this.all.name;
  }

  get fixed(): true | undefined {
    return this.all.fixed;
  }

  get services(): readonly ServiceDescriptor[] | undefined {
    return this.all.services;
  }

  get parts(): readonly AnyToolset[] {
    return [this.all];
  }

  tools(run: RunContext): ChangedTools {
    return this.all.tools(run);
  }

  private get all(): AnyToolset {
    return (this.made ??= this.read());
  }

  private read(): AnyToolset {
    const { toolsets, services } = this.reflected.read();
    const each = toolsets.map((descriptor) => reflectedToolset(descriptor, services));
    const [only] = each;
    return only !== undefined && each.length === 1 ? only : new CombinedToolset(each);
  }
}
