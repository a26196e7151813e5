import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Actor,
  actor,
  muxed,
  newcomer,
  recipient,
  sender,
} from '../../../../packages/stellar/test/world/actor.ts';
import { errorsOf, warningsOf } from '../chain-network.ts';
import { expectRefusal, type Refusal } from '../expect-refusal.ts';
import { isSending, type Network, openNetwork } from './network.ts';

// Transfers and wishes that the chain would refuse, or that would lose money. Nothing is sent.

type Fields = Readonly<Record<string, unknown>>;

const xlm = 10_000_000n;
const reserve = xlm / 2n;
let network: Network;
let count = 0;

beforeAll(async () => {
  network = await openNetwork();
});
afterAll(() => network.close());

const transfer = {
  ...{ mode: 'transfer', senderAddress: sender.address },
  ...{ recipientAddress: recipient.address, amount: '10000000' },
};
const refuses = (data: Fields, refusal: Refusal) => expectRefusal(network, data, refusal);

/** An account with coins, and a key of its own. */
async function fresh(stroops = 5n * xlm): Promise<Actor> {
  count += 1;
  const by = actor(`chain ${count}`);
  if (stroops > 0n) await network.engine.fund(by.address, stroops);
  return by;
}

/** Encodes, signs and sends. The recipient gets the amount, and the sender pays no more than was announced. */
async function arrives(data: Fields, by: Actor, to: string, amount: bigint): Promise<void> {
  const { engine } = network;
  const [before, held] = [await engine.balance(to), await engine.balance(by.address)];
  const encoded = await network.encoded(data);
  expect((await network.broadcast(encoded, network.sign(encoded, by))).status).toBe(200);
  expect((await engine.balance(to)) - before).toBe(amount);
  const cost = held - (await engine.balance(by.address)) - amount;
  expect(cost).toBeLessThanOrEqual(BigInt(String(encoded.data.fees)));
}

describe('a sender', () => {
  it('that does not exist', () =>
    refuses(
      { ...transfer, senderAddress: newcomer.address },
      { code: 'sender.notFound', field: 'senderAddress', message: /^Sender account does not exist/ },
    ));

  it('that does not exist, with a number', () =>
    refuses(
      { ...transfer, senderAddress: muxed(newcomer, 7n) },
      { code: 'sender.notFound', field: 'senderAddress', message: /./ },
    ));
});

describe('recipients that do not exist', () => {
  const create = (amount: bigint, recipientAddress = newcomer.address) => ({
    ...{ ...transfer, recipientAddress },
    amount: String(amount),
  });

  it.each([1n, reserve, 2n * reserve - 1n])('are not created with %s stroops', (amount) =>
    refuses(create(amount), {
      code: 'recipient.belowMinimum',
      field: 'amount',
      message: 'The recipient account holds 0 XLM: it needs at least 1 XLM more to exist on Stellar.',
    }),
  );

  it('are created with the whole reserve, and the sender is told', async () => {
    const { address } = actor('to be created');
    const answer = await network.encode(create(2n * reserve, address));
    expect([errorsOf(answer).errors, warningsOf(answer)]).toEqual([[], ['recipient.created']]);
    await arrives(create(2n * reserve, address), sender, address, 2n * reserve);
  });

  it('are not created for a number in their address, which nobody would see', () =>
    refuses(create(5n * xlm, muxed(newcomer, 7n)), {
      code: 'recipient.notFound',
      field: 'recipientAddress',
      message: /^Recipient account does not exist: its address has a number/,
    }));

  it('follow the base reserve of the network', async () => {
    network.engine.setBaseReserve(4n * reserve);
    await network.engine.closeLedger();
    try {
      await refuses(create(2n * xlm), {
        ...{ code: 'recipient.belowMinimum', field: 'amount' },
        message: /at least 4 XLM more/,
      });
    } finally {
      network.engine.setBaseReserve(reserve);
      await network.engine.closeLedger();
    }
  });

  it('are not where a closed account sends what it held', async () => {
    const { address: senderAddress } = await fresh();
    const all = { amount: undefined, useMaxAmount: true, params: { closeAccount: true } };
    await refuses(
      { ...create(1n), senderAddress, ...all },
      { code: 'recipient.notFound', field: 'recipientAddress', message: /goes to an account that exists/ },
    );
  });
});

