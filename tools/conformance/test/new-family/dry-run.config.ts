import { defineConfig } from 'vitest/config';

const conditions = ['isochain-source', 'module', 'node', 'import', 'default'];

/** Runs the tests of a family that was just begun; see dry-run.test.ts. */
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: { include: ['packages/*/{src,test}/**/*.test.ts'] },
});
