import type { JsonValue } from '@haft/schema';

/** The effect that a call would have, for the people who decide about it. */
export interface Preview {
  /** A text for people. No model reads it. */
  readonly text: string;
  /** Facts for a user interface, or for the tool when it runs. */
  readonly data?: JsonValue | undefined;
}

/** A preview that a request has shown. */
export interface ShownPreview extends Preview {
  /** SHA-256 of the text and the data. The approval is bound to it. */
  readonly hash: string;
}
