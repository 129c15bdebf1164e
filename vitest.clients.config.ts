import { defineConfig } from 'vitest/config';

/** Real clients, installed on first use: `npm run test:hosts`. */
export default defineConfig({
  test: {
    include: ['test/clients/*.ts'],
    testTimeout: 240_000,
    hookTimeout: 900_000,
    maxWorkers: 1,
  },
});
