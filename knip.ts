import type { KnipConfig } from 'knip';

/**
 * For `npm run check:unused`: no file, export or dependency stays that nothing uses. An export that only its own file uses counts as unused too.
 *
 * knip knows nothing of the condition `isochain-source`. Where packages are built it finds their sources by `tsconfig.lib.json`.
 */
export default {
  // A setting that is needed no longer is a mistake too.
  treatConfigHintsAsErrors: true,
  workspaces: {
    '.': {
      ignoreDependencies: [
        // `npx nx release`, which takes the second to write versions.
        'nx',
        '@nx/js',
        // Programs that tools/conformance/src/checks/package-checks.ts starts by name.
        '@arethetypeswrong/cli',
        'publint',
      ],
    },
    'packages/core': {
      // What core offers is for the families, the gateway and the tools: all of them are here.
      includeEntryExports: true,
    },
    'packages/*': {
      // Found by its path, for all tools (tools/conformance/src/hand-ins/find.ts).
      entry: ['test/hand-in.ts'],
    },
    'packages/babylon': {},
    'packages/utxo': {
      // The same, and what is started by hand for docs/benchmarks.md.
      entry: ['test/hand-in.ts', 'test/print-*.ts'],
    },
    'apps/gateway': {
      // A module of workerd itself: `cloudflare:workers`.
      ignoreDependencies: ['cloudflare'],
    },
    'tools/chain-data': {
      // Found by `createRequire`, in src/second-lists.ts and src/chain-registry.ts.
      ignoreDependencies: ['@aave-dao/aave-address-book', '@beefyfinance/blockchain-addressbook', 'chain-registry'],
    },
    'tools/checks': {
      // Started by .ci/run, before and after everything else, and by Nx.
      entry: ['step.mjs', 'leftovers.mjs', 'surroundings.mjs'],
    },
    'tools/clients': {
      // Programs that a test compiles beside the client that it generates.
      entry: ['programs/*.ts'],
      ignoreUnresolved: ['\\./generated/.+'],
      // Programs that the test starts by their path, and the gateway, which it starts too.
      ignoreDependencies: ['@hey-api/openapi-ts', '@isochain/gateway', '@redocly/cli', 'openapi-typescript'],
    },
    'tools/conformance': {
      includeEntryExports: true,
      // A run of its own of vitest, which a test starts.
      entry: ['test/pebble/defects.run.ts'],
    },
    'tools/demo': {
      // Started as a program.
      ignoreDependencies: ['@isochain/gateway'],
    },
    'tools/devnet': {
      includeEntryExports: true,
      // src/evm/anvil-binary.ts looks its binary up.
      ignoreDependencies: ['@foundry-rs/anvil'],
    },
    'tools/docs': {
      // What programs of the reference import. All else that samples need is a dependency of the family that tries them out.
      ignoreDependencies: ['@noble/curves'],
    },
  },
  ignoreIssues: {
    // Types that stand in the signatures of what core offers. Its users can name them, although nobody here does.
    'packages/core/src/index.ts': ['types'],
    'packages/core/src/family.ts': ['types'],
    'packages/core/src/contract/*.ts': ['types'],
    'packages/core/src/{history,signatures,tokens}/index.ts': ['types'],
    'packages/core/src/upstream/{index,operation,rest}.ts': ['types'],
  },
} satisfies KnipConfig;
