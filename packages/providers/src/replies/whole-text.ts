/**
 * Returns a text of which a server sends the whole, after it may have sent pieces of it.
 *
 * @param isGrowing - whether the text so far came as wholes too. A server that sends no other form
 *   may mean pieces by them.
 */
export function wholeText(before: string, whole: string, isGrowing: boolean): string {
  if (before.endsWith(whole)) return before;
  return isGrowing && !whole.startsWith(before) ? before + whole : whole;
}
