/** Slots that a store keeps of a schedule. They are enough to see that none was executed twice. */
export const KEPT_SLOTS = 20;
