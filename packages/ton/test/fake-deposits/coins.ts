import type { FakeDeposit } from '@isochain/conformance';
import { commentCell } from '../../src/bytes/comment.ts';
import { jettonOps } from '../../src/bytes/jetton-messages.ts';
import { Address, beginCell } from '../../src/ton-core.ts';
import { internalMessage, type Scripted } from '../scripted-traces.ts';
import {
  action,
  ann,
  card,
  coins,
  common,
  evil,
  type MadeTrace,
  order,
  other,
  started,
  thief,
  told,
} from './indexes.ts';

// Fakes with coins.

const empty = beginCell().endCell();

/** A payment that arrived. */
export function payment(value: bigint, { from = thief, comment = '' } = {}): MadeTrace {
  const body = comment === '' ? empty : commentCell(comment);
  const sent = internalMessage(from, ann, value, body);
  return {
    signed: order({ to: ann, value, ...(comment === '' ? {} : { body }) }),
    transactions: [
      started(order({ to: ann, value, ...(comment === '' ? {} : { body }) }), sent),
      { ...common, account: ann, lt: 2n, incoming: sent, outgoing: [], totalFees: 0n },
    ],
    actions: [coins(from, ann, Number(value), comment)],
  };
}

/** The thief calls a contract of its own, which sends messages on. */
function called(...outgoing: Scripted['outgoing']): Pick<MadeTrace, 'signed' | 'transactions'> {
  return calledAt(evil, ...outgoing);
}

function calledAt(contract: Address, ...outgoing: Scripted['outgoing']): Pick<MadeTrace, 'signed' | 'transactions'> {
  const call = internalMessage(thief, contract, 500n, empty, { bounce: true });
  const signed = order({ to: contract, value: 500n, bounce: true });
  const toAnn = outgoing.filter(({ info }) => info.type === 'internal' && info.dest.equals(ann));
  return {
    signed,
    transactions: [
      started(signed, call),
      { ...common, account: contract, lt: 2n, incoming: call, outgoing },
      ...toAnn.map((incoming, i) => ({
        ...common,
        ...{ account: ann, lt: BigInt(3 + i), incoming, outgoing: [], totalFees: 0n },
      })),
    ],
  };
}

const bounced: MadeTrace = (() => {
  const signed = order({ to: ann, value: 9_000n, bounce: true });
  const sent = internalMessage(thief, ann, 9_000n, empty, { bounce: true });
  const back = internalMessage(ann, thief, 8_000n, empty, { bounced: true, createdLt: 6n });
  return {
    signed,
    transactions: [
      started(signed, sent),
      { ...common, account: ann, lt: 2n, incoming: sent, outgoing: [back], succeeds: false, totalFees: 0n },
      { ...common, account: thief, lt: 3n, incoming: back, outgoing: [] },
    ],
    actions: [coins(thief, ann, 9_000, 'customer 7', 'failed')],
  };
})();

const skipped: MadeTrace = (() => {
  const signed = order({ to: ann, value: 9_000n });
  return {
    signed,
    transactions: [{ ...started(signed), skippedActions: 1 }],
    actions: [coins(thief, ann, 9_000, '', 'failed')],
  };
})();

/** A text that is said to be a notice of a jetton wallet. */
const notice = beginCell()
  .storeUint(jettonOps.notification, 32)
  .storeUint(0, 64)
  .storeCoins(9_000_000n)
  .storeAddress(other)
  .storeBit(false)
  .endCell();

const noticed: MadeTrace = { ...called(internalMessage(evil, ann, 1n, notice)), actions: [coins(evil, ann, 1)] };

const excess: MadeTrace = {
  ...called(internalMessage(evil, ann, 1n, beginCell().storeUint(jettonOps.excesses, 32).storeUint(0, 64).endCell())),
  actions: [coins(evil, ann, 1)],
};

