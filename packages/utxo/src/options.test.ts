import { expect, it } from 'vitest';
import { utxoOptionsSchema } from './options.ts';

it.each([
  [{}],
  [
    {
      network: 'testnet3',
      genesisHash: 'any',
      checkpoint: 'any',
      minFeeRate: 0.1,
      maxFeeRate: 0.1,
      maxInputs: 1,
      smallUtxoLimit: 0,
      maxScannedAddresses: 40,
    },
  ],
  [{ checkpoint: `961632:${'ab'.repeat(32)}` }],
])('takes %j', (options) => {
  expect(utxoOptionsSchema.parse(options)).toEqual(options);
});

it.each([
  [{ network: 'testnet5' }, ['network']],
  [{ genesisHash: 'AB'.repeat(32) }, ['genesisHash']],
  [{ checkpoint: `0:${'ab'.repeat(32)}` }, ['checkpoint']],
  [{ checkpoint: 'ab'.repeat(32) }, ['checkpoint']],
  [{ minFeeRate: 0.05 }, ['minFeeRate']],
  [{ minFeeRate: 20, maxFeeRate: 10 }, ['minFeeRate']],
  [{ maxInputs: 0 }, ['maxInputs']],
  [{ smallUtxoLimit: -1 }, ['smallUtxoLimit']],
  // Two branches of twenty: fewer could not even tell that a key was never used.
  [{ maxScannedAddresses: 39 }, ['maxScannedAddresses']],
  [{ rpc: 'x' }, []],
])('refuses %j', (options, path) => {
  expect(utxoOptionsSchema.safeParse(options).error?.issues.map((issue) => issue.path)).toEqual([path]);
});
