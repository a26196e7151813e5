import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Actor, actor, newcomer, recipient, sender } from '../../../../packages/algorand/test/world/actor.ts';
import { errorsOf, warningsOf } from '../chain-network.ts';
import { expectRefusal, type Refusal } from '../expect-refusal.ts';
import { type Network, openNetwork } from './network.ts';

// Assets that would not arrive: nothing is encoded, and nothing sent.

type Fields = Readonly<Record<string, unknown>>;

const algo = 1_000_000n;
let network: Network;
let count = 0;
/** Transactions that tests sent on purpose. */
let sent = 0;
let ids: Network['engine']['assetIds'];
let creator: string;

beforeAll(async () => {
  network = await openNetwork();
  ids = network.engine.assetIds;
  creator = network.engine.others.creator.address;
});
afterAll(() => network.close());

const pay = (tokenId: string, more: Fields = {}) => ({
  ...{ mode: 'transferToken', senderAddress: sender.address, recipientAddress: recipient.address },
  ...{ tokenId, amount: '300', ...more },
});
const enable = (tokenId: string, more: Fields = {}) => ({
  ...{ mode: 'enableToken', senderAddress: sender.address, tokenId, ...more },
});
const all = { amount: undefined, useMaxAmount: true } as const;
const optOut = { params: { optOut: true } } as const;
const refuses = (data: Fields, refusal: Refusal) => expectRefusal(network, data, refusal);

/** An account with 5 ALGO, and a key of its own. */
async function fresh(microAlgos = 5n * algo): Promise<Actor> {
  count += 1;
  const by = actor(`assets ${count}`);
  await network.engine.fund(by.address, microAlgos);
  return by;
}

/** An account with 5 ALGO that has opted in to an asset. */
async function holder(tokenId: string, settings: Parameters<Network['engine']['placeHolding']>[2] = {}) {
  const by = await fresh();
  network.engine.placeHolding(by.address, tokenId, settings);
  return by;
}

/** A new asset of the creator of the stand-in, which the sender and an account have opted in to. */
async function created(settings: Fields = {}): Promise<{ readonly id: string; readonly by: Actor }> {
  const id = String(2_000_000_000 + count);
  network.engine.placeAsset({ id, creator, ...settings });
  return { id, by: await holder(id, { amount: 5_000n, isFrozen: false }) };
}

const from = ({ address }: Actor) => ({ senderAddress: address });
const to = ({ address }: Actor) => ({ recipientAddress: address });

