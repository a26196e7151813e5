import { defineConfig } from 'vitest/config';

const conditions = ['isochain-source', 'module', 'node', 'import', 'default'];

/** Runs the suite on families with defects; see defects.test.ts. */
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: { include: ['defects.run.ts'], root: import.meta.dirname },
});
