import { describe, expect, it } from 'vitest';
import { addressOf, publicKeyOf } from '../test/keys.ts';
import { connectTo, type NodeScript, now, recipient, sender, transfer } from '../test/scripted-node.ts';
import { signedTransfer } from '../test/signed.ts';

const account = (address: string) => [
  `/accounts/${address}`,
  `/accounts/${address}/balance/0x1::aptos_coin::AptosCoin`,
];
/** What the recipient is: an account, the id of a transaction, an object or a pool. */
const recipientIs = ['/resource/0x1::object::ObjectCore', '/resource/0x1::delegation_pool::DelegationPool'];
const both = [
  ...account(sender),
  ...account(recipient),
  `/transactions/by_hash/${recipient}`,
  ...recipientIs.map((path) => `/accounts/${recipient}${path}`),
];
const simulate = '/transactions/simulate';
const key = publicKeyOf();

/** The sender's history tells its key. */
const knownKey: NodeScript = {
  sent: {
    [sender]: [{ type: 'user_transaction', sender, signature: { type: 'ed25519_signature', public_key: `0x${key}` } }],
  },
};

describe('encode of a transfer', () => {
  it('takes two round trips, also the first, and asks nothing twice', async () => {
    let time = now;
    const node: NodeScript[] = [{}];
    const { chain, onTrace, roundTrips, asked } = connectTo(node as [NodeScript], { now: () => time });
    const encode = async () => {
      const { status } = await chain.encode({ ...transfer, senderPubKey: key } as never, { onTrace });
      expect([status.errors, roundTrips()]).toEqual([[], 2]);
      return asked
        .splice(0)
        .map(({ path }) => path)
        .toSorted();
    };
    const usual = [...both, simulate];
    // Cold: prices, and for the guard which chain it is, side by side with the rest.
    expect(await encode()).toEqual([...usual, '/', '/estimate_gas_price'].toSorted());
    expect(await encode()).toEqual(usual.toSorted());
    time += 30_000;
    expect(await encode()).toEqual([...usual, '/estimate_gas_price'].toSorted());
    time += 31_000;
    expect(await encode()).toEqual([...usual, '/', '/estimate_gas_price'].toSorted());
  });

  it.each([
    ['all of it', { amount: undefined, useMaxAmount: true }],
    ['without a sequence number', { params: { orderless: true } }],
    ['with wishes', { nonce: '6', gas: '1000', params: { gasUnitPrice: '150' } }],
  ])('takes two round trips for %s', async (_, wished) => {
    const { chain, onTrace, roundTrips } = connectTo({});
    const { status } = await chain.encode({ ...transfer, senderPubKey: key, ...wished } as never, { onTrace });
    expect([status.errors, roundTrips()]).toEqual([[], 2]);
  });

  it('takes two round trips without the key of the sender', async () => {
    const { chain, onTrace, roundTrips } = connectTo(knownKey);
    const { status } = await chain.encode(transfer as never, { onTrace });
    expect([status.errors, roundTrips()]).toEqual([[], 2]);
  });

  it('takes two round trips with another account that pays', async () => {
    const seed = '08'.repeat(32);
    const payer = addressOf(seed);
    const { chain, onTrace, roundTrips } = connectTo({ balances: { [sender]: 10n ** 9n, [payer]: 10n ** 9n } });
    const params = { feePayer: { address: payer, publicKey: publicKeyOf(seed) } };
    const { status } = await chain.encode({ ...transfer, senderPubKey: key, params } as never, { onTrace });
    expect([status.errors, roundTrips()]).toEqual([[], 2]);
  });

  it('takes one round trip if it is refused before the simulation', async () => {
    const { chain, onTrace, roundTrips, askedFor } = connectTo({ balances: {} });
    const { status } = await chain.encode({ ...transfer, senderPubKey: key } as never, { onTrace });
    expect(status.errors).not.toEqual([]);
    expect([roundTrips(), askedFor(simulate).length]).toEqual([1, 0]);
  });
});

describe('broadcast', () => {
  it('takes one round trip after encode, to any number of nodes, however long the signer took', async () => {
    let time = now;
    const { adapter, chain, sends } = connectTo([{}, {}, {}], { now: () => time });
    await chain.encode({ ...transfer, senderPubKey: key } as never);
    // The guards are asked again, side by side.
    time += 300_000;
    const { plan, signed } = signedTransfer();
    const operation = adapter.upstream.operation();
    expect(await adapter.submit(signed, plan, operation)).toBe(signed.hash);
    expect(operation.trace.roundTrips).toBe(1);
    expect(sends()).toHaveLength(3);
  });

  it('takes two round trips where no block was seen before', async () => {
    const { adapter } = connectTo([{}, {}]);
    const { plan, signed } = signedTransfer();
    const operation = adapter.upstream.operation();
    await adapter.submit(signed, plan, operation);
    expect(operation.trace.roundTrips).toBe(2);
  });
});
