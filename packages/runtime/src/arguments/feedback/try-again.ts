/** The last line of every text that asks a model to try again. */
export const TRY_AGAIN = 'Fix the errors and try again.';
