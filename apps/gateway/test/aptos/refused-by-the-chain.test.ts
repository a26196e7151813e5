import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Actor, actor, nobody, recipient, sender } from '../../../../packages/aptos/test/world/actor.ts';
import { errorsOf, warningsOf } from '../chain-network.ts';
import { expectRefusal, type Refusal } from '../expect-refusal.ts';
import { isSending, type Network, openNetwork } from './network.ts';

// Transfers and wishes that the chain would refuse, or that would lose the fee. Nothing is sent.

const apt = 100_000_000n;
let network: Network;

beforeAll(async () => {
  network = await openNetwork();
});
afterAll(() => network.close());

const by = { senderAddress: sender.address, senderPubKey: sender.publicKey };
const transfer = { mode: 'transfer', ...by, recipientAddress: recipient.address, amount: '1000000' };
const refuses = (data: Readonly<Record<string, unknown>>, refusal: Refusal) => expectRefusal(network, data, refusal);

describe('recipients', () => {
  it('at 0x0 belong to nobody', () =>
    refuses(
      { ...transfer, recipientAddress: '0x0' },
      { code: 'recipient.zeroAddress', field: 'recipientAddress', message: /./ },
    ));

  it('that are the id of a transaction took 179 USDT for ever (aptos-core#16437)', async () => {
    const encoded = await network.encoded(transfer);
    const { body } = await network.broadcast(encoded, network.sign(encoded, sender));
    await refuses(
      { ...transfer, recipientAddress: body.hash },
      {
        ...{ code: 'address.invalid', field: 'recipientAddress' },
        message: 'transaction.data.recipientAddress is not an address of Aptos: it is the id of a transaction.',
      },
    );
  });

  it.each([
    ['that nobody has used yet', nobody.address, ['recipient.uninitialized']],
    ['of the chain itself', '0x1', ['recipient.isData']],
    ['that are used', recipient.address, []],
  ])('%s: %s gets the warnings %j', async (_, recipientAddress, warnings) => {
    const answer = await network.encode({ ...transfer, recipientAddress });
    expect(errorsOf(answer)).toEqual({ status: 200, errors: [] });
    expect(warningsOf(answer).filter((code) => code !== 'fee.high')).toEqual(warnings);
  });

  it('that nobody has used yet take what is sent, and cost the storage that was announced', async () => {
    const { address } = actor('somebody new');
    const encoded = await network.encoded({ ...transfer, recipientAddress: address });
    const before = await network.engine.balance(sender.address);
    expect((await network.broadcast(encoded, network.sign(encoded, sender))).status).toBe(200);
    expect(await network.engine.balance(address)).toBe(1_000_000n);
    const cost = before - (await network.engine.balance(sender.address)) - 1_000_000n;
    expect(cost).toBeGreaterThan(0n);
    expect(cost).toBeLessThanOrEqual(BigInt(String(encoded.data.fees)));
  });
});

describe('amounts', () => {
  it('beyond the balance', () =>
    refuses(
      { ...transfer, amount: String(20_000n * apt) },
      { code: 'balance.insufficient', field: 'amount', message: /20000 APT are to be sent/ },
    ));

  it.each([2n ** 64n, 2n ** 128n])('beyond 64 bits: %s', (amount) =>
    refuses({ ...transfer, amount: String(amount) }, { code: 'balance.insufficient', field: 'amount', message: /./ }),
  );

  it('that leave nothing for the fees, would lose the fee', async () => {
    const held = await network.engine.balance(sender.address);
    for (const left of [0n, 1n, 2_799n]) {
      await refuses(
        { ...transfer, amount: String(held - left) },
        { code: 'balance.insufficient', field: 'amount', message: /./ },
      );
    }
  });
});

describe('sequence numbers', () => {
  let own: Actor;
  const ofOwn = () => ({ ...transfer, senderAddress: own.address, senderPubKey: own.publicKey });

  beforeAll(async () => {
    own = actor('in sequence');
    await network.engine.fund(own.address, 5n * apt);
    network.engine.placeAccount(own.address, { sequenceNumber: 7n });
  });

  it('that are used', () =>
    refuses({ ...ofOwn(), nonce: '6' }, { code: 'nonce.used', field: 'nonce', message: /6.*7/ }));

  it('that no mempool keeps until their turn', () =>
    refuses({ ...ofOwn(), nonce: '107' }, { code: 'wish.invalid', field: 'nonce', message: /nodes take 106 at most/ }));

  it('ahead of their turn are simulated with the number that is next (aptos-core#5066)', async () => {
    const answer = await network.encode({ ...ofOwn(), nonce: '9' });
    expect([errorsOf(answer).errors, warningsOf(answer)]).toEqual([[], ['nonce.gap']]);
  });

  it('of a first transaction are those of the first one that waits', async () => {
    const encoded = await network.encoded(ofOwn());
    expect(encoded.data.nonce).toBe('7');
  });
});

