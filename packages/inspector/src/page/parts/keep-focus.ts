/**
 * Keeps the focus at its place when its element leaves the document, such as a button that removes
 * itself. Without it, a person with a keyboard begins again at the top of the page.
 */
export function keepFocus(root: Element): void {
  let path: readonly EventTarget[] = [];
  document.addEventListener('focusin', (event) => {
    path = event.composedPath();
  });
  new MutationObserver(() => {
    const [last] = path;
    if (!(last instanceof Element) || last.isConnected || document.activeElement !== document.body) return;
    const near = path.find((one): one is HTMLElement => one instanceof HTMLElement && root.contains(one));
    path = [];
    if (near?.hasAttribute('tabindex') === false) near.tabIndex = -1;
    near?.focus({ preventScroll: true });
  }).observe(root, { childList: true, subtree: true });
}
