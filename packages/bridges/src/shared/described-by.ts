/**
 * Returns the description of a tool of another SDK, or its name if it has none. The SDK allows
 * that. Haft and Bedrock do not.
 */
export function describedBy(description: string | undefined, name: string): string {
  return description === undefined || description.trim() === '' ? name : description;
}
