/** The limits of one execution. Back ends share them. */
export const CODE_LIMITS = {
  /** Calls of tools. A further call is an error of that call. */
  calls: 50,
  /** Messages from the program. A further message ends the program. */
  requests: 256,
  /** Calls at a time. Further calls wait. */
  parallelCalls: 10,
  /** Failures of equal calls. A further equal call is not made. */
  failures: 3,
  /** Arguments or result of one call, in bytes of JSON. */
  messageBytes: 1_000_000,
  /** Printed text, in bytes. The middle of a longer one is left out. */
  logBytes: 64_000,
  /** The result of the program, in bytes of JSON. */
  resultBytes: 100_000,
  /** Programs at a time. Further programs wait up to their deadline. */
  executions: 4,
} as const;
