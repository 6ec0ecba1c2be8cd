import type { CompletionModel, OfferModel } from '../model.js';
import { memberOf, propertyKey, quote } from './literal.js';

/** Returns the members of a descriptor that only resources and prompts have. */
export function offerLines(offer: OfferModel): readonly string[] {
  return [
    ...text('title', offer.title),
    ...json('icons', offer.icons),
    ...(offer.kind === 'resource'
      ? [
          `uri: ${quote(offer.uri)},`,
          ...text('mimeType', offer.mimeType),
          ...json('annotations', offer.annotations),
          ...(offer.list === undefined
            ? []
            : [`list: (t, run) => ${memberOf('t', offer.list.method)}(${offer.list.usesRun ? 'run' : ''}),`]),
        ]
      : []),
    ...completionLines(offer.completions),
  ];
}

function completionLines(completions: OfferModel['completions']): readonly string[] {
  if (completions === undefined) return [];
  const lines = Object.entries(completions).map(([name, one]) => `  ${propertyKey(name)}: ${completion(one)},`);
  return ['completions: {', ...lines, '},'];
}

function completion({ method, parameters }: CompletionModel): string {
  const call = `${memberOf('t', method)}(${parameters.join(', ')})`;
  const usesRun = parameters.includes('run') ? ', usesRun: true' : '';
  return `{ method: ${quote(method)}${usesRun}, invoke: (t, text, given, run) => ${call} }`;
}

function text(name: string, value: string | undefined): readonly string[] {
  return value === undefined ? [] : [`${name}: ${quote(value)},`];
}

/** The runtime parses the value on demand. */
function json(name: string, value: unknown): readonly string[] {
  return value === undefined ? [] : [`${name}: ${quote(JSON.stringify(value))},`];
}
