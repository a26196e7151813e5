import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { actor, recipient, sender } from '../../../../packages/tron/test/world/actor.ts';
import { type Encoded, warningsOf } from '../chain-network.ts';
import { type Network, openNetwork } from './network.ts';

// Ways in which other services lost their users' money, and what happens here. The issues of those services are named.

let network: Network;
let usdt: string;

beforeAll(async () => {
  network = await openNetwork();
  const more = { decimals: 6, holders: [sender.address], amountEach: 1_000_000_000n };
  usdt = await network.engine.deployTrc20({ kind: 'usdt', ...more });
});
afterAll(() => network.close());

const transfer = {
  ...{ mode: 'transfer', senderAddress: sender.address },
  ...{ recipientAddress: recipient.address, amount: '1000000' },
};

const feesOf = ({ data }: Encoded) => BigInt(String(data.fees));
const rawOf = ({ data }: Encoded) =>
  (data.params as unknown as { readonly raw_data: Readonly<Record<string, unknown>> }).raw_data;

/** Sends, and answers what it cost the sender beside the amount. */
async function costOf(encoded: Encoded, amount: bigint): Promise<bigint> {
  const before = await network.engine.balance(sender.address);
  expect((await network.broadcast(encoded, network.sign(encoded, sender))).status).toBe(200);
  return before - (await network.engine.balance(sender.address)) - amount;
}

describe('the activation of a recipient is part of the fees (vultisig-sdk#2271, trezor-suite#29597)', () => {
  it.each([
    ['TRX', () => transfer, 1_000_000n],
    ['TRC-10', () => ({ ...transfer, mode: 'transferToken', tokenId: asset }), 0n],
  ] as const)('of %s', async (name, intent, amount) => {
    const recipientAddress = actor(`new for ${name}`).address;
    const answer = await network.encode({ ...intent(), recipientAddress });
    expect(warningsOf(answer)).toContain('recipient.activated');
    const encoded = answer.body.transaction as Encoded;
    expect(feesOf(encoded)).toBe(1_100_000n);
    expect(await costOf(encoded, amount)).toBe(1_100_000n);
  });

  let asset: string;
  beforeAll(async () => {
    asset = await network.engine.createTrc10({ holders: [sender.address], amountEach: 10_000_000n, precision: 6 });
  });
});

describe('the limit of fees covers all energy, however much is staked (cake_wallet#2073, cake_wallet#3595, vultisig-ios#4393)', () => {
  it.each([
    ['none', 0n],
    ['a part', 20_000n],
    ['more than enough', 10_000_000n],
  ])('%s', async (_, energy) => {
    await network.engine.setResources(sender.address, { energy, energyUsed: 0n, freeNetUsed: 0n });
    const encoded = await network.encoded({ ...transfer, mode: 'transferToken', tokenId: usdt });
    const used = BigInt(String(encoded.data.gas));
    const limit = BigInt(rawOf(encoded).fee_limit as number);
    expect(limit).toBeGreaterThanOrEqual(used * 100n);
    const before = await network.engine.balance(recipient.address, usdt);
    const cost = await costOf(encoded, 0n);
    // The call was carried out, and staked energy was used first.
    expect((await network.engine.balance(recipient.address, usdt)) - before).toBe(1_000_000n);
    expect(cost).toBe(used > energy ? (used - energy) * 100n : 0n);
    expect(cost).toBeLessThanOrEqual(feesOf(encoded));
  });
});

describe('a memo', () => {
  it('counts in the size of a transaction (vultisig-ios#5344)', async () => {
    // Longer than what the day's free bandwidth has room for.
    const encoded = await network.encoded({ ...transfer, memo: 'm'.repeat(600) });
    const size = (encoded.encoded[0]?.raw?.value.length ?? 0) / 2 + 3 + 67 + 64;
    expect(feesOf(encoded)).toBe(BigInt(size) * 1000n + 1_000_000n);
    expect(await costOf(encoded, 1_000_000n)).toBe(feesOf(encoded));
  });

  it.each(['withdraw', '=:TRON.USDT:thor1', 'unstake 100', 'WITHDRAW:TRON.TRX:10000'])(
    'that looks like an order leaves a transfer a transfer (vultisig-windows#4779): %s',
    async (memo) => {
      const encoded = await network.encoded({ ...transfer, memo });
      expect(rawOf(encoded).contract).toMatchObject([
        { type: 'TransferContract', parameter: { value: { amount: 1_000_000 } } },
      ]);
      expect(Buffer.from(String(rawOf(encoded).data), 'hex').toString()).toBe(memo);
    },
  );

  it('leaves a withdrawal a withdrawal', async () => {
    await network.engine.changeAccount(sender.address, (account) => {
      const resource = 'BANDWIDTH' as const;
      account.unfrozen = [{ resource, amount: 5_000_000n, expireTime: network.engine.now() - 1 }];
    });
    const intent = { mode: 'withdraw', senderAddress: sender.address, memo: 'transfer 5 TRX' };
    const validatorAddress = network.engine.witnesses()[0]?.address;
    const encoded = await network.encoded({ ...intent, validatorAddress });
    expect(rawOf(encoded).contract).toMatchObject([{ type: 'WithdrawExpireUnfreezeContract' }]);
    expect(await costOf(encoded, -5_000_000n)).toBeLessThanOrEqual(feesOf(encoded));
  });
});

describe('the pools of bandwidth', () => {
  it('are never added, and the whole size is paid for (vultisig-ios#5401)', async () => {
    await network.engine.setResources(sender.address, { net: 200n, netUsed: 0n, freeNetUsed: 400n });
    const encoded = await network.encoded(transfer);
    const size = (encoded.encoded[0]?.raw?.value.length ?? 0) / 2 + 3 + 67 + 64;
    expect(feesOf(encoded)).toBe(BigInt(size) * 1000n);
    expect(await costOf(encoded, 1_000_000n)).toBe(feesOf(encoded));
  });
});
