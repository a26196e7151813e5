import { fileURLToPath } from 'node:url';
import { cloudflareTest } from '@cloudflare/vitest-plugin';
import { defineConfig } from 'vitest/config';
import { SlowestFirst } from './vitest.sequencer.ts';

const conditions = ['isochain-source', 'module', 'node', 'import', 'default'];
const workerConditions = ['isochain-source', 'workerd', 'worker', 'module', 'browser'];

const setupFiles = [fileURLToPath(new URL('vitest.setup.ts', import.meta.url))];

// Three kinds of tests: `unit` is pure and runs in parallel, `engines` starts real chain engines, `workers` runs inside workerd.
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    sequence: { sequencer: SlowestFirst },
    // By default vitest leaves one core idle: half of a machine with two.
    maxWorkers: '100%',
    // Tests that run side by side spend their time waiting: for timeouts, and before an endpoint is asked again.
    maxConcurrency: 10,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{packages,apps,tools}/*/{src,test}/**/*.test.ts'],
          exclude: ['**/*.engine.test.ts', '**/*.workers.test.ts', '**/node_modules/**'],
          setupFiles,
          // Far more than any takes: only what hangs fails, on machines of any speed.
          testTimeout: 300_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'engines',
          include: ['{packages,apps,tools}/*/{src,test}/**/*.engine.test.ts'],
          setupFiles,
          // Some of them carry out hundreds of transactions: again, only what hangs shall fail.
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'types',
          include: [],
          typecheck: {
            enabled: true,
            only: true,
            include: ['{packages,tools}/*/test/**/*.test-d.ts'],
            tsconfig: fileURLToPath(new URL('tsconfig.types.json', import.meta.url)),
          },
        },
      },
      {
        resolve: { conditions: workerConditions },
        ssr: { resolve: { conditions: workerConditions } },
        plugins: [
          cloudflareTest({
            wrangler: { configPath: fileURLToPath(new URL('apps/gateway/wrangler.jsonc', import.meta.url)) },
            // The settings of the gateway's own tests: sha256sum of "a key for tests".
            miniflare: {
              bindings: {
                ISOCHAIN_API_KEYS: 'tests:aae24849842d7082b66f57ce8270bd04da2c39ffb97df22803c270983032c4e5',
                ISOCHAIN_CONFIG_JSON: '{"log":"silent","limits":{"bodyBytes":2048}}',
              },
            },
          }),
        ],
        test: {
          name: 'workers',
          include: ['{packages,apps,tools}/*/{src,test}/**/*.workers.test.ts'],
          // The first of them waits until the families are loaded: again, only what hangs shall fail.
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
