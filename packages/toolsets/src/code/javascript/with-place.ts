import type { CodePlace } from '../code-backend.js';
import { knowsPlaces } from './knows-places.js';

/** Adds line and column to a message, if the place is in the code of the model and known. */
export function withPlace(message: string, { line, column }: CodePlace, code: string): string {
  if (line < 1 || column < 1 || line > code.split('\n').length || !knowsPlaces()) return message;
  return `${message} (line ${line}, column ${column})`;
}
