import { render } from 'preact';
import { App } from './app.js';
import { keepFocus } from './parts/keep-focus.js';
import { start } from './state.js';

const root = document.querySelector('#app');
if (root !== null) {
  root.replaceChildren();
  start();
  render(<App />, root);
  keepFocus(root);
}
