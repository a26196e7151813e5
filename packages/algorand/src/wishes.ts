import { fromBase64, fromHex, type PlainWish, parseAmount, stripHexPrefix } from '@isochain/core';
import * as z from 'zod';
import { leaseLength, mostUint64 } from './bytes/limits.ts';
import type { AlgorandMode } from './bytes/params.ts';

/** A number from 0 on. Beyond 2^53 it must be a text. */
const uint64 = z
  .union(
    [z.int('it must be a text, because it is no whole number up to 2^53'), z.string()],
    'it is neither a whole number nor a decimal text',
  )
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
      'The last round that may carry the transaction out: at least 5 rounds and at most 1000 rounds ahead. A round takes about 2.8 seconds. By default 1000 rounds ahead, or what the operator set.',
    ),
  lease: bytes(leaseLength)
    .optional()
    .describe(
      'Bytes of your own choice: 32 of them in hex or base64, not all zero. Take for example the SHA-256 of an order number. Until `lastValid`, the network carries out only one transaction of the sender with this lease. To try a payment again, send the same `lease` and the same `lastValid`: after that round the lease protects no more. By default there is none, and two transactions that are both sent pay twice.',
    ),
});

/** What can be wished for, by mode. */
export const wishesOf = {
  transfer: common.extend({
    closeAccount: flag.describe(
      'Together with `useMaxAmount`: the recipient gets everything, also the minimum balance, and the account ends. It must have no assets, applications or boxes. By default the minimum balance stays.',
    ),
  }),
  transferToken: common.extend({
    optOut: flag.describe(
      'Together with `useMaxAmount`: the recipient gets all of the asset, and the sender opts out of it, which frees 0.1 ALGO. By default the sender stays opted in.',
    ),
  }),
  enableToken: common.extend({
    optOut: flag.describe(
      'Opts out of the asset, which frees 0.1 ALGO. The account must hold nothing of it. By default it opts in.',
    ),
  }),
  stake: common.extend({
    voteKey: bytes(32)
      .optional()
      .describe(
        'The voting key of a participation key: 32 bytes in base64 or hex. A node makes it with `goal account addpartkey`, and shows it with `goal account partkeyinfo`.',
      ),
    selectionKey: bytes(32)
      .optional()
      .describe('The selection key of the same participation key: 32 bytes in base64 or hex.'),
    stateProofKey: bytes(64)
      .optional()
      .describe('The state proof key of the same participation key: 64 bytes in base64 or hex.'),
    voteFirst: uint64.optional().describe('The first round of the participation key.'),
    voteLast: uint64.optional().describe('The last round of the participation key.'),
    voteKeyDilution: uint64.optional().describe('The key dilution of the participation key.'),
    rewards: flag.describe(
      'Pays a fee of 2 ALGO. The network asks it once of an account that wants rewards for its blocks, and pays rewards to accounts that hold 30,000 to 70,000,000 ALGO. By default the account takes part without rewards.',
    ),
  }),
  unstake: common,
} as const satisfies Record<AlgorandMode, z.ZodObject>;

export type WishesOf<M extends AlgorandMode> = (typeof wishesOf)[M];

/** Which of the wishes outside of `params` count. */
export const honours = ['fees'] as const satisfies readonly PlainWish[];
