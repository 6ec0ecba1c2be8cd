import { useSignal } from '@preact/signals';

/** A button that copies a text. Without a clipboard, it selects the text for the keys of the system. */
export function CopyButton({ title, text }: { readonly title: string; readonly text: () => string }) {
  const state = useSignal<string | undefined>(undefined);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text());
      state.value = 'copied';
    } catch {
      prompt('Copy this text:', text());
      state.value = undefined;
    }
    setTimeout(() => {
      state.value = undefined;
    }, 2_000);
  };
  return (
    <button class="small" type="button" onClick={() => void copy()}>
      <span aria-live="polite">{state.value ?? title}</span>
    </button>
  );
}

/** Saves a text as a file. */
export function saveFile(name: string, text: string, type = 'application/x-ndjson'): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
