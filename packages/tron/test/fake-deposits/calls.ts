import type { FakeDeposit } from '@isochain/conformance';
import { made, transferData, transferLog } from '../made-transactions.ts';
import type { Json } from '../scripted-history.ts';
import { account, contract, type Inner, type MadeRow, other, thief, told, toldByPool, usdt, victim } from './ledger.ts';

// Calls of contracts, and the coins that these move.

/** @param data - In hex. Names the account by default, so that the index lists the call for it. */
export function call(
  data: string = `deadbeef${account.word}`,
  value: Json = {},
  memo?: string,
): ReturnType<typeof made> {
  const more = memo === undefined ? {} : { memo: Buffer.from(memo).toString('hex') };
  const parties = { owner_address: thief.hex, contract_address: contract.hex };
  return made('TriggerSmartContract', { ...parties, data, ...value }, more);
}

const failed = 'a failed transaction that asked for a transfer, or logged one';
const inner = 'an inner call or message that is shown, and moved nothing';
const memo = 'the memo of another payment';
const waits = 'a transaction that waits';

const asked = transferData(account.word, 9_000_000n);
/** All that a call could show as money. */
const loud: Omit<MadeRow, 'transaction'> = {
  logs: [transferLog(contract.hex, victim.word, account.word, 9_000_000n)],
  inner: [{ amount: 9_000_000 }, { amount: 9_000_000, asset: '1002000' }],
};

function moved(name: string, ...rows: readonly Inner[]): FakeDeposit {
  return { kind: inner, name, told: told({ transaction: call(), inner: rows }) };
}

/** A call whose payment belongs to somebody else, with a memo of the caller. */
function misnamed(
  name: string,
  row: Omit<MadeRow, 'transaction'>,
  came: { readonly amount: string; readonly tokenId?: string },
): FakeDeposit {
  return {
    kind: memo,
    name,
    told: told({ transaction: call(undefined, {}, 'customer 666'), ...row }, { came: [came], memo: null }),
  };
}

export const callFakes: readonly FakeDeposit[] = [
  ...['REVERT', 'OUT_OF_ENERGY', 'OUT_OF_TIME', 'TRANSFER_FAILED'].map(
    (result): FakeDeposit => ({
      kind: failed,
      name: `a transfer of a token, with coins, events and inner calls, that ended with ${result}`,
      told: told({ transaction: call(asked, { call_value: 5 }), ...loud, result }),
    }),
  ),
  {
    kind: failed,
    name: 'a call that does not name the account, with coins, events and inner calls',
    told: told({ transaction: call('deadbeef'), ...loud, result: 'REVERT' }),
  },
  {
    kind: failed,
    name: 'a transfer that moved nothing, and did not fail',
    told: told({ transaction: call(asked) }),
  },
  moved('an inner call that was rejected', { amount: 9_000_000, rejected: true }),
  moved('an inner transfer of a TRC-10 token that was rejected', { amount: 9, asset: '1002000', rejected: true }),
  moved('energy that a contract lends', { amount: 9_000_000, note: 'delegateResourceOfEnergy' }),
  moved('coins that a contract freezes', { amount: 9_000_000, note: 'freezeBalanceV2ForEnergy' }),
  moved('votes of a contract', { amount: 9_000_000, note: 'voteWitness' }),
  moved('code of another that runs in a contract: coins from it to itself', { to: contract, amount: 9_000_000 }),
  moved('an inner call without coins', { amount: 0 }),
  {
    kind: inner,
    name: 'an inner payment that goes on to another account',
    told: told(
      { transaction: call(), inner: [{ amount: 900 }, { from: account, to: other, amount: 890 }] },
      { came: [{ amount: '10' }] },
    ),
  },
  misnamed('the memo of whoever calls a contract that pays', { inner: [{ amount: 900 }] }, { amount: '900' }),
  misnamed(
    'the memo of whoever calls a contract that pays a TRC-10 token',
    { inner: [{ amount: 900, asset: '1002000' }] },
    { amount: '900', tokenId: '1002000' },
  ),
  misnamed(
    'the memo of a relayer, beside tokens that somebody else allowed',
    { logs: [transferLog(contract.hex, victim.word, account.word, 900n)] },
    { amount: '900', tokenId: contract.text },
  ),
  misnamed(
    'the memo of whoever pays a part of what comes',
    {
      logs: [
        transferLog(contract.hex, thief.word, account.word, 1n),
        transferLog(contract.hex, victim.word, account.word, 899n),
      ],
    },
    { amount: '900', tokenId: contract.text },
  ),
  {
    kind: memo,
    name: 'the memo of a caller who gets back what it gave, beside a payment of somebody else',
    told: told(
      {
        transaction: call(asked, { call_value: 900 }, 'customer 666'),
        logs: [transferLog(contract.hex, thief.word, account.word, 1n)],
        inner: [{ from: victim, to: contract, amount: 900 }, { to: thief, amount: 900 }, { amount: 900 }],
      },
      { came: [{ amount: '900' }, { amount: '1', tokenId: contract.text }], memo: null },
    ),
  },
  {
    kind: waits,
    name: 'a transfer of a token in the pool',
    told: toldByPool({ transaction: call(asked) }, -1),
  },
  {
    kind: waits,
    name: 'a transfer of a token that expired',
    told: toldByPool({ transaction: call(asked, { contract_address: usdt }) }, 120_000, 60_000),
  },
  {
    kind: waits,
    name: 'a transfer of a token in a block, before the node says what it did',
    told: told({ transaction: call(asked) }, { isLost: true }),
  },
  {
    kind: 'a receiver on another chain',
    name: 'coins for a bridge that should pay the same 20 bytes on Ethereum',
    told: told({
      transaction: call(undefined, { call_value: 9_000_000 }),
      logs: [{ address: contract.hex.slice(2), topics: ['d0'.repeat(32), account.word], data: '9'.padStart(64, '0') }],
    }),
  },
];
