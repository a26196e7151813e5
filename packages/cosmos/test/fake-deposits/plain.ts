import type { FakeDeposit } from '@isochain/conformance';
import { feesTaken, type MadeTransaction, moved } from '../chain-transaction.ts';
import { transfer } from '../scripted-index.ts';
import { account, accountOf, thief, toldByAll, victim } from './nodes.ts';

// Fakes without contracts, packets and grants.

const factory = `factory/${thief}/uatom`;

/** A token that anybody makes for the price of a transaction, and how its maker describes it. */
function factoryToken(symbol: string): FakeDeposit['told'] {
  const message = send(thief, account, { denom: factory, amount: '5000000' });
  const made = { messages: [message], events: [...feesTaken(thief), ...moved(thief, account, `5000000${factory}`, 0)] };
  const metadata = {
    ...{ base: factory, name: 'Cosmos Hub', symbol, display: symbol },
    denom_units: [
      { denom: factory, exponent: 0 },
      { denom: symbol, exponent: 6 },
    ],
  };
  return toldByAll(made, {
    came: [{ amount: '5000000', tokenId: factory }],
    says: [['denoms_metadata', { metadata }]],
  });
}

export function send(from: string, to: string, ...amount: object[]) {
  return { '@type': '/cosmos.bank.v1beta1.MsgSend', from_address: from, to_address: to, amount };
}

export const atom = (amount: number | string) => ({ denom: 'uatom', amount: String(amount) });

/** Coins that another message only talks about. */
const proposal = {
  '@type': '/cosmos.gov.v1.MsgSubmitProposal',
  messages: [send('cosmos10d07y265gmmuvt4z0w9aw880jnsr700j6zn9kn', account, atom(7_000_000))],
  initial_deposit: [atom(10)],
  proposer: thief,
  metadata: `pays ${account}`,
};
const gov = accountOf(10);

const nothing: MadeTransaction = {
  messages: [{ '@type': '/cosmos.bank.v1beta1.MsgMultiSend', inputs: [], outputs: [] }],
  events: [...feesTaken(thief), { type: 'transfer', attributes: { recipient: account, amount: '' }, message: 0 }],
};

export const plainFakes: readonly FakeDeposit[] = [
  {
    kind: 'a token with the name of the coin or of a listed token',
    name: 'a factory token that calls itself ATOM',
    told: factoryToken('ATOM'),
  },
  {
    kind: 'a token with the name of the coin or of a listed token',
    name: 'a factory token that calls itself AT0M',
    told: factoryToken('AT0M'),
  },
  {
    kind: 'a token with the name of the coin or of a listed token',
    name: 'a factory token that calls itself USDC',
    told: factoryToken('USDC'),
  },
  {
    kind: 'a failed transaction that asked for a transfer, or logged one',
    name: 'a payment beside a message that failed',
    told: toldByAll(
      {
        code: 5,
        messages: [send(thief, account, atom(8_000_000)), send(thief, account, atom('9'.repeat(30)))],
        events: feesTaken(thief),
      },
      { isListed: false },
    ),
  },
  {
    kind: 'an inner call or message that is shown, and moved nothing',
    name: 'a payment inside of a proposal',
    told: toldByAll(
      {
        messages: [proposal, send(thief, account, atom(1))],
        events: [...feesTaken(thief), ...moved(thief, gov, '10uatom', 0), ...moved(thief, account, '1uatom', 1)],
      },
      { came: [{ amount: '1' }] },
    ),
  },
  {
    kind: 'a transaction that another one replaced',
    name: 'a payment that came to its block after another with its sequence',
    // Code 32: the sequence is used. Nothing happened, not even the fee was taken.
    told: toldByAll({ code: 32, messages: [send(thief, account, atom(9_000_000))], events: [] }, { isListed: false }),
  },
  {
    kind: 'a transfer of nothing',
    name: 'an event of a payment without coins',
    told: toldByAll(nothing),
  },
  {
    kind: 'a payment from an address that looks like a known one',
    name: 'dust from an address that ends like one that paid before',
    told: toldByAll(transfer(lookAlike(victim), account, 1), { came: [{ amount: '1' }] }),
  },
  {
    kind: 'the memo of another payment',
    name: 'a memo that the account has for another customer, with a payment to somebody else in the same transaction',
    told: toldByAll(
      {
        messages: [send(thief, account, atom(1)), send(thief, accountOf(20), atom(9_000_000))],
        events: [
          ...feesTaken(thief),
          ...moved(thief, account, '1uatom', 0),
          ...moved(thief, accountOf(20), '9000000uatom', 1),
        ],
        memo: 'customer 7',
      },
      { came: [{ amount: '1' }], memo: 'customer 7' },
    ),
  },
];

/** Thieves search for a key whose address begins and ends the same. */
function lookAlike(address: string): string {
  const known = accountOf(21);
  return `${address.slice(0, 12)}${known.slice(12, -4)}${address.slice(-4)}`;
}
