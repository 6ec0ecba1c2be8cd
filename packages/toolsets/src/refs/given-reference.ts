/** A reference as the model read it in the result of a tool. */
export interface GivenReference {
  $ref: string;
  type?: string;
  preview?: string;
}
