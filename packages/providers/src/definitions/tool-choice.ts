/**
 * The use of the tools in a request: the model's choice, no call, at least one call, or this tool.
 */
export type ToolChoice = 'auto' | 'none' | 'required' | { readonly tool: string };
