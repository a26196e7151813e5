import { defineConfig } from 'vitest/config';

const conditions = ['isochain-source', 'module', 'node', 'import', 'default'];

// Three kinds of tests: `unit` is pure and runs in parallel, `engines` starts real chain engines, `workers` runs inside workerd.
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{packages,apps,tools}/*/src/**/*.test.ts'],
          exclude: ['**/*.engine.test.ts', '**/*.workers.test.ts', '**/node_modules/**'],
        },
      },
      {
        extends: true,
        test: {
          name: 'engines',
          include: ['{packages,apps,tools}/*/src/**/*.engine.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
