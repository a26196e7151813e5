import type { ConnectOptions } from '@isochain/core';
import * as z from 'zod';
import type { UtxoKind } from './upstream/kind-names.ts';

/** The options that the UTXO family adds, as they may stand in a configuration file. */
export const utxoOptionsSchema = z
  .strictObject({
    network: z
      .enum(['testnet4', 'testnet3'])
      .optional()
      .describe('Which test network bitcoin-testnet is: testnet4 (the default) or testnet3. Ignored on other chains.'),
    genesisHash: z
      .string()
      .regex(/^([0-9a-f]{64}|any)$/, 'must be the hash of block 0 in hex, or any')
      .optional()
      .describe(
        'Hash of block 0 that an endpoint must have, in hex as explorers show it. The chain has a default. any: not checked.',
      ),
    checkpoint: z
      .string()
      .regex(/^([1-9]\d{0,8}:[0-9a-f]{64}|any)$/, 'must be height:hash of a block, the hash in hex, or any')
      .optional()
      .describe(
        'A later block that an endpoint must have, as height:hash. By default the first block after a chain split, if there was one (bitcoin: 961632). It is compared instead of block 0, as its hash follows from all blocks before it. any: block 0 alone is compared.',
      ),
    minFeeRate: z
      .number()
      .min(0.1)
      .max(1_000_000)
      .optional()
      .describe(
        'The least that is offered for a virtual byte, in the smallest unit, with up to 3 decimals: 1 (1000 on dogecoin) by default. Without this option a Bitcoin node that says that it takes less is believed, down to 0.1.',
      ),
    maxFeeRate: z
      .number()
      .min(0.1)
      .max(10_000_000)
      .optional()
      .describe(
        'The most that is offered for a virtual byte, in the smallest unit: 500 (50000 on dogecoin) by default.',
      ),
    maxInputs: z
      .number()
      .int()
      .min(1)
      .max(1_700)
      .optional()
      .describe('How many coins one transaction spends at most. 500 by default; nodes relay up to some 1400 of them.'),
    smallUtxoLimit: z
      .number()
      .int()
      .min(0)
      .max(100_000_000)
      .optional()
      .describe(
        'Coins of taproot addresses up to this amount, in the smallest unit, are spent only if the client asks for it, as they may carry inscriptions or runes. 1000 by default on Bitcoin and its test networks, and none elsewhere. 0: none. 10000 also covers what the usual wallet for inscriptions puts into each.',
      ),
    maxScannedAddresses: z
      .number()
      .int()
      .min(40)
      .max(10_000)
      .optional()
      .describe(
        'How many addresses of an extended public key are looked up one by one where no Blockbook or node is configured. 200 by default.',
      ),
  })
  .refine(({ minFeeRate = 0, maxFeeRate = Number.POSITIVE_INFINITY }) => minFeeRate <= maxFeeRate, {
    path: ['minFeeRate'],
    error: 'must not be above maxFeeRate',
  });

/** The options of `utxo.connect`. */
export interface UtxoOptions extends ConnectOptions<UtxoKind>, z.infer<typeof utxoOptionsSchema> {}