describe('wishes about time', () => {
  const seconds = () => network.engine.now() / 1_000;
  const until = (expirationTimestampSecs: number, more: object = {}) => ({
    ...transfer,
    params: { expirationTimestampSecs: Math.floor(expirationTimestampSecs), ...more },
  });
  const field = 'params.expirationTimestampSecs';

  it.each([0, -1, -86_400])('that are over: %s seconds from now', (left) =>
    refuses(until(seconds() + left), {
      code: 'wish.invalid',
      field,
      message: /it is past: the latest block is of \d+/,
    }),
  );

  it('beyond what orderless transactions may have', () =>
    refuses(until(seconds() + 62, { orderless: true }), {
      ...{ code: 'wish.invalid', field, message: /an orderless transaction ends at \d+ at the latest/ },
    }));

  it('are the clock of the chain, and not ours', async () => {
    const { data } = await network.encoded(transfer);
    const { expirationTimestampSecs } = data.params as unknown as { expirationTimestampSecs: string };
    expect(Number(expirationTimestampSecs) - Math.floor(seconds())).toBe(600);
  });
});

describe('wishes about gas', () => {
  const priced = (gasUnitPrice: string) => ({ ...transfer, params: { gasUnitPrice } });

  it.each(['1', '99'])('of a price that the chain does not take: %s', (price) =>
    refuses(priced(price), {
      ...{ code: 'wish.invalid', field: 'params.gasUnitPrice' },
      message: new RegExp(`${price} octas for a gas unit are too little: the chain takes 100 at least`),
    }),
  );

  it('of a price that is above the highest', () =>
    refuses(priced('10000000001'), {
      ...{ code: 'wish.invalid', field: 'params.gasUnitPrice', message: /takes 10000000000 octas/ },
    }));

  it.each(['1', '27', '59'])('of too little gas: %s', (gas) =>
    refuses({ ...transfer, gas }, { code: 'gas.tooLow', field: 'gas', message: new RegExp(gas) }),
  );

  it('of more gas than a transaction may ask for', () =>
    refuses({ ...transfer, gas: '20000001' }, { code: 'gas.tooHigh', field: 'gas', message: /20000000/ }));

  it('of fees that buy too little gas', () =>
    refuses({ ...transfer, fees: '2700' }, { code: 'fee.tooLow', field: 'fees', message: /at least 0\.\d+ APT/ }));

  it('of fees that the balance does not hold', async () => {
    const { errors } = errorsOf(
      await network.encode({ ...transfer, amount: String(9_000n * apt), gas: '20000000', fees: String(2_000n * apt) }),
    );
    expect(errors).toMatchObject([{ code: 'balance.insufficient' }]);
  });
});

describe('prices of the chain', () => {
  const within = async (set: () => void, run: () => Promise<void>) => {
    const other = await openNetwork({}, network.engine);
    set();
    try {
      await run();
      expect(other.asked.some(isSending)).toBe(false);
    } finally {
      network.engine.setGasPrices({ deprioritized: 100n, regular: 100n, prioritized: 150n });
      network.engine.setMinimumGasPrice(100n);
      await other.close();
    }
  };
  const elsewhere = async (data: Readonly<Record<string, unknown>>) => {
    const other = await openNetwork({}, network.engine);
    try {
      return await other.encode(data);
    } finally {
      await other.close();
    }
  };

  it('that are absurd are not paid', () =>
    within(
      () => network.engine.setGasPrices({ deprioritized: 10_001n, regular: 10_001n }),
      async () => {
        const answer = await elsewhere(transfer);
        expect(errorsOf(answer)).toMatchObject({
          status: 200,
          errors: [{ code: 'fee.aboveCeiling', field: 'transaction.data.fees' }],
        });
        expect(answer.body.transaction).toMatchObject({ encoded: [] });
      },
    ));

  it('are paid up to the ceiling', () =>
    within(
      () => network.engine.setGasPrices({ deprioritized: 9_000n, regular: 10_000n }),
      async () => {
        const answer = await elsewhere(transfer);
        expect(errorsOf(answer).errors).toEqual([]);
        const { data } = answer.body.transaction as { data: { params: object } };
        expect(data.params).toMatchObject({ gasUnitPrice: '10000' });
      },
    ));

  it('that governance raised over what nodes recommend are found by the simulation', () =>
    within(
      () => network.engine.setMinimumGasPrice(1_000n),
      async () => {
        const answer = await elsewhere(transfer);
        const { errors } = errorsOf(answer);
        expect(errors).toHaveLength(1);
        expect(errors[0]?.message).toMatch(/GAS_UNIT_PRICE_BELOW_MIN_BOUND|price/);
        expect(answer.body.transaction).toMatchObject({ encoded: [] });
      },
    ));
});
