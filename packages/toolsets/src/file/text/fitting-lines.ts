/** Returns the first lines that fit into a text for a model, and their number. */
export function fittingLines(
  lines: readonly string[],
  most: { readonly lines: number; readonly characters: number },
): { readonly text: string; readonly shown: number } {
  let [shown, characters] = [0, 0];
  for (const line of lines.slice(0, most.lines)) {
    characters += line.length + 1;
    if (characters > most.characters) break;
    shown++;
  }
  return { text: lines.slice(0, shown).join('\n'), shown };
}
