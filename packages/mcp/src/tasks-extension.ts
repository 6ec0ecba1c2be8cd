/** The name of the extension for tasks (SEP-2663). */
export const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks';
