import { HaftError, refuseUnknownOptions, type OptionNames } from '@haft/core';
import { HttpProblem } from '@haft/durable/http';
import type { PendingCall } from '@haft/runtime';
import { isObject } from '@haft/schema/internal';
import { presetOptions } from '../calls/presets.js';
import type { CheckedOptions, InspectorAccess, InspectorAction } from '../inspect-options.js';

/** The person who decides about a call, and the dependencies of the run that executes it. */
export interface Decider {
  readonly decidedBy: string;
  readonly deps?: unknown;
}

/** The permissions of the person who sent a request. */
export class Access {
  private constructor(
    private readonly options: CheckedOptions,
    private readonly request: Request,
    private readonly native: unknown,
    /** Undefined if only a token protects the page. */
    private readonly given: InspectorAccess | true | undefined,
  ) {}

  /**
   * Asks `authorize` about a request.
   *
   * @throws {HttpProblem} 403
   * @throws {HaftError} `HAFT_INVALID_OPTION` if `authorize` returns something else
   */
  static async of(options: CheckedOptions, request: Request, native: unknown, call?: PendingCall): Promise<Access> {
    const { authorize } = options;
    if (authorize === undefined) return new Access(options, request, native, undefined);
    const given: unknown = await authorize(request, native as never, call);
    if (given === true) return new Access(options, request, native, true);
    // A function in JavaScript may return anything.
    if (!isObject(given)) throw forbidden();
    return new Access(options, request, native, checkedAccess(given));
  }

  /** Asks `authorize` again, about a call that waits. */
  about(call: PendingCall | undefined): Promise<Access> {
    return Access.of(this.options, this.request, this.native, call);
  }

  /** Returns whether the person may do something. Everyone who passes may look. */
  may(action: InspectorAction): boolean {
    if (this.options.readOnly) return false;
    return typeof this.given !== 'object' || this.given.may === undefined || this.given.may.includes(action);
  }

  /** @throws {HttpProblem} 403 */
  require(action: InspectorAction): void {
    if (this.options.readOnly) throw new HttpProblem(403, 'READ_ONLY', 'This page only shows.');
    if (!this.may(action)) throw forbidden();
  }

  /**
   * Returns the person who decides. A page that only a token protects knows no users: its person
   * decides as the user of the preset.
   */
  async decider(): Promise<Decider> {
    if (typeof this.given === 'object') {
      const { user, ...rest } = this.given;
      if ('deps' in rest) return { decidedBy: user, deps: rest.deps };
      return { ...(await this.ofPreset()), decidedBy: user };
    }
    const preset = await this.ofPreset();
    return this.given === true ? { ...preset, decidedBy: UNKNOWN } : preset;
  }

  private async ofPreset(): Promise<Decider> {
    const name = new URL(this.request.url).searchParams.get('preset') ?? 'default';
    const { userId, ...rest } = (await presetOptions(this.options.presets, name)) as PresetFacts;
    const decidedBy = typeof userId === 'string' ? userId : UNKNOWN;
    return 'deps' in rest ? { decidedBy, deps: rest.deps } : { decidedBy };
  }
}

interface PresetFacts {
  readonly userId?: unknown;
  readonly deps?: unknown;
}

/** The person who decides, if the host does not say who it is. */
const UNKNOWN = 'inspector';
/** Without `may`, a person may do everything: a misspelt name must not be left out. */
const NAMES: OptionNames<InspectorAccess> = { user: true, deps: true, may: true };
const ACTIONS: readonly unknown[] = ['call', 'decide'] satisfies readonly InspectorAction[];

function checkedAccess(given: Readonly<Record<string, unknown>>): InspectorAccess {
  refuseUnknownOptions('The result of authorize() of inspect()', given, NAMES);
  const { user, may = [] } = given;
  const isValid =
    typeof user === 'string' && user !== '' && Array.isArray(may) && may.every((one) => ACTIONS.includes(one));
  if (isValid) return given as unknown as InspectorAccess;
  throw new HaftError('HAFT_INVALID_OPTION', 'authorize() of inspect() returned an invalid object.', {
    hint: "Return true, false, or { user: 'the id of a user', deps, may: ['call', 'decide'] }.",
  });
}

function forbidden(): HttpProblem {
  return new HttpProblem(403, 'FORBIDDEN', 'You may not do this.');
}
