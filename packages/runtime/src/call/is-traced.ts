import { callChannel } from '../events/call-channel.js';
import { stepChannel } from '../events/step-channel.js';

/** Returns whether the channels have subscribers. The check is one branch for each call. */
export function isTraced(): boolean {
  return callChannel.start.hasSubscribers || callChannel.asyncEnd.hasSubscribers || stepChannel.hasSubscribers;
}
