'use client';

import { useChat } from '@ai-sdk/react';
import { lastAssistantMessageIsCompleteWithApprovalResponses } from 'ai';
import { useState } from 'react';

export default function Page() {
  const { messages, sendMessage, addToolApprovalResponse } = useChat({
    sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses,
  });
  const [text, setText] = useState('Buy oil');
  const decide = (id: string, approved: boolean) => void addToolApprovalResponse({ id, approved });

  return (
    <main>
      <p>Write a task, or &quot;Send it to ann@example.com&quot;.</p>
      {messages.map(({ id, role, parts }) => (
        <div key={id}>
          <b>{role}</b>
          {parts.map((part, index) => {
            if (part.type === 'text') return <p key={index}>{part.text}</p>;
            if (!('state' in part) || !('input' in part)) return null;
            const approval = part.state === 'approval-requested' ? part.approval : undefined;
            return (
              <p key={index}>
                {part.type} {JSON.stringify(part.input)}
                {approval && <button onClick={() => decide(approval.id, true)}>Approve</button>}
                {approval && <button onClick={() => decide(approval.id, false)}>Deny</button>}
              </p>
            );
          })}
        </div>
      ))}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void sendMessage({ text });
        }}
      >
        <input value={text} onChange={(event) => setText(event.target.value)} />
        <button>Send</button>
      </form>
    </main>
  );
}
