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
import { type Network, openNetwork } from './network.ts';

// Tokens that would not arrive: nothing is encoded, and nothing sent.

type Fields = Readonly<Record<string, unknown>>;

const xlm = 10_000_000n;
let network: Network;
let count = 0;
let demo: string;
let regulated: string;

beforeAll(async () => {
  network = await openNetwork();
  ({ demo, regulated } = network.engine.tokenIds);
});
afterAll(() => network.close());

const pay = (tokenId: string, more: Fields = {}) => ({
  ...{ mode: 'transferToken', senderAddress: sender.address, recipientAddress: recipient.address },
  ...{ tokenId, amount: '300', ...more },
});
const enable = (tokenId: string, more: Fields = {}) => ({
  ...{ mode: 'enableToken', senderAddress: sender.address, tokenId, ...more },
});
const refuses = (data: Fields, refusal: Refusal) => expectRefusal(network, data, refusal);

/** An account with 50 XLM, and a key of its own. */
async function fresh(stroops = 50n * xlm): Promise<Actor> {
  count += 1;
  const by = actor(`tokens ${count}`);
  await network.engine.fund(by.address, stroops);
  return by;
}

/** An account with 50 XLM and a trustline. */
async function holder(tokenId: string, settings: Parameters<Network['engine']['placeTrustline']>[2] = {}) {
  const by = await fresh();
  network.engine.placeTrustline(by.address, tokenId, settings);
  return by;
}

const from = ({ address }: Actor) => ({ senderAddress: address });
const to = ({ address }: Actor) => ({ recipientAddress: address });

describe('a recipient', () => {
  it('that does not exist', () =>
    refuses(pay(demo, to(newcomer)), {
      ...{ code: 'recipient.notFound', field: 'recipientAddress' },
      message: /^Recipient account does not exist: tokens reach accounts that exist only/,
    }));

  it('that does not exist, with a number', () =>
    refuses(pay(demo, { recipientAddress: muxed(newcomer, 7n) }), {
      ...{ code: 'recipient.notFound', field: 'recipientAddress', message: /./ },
    }));

  it('without a trustline', async () =>
    refuses(pay(demo, to(await fresh())), {
      ...{ code: 'recipient.notEnabled', field: 'recipientAddress' },
      message: `The recipient has not enabled the token ${demo}: it must do that first, with mode enableToken.`,
    }));

  it('with a trustline for the same code of another issuer', async () => {
    const other = `DEMO:${network.engine.issuers.regulated.address}`;
    await refuses(pay(demo, to(await holder(other))), {
      ...{ code: 'recipient.notEnabled', field: 'recipientAddress', message: /./ },
    });
  });

  it.each([
    ['waits for approval', false],
    ['may only keep its offers', 'maintain'],
  ] as const)('whose trustline %s', async (_, authorized) =>
    refuses(pay(regulated, to(await holder(regulated, { authorized }))), {
      ...{ code: 'recipient.notApproved', field: 'recipientAddress' },
      message: 'The issuer of the token does not let the recipient have it.',
    }),
  );

  it('whose trustline is full', async () =>
    refuses(pay(demo, to(await holder(demo, { limit: 1_000n, balance: 1_000n }))), {
      ...{ code: 'recipient.tokenFull', field: 'amount' },
      message: /^The recipient takes 0 DEMO at most: it set a limit/,
    }));

  it('whose trustline is nearly full, also with what its offers buy', async () => {
    const full = await holder(demo, { limit: 1_000n, balance: 500n, liabilities: { buying: 201n } });
    await refuses(pay(demo, to(full)), { code: 'recipient.tokenFull', field: 'amount', message: /0\.0000299 DEMO/ });
    expect(errorsOf(await network.encode(pay(demo, { ...to(full), amount: '299' }))).errors).toEqual([]);
  });

  it('that is the issuer: the tokens cease to exist, and the sender is told', async () => {
    const answer = await network.encode(pay(demo, to(network.engine.issuers.demo)));
    expect([errorsOf(answer).errors, warningsOf(answer)]).toEqual([[], ['token.burned']]);
  });
});

