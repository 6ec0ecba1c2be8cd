// Counts what a task costs, in tokens of o200k.
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';

/** A token that the provider has in its prompt cache costs a tenth. */
const CACHED = 0.1;

export class Meter {
  trips = 0;
  calls = 0;
  failedCalls = 0;
  /** Names and arguments of calls, and the answer. */
  written = 0;
  /** Texts of outcomes. */
  read = 0;
  /** Definitions and instructions of the last request. */
  definitions = 0;
  /** All tokens sent to the model in all requests, without and with a prompt cache. */
  input = 0;
  inputCached = 0;

  #context = 0;
  #known = 0;

  /** A new conversation begins with the text of the task. */
  begin(text) {
    this.#context = countTokens(text);
    this.#known = 0;
  }

  /** One request to the model, with everything said so far. */
  request({ tools, instructions }) {
    this.definitions = countTokens(JSON.stringify(tools)) + countTokens(instructions);
    const total = this.definitions + this.#context;
    const fresh = Math.max(0, total - this.#known);
    this.input += total;
    this.inputCached += fresh + CACHED * (total - fresh);
    this.#known = total;
  }

  message(calls, outcomes) {
    this.trips++;
    this.calls += calls.length;
    this.failedCalls += outcomes.filter(({ status }) => status !== 'success').length;
    const written = calls.reduce(
      (sum, { name, arguments: args }) =>
        sum + countTokens(name) + countTokens(typeof args === 'string' ? args : JSON.stringify(args)),
      0,
    );
    const read = outcomes.reduce((sum, { text }) => sum + countTokens(text), 0);
    this.written += written;
    this.read += read;
    this.#context += written + read;
  }

  answer(text) {
    const written = countTokens(text);
    this.written += written;
    this.#context += written;
  }

  result() {
    const { trips, calls, failedCalls, written, read, definitions, input } = this;
    return { trips, calls, failedCalls, written, read, definitions, input, inputCached: Math.round(this.inputCached) };
  }
}
