import type { FakeDeposit } from '@isochain/conformance';
import { bytes, made, payment } from '../chain-rows.ts';
import { addressOf, type Fields } from '../judge.ts';
import { account, type MadeRow, thief, told, toldByNode } from './endpoints.ts';

const victim = addressOf(new Uint8Array(32).fill(3));
const other = addressOf(new Uint8Array(32).fill(4));
/** The account of an application. */
const app = addressOf(new Uint8Array(32).fill(5));
const asset = 77n;

const text = (note: string): Fields => ({ note: Buffer.from(note) });

export function pay(from: string, to: string, amount: bigint, more: Fields = {}): MadeRow {
  return { fields: { ...payment, snd: bytes(from), rcv: bytes(to), amt: amount, ...more } };
}

function send(from: string, to: string, amount: bigint, more: Fields = {}): MadeRow {
  return {
    fields: made('axfer', {
      ...{ snd: bytes(from), arcv: bytes(to), xaid: asset },
      ...(amount === 0n ? {} : { aamt: amount }),
      ...more,
    }),
  };
}

/** A call of an application, and what that did. Its accounts name whom it concerns. */
function call(inner: readonly MadeRow[], more: Fields = {}): MadeRow {
  return { fields: made('appl', { apid: 1n, ...more }), inner };
}

/** A payment of an application, of which the caller pays the fee. */
const inside = (to: string, amount: bigint, more: Fields = {}) => pay(app, to, amount, { fee: undefined, ...more });

/** An asset that anybody makes, with any name. */
function imitation(unitName: string): FakeDeposit {
  return {
    kind: 'a token with the name of the coin or of a listed token',
    name: `an asset that calls itself ${unitName}`,
    told: told(send(thief, account, 9_000_000n), {
      assets: { [String(asset)]: { changed: { name: unitName, 'unit-name': unitName } } },
      came: [{ amount: '9000000', tokenId: String(asset) }],
    }),
  };
}

export const fakes: readonly FakeDeposit[] = [
  ...['ALGO', 'A1GO', 'USDC', 'USDС'].map(imitation),
  {
    kind: 'a failed transaction that asked for a transfer, or logged one',
    name: 'a payment that the pool threw out',
    told: toldByNode(pay(thief, account, 9_000_000n), 'TransactionPool.Remember: overspend'),
  },
  {
    kind: 'a failed transaction that asked for a transfer, or logged one',
    name: 'a call that the pool threw out, with its inner payment',
    told: toldByNode(call([inside(account, 9_000_000n)]), 'logic eval error'),
  },
  {
    kind: 'an inner call or message that is shown, and moved nothing',
    name: 'an inner call that only logs a payment',
    told: told(call([{ fields: made('appl', { snd: bytes(app), apid: 2n, fee: undefined }) }])),
  },
  {
    kind: 'an inner call or message that is shown, and moved nothing',
    name: 'an inner payment to the account that another inner payment takes further',
    told: told(call([inside(account, 900n), pay(account, other, 890n, { fee: undefined })]), {
      came: [{ amount: '10' }],
    }),
  },
  {
    kind: 'an event or a log that anybody can write',
    name: 'a log of an application that tells a payment',
    told: told(call([])),
  },
  {
    kind: 'an event or a log that anybody can write',
    name: 'a note that tells a payment, beside a payment to another account',
    told: told({
      fields: { ...pay(thief, other, 5n, text(`{"to":"${account}","amount":9000000}`)).fields, close: bytes(account) },
    }),
  },
  {
    kind: 'the memo of another payment',
    name: 'the note of whoever called an application that pays for somebody else',
    told: told(call([inside(account, 900n, text('customer 1'))], text('customer 666')), {
      came: [{ amount: '900' }],
      memo: 'customer 1',
    }),
  },
  {
    kind: 'the memo of another payment',
    name: 'the note of a caller, where the payment has none',
    told: told(call([inside(account, 900n)], text('customer 666')), { came: [{ amount: '900' }], memo: null }),
  },
  {
    kind: 'the memo of another payment',
    name: 'the note of another inner payment',
    told: told(call([inside(other, 1n, text('customer 666')), inside(account, 900n)]), {
      came: [{ amount: '900' }],
      memo: null,
    }),
  },
  {
    kind: 'a transaction that waits',
    name: 'a payment in the pool of a node',
    told: toldByNode(pay(thief, account, 9_000_000n)),
  },
  {
    kind: 'a transaction that another one replaced',
    name: 'a payment whose lease another one took',
    told: toldByNode(
      pay(thief, account, 9_000_000n, { lx: Buffer.alloc(32, 6) }),
      'TransactionPool.Remember: transaction using an overlapping lease',
    ),
  },
  {
    kind: 'a transfer of nothing',
    name: 'a payment of nothing with a note',
    told: told({ fields: { ...pay(thief, account, 0n, text('You received 5000 ALGO')).fields, amt: undefined } }),
  },
  {
    kind: 'a transfer of nothing',
    name: 'a transfer of nothing of an asset',
    told: told(send(thief, account, 0n), {
      assets: { [String(asset)]: { changed: { name: 'USDC', 'unit-name': 'USDC' } } },
    }),
  },
  {
    kind: 'a transfer of nothing',
    name: 'the rest of an asset that was nothing',
    told: told(send(thief, other, 0n, { aclose: bytes(account) })),
  },
  {
    kind: 'a payment from an address that looks like a known one',
    name: 'dust from an address that begins like one that paid before',
    told: told(pay(lookAlike(victim), account, 1n), { came: [{ amount: '1' }] }),
  },
];

/** Thieves search for a key whose address begins the same. */
function lookAlike(known: string): string {
  const similar = Uint8Array.from(bytes(known));
  similar[31] = 99;
  return addressOf(similar);
}
