import { defineConfig } from 'vitest/config';

/** What runs programs, or changes its own process, has one of its own: of all else the modules are loaded once. */
const APART = [
  'test/{ccr,config,dev,hosts,process,source,stats}/**/*.test.ts',
  'test/invariants/i{06,08,10}*.test.ts',
  'test/{layout,readme}.test.ts',
];

export default defineConfig({
  test: {
    testTimeout: 240_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    projects: [
      { extends: true, test: { name: 'apart', include: APART } },
      { extends: true, test: { name: 'together', include: ['test/**/*.test.ts'], exclude: APART, isolate: false } },
    ],
  },
});
