import { describe, expect, it } from 'vitest';
import {
  type AlgodScript,
  assetId,
  connectTo,
  nobody,
  now,
  recipient,
  sender,
  transfer,
} from '../test/scripted-node.ts';
import { signedTransfer } from '../test/signed.ts';

const holders: AlgodScript = {
  accounts: {
    [sender]: { holdings: { [assetId]: { amount: 1_000n } } },
    [recipient]: { holdings: { [assetId]: {} } },
  },
};
const params = '/v2/transactions/params';
const account = (address: string) => `/v2/accounts/${address}`;

describe('encode of a transfer', () => {
  it('takes one round trip, also the first', async () => {
    let time = now;
    const { chain, onTrace, roundTrips, asked } = connectTo({ now: () => time });
    const encode = async (rounds = 1) => {
      const { status } = await chain.encode(transfer as never, { onTrace });
      expect([status.errors, roundTrips()]).toEqual([[], rounds]);
      return asked
        .splice(0)
        .map(({ path }) => path)
        .toSorted();
    };
    // The indexer is asked how the sender signs.
    const own = [account(sender), account(sender), account(recipient), params, '/v2/status'];
    // Cold: the guards ask which network it is and how old its round is, side by side with the rest.
    expect(await encode()).toEqual([...own, params, '/v2/status', '/v2/blocks/1'].toSorted());
    expect(await encode()).toEqual(own.toSorted());
    time += 61_000;
    // The indexer says that it does not know the sender: after a minute it has to prove again that it serves the interface.
    expect(await encode(2)).toEqual([...own, '/v2/status', '/v2/blocks/1'].toSorted());
  });
});

describe('encode takes one round trip', () => {
  it.each([
    ['all of it', { amount: undefined, useMaxAmount: true }],
    ['to an account that was never used', { recipientAddress: nobody }],
    ['with wishes', { fees: '2000', memo: 'hello', params: { lastValid: '55000500', lease: '0x'.padEnd(66, '1') } }],
    ['of an account that is closed', { amount: undefined, useMaxAmount: true, params: { closeAccount: true } }],
  ])('for a transfer: %s', async (_, wished) => {
    const { chain, onTrace, roundTrips } = connectTo();
    const { status } = await chain.encode({ ...transfer, ...wished } as never, { onTrace });
    expect([status.errors, roundTrips()]).toEqual([[], 1]);
  });

  const keys = {
    voteKey: 'aa'.repeat(32),
    selectionKey: 'bb'.repeat(32),
    stateProofKey: 'cc'.repeat(64),
    voteFirst: '55000000',
    voteLast: '58000000',
    voteKeyDilution: '1733',
  };

  it.each<[string, object, AlgodScript]>([
    ['an asset', { mode: 'transferToken', tokenId: assetId, recipientAddress: recipient, amount: '10' }, holders],
    [
      'all of an asset',
      { mode: 'transferToken', tokenId: assetId, recipientAddress: recipient, useMaxAmount: true },
      holders,
    ],
    [
      'the last of an asset',
      {
        mode: 'transferToken',
        tokenId: assetId,
        recipientAddress: recipient,
        useMaxAmount: true,
        params: { optOut: true },
      },
      holders,
    ],
    ['an opt-in', { mode: 'enableToken', tokenId: assetId }, {}],
    [
      'an opt-out',
      { mode: 'enableToken', tokenId: assetId, params: { optOut: true } },
      { accounts: { [sender]: { holdings: { [assetId]: {} } } } },
    ],
    ['a stake', { mode: 'stake', targetValidatorAddress: sender, useMaxAmount: true, params: keys }, {}],
    [
      'the end of a stake',
      { mode: 'unstake', validatorAddress: sender, useMaxAmount: true },
      { accounts: { [sender]: { status: 'Online' } } },
    ],
  ])('for %s', async (_, intent, node) => {
    const { chain, onTrace, roundTrips } = connectTo({ algod: node });
    const { status } = await chain.encode({ senderAddress: sender, ...intent } as never, { onTrace });
    expect([status.errors, roundTrips()]).toEqual([[], 1]);
  });

  it('where it is refused', async () => {
    const { chain, onTrace, roundTrips } = connectTo({ algod: { accounts: {} } });
    const { status } = await chain.encode(transfer as never, { onTrace });
    expect(status.errors).toMatchObject([{ code: 'balance.unspendable' }]);
    expect(roundTrips()).toBe(1);
  });
});

describe('reads take one round trip', () => {
  it('of an account', async () => {
    const page = { 'asset-holdings': [], round: 55_000_000 };
    const { chain, onTrace, roundTrips } = connectTo({ algod: { own: { [`${account(sender)}/assets`]: page } } });
    await chain.accountState(sender, { onTrace });
    expect(roundTrips()).toBe(1);
  });

  it('of a history', async () => {
    const { chain, onTrace, roundTrips } = connectTo();
    await chain.history(sender, { onTrace });
    expect(roundTrips()).toBe(1);
  });
});

describe('broadcast', () => {
  it('takes one round trip after encode, to three nodes, however long the signer took', async () => {
    let time = now;
    const { adapter, chain, sends } = connectTo({ algod: [{}, {}, {}], now: () => time });
    const { plan, signed } = signedTransfer();
    await chain.encode(transfer as never);
    // The guards are asked again, side by side.
    time += 300_000;
    // The other nodes are asked for their network once.
    await adapter.submit(signed, plan, adapter.upstream.operation());
    time += 300_000;
    const operation = adapter.upstream.operation();
    expect(await adapter.submit(signed, plan, operation)).toBe(signed.hash);
    expect(operation.trace.roundTrips).toBe(1);
    expect(sends()).toHaveLength(6);
  });

  it('takes two round trips where no round was seen before', async () => {
    const { adapter } = connectTo({ algod: [{}, {}] });
    const { plan, signed } = signedTransfer();
    const operation = adapter.upstream.operation();
    await adapter.submit(signed, plan, operation);
    expect(operation.trace.roundTrips).toBe(2);
  });
});
