/** A reference that the model read in a result. */
export interface GivenReference {
  $ref: string;
  type?: string;
  preview?: string;
}
