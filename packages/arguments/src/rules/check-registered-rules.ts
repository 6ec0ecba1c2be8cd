import { HaftError, type Class } from '@haft/core';
import type { DtoRules } from '@haft/core/reflected';
import { registeredStorage, type RuleMetadata } from './validator-metadata.js';

/**
 * Compares the rules that the build read in DTO classes with the registered rules. It does so once
 * for each class, because a look-up visits all decorated classes of the process.
 *
 * @throws {HaftError} HAFT_RULES_DIFFER if they differ: the call would skip the other rules
 */
export function checkRegisteredRules(dtos: readonly (() => DtoRules)[]): void {
  for (const dto of dtos) {
    const read = dto();
    if (checked.has(read.class)) continue;
    const storage = registeredStorage();
    // Without a storage, no decorator of class-validator has run in this process.
    if (storage === undefined) return;
    const registered = storage.getTargetValidationMetadatas(read.class, '', false, false, undefined);
    if (read.fromLibrary === true && registered.length === 0) throw unregistered(read.class);
    const differences = differencesOf(namesByProperty(registered), read);
    if (differences.length > 0) throw different(read.class, differences);
    checked.add(read.class);
  }
}

const checked = new WeakSet<Class>();

/** The decorators that are only conditions for other rules, or only allow a property. */
const DEMANDS_NOTHING: ReadonlySet<string> = new Set(['conditionalvalidation', 'whitelistvalidation']);

function namesByProperty(registered: readonly RuleMetadata[]): ReadonlyMap<string, string[]> {
  const names = new Map<string, string[]>();
  for (const { propertyName, type, name } of registered) {
    let known = names.get(propertyName);
    // A property with only a condition is registered, too.
    if (known === undefined) names.set(propertyName, (known = []));
    const registeredName = (type === 'customValidation' ? (name ?? 'custom') : type).toLowerCase();
    if (!DEMANDS_NOTHING.has(registeredName)) known.push(registeredName);
  }
  return names;
}

function differencesOf(registered: ReadonlyMap<string, string[]>, { rules }: DtoRules): readonly string[] {
  const read = JSON.parse(rules) as Readonly<Record<string, string>>;
  const found: string[] = [];
  for (const [property, names] of registered) {
    const known = Object.hasOwn(read, property) ? (read[property] ?? '') : '';
    if (known === '*' || known === '?') continue;
    const left = known.split(' ');
    const unknown = names.filter((name) => !take(left, name));
    if (unknown.length > 0) found.push(`${property} has ${unknown.join(', ')}, which the build did not read`);
  }
  for (const [property, known] of Object.entries(read)) {
    if (known === '*' && !registered.has(property)) found.push(`the rules of ${property} are not registered`);
  }
  return found;
}

/** Takes one name out of a list. */
function take(names: string[], name: string): boolean {
  const at = names.indexOf(name);
  if (at >= 0) names.splice(at, 1);
  return at >= 0;
}

function different(dto: Class, differences: readonly string[]): HaftError {
  const message = `The class-validator rules of ${dto.name} are not those of its source: ${differences.join('; ')}.`;
  return new HaftError('HAFT_RULES_DIFFER', message, {
    hint: 'Run `npx haft build` and compile again; write every rule as a decorator in the class, not added at run time.',
  });
}

function unregistered(dto: Class): HaftError {
  const message = `The class ${dto.name} comes from a library that uses class-validator, and class-validator knows no rule of it: they would be skipped.`;
  return new HaftError('HAFT_RULES_DIFFER', message, {
    hint: 'See `npm ls class-validator`: the library may bring a copy of its own, which keeps its rules to itself. Where the class has no rules, take an interface with its properties as the type.',
  });
}
