import type { FakeDeposit, FakeKind } from '@isochain/conformance';
import { calldataOf, dataTransfer, type Event, eth, keyTransfer, selectors } from '../scripted-ledger.ts';
import { strk } from '../scripted-node.ts';
import { account, thief, told, toldWithoutReceipt } from './endpoints.ts';
import { block, call, contract, event, fromLayer1, made, order, other, withReceipt } from './transactions.ts';

/** A token that anybody makes, with any name. */
function imitation(symbol: string): FakeDeposit {
  return {
    kind: 'a token with the name of the coin or of a listed token',
    name: `a token that calls itself ${symbol}`,
    told: told(call(keyTransfer(contract, thief, account, 9n)), {
      symbols: { [contract]: symbol },
      came: [{ amount: '9', tokenId: contract }],
    }),
  };
}

const unmoved = { isListed: false } as const;

/** Several fakes that move nothing, each with its events. */
function eventsOf(kind: FakeKind, named: Readonly<Record<string, readonly Event[]>>): FakeDeposit[] {
  return Object.entries(named).map(([name, events]) => ({ kind, name, told: told(call(...events), unmoved) }));
}

const reverted = { execution_status: 'REVERTED', revert_reason: 'ERC20: transfer amount exceeds balance' };

const failed: readonly FakeDeposit[] = [
  {
    kind: 'a failed transaction that asked for a transfer, or logged one',
    name: 'a transfer that was reverted',
    told: told(withReceipt(made(order), reverted), unmoved),
  },
  {
    kind: 'a failed transaction that asked for a transfer, or logged one',
    name: 'a transfer that was reverted, with its event',
    told: told(withReceipt(made(order, [dataTransfer(strk, thief, account, 9n)]), reverted), unmoved),
  },
];

const inner: readonly FakeDeposit[] = [
  {
    kind: 'an inner call or message that is shown, and moved nothing',
    name: 'a transfer that the account of the thief was asked for, and did not make',
    told: told(made(order), unmoved),
  },
  {
    kind: 'an inner call or message that is shown, and moved nothing',
    name: 'several calls that ask for transfers',
    told: told(
      made(
        calldataOf([strk, selectors.transfer, account, '0x9', '0x0'], [eth, selectors.transfer, account, '0x9', '0x0']),
      ),
      unmoved,
    ),
  },
  {
    kind: 'an inner call or message that is shown, and moved nothing',
    name: 'an approval for the account',
    told: told(made(calldataOf([strk, selectors.approve, account, '0x9', '0x0'])), unmoved),
  },
  {
    kind: 'an inner call or message that is shown, and moved nothing',
    name: 'coins that a contract sent to the account and took back, but for one',
    told: told(
      call(
        dataTransfer(strk, thief, account, 9n),
        dataTransfer(strk, account, other, 8n),
        keyTransfer(contract, thief, account, 9n),
        keyTransfer(contract, account, thief, 9n),
      ),
      { came: [{ amount: '1' }], isListed: false },
    ),
  },
];

const events = eventsOf('an event or a log that anybody can write', {
  'a transfer without an amount': [event([selectors.Transfer, thief, account], [])],
  'a transfer with half of an amount': [event([selectors.Transfer], [thief, account, '0x9'])],
  'a transfer with more data than tokens write': [event([selectors.Transfer], [thief, account, '0x9', '0x0', '0x0'])],
  'a transfer with an amount that no token has': [
    event([selectors.Transfer, thief, account], [`0x1${'0'.repeat(32)}`, '0x0']),
  ],
  'a transfer in the name of STRK': [event([strk, selectors.Transfer, thief, account], ['0x9', '0x0'])],
  'an approval in the name of the account': [event([selectors.approve, thief, account], ['0x9', '0x0'])],
});

/** What nodes tell of a transfer before they have its receipt. */
const statuses: Readonly<Record<string, object>> = {
  'a node has just got': { finality_status: 'RECEIVED' },
  'comes into the next block, perhaps': { finality_status: 'CANDIDATE' },
  'is in the next block': { finality_status: 'PRE_CONFIRMED', execution_status: 'SUCCEEDED' },
  'was reverted in the next block': { finality_status: 'PRE_CONFIRMED', execution_status: 'REVERTED' },
};

const waiting: readonly FakeDeposit[] = [
  ...Object.entries(statuses).map(
    ([name, status]): FakeDeposit => ({
      kind: 'a transaction that waits',
      name: `a transfer that ${name}`,
      told: toldWithoutReceipt(made(order), status),
    }),
  ),
  {
    kind: 'a transaction that waits',
    name: 'a transfer that is in a block, and whose receipt the node does not have yet',
    told: toldWithoutReceipt(made(order), { finality_status: 'ACCEPTED_ON_L2', execution_status: 'SUCCEEDED' }, block),
  },
  {
    kind: 'a transaction that another one replaced',
    name: 'a transfer whose nonce another one took: nodes forget it',
    told: toldWithoutReceipt(made(order), undefined),
  },
];

/** A message to layer 1. It goes to the address there that has the same number as the account. */
const toLayer1 = {
  messages_sent: [
    {
      from_address: contract,
      to_address: '0xae0ee0a63a2ce6baeeffe56e7714fb4efe48d419',
      payload: ['0x0', account, '0x9', '0x0'],
    },
  ],
};

const elsewhere: readonly FakeDeposit[] = [
  {
    kind: 'a receiver on another chain',
    name: 'coins that are burned, with a message to layer 1 that names the account',
    told: told(withReceipt(call(dataTransfer(strk, thief, '0x0', 9n)), toLayer1), unmoved),
  },
  {
    kind: 'a receiver on another chain',
    name: 'a message of layer 1 that names the account, to a bridge of the thief',
    told: told(fromLayer1([]), unmoved),
  },
];

/** It begins and ends as one that the account knows. */
const lookAlike = `${other.slice(0, 8)}${'1'.repeat(52)}${other.slice(-6)}`;

export const fakes: readonly FakeDeposit[] = [
  ...['STRK', 'ETH', 'USDC', 'U5DC', '\u0405TRK', ' strk'].map(imitation),
  ...failed,
  ...inner,
  ...events,
  ...waiting,
  ...elsewhere,
  ...eventsOf('a transfer of nothing', {
    'no coins': [dataTransfer(strk, thief, account, 0n)],
    'no tokens, in the name of the account': [keyTransfer(contract, account, thief, 0n)],
    'a token that is made, and is none': [keyTransfer(contract, '0x0', account, 0n)],
  }),
  {
    kind: 'a payment from an address that looks like a known one',
    name: 'dust',
    told: told(call(dataTransfer(strk, lookAlike, account, 1n)), { came: [{ amount: '1' }], isListed: false }),
  },
];
