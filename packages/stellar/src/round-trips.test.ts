import { describe, expect, it } from 'vitest';
import {
  connectTo,
  type HorizonScript,
  issuer,
  nobody,
  now,
  recipient,
  sender,
  token,
  transfer,
} from '../test/scripted-horizon.ts';
import { signedTransfer } from '../test/signed.ts';

const holders: HorizonScript = {
  accounts: {
    [sender]: { lines: [{ token, balance: 1_000n }] },
    [recipient]: { lines: [{ token }] },
    [issuer]: {},
  },
};
const usual = [`/accounts/${sender}`, '/fee_stats', '/ledgers'];

describe('encode of a transfer', () => {
  it('takes one round trip, also the first, and asks nothing twice', async () => {
    let time = now;
    const { chain, onTrace, roundTrips, asked } = connectTo({}, { now: () => time });
    const encode = async () => {
      const { status } = await chain.encode(transfer as never, { onTrace });
      expect([status.errors, roundTrips()]).toEqual([[], 1]);
      return asked
        .splice(0)
        .map(({ path }) => path)
        .toSorted();
    };
    const both = [...usual, `/accounts/${recipient}`];
    // Cold: the guard asks which network it is, side by side with the rest.
    expect(await encode()).toEqual([...both, '/'].toSorted());
    expect(await encode()).toEqual(both.toSorted());
    time += 61_000;
    expect(await encode()).toEqual([...both, '/'].toSorted());
  });
});

describe('encode takes one round trip', () => {
  it.each([
    ['all of it', { amount: undefined, useMaxAmount: true }],
    ['to an account that does not exist', { recipientAddress: nobody, amount: '20000000' }],
    ['with wishes', { nonce: '120192344791187475', fees: '500', memo: 'id:12', params: { maxTime: '1800000000' } }],
    ['of an account that is closed', { amount: undefined, useMaxAmount: true, params: { closeAccount: true } }],
  ])('for a transfer: %s', async (_, wished) => {
    const { chain, onTrace, roundTrips } = connectTo({});
    const { status } = await chain.encode({ ...transfer, ...wished } as never, { onTrace });
    expect([status.errors, roundTrips()]).toEqual([[], 1]);
  });

  it.each([
    ['a token', { mode: 'transferToken', tokenId: token, recipientAddress: recipient, amount: '10' }],
    ['all of a token', { mode: 'transferToken', tokenId: token, recipientAddress: recipient, useMaxAmount: true }],
    [
      'a token that waits for its recipient',
      {
        mode: 'transferToken',
        tokenId: token,
        recipientAddress: nobody,
        amount: '10',
        params: { claimable: true },
      },
    ],
    ['a trustline', { mode: 'enableToken', tokenId: `OTHER:${issuer}` }],
  ])('for %s', async (_, intent) => {
    const { chain, onTrace, roundTrips } = connectTo(holders);
    const { status } = await chain.encode({ senderAddress: sender, ...intent } as never, { onTrace });
    expect([status.errors, roundTrips()]).toEqual([[], 1]);
  });

  it('where it is refused', async () => {
    const { chain, onTrace, roundTrips } = connectTo({ accounts: {} });
    const { status } = await chain.encode(transfer as never, { onTrace });
    expect(status.errors).toMatchObject([{ code: 'sender.notFound' }]);
    expect(roundTrips()).toBe(1);
  });
});

describe('reads take one round trip', () => {
  const page = { _embedded: { records: [] } };

  it('of an account', async () => {
    const { chain, onTrace, roundTrips } = connectTo(holders);
    await chain.accountState(sender, { onTrace });
    expect(roundTrips()).toBe(1);
  });

  it('of a history, and one more if it is empty: a server is not believed at once', async () => {
    const { chain, onTrace, roundTrips } = connectTo({ own: { [`/accounts/${sender}/operations`]: page } });
    await chain.history(sender, { onTrace });
    expect(roundTrips()).toBe(2);
  });
});

describe('broadcast', () => {
  it('takes one round trip after encode, to any number of servers, however long the signer took', async () => {
    let time = now;
    const { adapter, chain, sends } = connectTo([{}, {}, {}], { now: () => time });
    await chain.encode(transfer as never);
    // The guards are asked again, side by side.
    time += 300_000;
    const { plan, signed } = signedTransfer();
    const operation = adapter.upstream.operation();
    expect(await adapter.submit(signed, plan, operation)).toBe(signed.hash);
    expect(operation.trace.roundTrips).toBe(1);
    expect(sends()).toHaveLength(3);
  });

  it('takes two round trips where no ledger was seen before', async () => {
    const { adapter } = connectTo([{}, {}]);
    const { plan, signed } = signedTransfer();
    const operation = adapter.upstream.operation();
    await adapter.submit(signed, plan, operation);
    expect(operation.trace.roundTrips).toBe(2);
  });
});
