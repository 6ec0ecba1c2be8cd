import type { ToolCall } from 'haft';

/** A message of the scripted model: calls, or the final answer. */
export type Message = readonly ToolCall[] | string;

/** The results that the model has read: one list for each of its messages. */
export type Read = readonly (readonly unknown[])[];

/** A turn of the model, from the results that it has read. */
export type Turn = (read: Read) => Message;

/** A script: the model sends one message for each turn. */
export type Script = readonly Turn[];

/** Makes a call of a tool. */
export function call(name: string, args: object): ToolCall {
  return { name, arguments: JSON.stringify(args) };
}

/** Returns a result that the model read, with the type that the script expects. */
export function result<T>(read: Read, turn: number, index = 0): T {
  return read[turn]?.[index] as T;
}
