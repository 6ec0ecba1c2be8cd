import { CallOrder } from './call-order.js';

/** The order of calls that use files. One for all toolsets: their roots can have the same files. */
export const fileOrder = new CallOrder();