describe('a recipient', () => {
  const notEnabled = (tokenId: string) => ({
    ...{ code: 'recipient.notEnabled', field: 'recipientAddress' },
    message: `The recipient has not enabled the token ${tokenId}: it must do that first, with mode enableToken.`,
  });

  it('that has not opted in', async () => refuses(pay(ids.demo, to(await fresh())), notEnabled(ids.demo)));

  it('that was never used', () => refuses(pay(ids.demo, to(newcomer)), notEnabled(ids.demo)));

  it('that has not opted in, for everything', async () =>
    refuses(pay(ids.demo, { ...to(await fresh()), ...all }), notEnabled(ids.demo)));

  it('that has not opted in, with the opt-out of the sender', async () =>
    refuses(pay(ids.demo, { ...to(await fresh()), ...all, ...optOut }), notEnabled(ids.demo)));

  it('whose holding is frozen', () =>
    refuses(pay(ids.frozen), {
      ...{ code: 'recipient.frozen', field: 'recipientAddress' },
      message: 'The token account of the recipient is frozen by the issuer of the token.',
    }));

  it('that cannot hold so much', async () => {
    const by = await holder(ids.huge, { amount: 2n ** 64n - 300n });
    await refuses(pay(ids.huge, to(by)), {
      ...{ code: 'recipient.tokenFull', field: 'amount', message: /takes 299 HUGE at most/ },
    });
  });

  it('that is the zero address', () =>
    refuses(pay(ids.demo, { recipientAddress: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAY5HFKQ' }), {
      ...{ code: 'recipient.zeroAddress', field: 'recipientAddress', message: /what is sent there is lost/ },
    }));
});

describe('a sender', () => {
  it('that has not opted in', async () =>
    refuses(pay(ids.demo, from(await fresh())), {
      ...{ code: 'token.nothingToSend', field: 'amount', message: /holds no DEMO/ },
    }));

  it('with less than it sends', async () =>
    refuses(pay(ids.demo, from(await holder(ids.demo, { amount: 299n }))), {
      ...{ code: 'token.insufficient', field: 'amount' },
      message: 'Insufficient token balance: the account holds 0.000299 DEMO, but 0.0003 DEMO are to be sent.',
    }));

  it('with less than it sends, beyond 2^53', async () => {
    const by = await holder(ids.huge, { amount: 2n ** 64n - 2n });
    await refuses(pay(ids.huge, { ...from(by), amount: String(2n ** 64n - 1n) }), {
      ...{
        code: 'token.insufficient',
        field: 'amount',
        message: /18446744073709551614 HUGE.*18446744073709551615 HUGE/,
      },
    });
    await refuses(pay(ids.huge, { ...from(by), amount: String(2n ** 64n) }), {
      ...{ code: 'token.insufficient', field: 'amount', message: /18446744073709551616 HUGE/ },
    });
  });

  it('with nothing to send', async () =>
    refuses(pay(ids.demo, { ...from(await holder(ids.demo)), ...all }), {
      ...{ code: 'token.nothingToSend', field: 'amount', message: /holds no DEMO/ },
    }));

  it('whose holding is frozen', async () => {
    const refusal = {
      ...{ code: 'sender.frozen', field: 'senderAddress' },
      message: 'The token account of the sender is frozen by the issuer of the token.',
    };
    const by = await holder(ids.frozen, { amount: 5_000n, isFrozen: true });
    const free = await holder(ids.frozen);
    await refuses(pay(ids.frozen, { ...from(by), ...to(free) }), refusal);
    await refuses(pay(ids.frozen, { ...from(by), ...to(free), ...all }), refusal);
  });

  it('without ALGO for the fee', async () => {
    const by = await holder(ids.demo, { amount: 5_000n });
    network.engine.placeAccount(by.address, { amount: 200_999n });
    await refuses(pay(ids.demo, from(by)), { code: 'balance.unspendable', field: 'senderAddress', message: /./ });
    network.engine.placeAccount(by.address, { amount: 201_000n });
    await network.encoded(pay(ids.demo, from(by)));
  });

  it('without ALGO for the fee pays it with what its opt-out frees', async () => {
    const by = await holder(ids.demo, { amount: 5_000n });
    network.engine.placeAccount(by.address, { amount: 200_000n });
    await network.encoded(pay(ids.demo, { ...from(by), ...all, ...optOut }));
  });
});

describe('an asset', () => {
  const unknown = { code: 'token.unknown', field: 'tokenId', message: /^There is no token \d+ on Algorand: / };

  it('that was never created', async () => {
    await refuses(pay('999999999999'), unknown);
    await refuses(enable('999999999999'), unknown);
    await refuses(enable('18446744073709551615'), unknown);
  });

  it('that was destroyed', async () => {
    const { id, by } = await created();
    network.engine.destroyAsset(id);
    await refuses(pay(id, { ...from(by), ...to(by) }), unknown);
    await refuses(enable(id), unknown);
  });

  it('that was destroyed can be opted out of', async () => {
    const { id, by } = await created();
    network.engine.placeHolding(by.address, id, { amount: 0n });
    network.engine.destroyAsset(id);
    const encoded = await network.encoded(enable(id, { ...from(by), ...optOut }));
    expect((await network.broadcast(encoded, network.sign(encoded, by))).status).toBe(200);
    sent += 1;
    expect(network.engine.accountState(by.address)?.holdings).toEqual({});
  });

  it('whose creator may take it back is warned of', async () => {
    const { id, by } = await created({ clawback: creator });
    const answer = await network.encode(pay(id, { ...from(by), ...to(by) }));
    expect([errorsOf(answer).errors, warningsOf(answer)]).toEqual([
      [],
      expect.arrayContaining(['token.controlled', 'recipient.isSender']),
    ]);
  });
});

describe('opting in', () => {
  it('with too little ALGO for the holding', async () => {
    const by = await fresh(200_999n);
    await refuses(enable(ids.demo, from(by)), {
      ...{ code: 'balance.insufficientForDeposit', field: 'senderAddress' },
      message: /0\.1 ALGO as a deposit for the holding/,
    });
    network.engine.placeAccount(by.address, { amount: 201_000n });
    await network.encoded(enable(ids.demo, from(by)));
  });

  it('to an asset whose holdings begin frozen is warned of', async () => {
    const answer = await network.encode(enable(ids.defaultFrozen, from(await fresh())));
    expect([errorsOf(answer).errors, warningsOf(answer)]).toEqual([
      [],
      expect.arrayContaining(['token.beginsFrozen', 'token.controlled']),
    ]);
  });

  it('again is warned of', async () => {
    const answer = await network.encode(enable(ids.demo));
    expect([errorsOf(answer).errors, warningsOf(answer)]).toEqual([[], ['token.alreadyEnabled']]);
  });
});

describe('opting out', () => {
  const unremovable = (message: RegExp) => ({ code: 'token.unremovable', field: 'tokenId', message });

  it('of what the account has not opted in to', async () =>
    refuses(enable(ids.demo, { ...from(await fresh()), ...optOut }), unremovable(/has not opted in/)));

  it('with something left', async () =>
    refuses(
      enable(ids.demo, { ...from(await holder(ids.demo, { amount: 1n })), ...optOut }),
      unremovable(/holds 0\.000001 DEMO/),
    ));

  it('of an asset that the account created', async () => {
    await refuses(enable(ids.demo, { senderAddress: creator, ...optOut }), unremovable(/created it/));
    await refuses(pay(ids.demo, { senderAddress: creator, ...all, ...optOut }), unremovable(/created it/));
  });

  it.each([
    ['an amount', {}, /useMaxAmount/],
    ['the account itself', { ...all, recipientAddress: sender.address }, /sender/],
  ] as const)('in a transfer with %s', (_, more, message) =>
    refuses(pay(ids.demo, { ...more, ...optOut }), { code: 'wish.invalid', field: 'params.optOut', message }),
  );
});

it('nothing of all this was sent by mistake', () => expect(network.broadcasts()).toBe(sent));
