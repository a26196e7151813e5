import type { ConnectOptions } from '@isochain/core';
import { tokensOption } from '@isochain/core/tokens';
import * as z from 'zod';
import { deployableClasses } from './account/derive.ts';
import { checkTokenId } from './address/token-id.ts';

/** The kinds of endpoints: the JSON-RPC interface of a node, and Voyager's index. */
export type StarknetKind = 'node' | 'voyager';

const whole = z.string().regex(/^(?:0|[1-9][0-9]{0,38})$/, 'must be a whole number, as text');

/** The options that the Starknet family adds, as a configuration file may hold them. */
export const starknetOptionsSchema = z.strictObject({
  tokens: tokensOption(
    z.string().refine((text) => checkTokenId(text).ok, 'must be the address of a contract other than that of STRK'),
  ),
  accountClass: z
    .enum(deployableClasses)
    .optional()
    .describe(
      'The class of the accounts that mode deployAccount deploys, and of the first address of a public key. Another class means other addresses for the same keys: never change it for a service that runs. argent-0.4.0 is the default.',
    ),
  ceilings: z
    .strictObject({
      l2GasPrice: whole
        .optional()
        .describe('FRI for a unit of gas of layer 2: the highest price that is offered. By default 8000000000000.'),
      l1GasPrice: whole
        .optional()
        .describe(
          'FRI for a unit of gas or data gas of layer 1: the highest price that is offered. By default 1000000000000000000.',
        ),
      fee: whole
        .optional()
        .describe('FRI: the most that one transaction may cost in all. By default 100 STRK: 100000000000000000000.'),
    })
    .optional()
    .describe('Nothing above these is encoded. They limit what an endpoint that lies about prices can take.'),
  historyFromEvents: z
    .boolean()
    .optional()
    .describe(
      'Histories of the events that name the account. They have all stakes, but lack payments in STRK, ETH and other bridged tokens that others sent, failed transactions, and what accounts without events of their own sent, such as those of OpenZeppelin. By default they are used where no endpoint of kind voyager is configured. true: also while the index does not answer. false: never.',
    ),
  historyScanBlocks: z
    .number()
    .int()
    .min(1)
    .max(100_000)
    .optional()
    .describe(
      'For private chains without an index: histories are made of all transfers in the blocks, at most this many blocks for one page. They are complete.',
    ),
});

/** The options of `starknet.connect`. */
export interface StarknetOptions extends ConnectOptions<StarknetKind>, z.infer<typeof starknetOptionsSchema> {}
