/** A text of at most so many characters; a longer one ends in `...`, and no character is cut in half. */
export function cutText(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const end = longest - 3;
  const last = text.charCodeAt(end - 1);
  const splitsPair = last >= 0xd800 && last <= 0xdbff;
  return `${text.slice(0, splitsPair ? end - 1 : end)}...`;
}
