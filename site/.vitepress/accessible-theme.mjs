// Faults of the theme that a screen reader meets: VitePress 1.6.4 has no option for them.
const FIXES = {
  // A button in a button. The heading of a group without a page is the button.
  'VPSidebarItem.vue': [
    [
      'role="button"\n        aria-label="toggle section"',
      `:role="item.link && 'button'"\n        :aria-label="item.link && 'toggle section'"`,
    ],
    [
      '@keydown.enter="onCaretClick"\n        tabindex="0"',
      '@keydown.enter="onCaretClick"\n        :tabindex="item.link ? 0 : undefined"',
    ],
    [
      ':tabindex="item.items && 0"',
      ':tabindex="item.items && !item.link ? 0 : undefined"\n      :aria-expanded="item.items && !item.link ? !collapsed : undefined"',
    ],
  ],
  // The name lacks the visible shortcut.
  'VPNavBarSearchButton.vue': [[`:aria-label="translate('button.buttonAriaLabel')"`, '']],
  // A dialog with a list of links, not a button with a form in it or options with links in them.
  'VPLocalSearchBox.vue': [
    [
      `role="button"
      :aria-owns="results?.length ? 'localsearch-list' : undefined"
      aria-expanded="true"
      aria-haspopup="listbox"`,
      'role="dialog"\n      aria-modal="true"',
    ],
    [`:aria-activedescendant="selectedIndex > -1 ? ('localsearch-item-' + selectedIndex) : undefined"`, ''],
    ['aria-autocomplete="both"', ''],
    [`:role="results?.length ? 'listbox' : undefined"`, ''],
    [`:aria-selected="selectedIndex === index ? 'true' : 'false'"\n            role="option"`, ''],
    [`:aria-label="[...p.titles, p.title].join(' > ')"`, ''],
    [/<kbd /g, '<kbd role="img" '],
  ],
};

/** A plugin of Vite that repairs the templates of the theme while they compile. */
export function accessibleTheme() {
  return {
    name: 'accessible-theme',
    enforce: 'pre',
    transform(code, id) {
      const name = Object.keys(FIXES).find((file) => id.endsWith(`/theme-default/components/${file}`));
      if (name === undefined) return undefined;
      return FIXES[name].reduce((text, [before, after]) => {
        const changed = text.replace(before, after);
        if (changed === text) throw new Error(`${name} of the theme has changed: it lacks ${before}`);
        return changed;
      }, code);
    },
  };
}
