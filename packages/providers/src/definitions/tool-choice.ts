/** What a model does with the tools of a request: what it thinks best, nothing, call at least one of them, or call this one. */
export type ToolChoice = 'auto' | 'none' | 'required' | { readonly tool: string };
