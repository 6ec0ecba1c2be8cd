import type { UriTemplate } from '@haft/core/uri-template';
import type { JsonValue } from '@haft/schema';
import { textOf } from './text-of.js';

/** Returns the URI of a template with values for its variables. `matchUri` reads them back. */
export function writeUri({ parts }: UriTemplate, values: Readonly<Record<string, JsonValue>>): string {
  const valueOf = (name: string): string => (Object.hasOwn(values, name) ? textOf(values[name] as JsonValue) : '');
  const written = parts.map((part) => {
    switch (part.kind) {
      case 'text':
        return part.text;
      case 'segment':
        return escaped(valueOf(part.name));
      case 'path':
        return valueOf(part.name).split('/').map(escaped).join('/');
      case 'query': {
        const given = part.names.filter((name) => Object.hasOwn(values, name));
        const pairs = given.map((name) => `${name}=${escaped(valueOf(name))}`);
        return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
      }
    }
  });
  return written.join('');
}

/** Escapes all characters that may separate variables, `!'()*` too. */
function escaped(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16)}`);
}
