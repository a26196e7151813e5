import { fromBase64, fromHex, type PlainWish, parseAmount, stripHexPrefix } from '@isochain/core';
import * as z from 'zod';
import { leaseLength, mostUint64 } from './bytes/limits.ts';
import type { AlgorandMode } from './bytes/params.ts';

/** A number from 0 on. Beyond 2^53 it must be a text. */
const uint64 = z
  .union([z.int('beyond 2^53 it must be a text'), z.string()], 'it is neither a whole number nor a decimal text')
  .transform((value, refinement): bigint => {
    const read = parseAmount(value.toString());
    if (read !== undefined && read <= mostUint64) return read;
    refinement.addIssue('it is not a number of 64 bits from 0 on');
    return z.NEVER;
  });

/** Bytes in hex or base64. */
const bytes = (length: number) =>
  z.string('it is not a text').transform((text, refinement): Uint8Array => {
    const read = [fromHex(stripHexPrefix(text)), fromBase64(text)].find((each) => each?.length === length);
    if (read === undefined) refinement.addIssue(`it is not ${length} bytes in hex or base64`);
    else if (read.every((byte) => byte === 0)) refinement.addIssue('its bytes are all zero, which stands for none');
    return read ?? z.NEVER;
  });

const flag = z.boolean('it is neither true nor false').optional();

/** What can be wished for in every mode. */
const common = z.object({
  lastValid: uint64
    .optional()
    .describe(
      'The last round that takes the transaction: at most 1000 rounds of about 2.8 seconds ahead. By default that, or what the operator set.',
    ),
  lease: bytes(leaseLength)
    .optional()
    .describe(
      '32 bytes in hex or base64, for example the SHA-256 of an order number. Until `lastValid`, the network carries out only one transaction of the sender with the same ones.',
    ),
});

/** What can be wished for, by mode. */
export const wishesOf = {
  transfer: common.extend({
    closeAccount: flag.describe(
      'Together with `useMaxAmount`: the recipient gets everything, also the minimum balance, and the account ends. It must hold no assets, applications or boxes.',
    ),
  }),
  transferToken: common.extend({
    optOut: flag.describe(
      'Together with `useMaxAmount`: the recipient gets everything of the asset, and the sender opts out of it, which frees 0.1 ALGO.',
    ),
  }),
  enableToken: common.extend({
    optOut: flag.describe('Opts out of the asset, which frees 0.1 ALGO. The account must hold nothing of it.'),
  }),
  stake: common.extend({
    voteKey: bytes(32)
      .optional()
      .describe(
        'The voting key, in base64 or hex. A node makes it: `goal account addpartkey`, `goal account partkeyinfo`.',
      ),
    selectionKey: bytes(32).optional().describe('The selection key of the same participation key.'),
    stateProofKey: bytes(64).optional().describe('The state proof key of the same participation key.'),
    voteFirst: uint64.optional().describe('The first round of the participation key.'),
    voteLast: uint64.optional().describe('The last round of the participation key.'),
    voteKeyDilution: uint64.optional().describe('The key dilution of the participation key.'),
    rewards: flag.describe(
      'Pays 2 ALGO as the fee, which the network asks once of an account that wants rewards for its blocks. It must hold 30,000 to 70,000,000 ALGO then.',
    ),
  }),
  unstake: common,
} as const satisfies Record<AlgorandMode, z.ZodObject>;

export type WishesOf<M extends AlgorandMode> = (typeof wishesOf)[M];

/** Which of the wishes outside of `params` count. */
export const honours = ['fees'] as const satisfies readonly PlainWish[];
