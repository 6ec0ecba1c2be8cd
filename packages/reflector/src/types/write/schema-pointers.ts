import { pointerTo } from '@haft/schema/internal';

/** Visits a schema and every object in it, with its JSON pointer. */
export function visitPointers(value: unknown, visit: (one: object, pointer: string) => void, pointer = ''): void {
  if (typeof value !== 'object' || value === null) return;
  visit(value, pointer);
  for (const [key, one] of Object.entries(value)) visitPointers(one, visit, pointer + pointerTo([key]));
}
