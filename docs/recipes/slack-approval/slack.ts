import { createHmac, timingSafeEqual } from 'node:crypto';
import type { DeferralRequest } from 'haft';

/** A message with two buttons, for `chat.postMessage`. The buttons carry the id of the request. */
export function approvalMessage(channel: string, { id, tool, arguments: args }: DeferralRequest) {
  const text = `May ${tool} run with ${JSON.stringify(args)}?`;
  const button = (label: string, action_id: string) => ({
    type: 'button',
    text: { type: 'plain_text', text: label },
    action_id,
    value: id,
  });
  const actions = { type: 'actions', elements: [button('Approve', 'approve'), button('Deny', 'deny')] };
  return { channel, text, blocks: [{ type: 'section', text: { type: 'plain_text', text } }, actions] };
}

/** Returns the answer in a request of Slack, or undefined if Slack did not sign it. */
export function answerOf(body: string, timestamp: string, signature: string, secret: string) {
  const expected = `v0=${createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex')}`;
  const [one, other] = [Buffer.from(signature), Buffer.from(expected)];
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > 300) return undefined;
  if (one.length !== other.length || !timingSafeEqual(one, other)) return undefined;
  const { user, actions } = JSON.parse(new URLSearchParams(body).get('payload') ?? '');
  return { id: actions[0].value as string, isApproved: actions[0].action_id === 'approve', by: user.id as string };
}
