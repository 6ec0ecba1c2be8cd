import { numberText } from '../parts/number-text.js';
import type { Place, ToolRow } from '../types.js';

/** The settings of a tool that a person should see before a call. */
export function Badges({ tool }: { readonly tool: ToolRow }) {
  const { hints = {}, mayWaitFor, traits, isHidden, hasWarning } = tool;
  return (
    <>
      {mayWaitFor.map((kind) => (
        <span key={kind} class="tag wait">
          {kind}
        </span>
      ))}
      {hints['readOnly'] === true && <span class="tag">read only</span>}
      {hints['destructive'] === true && <span class="tag wait">destructive</span>}
      {traits.includes('background') && <span class="tag">background</span>}
      {isHidden && <span class="tag">hidden</span>}
      {hasWarning && <span class="tag bad">warning</span>}
    </>
  );
}

/** About the tokens of a tool in a request. */
export function Tokens({ tokens }: { readonly tokens: number }) {
  return <span class="quiet number">{numberText(tokens)} tokens</span>;
}

/** The line of a source, which opens in an editor. */
export function SourceLink({ place: { file, line }, text }: { readonly place: Place; readonly text?: string }) {
  return <a href={`vscode://file${file}:${line}`}>{text ?? `${file.split('/').at(-1) ?? file}:${line}`}</a>;
}
