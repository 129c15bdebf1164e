/** What is loaded where nothing is set, without a look at any place. */
import { keyNames } from './keys.js';
import type { Loaded } from './load.js';
import { DEFAULTS } from './settings.js';

export const NOTHING_SET: Loaded = {
  settings: DEFAULTS,
  values: new Map(),
  sources: Object.fromEntries(keyNames.map(key => [key, { layer: 'default' }])),
  problems: [],
  storeDirs: [],
  stamp: '',
};
