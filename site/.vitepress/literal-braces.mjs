/** Shows `{{` of a page as it is. Vue would read an expression. */
export function literalBraces(markdown) {
  for (const name of ['text', 'code_inline']) {
    const render = markdown.renderer.rules[name];
    markdown.renderer.rules[name] = (...all) => render(...all).replaceAll('{{', '&#123;&#123;');
  }
}
