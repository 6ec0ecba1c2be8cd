import {
  refuseUnknownOptions,
  requireKind,
  type DeferredOutcome,
  type OptionNames,
  type SuccessOutcome,
  type ToolCall,
  type ToolDefinition,
  type ToolOutcome,
} from '@haft/core';
import type { ReadArguments } from '@haft/core/reflected';
import { isObject } from '@haft/schema/basics';
import { admitFound } from '../../call/admit-call.js';
import { Call } from '../../call/call.js';
import { permittedCall } from '../../call/steps/01-find.js';
import { accept } from '../../call/steps/03-accept.js';
import { checkRules } from '../../call/steps/06-rules.js';
import { load } from '../../call/steps/load.js';
import type { PlannedTool } from '../../call/tools/planned-tool.js';
import { uniqueName } from '../../call/unique-name.js';
import type { ReadMessage, ResourceContents } from '@haft/compose';
import { nameInRun } from '@haft/core/internal';
import { performWith } from '../call-with.js';
import { trialCall } from '../trial-call.js';
import type { RunState } from '../state/run-state.js';
import { completionOf, NO_VALUES, targetOf, type CompletionRequest, type CompletionValues } from './complete.js';
import { promptOf, resourcesOf, type PromptDefinition, type ResourceLists } from './definitions.js';
import { isFixedUri, matchUri, type UriValues } from './match-uri.js';
import { meantPrompt, meantUri } from './meant-offer.js';
import type { ReadOptions } from './read-options.js';
import { readTexts } from './read-texts.js';

/** The names that clients know: one of the three. */
export interface OfferName {
  /** The URI of a resource. */
  readonly uri?: string | undefined;
  /** The URI template of resources. */
  readonly template?: string | undefined;
  /** The name of a prompt. */
  readonly prompt?: string | undefined;
}

/** The resources and prompts of a run. To read one is a call: it takes the steps of a call. */
export class OffersOfRun {
  constructor(private readonly run: RunState) {}

  /** @param withLists - whether to ask methods that list resources of templates, default true */
  async resources(withLists = true): Promise<ResourceLists> {
    await this.run.ready('resources', []);
    return resourcesOf(this.run, this.allowed(), withLists);
  }

  async prompts(): Promise<readonly PromptDefinition[]> {
    await this.run.ready('prompts', []);
    return this.allowed().flatMap(({ tool }) => promptOf(tool) ?? []);
  }

  async read(uri: string, options: ReadOptions = {}): Promise<ToolOutcome<readonly ResourceContents[]>> {
    requireKind('The first argument of run.read()', uri, 'a string');
    refuseUnknownOptions('run.read', options, READ_OPTIONS);
    await this.run.ready('read', []);
    const meant = await this.readable(uri);
    const outcome =
      meant === undefined ? await this.unknownUri(uri, options) : await this.make(meant.planned, meant.values, options);
    return outcome.status === 'success' ? withUri(outcome, uri) : outcome;
  }

  /** Returns the answer of `read` if it refuses the URI or its variables. Reads nothing. */
  async refusal(uri: string): Promise<RefusedRead | undefined> {
    await this.run.ready('read', []);
    const meant = await this.readable(uri);
    if (meant === undefined) return asRefused(await this.unknownUri(uri, {}));
    const { planned, values } = meant;
    const trial = trialCall(
      this.run,
      this.run.toolbox.stateOfOffer(planned),
      uniqueName('call'),
      readTexts(planned.tool.check.schema(), values),
    );
    const refused = (await load.run(trial)) ?? (await accept.run(trial));
    return asRefused(refused ?? (await checkRules(trial, trial.args as ReadArguments)));
  }

  async prompt(
    name: string,
    args: Readonly<Record<string, unknown>> = {},
    options: ReadOptions = {},
  ): Promise<ToolOutcome<readonly ReadMessage[]>> {
    requireKind('The first argument of run.prompt()', name, 'a string');
    requireKind('The arguments of run.prompt()', args, 'an object');
    refuseUnknownOptions('run.prompt', options, READ_OPTIONS);
    await this.run.ready('prompt', []);
    const meant = this.everyone().find((one) => one.name === nameInRun({ kind: 'prompt', name }));
    const isAllowed = meant !== undefined && (await this.permitted([meant])).length > 0;
    const outcome = isAllowed
      ? await this.make(meant, args, options)
      : this.unknown(name, `There is no prompt ${quoted(name)}.${hintOf(await this.near(name, meantPrompt))}`, options);
    return outcome as ToolOutcome<readonly ReadMessage[]>;
  }

  async complete(request: CompletionRequest): Promise<CompletionValues> {
    requireKind('The argument of run.complete()', request, 'an object');
    await this.run.ready('complete', []);
    const target = targetOf(this.everyone(), request);
    const isAllowed = target !== undefined && (await this.permitted([target])).length > 0;
    return isAllowed ? completionOf(this.run, target.tool, request) : NO_VALUES;
  }

