import { type ChainAdapter, type Intent, parseAmount, refuse, type Wish } from '@isochain/core';
import { parseFeeRate } from './params.ts';

const price: readonly Wish[] = ['fees', 'params.feeRate', 'params.feeTarget'];

const payment: readonly Wish[] = [
  ...price,
  ...(['params.includePrevTxs', 'params.allowSmallUtxos', 'params.replaces', 'params.bip69'] as const),
];

/** What can be wished for in each mode. The fee of an unstake is Babylon's. */
export const wishes: ChainAdapter['wishes'] = {
  transfer: payment,
  stake: [...payment, 'params.stakingTime', 'params.postStaking', 'params.registers', 'params.babylonAddress'],
  withdraw: price,
};

/** What a client would like to have. */
export interface Wishes {
  /** All fees together, in the smallest unit. It outweighs a fee rate. */
  readonly fees: bigint | undefined;
  /** Smallest unit per 1,000 virtual bytes. */
  readonly feeRate: bigint | undefined;
  /** Within how many blocks the transaction should be confirmed. */
  readonly feeTarget: number | undefined;
  /** Id of a transaction in the mempool that this one takes the place of. */
  readonly replaces: string | undefined;
  /** Whether the transactions that are spent from stand in the PSBT of segwit inputs too: hardware wallets ask for them. */
  readonly includePrevTxs: boolean;
  /** Whether small coins of taproot addresses are spent, which may carry collectibles. */
  readonly allowSmallUtxos: boolean;
  /** Whether outputs are sorted by amount (BIP69), and the recipient's is not always the first. */
  readonly bip69: boolean;
  /** Of stakes: for how many blocks. */
  readonly stakingTime: number | undefined;
  /** Of stakes: whether the transaction may be sent before it is registered on Babylon. */
  readonly postStaking: boolean;
  /** Of stakes: id of one that was sent before it was registered, and is to be registered now. */
  readonly registers: string | undefined;
}

/** Blocks for which all upstreams have an estimate. */
const feeTargets = ['1', '3', '6', '144'];

/**
 * Reads the wishes of an intent. What else is in `params` was computed by an earlier encode, and is computed anew. Gas and sequence numbers are
 * unknown to the family.
 *
 * @throws RefusedError `wish.invalid`
 */
export function readWishes({ fees, params }: Pick<Intent, 'fees' | 'params'>): Wishes {
  const field = 'transaction.data.params';
  if (params !== undefined && params !== null && (typeof params !== 'object' || Array.isArray(params)))
    throw refuse('wish.invalid', { field, reason: 'it is not an object' }, field);
  const given = (params ?? {}) as Readonly<Record<string, unknown>>;
  const refuseWish = (name: string, reason: string) =>
    refuse('wish.invalid', { field: `${field}.${name}`, reason }, `${field}.${name}`);

  function text<T>(name: string, expected: string, parse: (text: string) => T | undefined): T | undefined {
    const wish = given[name];
    if (wish === undefined || wish === '') return undefined;
    const parsed = typeof wish === 'string' ? parse(wish) : undefined;
    if (parsed === undefined) throw refuseWish(name, `it must be ${expected}`);
    return parsed;
  }

  function flag(name: string): boolean {
    const wish = given[name] ?? false;
    if (typeof wish !== 'boolean') throw refuseWish(name, 'it must be true or false');
    return wish;
  }

  const wishes = {
    fees: fees === undefined ? undefined : parseAmount(fees),
    feeRate: text('feeRate', 'a price per virtual byte with up to 3 decimals, like "2.5"', parseFeeRate),
    feeTarget: text(
      'feeTarget',
      `a number of blocks: ${feeTargets.map((target) => `"${target}"`).join(', ')}`,
      (wish) => (feeTargets.includes(wish) ? Number(wish) : undefined),
    ),
    replaces: text('replaces', 'a transaction id', readId),
    includePrevTxs: flag('includePrevTxs'),
    allowSmallUtxos: flag('allowSmallUtxos'),
    bip69: flag('bip69'),
    stakingTime: stakingTime(),
    postStaking: flag('postStaking'),
    registers: text('registers', 'the id of the staking transaction', readId),
  };
  if (wishes.feeRate !== undefined && wishes.feeTarget !== undefined)
    throw refuseWish('feeTarget', 'give either feeRate or feeTarget');
  return wishes;

  /** A number, as encode answers it, or its digits. */
  function stakingTime(): number | undefined {
    const wish = given.stakingTime;
    if (wish === undefined || wish === '') return undefined;
    const blocks = typeof wish === 'string' && /^[1-9]\d{0,4}$/.test(wish) ? Number(wish) : wish;
    // BIP68: 16 bits.
    if (typeof blocks === 'number' && Number.isInteger(blocks) && blocks >= 1 && blocks <= 65_535) return blocks;
    throw refuseWish('stakingTime', 'it must be a number of blocks from 1 to 65535');
  }
}

function readId(text: string): string | undefined {
  return /^[0-9a-f]{64}$/i.test(text) ? text.toLowerCase() : undefined;
}

/** The intent without its wishes, which what was computed stands in for. */
export function withoutWishes<D extends Intent>(data: D): Omit<D, 'gas' | 'fees' | 'nonce' | 'params'> {
  const { gas: _gas, fees: _fees, nonce: _nonce, params: _params, ...rest } = data;
  return rest;
}
