import { accountBytes } from '@isochain/babylon';
import { parseAmount } from '@isochain/core';
import * as z from 'zod';
import { parseFeeRate } from './bytes/params.ts';

// What clients may wish for in `params`, by mode. Beside `params` only `fees` counts: the family has no gas and no nonces.

/** A text that `parse` can read. */
function text<T>(expected: string, parse: (text: string) => T | undefined) {
  const error = `it must be ${expected}`;
  return z.string({ error }).transform((wish, { issues }): T => {
    const parsed = parse(wish);
    if (parsed !== undefined) return parsed;
    issues.push({ code: 'custom', input: wish, message: error });
    return z.NEVER;
  });
}

function transactionId(expected: string) {
  return text(expected, (wish) => (/^[0-9a-f]{64}$/i.test(wish) ? wish.toLowerCase() : undefined));
}

const flag = z.boolean({ error: 'it must be true or false' }).default(false);

/** Blocks for which all upstreams have an estimate. */
const feeTargets = ['1', '3', '6', '144'] as const;

const price = {
  feeRate: text('a price per virtual byte with up to 3 decimals, like "2.5"', parseFeeRate)
    .optional()
    .describe('What is paid for a virtual byte, in the smallest unit, with up to 3 decimals. By default an estimate.'),
  feeTarget: z
    .enum(feeTargets, {
      error: `it must be a number of blocks: ${feeTargets.map((blocks) => `"${blocks}"`).join(', ')}`,
    })
    .transform(Number)
    .optional()
    .describe('Within how many blocks the transaction should be confirmed, in place of a fee rate. Default 3.'),
};

function hasOnePrice({ feeRate, feeTarget }: { readonly feeRate?: unknown; readonly feeTarget?: unknown }): boolean {
  return feeRate === undefined || feeTarget === undefined;
}

const onePrice = { path: ['feeTarget'], error: 'give either feeRate or feeTarget' };

function hasOneLimit(wishes: {
  readonly allowSmallUtxos: boolean;
  readonly smallUtxoLimit?: bigint | undefined;
}): boolean {
  return !wishes.allowSmallUtxos || wishes.smallUtxoLimit === undefined;
}

const oneLimit = { path: ['smallUtxoLimit'], error: 'give either allowSmallUtxos or smallUtxoLimit' };

/** Wishes of an unstake: there are none, as Babylon sets its fee. */
export const noWishes = z.object({});

/** Wishes of a withdrawal. */
export const priceWishes = z.object(price).refine(hasOnePrice, onePrice);

const coins = {
  ...price,
  includePrevTxs: flag.describe(
    'Whether the PSBT has the previous transactions of segwit inputs too: hardware wallets ask for them. Default false.',
  ),
  allowSmallUtxos: flag.describe(
    'Whether small coins of taproot addresses are spent, which may carry inscriptions or runes. Default false.',
  ),
  smallUtxoLimit: text('a whole number in the smallest unit, like "10000"', parseAmount)
    .optional()
    .describe(
      'Coins of taproot addresses up to this amount are not spent, in the smallest unit. By default the limit of the operator: "1000" on Bitcoin unless configured. "10000" also leaves what the usual wallet for inscriptions puts into each.',
    ),
};

/** Wishes of a transfer. */
export const paymentWishes = z
  .object({
    ...coins,
    replaces: transactionId('a transaction id')
      .optional()
      .describe('Id of a transaction in the mempool that this one replaces: it spends the same coins, and pays more.'),
    bip69: flag.describe(
      'Whether outputs are sorted by amount (BIP69), so that the first one is not always the recipient’s. Default false.',
    ),
  })
  .refine(hasOnePrice, onePrice)
  .refine(hasOneLimit, oneLimit);

const fixedForm = { error: 'a stake has the form that Babylon asks for' };
const stakingTime = 'it must be a number of blocks from 1 to 65535';

/** Wishes of a stake. */
export const stakeWishes = z
  .object({
    ...coins,
    replaces: z.never(fixedForm).optional().describe('Not for stakes.'),
    bip69: z.literal(false, fixedForm).default(false).describe('Not for stakes.'),
    stakingTime: z
      .union(
        [
          z.number(),
          z
            .string()
            .regex(/^[1-9]\d{0,4}$/)
            .transform(Number),
        ],
        { error: stakingTime },
      )
      // BIP68: 16 bits.
      .refine((blocks) => Number.isInteger(blocks) && blocks >= 1 && blocks <= 65_535, { error: stakingTime })
      .optional()
      .describe('For how many blocks. By default as many as Babylon allows.'),
    postStaking: flag.describe(
      'Whether the transaction may be sent before the stake is registered on Babylon. Default false.',
    ),
    registers: transactionId('the id of the staking transaction')
      .optional()
      .describe('Id of a stake that was sent before it was registered, and is to be registered now.'),
    babylonAddress: z
      .string({ error: 'it is no address of an account on Babylon' })
      .refine((address) => accountBytes(address) !== undefined, { error: 'it is no address of an account on Babylon' })
      .optional()
      .describe(
        'The account on Babylon that registers the stake: then the answer has the message to sign as a proof of possession.',
      ),
  })
  .refine(hasOnePrice, onePrice)
  .refine(hasOneLimit, oneLimit);

/** What can be wished for a payment, also for the payment of a stake. */
export interface PaymentWishes extends z.output<typeof paymentWishes> {
  /** The exact fee, in the smallest unit. It has precedence over a fee rate. */
  readonly fees?: bigint | undefined;
}

/** Members beside `params` that clients may set. */
export const honours = ['fees'] as const;