describe('recipients', () => {
  it('without a private key lose what they get', () =>
    // The neutral element of the curve, as an account.
    refuses(
      { ...transfer, recipientAddress: 'GAAQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAHV4' },
      { code: 'recipient.keepsCoins', field: 'recipientAddress', message: /an address without a private key/ },
    ));

  it('whose keys have no weight lose what they get', async () => {
    const locked = await fresh();
    network.engine.placeAccount(locked.address, { thresholds: { master: 0, low: 0, med: 0, high: 0 } });
    await refuses(
      { ...transfer, recipientAddress: locked.address },
      { code: 'recipient.keepsCoins', field: 'recipientAddress', message: /signers have too little weight/ },
    );
  });

  it('that have a number are paid with it', async () => {
    const data = { ...transfer, recipientAddress: muxed(recipient, 9_007_199_254_740_993n) };
    await arrives(data, sender, recipient.address, xlm);
  });

  it('that are the sender are told of', async () => {
    const answer = await network.encode({ ...transfer, recipientAddress: sender.address });
    expect([errorsOf(answer).errors, warningsOf(answer)]).toEqual([[], ['recipient.isSender']]);
  });
});

describe('a recipient that demands a memo (SEP-29)', () => {
  let exchange: Actor;
  const deposit = (more: Fields) => ({ ...transfer, recipientAddress: exchange.address, ...more });

  beforeAll(async () => {
    exchange = await fresh();
    network.engine.requireMemo(exchange.address);
  });

  it.each<readonly [string, Fields]>([
    ['nothing', {}],
    ['an empty text', { memo: '' }],
  ])('is not paid with %s', (_, more) =>
    refuses(deposit(more), {
      ...{ code: 'recipient.memoRequired', field: 'memo' },
      message: 'The recipient takes transfers with a memo only.',
    }),
  );

  it('is not paid in tokens either', async () => {
    const tokenId = network.engine.tokenIds.demo;
    network.engine.placeTrustline(exchange.address, tokenId);
    await refuses(deposit({ mode: 'transferToken', tokenId }), {
      ...{ code: 'recipient.memoRequired', field: 'memo', message: /./ },
    });
  });

  it('does not get what a closed account held', async () => {
    const { address: senderAddress } = await fresh();
    await refuses(deposit({ senderAddress, amount: undefined, useMaxAmount: true, params: { closeAccount: true } }), {
      code: 'recipient.memoRequired',
      field: 'memo',
      message: /./,
    });
  });

  it('is paid with one, and with a number in its address', async () => {
    await arrives(deposit({ memo: 'id:12345' }), sender, exchange.address, xlm);
    await arrives(deposit({ recipientAddress: muxed(exchange, 12_345n) }), sender, exchange.address, xlm);
  });
});

describe('memos', () => {
  const bytes = (text: string) => new TextEncoder().encode(text).length;
  // 14 letters of two bytes, and one of one byte.
  const fifteenLetters = `${'é'.repeat(14)}a`;

  it('of 15 letters with 29 bytes', async () => {
    expect([[...fifteenLetters].length, bytes(fifteenLetters)]).toEqual([15, 29]);
    await refuses(
      { ...transfer, memo: fifteenLetters },
      {
        ...{ code: 'memo.tooLong', field: 'memo' },
        message: 'The memo has 29 bytes: this transaction has room for 28.',
      },
    );
  });

  it.each([
    ['15 × é', 'é'.repeat(15), 30],
    ['8 faces', '😀'.repeat(8), 32],
    ['29 letters', 'a'.repeat(29), 29],
  ])('of %s', (_, memo, length) =>
    refuses({ ...transfer, memo }, { code: 'memo.tooLong', field: 'memo', message: new RegExp(`has ${length} bytes`) }),
  );

  it.each([
    ['14 × é', 'é'.repeat(14)],
    ['7 faces', '😀'.repeat(7)],
    ['28 letters', 'a'.repeat(28)],
  ])('of %s fit', (_, memo) => arrives({ ...transfer, memo }, sender, recipient.address, xlm));

  it.each([
    ['id:007', /an id is a whole number without leading zeros/],
    ['id:-1', /an id is a whole number/],
    ['id:1.5', /an id is a whole number/],
    ['id:18446744073709551616', /an id has 64 bits/],
    ['id:', /an id is a whole number/],
    ['hash:abcd', /it must be 32 bytes/],
    [`hash:${'ab'.repeat(33)}`, /it must be 32 bytes/],
    ['return:invoice 7', /it must be 32 bytes/],
    ['ab'.repeat(32), /It looks like a hash: write hash: before it/],
    ['text:', /nothing stands after text:/],
    ['half a \ud83d face', /half of a character/],
  ])('that are none of their kind: %s', (memo, message) =>
    refuses({ ...transfer, memo }, { code: 'memo.invalid', field: 'memo', message }),
  );

  it('that contradict the wish for a kind', () =>
    refuses(
      { ...transfer, memo: 'id:7', params: { memoType: 'hash' } },
      { code: 'memo.invalid', field: 'memo', message: /it begins with id:/ },
    ));

  it('that are numbers, sent as text, are told of', async () => {
    const answer = await network.encode({ ...transfer, memo: '12345' });
    expect([errorsOf(answer).errors, warningsOf(answer)]).toEqual([[], ['memo.ambiguous']]);
  });

  it('beside a number in the address are told of', async () => {
    const answer = await network.encode({ ...transfer, recipientAddress: muxed(recipient, 7n), memo: 'id:8' });
    expect([errorsOf(answer).errors, warningsOf(answer)]).toEqual([[], ['memo.ambiguous']]);
  });
});

