import type { RunContext } from '@haft/core';
import type { NestContextId } from '../container/nest-wrapper.js';
import type { ChosenGlobals } from './chosen-globals.js';
import { enhancerKeys } from './enhancer-keys.js';
import type { EnhancerKinds } from './enhancer-kinds.js';
import { END_KEY, PARAMETERS_KEY } from './method-parameters.js';
import type { HAFT_CONTEXT, HTTP_CONTEXT } from './haft-execution-context.js';
import { ExternalCalls, type ExternalCall, type ExternalOptions } from './external-calls.js';
import type { CallThroughNest } from './haft-call.js';
import type { EnhancerContext, NestApplication } from './nest-application.js';
import { hidesTools, isHiding } from './hides-tools.js';
import { refuseLeftOut } from './left-out.js';
import { methodOf, prototypeOf, type ToolPlace } from './tool-place.js';

/** The kinds of steps through Nest, with their enhancers. */
const STEPS = {
  guards: { guards: true, interceptors: false, filters: false },
  execution: { guards: false, interceptors: true, filters: false },
  filters: { guards: false, interceptors: false, filters: true },
  list: { guards: true, interceptors: false, filters: false },
} as const satisfies Record<string, ExternalOptions>;

type Step = keyof typeof STEPS;

/**
 * The enhancers around the calls of one tool. Nest runs them in three steps, because Haft has its
 * own steps between: guards, then interceptors and pipes around the method, and filters for errors.
 */
export class ToolEnhancers {
  private readonly own: ReadonlySet<keyof EnhancerKinds>;
  private readonly externals: ExternalCalls;
  /** For steps that end before the method. */
  private readonly ending: ExternalCalls;
  /** For the guards that hide tools. */
  private readonly listing: ExternalCalls;
  private readonly ownHide: boolean;
  /** The steps of enhancers that live as long as the application, by the called instance. */
  private readonly shared = new WeakMap<object, Map<Step, ExternalCall>>();
  private readonly perRun = new WeakMap<NestContextId, Map<Step, ExternalCall>>();

  constructor(
    private readonly place: ToolPlace,
    private readonly application: NestApplication,
    private readonly globals: ChosenGlobals,
    context: typeof HAFT_CONTEXT | typeof HTTP_CONTEXT,
  ) {
    this.own = kindsOn(place);
    this.ownHide = guardsOn(place).some(hidesTools);
    const { modules } = application;
    this.externals = new ExternalCalls(PARAMETERS_KEY, context, { modules, globals });
    this.ending = new ExternalCalls(END_KEY, context, { modules, globals });
    this.listing = new ExternalCalls(END_KEY, context, { modules, globals }, (guard) => isHiding(guard, modules));
  }

  /**
   * Returns whether there are any of a kind. Global ones may be added until the application
   * listens.
   */
  has(kind: keyof EnhancerKinds): boolean {
    return this.own.has(kind) || this.globals.has(kind);
  }

  /** Returns whether a guard hides the tools that it refuses. */
  hidesTools(): boolean {
    return this.ownHide || this.globals.hidesTools();
  }

  /** Runs the guards that hide tools, as {@link guard} runs all. */
  async guardList(question: CallThroughNest): Promise<void> {
    await this.withoutMethod('list', question);
  }

  /**
   * Runs the guards. Rethrows their errors. If a guard returns false, throws Nest's
   * `ForbiddenException`.
   */
  async guard(call: CallThroughNest): Promise<void> {
    await this.withoutMethod('guards', call);
  }

  /** Calls the method of an instance with interceptors and pipes around it. */
  async execute(instance: object, call: CallThroughNest): Promise<unknown> {
    const context = await this.contextOf(call.run);
    const known = this.known(context, instance);
    let external = known.get('execution');
    if (external === undefined) {
      external = this.create('execution', context, instance);
      known.set('execution', external);
    }
    return external(call);
  }

  /** Passes an exception to the filters. Throws it again if no filter answers. */
  filter(call: CallThroughNest): Promise<unknown> {
    return this.withoutMethod('filters', call);
  }

  /** Runs a step that ends before the method: the call's first parameter throws. */
  private async withoutMethod(step: 'guards' | 'filters' | 'list', call: CallThroughNest): Promise<unknown> {
    const context = await this.contextOf(call.scope);
    const known = this.known(context, this);
    let external = known.get(step);
    if (external === undefined) {
      external = this.create(step, context, this.standIn());
      known.set(step, external);
    }
    return external(call);
  }

  private contextOf(run: RunContext): Promise<EnhancerContext> {
    return this.application.contextOf(this.place.target, this.globals, run);
  }

  private known({ contextId }: EnhancerContext, instance: object): Map<Step, ExternalCall> {
    return contextId === undefined ? mapOf(this.shared, instance) : mapOf(this.perRun, contextId);
  }

  private create(step: Step, context: EnhancerContext, instance: object): ExternalCall {
    const { target, method } = this.place;
    refuseLeftOut(target, [method], this.application.wrapperOf(target));
    const written = methodOf(this.place);
    const externals = step === 'execution' ? this.externals : step === 'list' ? this.listing : this.ending;
    if (instance instanceof target && Reflect.get(instance, method) === written) {
      return externals.create({ instance, handler: written, method }, context, STEPS[step]);
    }
    // For a fake in a test, or a replaced method: the called function is theirs, and the decorators
    // are those of the class.
    const handler = (...args: unknown[]): unknown => {
      const replaced: unknown = Reflect.get(instance, method);
      return typeof replaced === 'function' ? Reflect.apply(replaced, instance, args) : undefined;
    };
    Object.setPrototypeOf(handler, written);
    Object.defineProperty(handler, 'name', { value: method });
    return externals.create({ instance: this.standIn(), handler, method }, context, STEPS[step]);
  }

  /** Returns an object of the class, to look for enhancers with. */
  private standIn(): object {
    return Object.create(prototypeOf(this.place.target)) as object;
  }
}

function kindsOn(place: ToolPlace): ReadonlySet<keyof EnhancerKinds> {
  const places = [place.target, methodOf(place)];
  const kinds = Object.entries(enhancerKeys()).filter(([, key]) =>
    places.some((one) => Reflect.getMetadata(key, one) !== undefined),
  );
  return new Set(kinds.map(([kind]) => kind as keyof EnhancerKinds));
}

function guardsOn(place: ToolPlace): readonly unknown[] {
  const { guards } = enhancerKeys();
  return [place.target, methodOf(place)].flatMap(
    (one) => (Reflect.getMetadata(guards, one) as readonly unknown[] | undefined) ?? [],
  );
}

function mapOf<Key extends object>(maps: WeakMap<Key, Map<Step, ExternalCall>>, key: Key): Map<Step, ExternalCall> {
  let map = maps.get(key);
  if (map === undefined) {
    map = new Map();
    maps.set(key, map);
  }
  return map;
}