describe('a sender', () => {
  it('without a trustline has nothing', async () =>
    refuses(pay(demo, from(await fresh())), {
      ...{ code: 'token.insufficient', field: 'amount', message: /holds 0 DEMO/ },
    }));

  it.each([
    ['is frozen', false],
    ['may only keep its offers', 'maintain'],
  ] as const)('whose trustline %s', async (_, authorized) => {
    const by = await holder(regulated, { authorized, balance: 5_000n });
    await refuses(pay(regulated, { ...from(by), ...to(network.engine.issuers.regulated) }), {
      ...{ code: 'sender.notApproved', field: 'senderAddress' },
      message: 'The issuer of the token does not let the sender send it.',
    });
  });

  it.each(['5001', String(2n ** 63n), '99999999999999999999999999'])('with less than %s', async (amount) =>
    refuses(
      pay(demo, { ...from(await holder(demo, { balance: 5_000n })), ...to(network.engine.issuers.demo), amount }),
      {
        ...{ code: 'token.insufficient', field: 'amount', message: /holds 0\.0005 DEMO/ },
      },
    ),
  );

  it('whose offers bind what it holds', async () => {
    const by = await holder(demo, { balance: 5_000n, liabilities: { selling: 4_800n } });
    await refuses(pay(demo, from(by)), { code: 'token.insufficient', field: 'amount', message: /0\.00002 DEMO/ });
    const { data } = await network.encoded(pay(demo, { ...from(by), amount: undefined, useMaxAmount: true }));
    expect(data.amount).toBe('200');
  });

  it('with nothing to send', async () =>
    refuses(pay(demo, { ...from(await holder(demo)), amount: undefined, useMaxAmount: true }), {
      ...{ code: 'token.nothingToSend', field: 'amount', message: /./ },
    }));

  it('that is the issuer cannot send everything: that would have no end', () =>
    refuses(pay(demo, { ...from(network.engine.issuers.demo), amount: undefined, useMaxAmount: true }), {
      ...{ code: 'token.nothingToSend', field: 'amount', message: /./ },
    }));

  it('without XLM for the fee', async () => {
    const by = await fresh(2n * xlm);
    network.engine.placeTrustline(by.address, demo, { balance: 5_000n });
    network.engine.placeAccount(by.address, { balance: (3n * xlm) / 2n + 99n });
    await refuses(pay(demo, from(by)), { code: 'balance.unspendable', field: 'senderAddress', message: /./ });
  });
});

describe('a claimable balance', () => {
  const wish = { params: { claimable: true } };

  it('takes what a recipient without a trustline cannot take, and says what it means', async () => {
    const answer = await network.encode(pay(demo, { ...to(await fresh()), ...wish }));
    expect([errorsOf(answer).errors, warningsOf(answer)]).toEqual([[], ['token.claimable']]);
    expect(answer.body.status?.warnings[0]?.message).toMatch(/00000000[0-9a-f]{64}.*after 7 days.*1 XLM/);
  });

  it('is not made where a payment arrives', async () => {
    const answer = await network.encode(pay(demo, wish));
    expect([errorsOf(answer).errors, warningsOf(answer)]).toEqual([[], []]);
  });

  it('is refused towards recipients that demand a memo: nobody there would claim it', async () => {
    const exchange = await fresh();
    network.engine.requireMemo(exchange.address);
    const { errors } = errorsOf(await network.encode(pay(demo, { ...to(exchange), ...wish, memo: 'id:7' })));
    expect(errors.map(({ code, field }) => `${code} ${field}`)).toEqual([
      'recipient.notEnabled transaction.data.recipientAddress',
      'wish.invalid transaction.data.params.claimable',
    ]);
  });

  it('is refused for a recipient with a number', async () => {
    const { errors } = errorsOf(
      await network.encode(pay(demo, { recipientAddress: muxed(await fresh(), 7n), ...wish })),
    );
    expect(errors.map(({ code }) => code)).toEqual(['recipient.notEnabled', 'wish.invalid']);
  });

  it('needs the reserve for two entries', async () => {
    const by = await holder(demo, { balance: 5_000n });
    network.engine.placeAccount(by.address, { balance: (3n * xlm) / 2n + xlm + 99n });
    await refuses(pay(demo, { ...from(by), ...to(await fresh()), ...wish }), {
      ...{
        code: 'balance.insufficientForDeposit',
        field: 'senderAddress',
        message: /1 XLM as a deposit for the claimable/,
      },
    });
  });

  it.each([
    ['0', /could take the tokens back at once/],
    ['315360001', /more than ten years/],
  ])('that the sender takes back after %s seconds', async (reclaimAfterSeconds, message) =>
    refuses(pay(demo, { ...to(await fresh()), params: { claimable: true, reclaimAfterSeconds } }), {
      ...{ code: 'wish.invalid', field: 'params.reclaimAfterSeconds', message },
    }),
  );

  it('has a time to be taken back. Payments have none', () =>
    refuses(pay(demo, { params: { reclaimAfterSeconds: '60' } }), {
      ...{ code: 'wish.invalid', field: 'params.reclaimAfterSeconds', message: /together with claimable only/ },
    }));
});