  /** Returns what the user may read under a URI, a template or the name of a prompt. */
  async definition({ uri, template, prompt }: OfferName): Promise<ToolDefinition | undefined> {
    await this.run.ready('resources', []);
    const key = prompt === undefined ? undefined : nameInRun({ kind: 'prompt', name: prompt });
    const meant =
      uri === undefined
        ? this.allowed().find(({ name, tool }) => (key ?? name) === name && tool.offer?.template?.source === template)
        : firstOf(matchesOf(this.allowed(), uri))?.planned;
    return meant?.tool.definition;
  }

  /** The resources and prompts of the step, also those that the user may not read. */
  private everyone(): readonly PlannedTool[] {
    const { visible, table } = this.run.toolbox;
    return (visible?.all ?? table)?.offers.all ?? [];
  }

  /** Returns the resource of a URI that the user may read now. */
  private async readable(uri: string): Promise<Match | undefined> {
    const matching = matchesOf(this.everyone(), uri);
    const allowed = await this.permitted(matching.map(({ planned }) => planned));
    // A resource that the user may not read hides no template: that would tell that it exists.
    return firstOf(matching.filter(({ planned }) => allowed.includes(planned.name)));
  }

  private allowed(): readonly PlannedTool[] {
    return this.run.toolbox.table?.offers.all ?? [];
  }

  /** Asks again for the permissions of the user. Returns the names that the user may read now. */
  private async permitted(asked: readonly PlannedTool[]): Promise<readonly string[]> {
    const { visible, table } = this.run.toolbox;
    const offers = ((await visible?.refreshTools(asked)) ?? table)?.offers;
    return asked.flatMap(({ name }) => (offers?.find(name) === undefined ? [] : [name]));
  }

  private async make(
    planned: PlannedTool,
    texts: Readonly<Record<string, unknown>>,
    { id, ...options }: ReadOptions,
  ): Promise<ToolOutcome> {
    const { run } = this;
    const request: ToolCall = {
      id: id ?? uniqueName('call'),
      name: planned.name,
      arguments: readTexts(planned.tool.check.schema(), texts),
    };
    const call = admitFound(permittedCall(run, run.toolbox.stateOfOffer(planned), request), request);
    if (!(call instanceof Call)) return call;
    // The arguments come from a host, not from a model with a dialect.
    call.inDialect = false;
    return performWith(run, call, options);
  }

  private async unknownUri(uri: string, options: ReadOptions): Promise<ToolOutcome> {
    const hint = hintOf(await this.near(uri, meantUri));
    return this.unknown(uri, `There is no resource ${quoted(uri)}.${hint}`, options);
  }

  /** Returns a name that a client probably means, of those that the user may read now. */
  private async near(asked: string, meant: typeof meantUri): Promise<string | undefined> {
    const everyone = this.everyone();
    const allowed = await this.permitted(everyone);
    return meant(
      asked,
      everyone.filter(({ name }) => allowed.includes(name)),
    );
  }

  /** The same answer for what does not exist, and for what the user may not read. */
  private unknown(tool: string, text: string, { id }: ReadOptions): ToolOutcome {
    const callId = id ?? uniqueName('call');
    return { status: 'retry', callId, tool, text, repairs: [], issues: [], unknownTool: true };
  }
}

/** The answer to a read whose method does not begin. */
export type RefusedRead = Exclude<ToolOutcome, SuccessOutcome | DeferredOutcome>;

/** A read that waits for a person may continue. */
function asRefused(outcome: ToolOutcome | undefined): RefusedRead | undefined {
  return outcome === undefined || outcome.status === 'success' || outcome.status === 'deferred' ? undefined : outcome;
}

/** A resource that matches a URI. */
interface Match {
  readonly planned: PlannedTool;
  readonly values: UriValues;
  readonly isFixed: boolean;
}

function matchesOf(offers: readonly PlannedTool[], uri: string): readonly Match[] {
  return offers.flatMap((planned) => {
    const { template } = planned.tool.offer ?? {};
    const values = template && matchUri(template, uri);
    return template === undefined || values === undefined ? [] : [{ planned, values, isFixed: isFixedUri(template) }];
  });
}

/** A URI without variables comes before templates. */
function firstOf(matches: readonly Match[]): Match | undefined {
  return matches.find(({ isFixed }) => isFixed) ?? matches[0];
}

/** Puts the URI that the client asked for in place of the one that is written from its values. */
function withUri(outcome: SuccessOutcome, uri: string): ToolOutcome<readonly ResourceContents[]> {
  const contents = Array.isArray(outcome.value) ? (outcome.value as readonly unknown[]) : [];
  const value = contents.filter(isObject).map((one) => ({ ...one, uri }) as unknown as ResourceContents);
  return { ...outcome, value };
}

/** Returns a text from outside for a message, of bounded length. */
function quoted(text: string): string {
  return `'${text.length > 200 ? `${text.slice(0, 200)}...` : text}'`;
}

function hintOf(meant: string | undefined): string {
  return meant === undefined ? '' : ` Did you mean ${quoted(meant)}?`;
}

const READ_OPTIONS: OptionNames<ReadOptions> = { id: true, signal: true, onProgress: true, onDeferred: true };
