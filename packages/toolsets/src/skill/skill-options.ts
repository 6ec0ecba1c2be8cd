import { refuseUnknownOptions, type OptionNames, requireKind } from '@haft/core';
import { invalidOption } from '../invalid-option.js';
import type { SkillStore } from './skill-store.js';

/** Settings of the skill toolset. */
export interface SkillSettings {
  /** Where skills are kept. */
  readonly store: SkillStore;
  /**
   * The hashes of the skills that can be used, by name, as `skillPins` returns them. A skill with
   * another hash, or without one, is not shown. Default: all skills of the store.
   */
  readonly pins?: Readonly<Record<string, string>>;
}

/**
 * The settings of a skill toolset, checked. A token for the container.
 *
 * @example const provide = [{ provide: SkillOptions, useValue: new SkillOptions({ store }) }];
 */
export class SkillOptions {
  readonly store: SkillStore;
  /** Undefined if every skill can be used. */
  readonly pins: ReadonlyMap<string, string> | undefined;

  /** @throws {HaftError} `HAFT_INVALID_OPTION` if a setting is invalid */
  constructor(settings: SkillSettings) {
    refuseUnknownOptions('The skill toolset', settings, SETTINGS);
    const { store, pins } = settings;
    requireKind('The skill toolset store', store, {
      methods: [],
      name: "a store, such as new FolderSkillStore({ root: '/srv/skills' })",
    });
    this.store = store;
    this.pins = pins === undefined ? undefined : new Map(Object.entries(pins));
    for (const [name, hash] of this.pins ?? []) {
      if (typeof hash === 'string' && /^[\da-f]{64}$/.test(hash)) continue;
      throw invalidOption(`The pin of '${name}' is not a SHA-256.`, 'Write the pins with `skillPins(store)`.');
    }
  }
}

const SETTINGS: OptionNames<SkillSettings> = {
  store: true,
  pins: true,
};