describe('amounts', () => {
  it('beyond the balance', async () => {
    const by = await fresh(10_000n * xlm);
    await refuses(
      { ...transfer, senderAddress: by.address, amount: String(20_000n * xlm) },
      {
        ...{ code: 'balance.insufficientBesideReserve', field: 'amount' },
        message: /can spend 9999 XLM beside its reserve of 1 XLM, but 20000 XLM are to be sent/,
      },
    );
  });

  it.each([2n ** 63n, 2n ** 64n, 2n ** 128n])('beyond 63 bits: %s', async (amount) => {
    const answer = await network.encode({ ...transfer, amount: String(amount) });
    expect(errorsOf(answer).errors.length).toBeGreaterThan(0);
    expect(answer.body.transaction).toMatchObject({ encoded: [] });
  });

  it('that would take the reserve, or leave nothing for the fee', async () => {
    const by = await fresh(5n * xlm);
    const most = 5n * xlm - 2n * reserve - 100n;
    for (const amount of [most + 1n, most + 100n, 5n * xlm - 100n, 5n * xlm]) {
      await refuses(
        { ...transfer, senderAddress: by.address, amount: String(amount) },
        { code: 'balance.insufficientBesideReserve', field: 'amount', message: /beside its reserve of 1 XLM/ },
      );
    }
    await arrives({ ...transfer, senderAddress: by.address, amount: String(most) }, by, recipient.address, most);
    expect(network.engine.accountState(by.address)?.available).toBe(0n);
  });

  it('that offers bind', async () => {
    const by = await fresh(10n * xlm);
    network.engine.setLiabilities(by.address, { selling: 6n * xlm });
    await refuses(
      { ...transfer, senderAddress: by.address, amount: String(4n * xlm) },
      { code: 'balance.insufficientBesideReserve', field: 'amount', message: /can spend 3 XLM/ },
    );
  });

  it.each([0n, 99n])('of all where %s stroops stand beside the reserve', async (rest) => {
    const by = await fresh(2n * reserve + rest);
    for (const data of [{ useMaxAmount: true, amount: undefined }, { amount: '1' }])
      await refuses(
        { ...transfer, senderAddress: by.address, ...data },
        { code: 'balance.unspendable', field: 'senderAddress', message: /^Nothing can be sent/ },
      );
  });

  it('of all are exact with entries, offers and sponsorships', async () => {
    const { engine } = network;
    const by = await fresh(100n * xlm);
    engine.placeTrustline(by.address, engine.tokenIds.demo);
    engine.placeTrustline(by.address, engine.tokenIds.usdc, { sponsor: sender.address });
    engine.placeAccount(by.address, { data: { name: 'value' }, numSponsoring: 3 });
    engine.setLiabilities(by.address, { selling: 7n * xlm });
    // 2 + 3 entries + 3 sponsoring - 1 sponsored.
    const most = 100n * xlm - 7n * reserve - 7n * xlm - 100n;
    const data = { ...transfer, senderAddress: by.address, amount: undefined, useMaxAmount: true };
    expect((await network.encoded(data)).data.amount).toBe(String(most));
    await arrives(data, by, recipient.address, most);
    expect(engine.accountState(by.address)?.available).toBe(0n);
  });
});

