const NO_SAMPLING = 'sampling is deprecated since 2026-07-28; a tool that needs a model brings its own client';

/**
 * Requirements of the official suite that Haft does not meet, because no toolset of Haft has such a
 * tool. All other scenarios must pass. `docs/guide/serving-mcp.md`
 * has the same list for readers.
 */
export const NOT_SERVED: Readonly<Record<string, string>> = {
  'tools-call-sampling': NO_SAMPLING,
  'input-required-result-basic-sampling': NO_SAMPLING,
  'input-required-result-multiple-input-requests': NO_SAMPLING,
  'input-required-result-capability-check': NO_SAMPLING,
  'input-required-result-basic-list-roots': 'roots are deprecated since 2026-07-28; no tool of Haft asks for them',
  'http-custom-header-server-validation': 'no parameter of a Haft tool is sent as a header (x-mcp-header)',
  'tasks-required-task-error': "passes with `tasks: 'require'`, in a test of its own",
};

/** Scenarios in which some checks need unsupported features, with the number of those checks. */
export const PARTLY_SERVED: Readonly<Record<string, { readonly counts: string; readonly reason: string }>> = {
  'server-stateless': {
    counts: '26 passed, 2 failed',
    reason: 'two checks call a tool that needs sampling',
  },
};
