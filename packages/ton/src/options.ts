import type { ConnectOptions } from '@isochain/core';
import { tokensOption } from '@isochain/core/tokens';
import * as z from 'zod';
import { isAddress } from './address/address.ts';
import { nominatorPoolCode, tonstakers } from './pools/known-pools.ts';

/** The kinds of endpoints: the index of toncenter (v3), its liteserver interface (v2), and tonapi. */
export type TonKind = 'toncenter-v3' | 'toncenter-v2' | 'tonapi';

/** The options that the TON family adds, as a configuration file may hold them. */
export const tonOptionsSchema = z.strictObject({
  tokens: tokensOption(z.string().refine(isAddress, 'must be the address of a jetton master')),
  nominatorPoolCodes: z
    .array(z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 hash in lower-case hex'))
    .readonly()
    .optional()
    .describe(
      `Hashes of the contract code of nominator pools that may be staked with, which must work as the public contract does. By default that of ton-blockchain/nominator-pool, ${nominatorPoolCode}.`,
    ),
  liquidPools: z
    .array(z.string().refine(isAddress, 'must be the address of a pool'))
    .readonly()
    .optional()
    .describe(
      `Pools of liquid staking that may be staked with, which must be contracts of ton-blockchain/liquid-staking-contract. By default that of Tonstakers, ${tonstakers}.`,
    ),
});

/** The options of `ton.connect`. */
export interface TonOptions extends ConnectOptions<TonKind>, z.infer<typeof tonOptionsSchema> {}