describe('closing an account', () => {
  const close = (by: Actor, more: Fields = {}) => ({
    ...{ ...transfer, senderAddress: by.address, amount: undefined, useMaxAmount: true },
    ...{ params: { closeAccount: true }, ...more },
  });

  it.each<readonly [string, (by: Actor) => void, RegExp]>([
    [
      'a trustline',
      ({ address }) => network.engine.placeTrustline(address, network.engine.tokenIds.demo),
      /it still has 1 trustline/,
    ],
    [
      'data',
      ({ address }) => network.engine.placeAccount(address, { data: { name: 'value' } }),
      /it still has 1 offer or piece of data/,
    ],
    [
      'the reserve of others',
      ({ address }) => network.engine.placeAccount(address, { numSponsoring: 2 }),
      /carries the reserve of 2 entries/,
    ],
    [
      'a flag that cannot be changed',
      ({ address }) => network.engine.placeAccount(address, { flags: { immutable: true } }),
      /immutable/,
    ],
    [
      'a number that is too far ahead',
      ({ address }) => network.engine.setSequence(address, 2n ** 60n),
      /its sequence number \d+ is too far ahead/,
    ],
  ])('with %s', async (_, change, message) => {
    const by = await fresh();
    change(by);
    await refuses(close(by), { code: 'account.unclosable', field: 'senderAddress', message });
  });

  it('into itself', async () => {
    const by = await fresh();
    await refuses(close(by, { recipientAddress: by.address }), {
      ...{ code: 'account.unclosable', field: 'recipientAddress', message: /the recipient is the account itself/ },
    });
  });

  it('without the wish for everything', async () => {
    const by = await fresh();
    await refuses(close(by, { amount: '1', useMaxAmount: undefined }), {
      ...{ code: 'wish.invalid', field: 'params.closeAccount', message: /it goes together with useMaxAmount/ },
    });
  });

  it('never happens without the wish', async () => {
    const by = await fresh();
    const encoded = await network.encoded(close(by, { params: {} }));
    await network.broadcast(encoded, network.sign(encoded, by));
    expect(network.engine.accountState(by.address)?.balance).toBe(2n * reserve);
  });
});

describe('sequence numbers', () => {
  let by: Actor;
  const next = () => (network.engine.accountState(by.address)?.sequence ?? 0n) + 1n;
  const numbered = (nonce: bigint) => ({ ...transfer, senderAddress: by.address, nonce: String(nonce) });

  beforeAll(async () => {
    by = await fresh(20n * xlm);
  });

  it.each([1n, 2n, 1_000n])('that are used: %s before the next', (back) =>
    refuses(numbered(next() - back), {
      ...{ code: 'nonce.used', field: 'nonce', message: new RegExp(`${next() - back}.*${next()}`) },
    }),
  );

  it('of 64 bits', () =>
    refuses(numbered(2n ** 63n), { code: 'wish.invalid', field: 'nonce', message: /a sequence number has 63 bits/ }));

  it('ahead of their turn are told of', async () => {
    const answer = await network.encode(numbered(next() + 3n));
    expect(errorsOf(answer).errors).toEqual([]);
    expect(warningsOf(answer)).toHaveLength(1);
    expect(warningsOf(answer)[0]).toMatch(/^nonce\./);
  });
});

describe('wishes about time', () => {
  const seconds = () => Math.floor(network.engine.now() / 1_000);
  const until = (maxTime: number) => ({ ...transfer, params: { maxTime } });
  const field = 'params.maxTime';

  it.each([0, -1, -86_400])('that are over: %s seconds from now', (left) =>
    refuses(until(seconds() + left), { code: 'wish.invalid', field, message: /it is past/ }),
  );

  it('without an end', () =>
    refuses(until(0), { code: 'wish.invalid', field, message: /a transaction without an end/ }));

  it('in milliseconds', () =>
    refuses(until(network.engine.now() + 60_000), { code: 'wish.invalid', field, message: /it counts seconds/ }));
});

describe('fees', () => {
  it.each(['1', '99'])('below the lowest of the network: %s', (fees) =>
    refuses({ ...transfer, fees }, { code: 'fee.tooLow', field: 'fees', message: /0\.00001 XLM/ }),
  );

  it('beyond 32 bits', () =>
    refuses(
      { ...transfer, fees: String(2n ** 32n) },
      { code: 'fee.tooHigh', field: 'fees', message: /429\.4967295 XLM/ },
    ));

  it('that the balance does not hold beside the amount', async () => {
    const by = await fresh(5n * xlm);
    await refuses(
      { ...transfer, senderAddress: by.address, amount: String(3n * xlm), fees: String(2n * xlm) },
      { code: 'balance.insufficientBesideReserve', field: 'amount', message: /up to 2 XLM in fees/ },
    );
  });

  it('of a network that asks absurd ones are not paid', async () => {
    network.engine.setFeeStats({ capacityUsage: 0.99, feeCharged: { p90: 5_000_000_000n, p99: 5_000_000_000n } });
    try {
      // The highest bid by default: 0.1 XLM, while ledgers are full.
      expect((await network.encoded(transfer)).data.fees).toBe('1000000');
      network.engine.setFeeStats({ capacityUsage: 0.5 });
      expect((await network.encoded(transfer)).data.fees).toBe('10000');
    } finally {
      network.engine.setFeeStats({ capacityUsage: 0.12, feeCharged: { p90: 100n, p99: 100n } });
    }
  });
});

it('nothing of all this was sent, but for the transfers that arrived', () => {
  const sent = network.asked.filter(isSending).map(({ body }) => body);
  expect(new Set(sent).size).toBe(sent.length);
});