describe('enabling', () => {
  it('a token whose issuer does not exist', () =>
    refuses(enable(`NONE:${newcomer.address}`), {
      ...{ code: 'token.unknown', field: 'tokenId', message: /its issuer does not exist/ },
    }));

  it('an own token', () =>
    refuses(enable(demo, from(network.engine.issuers.demo)), {
      ...{ code: 'token.invalid', field: 'tokenId', message: /the sender issues it/ },
    }));

  it('a token whose issuer must approve: the sender is told', async () => {
    const answer = await network.encode(enable(regulated, from(await fresh())));
    expect([errorsOf(answer).errors, warningsOf(answer)]).toEqual([[], ['token.needsApproval']]);
  });

  it('a token that is enabled: the sender is told that it changes nothing', async () => {
    const answer = await network.encode(enable(demo));
    expect([errorsOf(answer).errors, warningsOf(answer)]).toEqual([[], ['token.alreadyEnabled']]);
  });

  it('with half the reserve of a trustline', async () => {
    const by = await fresh();
    network.engine.placeAccount(by.address, { balance: xlm + xlm / 4n + 100n });
    await refuses(enable(demo, from(by)), {
      ...{ code: 'balance.insufficientForDeposit', field: 'senderAddress' },
      message: /0\.5 XLM as a deposit for the trustline/,
    });
  });

  it('with 1000 entries', async () => {
    const by = await fresh(1_000n * xlm);
    network.engine.placeAccount(by.address, { subentries: 1_000 });
    await refuses(enable(demo, from(by)), {
      ...{ code: 'account.full', field: 'senderAddress', message: /has 1000 entries/ },
    });
  });

  it.each([
    ['0', /a limit of 0 removes the trustline/],
    ['4999', /the account has 0\.0005 DEMO/],
  ])('up to %s', async (limit, message) =>
    refuses(enable(demo, { ...from(await holder(demo, { balance: 5_000n })), params: { limit } }), {
      ...{ code: 'wish.invalid', field: 'params.limit', message },
    }),
  );
});

describe('removing a trustline', () => {
  const remove = (by: Actor, more: Fields = {}) => enable(demo, { ...from(by), params: { remove: true, ...more } });

  it('that is not there', async () =>
    refuses(remove(await fresh()), {
      ...{ code: 'token.unremovable', field: 'tokenId', message: /the account has not enabled it/ },
    }));

  it('that holds something', async () =>
    refuses(remove(await holder(demo, { balance: 1n })), {
      ...{ code: 'token.unremovable', field: 'tokenId', message: /the account holds 0\.0000001 DEMO/ },
    }));

  it('that offers buy', async () =>
    refuses(remove(await holder(demo, { liabilities: { buying: 7n } })), {
      ...{ code: 'token.unremovable', field: 'tokenId', message: /offers of the account buy/ },
    }));

  it('together with a limit', async () =>
    refuses(remove(await holder(demo), { limit: '5' }), {
      ...{ code: 'wish.invalid', field: 'params.limit', message: /it contradicts remove/ },
    }));
});

it('nothing of all this was sent', () => expect(network.broadcasts()).toBe(0));
