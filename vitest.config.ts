import { fileURLToPath } from 'node:url';
import { cloudflareTest } from '@cloudflare/vitest-plugin';
import { settings } from '@isochain/dial';
import { defineConfig } from 'vitest/config';
// By its path: packages find each other's sources by a condition, which nothing sets yet.
import { temporaryFolder, tieAll } from './tools/leash/src/index.ts';
import { alone } from './vitest.alone.ts';
import { InOrder } from './vitest.sequencer.ts';

// Vitest and libraries leave folders, and programs if they are killed. So a run has its own place for temporary files, which is removed when the run ends,
// however it ends, and workers and programs of vitest itself end with it. What a test leaves behind is not hidden by that: .ci/run names it.
process.env.TMPDIR = temporaryFolder('vitest').path;
tieAll();

const conditions = ['isochain-source', 'module', 'node', 'import', 'default'];
const workerConditions = ['isochain-source', 'workerd', 'worker', 'module', 'browser'];

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const setupFiles = [at('vitest.setup.ts')];
const setupOfUnits = [...setupFiles, at('vitest.clock.ts')];

// Far more than any test takes: only what hangs fails, on machines of any speed. Below the five minutes after which the watchdog of tools/checks ends a
// whole file, because this names the test.
const limit = settings.exhaustive ? 3_600_000 : 240_000;

// The mutation tool runs the tests of one folder, of those only that reach a file. No option of Vitest leaves out folders for all projects.
const folders = process.env.ISOCHAIN_TESTS_IN ?? '{packages,apps,tools}/*';

/**
 * Kinds of tests: `unit` is pure, `engines` starts real chain engines, `workers` runs inside workerd, `types` is compiled only. Files of the first two
 * share their workers: modules are loaded once and not for each file. `alone` has those that cannot.
 */
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    reporters: ['default', at('tools/checks/src/reporter.ts')],
    sequence: {
      sequencer: InOrder,
      seed: settings.seed,
      // So that no test lives on what another one left.
      shuffle: { files: false, tests: settings.exhaustive },
    },
    // By default vitest leaves one core idle: half of a machine with two.
    maxWorkers: '100%',
    // Tests that run side by side spend their time waiting: for timeouts, and before an endpoint is asked again. With many more, each would get so
    // little of a busy machine that the deadlines of operations pass, which are in real time.
    maxConcurrency: 10,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [`${folders}/{src,test}/**/*.test.ts`],
          exclude: ['**/*.engine.test.ts', '**/*.workers.test.ts', '**/node_modules/**', ...Object.keys(alone)],
          setupFiles: setupOfUnits,
          isolate: false,
          testTimeout: limit,
          hookTimeout: limit,
        },
      },
      {
        extends: true,
        test: {
          name: 'alone',
          include: Object.keys(alone),
          setupFiles,
          testTimeout: limit,
          hookTimeout: limit,
        },
      },
      {
        extends: true,
        test: {
          name: 'engines',
          include: [`${folders}/{src,test}/**/*.engine.test.ts`],
          exclude: ['**/node_modules/**', ...Object.keys(alone)],
          setupFiles,
          isolate: false,
          testTimeout: limit,
          hookTimeout: limit,
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
            tsconfig: at('tsconfig.types.json'),
          },
        },
      },
      {
        resolve: { conditions: workerConditions },
        ssr: { resolve: { conditions: workerConditions } },
        plugins: [
          cloudflareTest({
            wrangler: { configPath: at('apps/gateway/wrangler.jsonc') },
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
          // The first of them waits until the families are loaded.
          testTimeout: limit,
          hookTimeout: limit,
        },
      },
    ],
  },
});
