import { attempt, fromHex, parseAmount } from '@isochain/core';
import * as z from 'zod';
import { Address, type Cell, readBoc, type StateInit } from '../ton-core.ts';
import { walletCodes } from '../wallets/codes.data.ts';
import { readStateInit } from '../wallets/read-message.ts';
import { sendModes } from '../wallets/signing-message.ts';
import type { WalletVersion } from '../wallets/wallet.ts';

/** An amount of coins or jettons: up to 120 bits (ton-blockchain/ton, block.tlb: VarUInteger 16). */
export const maxCoins: bigint = 2n ** 120n - 1n;

const coins = z.string().transform((text, refinement) => {
  const value = parseAmount(text);
  if (value === undefined || value > maxCoins) refinement.addIssue('not an amount');
  return value ?? 0n;
});

const address = z.string().transform((text, refinement) => {
  try {
    return Address.parse(text);
  } catch {
    refinement.addIssue('not an address');
    return Address.parseRaw(`0:${'0'.repeat(64)}`);
  }
});

/** The deepest part of a message. A message from outside has 512 levels at most (config param 43 of the chain), and a wallet adds six. */
const deepestPart = 500;

const boc = z.string().transform((text, refinement): Cell | undefined => {
  const bytes = fromHex(text);
  const cell = bytes && readBoc(bytes);
  if (cell === undefined || cell.depth() > deepestPart) refinement.addIssue('not a BOC, or too deep');
  return cell;
});

const stateInit = boc.transform((cell, refinement): StateInit | undefined => {
  const init = cell && attempt(() => readStateInit(cell));
  if (init === undefined) refinement.addIssue('not a state without libraries');
  return init;
});

const queryId = z.string().transform((text, refinement) => {
  const value = parseAmount(text);
  if (value === undefined || value >= 2n ** 64n) refinement.addIssue('not a number of 64 bits');
  return value ?? 0n;
});

/** What the bytes of every mode depend on beyond the fields of the specification. */
const common = z.strictObject({
  /** Unix time in seconds: no block of this time or later takes the transaction (`valid_until`). */
  timeout: z.int().min(1).max(0xffff_ffff),
  walletVersion: z.enum(Object.keys(walletCodes) as [WalletVersion, ...WalletVersion[]]),
  walletId: z
    .int()
    .min(-(2 ** 31))
    .max(2 ** 32 - 1),
  /** Hex of 32 bytes: the key that the wallet itself names, or the client's for a wallet that is not deployed. */
  publicKey: z.string().regex(/^[0-9a-f]{64}$/),
  /** Whether the transaction deploys the wallet. */
  deploy: z.boolean(),
  /** Set if the sender's address does not follow from version, wallet id and key: the wallet began with other data than usual. */
  unusualStart: z.literal(true).optional(),
  /** Whether the coins come back if the recipient fails. */
  bounce: z.boolean(),
  /** 3: the amount, fees apart. 130: everything that is left. */
  sendMode: z.union([z.literal(sendModes.fixed), z.literal(sendModes.everything)]),
});

/** Sent with a fixed value, and comes back if the recipient fails. */
const attached = common.extend({
  bounce: z.literal(true),
  sendMode: z.literal(sendModes.fixed),
});

/** What encode puts into `params`, by mode. Amounts as decimal texts. */
export const paramsOfMode = {
  transfer: common,
  transferToken: attached.extend({
    jetton: z.strictObject({
      /** The sender's jetton wallet, which the master confirmed. */
      wallet: address,
      /** Nanotons that travel with the transfer and pay for it. What is left comes back. */
      attached: coins,
      /** Nanotons for the recipient's notification. */
      forwardAmount: coins,
      queryId,
      /** Mintless jettons that were never claimed: BOCs in hex. */
      customPayload: boc.optional(),
      stateInit: stateInit.optional(),
    }),
  }),
  stake: attached.extend({
    stake: z.discriminatedUnion('pool', [
      z.strictObject({ pool: z.literal('nominators'), attached: coins }),
      z.strictObject({ pool: z.literal('liquid'), attached: coins, queryId }),
    ]),
  }),
  unstake: attached.extend({
    stake: z.discriminatedUnion('pool', [
      z.strictObject({ pool: z.literal('nominators'), attached: coins }),
      z.strictObject({
        pool: z.literal('liquid'),
        attached: coins,
        queryId,
        /** The sender's wallet of the pool's jettons, which the pool's minter confirmed. */
        jettonWallet: address,
        /** Pool jettons that are burnt, in their smallest unit. */
        poolTokens: coins,
        atRoundEnd: z.boolean(),
        orNothing: z.boolean(),
      }),
    ]),
  }),
  withdraw: attached.extend({
    stake: z.strictObject({ pool: z.literal('nominators'), attached: coins }),
  }),
} as const;

/** The modes of the family. */
export type TonMode = keyof typeof paramsOfMode;

/** What encode puts into `params`, as JSON. */
export type Params<M extends TonMode = 'transfer'> = z.input<(typeof paramsOfMode)[M]>;

/** `params` as the planner reads them. */
export type ReadParams<M extends TonMode = 'transfer'> = z.output<(typeof paramsOfMode)[M]>;
