import type { FakeDeposit } from '@isochain/conformance';
import { account as addressOf, made } from '../made-transactions.ts';
import type { Json } from '../scripted-history.ts';
import { account, other, thief, told, toldByPool, victim } from './ledger.ts';

// Contracts of the system itself: coins, TRC-10 tokens and stakes.

type Named = typeof account;

const hexOf = (text: string) => Buffer.from(text).toString('hex');

export function pay(from: Named, to: Named, amount: number, memo?: string): ReturnType<typeof made> {
  const more = memo === undefined ? {} : { memo: hexOf(memo) };
  return made('TransferContract', { owner_address: from.hex, to_address: to.hex, amount }, more);
}

const asset = '1009999';

function send(from: Named, to: Named, amount: number, id: string = asset): ReturnType<typeof made> {
  const value = { owner_address: from.hex, to_address: to.hex, asset_name: hexOf(id), amount };
  return made('TransferAssetContract', value);
}

const own = (type: string, value: Json) => made(type, { owner_address: thief.hex, ...value });

/** A TRC-10 token: anybody issues one with any short name. */
function imitation(symbol: string): FakeDeposit {
  return {
    kind: 'a token with the name of the coin or of a listed token',
    name: `a TRC-10 token that calls itself ${symbol}`,
    told: told(
      { transaction: send(thief, account, 9_000_000) },
      { symbol, came: [{ amount: '9000000', tokenId: asset }] },
    ),
  };
}

/** Names the account, and moves nothing to it. */
function idle(name: string, transaction: ReturnType<typeof made>): FakeDeposit {
  return { kind: 'an inner call or message that is shown, and moved nothing', name, told: told({ transaction }) };
}

const waits = 'a transaction that waits';
const nothing = 'a transfer of nothing';

export const plainFakes: readonly FakeDeposit[] = [
  ...['TRX', 'BTT', 'U5DT'].map(imitation),
  ...['TRX', 'USDT'].map(
    (name): FakeDeposit => ({
      kind: 'a token with the name of the coin or of a listed token',
      name: `a TRC-10 token of 2018, when bytes had names in place of numbers, with the name ${name}`,
      told: told({ transaction: send(thief, account, 9_000_000, name) }),
    }),
  ),
  {
    kind: 'a failed transaction that asked for a transfer, or logged one',
    name: 'a payment that failed in its block',
    told: told({ transaction: pay(thief, account, 9_000_000), result: 'FAILED' }),
  },
  {
    kind: 'a failed transaction that asked for a transfer, or logged one',
    name: 'a transfer of a TRC-10 token that failed in its block',
    told: told({ transaction: send(thief, account, 9_000_000, '1002000'), result: 'FAILED' }),
  },
  idle(
    'energy that is lent to the account',
    own('DelegateResourceContract', { receiver_address: account.hex, balance: 9_000_000, resource: 'ENERGY' }),
  ),
  idle(
    'coins that are frozen for the account',
    own('FreezeBalanceContract', { receiver_address: account.hex, frozen_balance: 9_000_000, frozen_duration: 3 }),
  ),
  idle('votes for the account', own('VoteWitnessContract', { votes: [{ vote_address: account.hex, vote_count: 9 }] })),
  idle('an account that is made without coins', own('AccountCreateContract', { account_address: account.hex })),
  {
    kind: waits,
    name: 'a payment in the pool',
    told: toldByPool({ transaction: pay(thief, account, 9_000_000) }, -1),
  },
  {
    kind: waits,
    name: 'a payment that expired, while a block that has it may still come',
    told: toldByPool({ transaction: pay(thief, account, 9_000_000) }, 1, -1),
  },
  {
    kind: waits,
    name: 'a payment that expired, and that no block has',
    told: toldByPool({ transaction: pay(thief, account, 9_000_000) }, 120_000, 60_000),
  },
  {
    kind: waits,
    name: 'a payment in a block that may be replaced: it came, and is not confirmed',
    told: told({ transaction: pay(thief, account, 9) }, { came: [{ amount: '9' }], isSolid: false }),
  },
  {
    kind: nothing,
    name: 'a payment of nothing with a memo',
    told: told({ transaction: pay(thief, account, 0, 'You received 5000 TRX') }),
  },
  { kind: nothing, name: 'nothing of a TRC-10 token', told: told({ transaction: send(thief, account, 0, '1002000') }) },
  {
    kind: 'a payment from an address that looks like a known one',
    name: 'dust from an address that ends like one that paid before',
    told: told({ transaction: pay(lookAlike(victim), account, 1) }, { came: [{ amount: '1' }] }),
  },
  {
    kind: 'the memo of another payment',
    name: 'the memo of a payment to somebody else',
    told: told({ transaction: pay(thief, other, 5, `paid 9000000 to ${account.text}`) }, { isListed: false }),
  },
];

/** Thieves search for a key whose address ends the same. */
function lookAlike({ hex }: Named): Named {
  const { hex: another, ...rest } = addressOf('d4');
  return { ...rest, hex: another.slice(0, 30) + hex.slice(30) };
}