/** `get_sale_data` of a contract says who sells and for how much. The thief wrote the contract, and paid 1. */
function sale(more: object, extra: number): MadeTrace {
  const amount = { value: '9000000', decimals: 9, image: '', verification: 'none', ...more };
  const said = { auction_type: 'getgems', amount, nft: {}, seller: card(ann), buyer: card(thief) };
  return { ...called(internalMessage(evil, ann, 1n, empty)), actions: [action('NftPurchase', said)], extra };
}

const masterchainTwin = Address.parseRaw(`-1:${'a'.repeat(64)}`);

const twin: MadeTrace = (() => {
  const signed = order({ to: masterchainTwin, value: 9_000n });
  const sent = internalMessage(thief, masterchainTwin, 9_000n, empty);
  return {
    signed,
    transactions: [
      started(signed, sent),
      { ...common, account: masterchainTwin, lt: 2n, incoming: sent, outgoing: [] },
    ],
    actions: [coins(thief, masterchainTwin, 9_000)],
  };
})();

const waiting: MadeTrace = { ...payment(9_000n), isWaiting: true };

const besides: MadeTrace = {
  ...called(
    internalMessage(evil, other, 400n, commentCell('customer 7'), { createdLt: 6n }),
    internalMessage(evil, ann, 1n, empty),
  ),
  actions: [coins(evil, other, 400, 'customer 7'), coins(evil, ann, 1)],
};

/** Its last letters are those of another account that paid before. */
const lookAlike = Address.parseRaw(`0:${'b'.repeat(60)}cccc`);

const dust: MadeTrace = {
  ...calledAt(lookAlike, internalMessage(lookAlike, ann, 1n, commentCell('withdrawal 77'))),
  actions: [coins(lookAlike, ann, 1, 'withdrawal 77')],
};

export const coinFakes: readonly FakeDeposit[] = [
  {
    kind: 'a failed transaction that asked for a transfer, or logged one',
    name: 'a payment that bounced from an account without a contract',
    told: told(bounced),
  },
  {
    kind: 'an inner call or message that is shown, and moved nothing',
    name: 'a payment that the wallet was asked for, and skipped',
    // An account that got no message is in no trace.
    told: told(skipped, { isListed: false }),
  },
  {
    kind: 'an event or a log that anybody can write',
    name: 'a notice of jettons that no jetton wallet sent',
    told: told(noticed, { came: [{ amount: '1' }] }),
  },
  {
    kind: 'an event or a log that anybody can write',
    name: 'a message that calls itself the rest of attached coins',
    told: told(excess, { came: [{ amount: '1' }] }),
  },
  {
    kind: 'an event or a log that anybody can write',
    name: 'a sale for a price that only the contract of the seller names',
    told: told(sale({ currency_type: 'native', token_name: 'TON' }, 1 - 9_000_000), { came: [{ amount: '1' }] }),
  },
  {
    kind: 'an event or a log that anybody can write',
    name: 'a sale for jettons that only the contract of the seller names',
    told: told(sale({ currency_type: 'jetton', token_name: 'USD₮', jetton: `0:${'d'.repeat(64)}` }, 1), {
      came: [{ amount: '1' }],
    }),
  },
  {
    kind: 'the memo of another payment',
    name: 'a comment to somebody else in the same trace',
    told: told(besides, { came: [{ amount: '1' }], memo: null }),
  },
  {
    kind: 'a transaction that waits',
    name: 'a payment that an index expects',
    told: told(waiting, { isListed: false }),
  },
  {
    kind: 'a receiver on another chain',
    name: 'a payment to the same hash in the masterchain',
    told: told(twin, { isListed: false }),
  },
  {
    kind: 'a transfer of nothing',
    name: 'a message without coins whose text tells of coins',
    told: told(payment(0n, { comment: 'You received 5000 TON' })),
  },
  {
    kind: 'a payment from an address that looks like a known one',
    name: 'dust with the text of a withdrawal',
    told: told(dust, { came: [{ amount: '1' }] }),
  },
];
