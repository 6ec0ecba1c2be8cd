import { wellFormedData } from '@haft/schema/internal';
import type { ModelTurn } from '../model-turn.js';

/**
 * Returns a turn without halves of surrogate pairs in its history and its text. A model or a server
 * may cut a character, and the provider rejects it in every later request.
 */
export function wholeTurn<Item>(turn: ModelTurn<Item>): ModelTurn<Item> {
  return { ...turn, history: wellFormedData(turn.history), text: turn.text.toWellFormed() };
}
