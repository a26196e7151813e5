import type { Chain } from '@isochain/core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type MoneyRig, type Person, person, startMoneyRig } from '../test/money-rig.ts';

// Faults of other wallets and nodes that cost people money, as their issues tell them. Each is played on the stand-in.

let rig: MoneyRig;
let seed = 0x40;
/** Has sent something, and holds 500 APT. */
let sender: Person;
beforeAll(async () => {
  rig = await startMoneyRig();
});
afterAll(() => rig?.engine.stop());
beforeEach(async () => {
  sender = somebody();
  await rig.hold(sender, 500n * apt);
  rig.engine.setGas({ transfer: 60n });
  rig.engine.intercept(undefined);
});

const apt = 100_000_000n;
const balance = ({ address }: Pick<Person, 'address'>, token?: string) => rig.engine.balance(address, token);
const chain = () => rig.open() as Chain;

function somebody(): Person {
  const made = person(seed++);
  rig.engine.placeAccount(made.address, { sequenceNumber: 7n });
  return made;
}

/** Delegates to the first pool. */
async function stakes(who: Person, amount: bigint) {
  const pool = rig.engine.validators()[0]?.address ?? '';
  const encoded = await rig.by(who, { mode: 'stake', targetValidatorAddress: pool, amount: String(amount) });
  expect(await rig.send(encoded, who)).toMatchObject({ success: true });
  return { encoded, pool };
}

describe('balances', () => {
  // LedgerHQ/ledger-live 17285 and 17304: 100 of 500 USDt were refused, and the fee was shown as 0.
  it('of tokens are not compared with APT', async () => {
    const { usdt: tokenId = '' } = rig.engine.tokenIds;
    await rig.engine.fund(sender.address, 500_000_000n, tokenId);
    // Less APT, in octas, than the amount of the token in its smallest unit.
    await rig.hold(sender, 10_000_000n);
    const part = await rig.by(sender, { mode: 'transferToken', tokenId, amount: '100000000' });
    expect(part).toMatchObject({ errors: [], data: { amount: '100000000' } });
    expect(BigInt(String(part.data.fees))).toBeGreaterThan(0n);
    expect(await rig.send(part, sender)).toMatchObject({ success: true });
    expect(await balance(sender, tokenId)).toBe(400_000_000n);
    // And the other way round: more of it than there is, with much APT.
    await rig.hold(sender, 500n * apt);
    const much = await rig.by(sender, { mode: 'transferToken', tokenId, amount: '400000001' });
    expect(much).toMatchObject({ refusals: ['token.insufficient'], message: undefined });
    const all = await rig.by(sender, { mode: 'transferToken', tokenId, useMaxAmount: true });
    expect(all.data.amount).toBe('400000000');
    expect(await rig.send(all, sender)).toMatchObject({ success: true });
  });

  it('of tokens can be sent without any APT, if another account pays', async () => {
    const { usdt: tokenId = '' } = rig.engine.tokenIds;
    const poor = person(seed++);
    await rig.engine.fund(poor.address, 5_000_000n, tokenId);
    const intent = { mode: 'transferToken', tokenId, amount: '5000000' };
    expect(await rig.by(poor, intent)).toMatchObject({ refusals: ['balance.insufficientForFees'] });
    const { address, publicKey } = rig.carol;
    const params = { feePayer: { address, publicKey } };
    const paid = await balance(rig.carol);
    for (const more of [{ orderless: true }, {}]) {
      await rig.engine.fund(poor.address, 5_000_000n - (await balance(poor, tokenId)), tokenId);
      const encoded = await rig.by(poor, { ...intent, params: { ...params, ...more } });
      expect(encoded).toMatchObject({ errors: [], data: { fees: '0' } });
      expect(await rig.send(encoded, poor, rig.carol)).toMatchObject({ success: true });
      expect([await balance(poor), await balance(poor, tokenId)]).toEqual([0n, 0n]);
    }
    expect(await balance(rig.carol)).toBeLessThan(paid);
  });

  // LedgerHQ/ledger-live, pull request 8462: what was delegated counted as available.
  it('do not count what is delegated', async () => {
    await stakes(sender, 400n * apt);
    const held = await balance(sender);
    expect(held).toBeLessThan(100n * apt);
    const { balances } = await chain().accountState(sender.address, { include: ['native'] } as never);
    expect(balances.native?.available).toBe(String(held));
    const much = await rig.by(sender, { amount: String(held + 1n) });
    expect(much).toMatchObject({ refusals: ['balance.insufficient'], message: undefined });
    const all = await rig.by(sender, { useMaxAmount: true });
    expect(BigInt(String(all.data.amount)) + BigInt(String(all.data.fees))).toBe(held);
    expect(await rig.send(all, sender)).toMatchObject({ success: true });
  });

  // XLabs/portal-bridge-ui 886: the balance was 0 since APT is a fungible asset. And some APT still is a coin.
  it('count APT as coin and as fungible asset', async () => {
    const holder = somebody();
    rig.engine.fundCoinStore(holder.address, 3n * apt, '0x1::aptos_coin::AptosCoin');
    const { balances } = await chain().accountState(holder.address, { include: ['native'] } as never);
    // No transfer reaches what still is a coin.
    expect(balances.native).toMatchObject({ available: '0', total: String(3n * apt) });
    await rig.engine.fund(holder.address, 2n * apt);
    // Transfers use the fungible asset alone. More than that would fail, and cost its fee.
    const all = await rig.by(holder, { useMaxAmount: true });
    expect(all.data.amount).toBe(String(2n * apt - 7_600n));
    expect(all.warnings.map(({ context }) => context?.dust)).toEqual(['1600', String(3n * apt)]);
    const much = await rig.by(holder, { amount: String(4n * apt) });
    expect(much).toMatchObject({ refusals: ['transaction.fails'], message: undefined });
    expect(await rig.send(all, holder)).toMatchObject({ success: true });
    expect(await balance(holder)).toBe(3n * apt + 1_600n);
  });

  // aptos-labs/aptos-indexer-processors, pull request 686: a migrated coin was listed twice, as coin and as asset.
  it('of migrated coins are told once', async () => {
    const { migratedCoin, pairedAsset } = rig.engine.tokenIds;
    const { balances } = await chain().accountState(rig.bob.address, { include: ['tokens'] } as never);
    const found = (balances.tokens ?? []).filter(({ token }) => token.ticker === 'MIG');
    expect(found).toHaveLength(1);
    expect(found[0]?.amount).toBe(String(await balance(rig.bob, migratedCoin)));
    // Each of its names spends all of it.
    for (const tokenId of [migratedCoin, pairedAsset]) {
      const whole = await rig.by(rig.bob, { mode: 'transferToken', tokenId, useMaxAmount: true });
      expect(whole.data.amount).toBe(found[0]?.amount);
    }
  });

  // aptos-labs/aptos-core, pull request 4870: the node speaks of a gas limit where APT is missing.
  it('that are too low for fees are called that, whatever the node calls it', async () => {
    for (const octas of [0n, 1n, 2_799n, 2_800n, 5_999n]) {
      for (const who of [sender, person(seed++)]) {
        await rig.hold(who, octas);
        const params = { orderless: octas % 2n === 1n };
        for (const intent of [{ amount: '0' }, { useMaxAmount: true }, { amount: '1' }]) {
          if ('amount' in intent && intent.amount === '0') continue;
          const { refusals, message } = await rig.by(who, { ...intent, params });
          expect(message).toBeUndefined();
          expect(refusals.length).toBeGreaterThan(0);
          expect(refusals.every((code) => code.startsWith('balance.'))).toBe(true);
        }
      }
    }
  });
});

describe('addresses', () => {
  // aptos-labs/explorer 489: leading zeros were dropped, and transfers did not show up.
  it('with leading zeros are the same address in each spelling', async () => {
    const recipientAddress = `0x00${'1d'.repeat(31)}`;
    const bytes = new Set<string | undefined>();
    for (const spelling of [recipientAddress, recipientAddress.slice(2), `0x${'1d'.repeat(31)}`]) {
      const encoded = await rig.by(sender, {
        recipientAddress: spelling,
        amount: '5',
        params: { gasUnitPrice: '100' },
      });
      expect(encoded.errors).toEqual([]);
      bytes.add(encoded.message);
    }
    expect(bytes.size).toBe(1);
    const encoded = await rig.by(sender, { recipientAddress: `0x${'1d'.repeat(31)}`, amount: '5' });
    expect(await rig.send(encoded, sender)).toMatchObject({ success: true });
    expect(await rig.engine.balance(recipientAddress)).toBe(5n);
    const { balances } = await chain().accountState(`0x${'1d'.repeat(31)}`, { include: ['native'] } as never);
    expect(balances.native?.available).toBe('5');
  });

  // aptos-labs/aptos-core 16437: 179 USDt went to the id of a transaction, for ever.
  it('that are ids of transactions get nothing', async () => {
    const { usdt: tokenId = '' } = rig.engine.tokenIds;
    await rig.engine.fund(sender.address, 179_000_000n, tokenId);
    const { hash } = await rig.send(await rig.by(sender, { amount: '5' }), sender);
    for (const intent of [
      { amount: '5' },
      { useMaxAmount: true },
      { mode: 'transferToken', tokenId, amount: '179000000' },
    ]) {
      const encoded = await rig.by(sender, { ...intent, recipientAddress: hash });
      expect(encoded).toMatchObject({ refusals: ['address.invalid'], message: undefined });
      expect(encoded.errors[0]).toMatchObject({ field: 'transaction.data.recipientAddress' });
    }
    // One letter more or less is an address that nobody used. That is legal, and told.
    const recipientAddress = `${hash.slice(0, -1)}${hash.endsWith('0') ? '1' : '0'}`;
    for (const intent of [{ amount: '5' }, { mode: 'transferToken', tokenId, amount: '1' }])
      expect((await rig.by(sender, { ...intent, recipientAddress })).hints).toContain('recipient.uninitialized');
  });
});

describe('sequence numbers', () => {
  // aptos-labs/aptos-core 2439 and pull request 821: "already in mempool with a different payload" after a number was used twice.
  it('that two transactions share are told, and only one is carried out', async () => {
    const [one, two] = [await rig.by(sender, { amount: '5' }), await rig.by(sender, { amount: '6' })];
    expect(one.data.nonce).toBe(two.data.nonce);
    const before = await balance(rig.bob);
    await rig.engine.setAutomine(false);
    expect(await rig.broadcast(one, sender)).toMatch(/^0x/);
    expect(await rig.broadcast(two, sender)).toBe('broadcast.nonceTaken');
    // The same one again is no new one.
    expect(await rig.broadcast(one, sender)).toMatch(/^0x/);
    await rig.engine.setAutomine(true);
    await rig.engine.mine();
    expect(await rig.broadcast(two, sender)).toBe('broadcast.nonceUsed');
    expect(await rig.broadcast(one, sender)).toMatch(/^0x/);
    expect((await balance(rig.bob)) - before).toBe(5n);
  });

  // aptos-labs/aptos-core 5066: a number ahead of the account's cannot be simulated.
  it('ahead of the account’s are simulated with its own', async () => {
    const encoded = await rig.by(sender, { amount: '5', nonce: '9' });
    expect(encoded).toMatchObject({ errors: [], data: { nonce: '9', gas: '560' } });
    expect(encoded.hints).toContain('nonce.gap');
  });
});

describe('time', () => {
  // aptos-labs/aptos-core 5428: transactions ended after 20 seconds, before people had signed.
  it('is enough for people who sign', async () => {
    const encoded = await rig.by(sender, { amount: '5' });
    await rig.engine.advance(590);
    expect(await rig.send(encoded, sender)).toMatchObject({ success: true });
    const late = await rig.by(sender, { amount: '5' });
    const before = await balance(sender);
    await rig.engine.advance(600);
    expect(await rig.broadcast(late, sender)).toBe('broadcast.expired');
    expect(await balance(sender)).toBe(before);
  });
});

describe('gas', () => {
  // LedgerHQ/ledger-live, pull request 18720: "use max" went with the gas of the simulation, and failed when gas rose.
  it('for a maximum leaves room', async () => {
    const all = await rig.by(sender, { useMaxAmount: true });
    rig.engine.setGas({ transfer: 66n });
    expect(await rig.send(all, sender)).toMatchObject({ success: true });
  });

  // shapeshift/web, pull request 12492: with estimate_max_gas_amount the node answers what the balance can pay, and wallets took it for the need.
  it('is what the simulation uses, and not what the balance can pay', async () => {
    const seen = rig.engine.requests.length;
    const encoded = await rig.by(sender, { amount: '5' });
    expect(encoded.data).toMatchObject({ gas: '560', fees: '56000' });
    const simulations = rig.engine.requests.slice(seen).filter(({ path }) => path === '/v1/transactions/simulate');
    expect(simulations.map(({ query }) => [...query.keys()])).toEqual([[]]);
    const rich = somebody();
    await rig.hold(rich, 1_000_000n * apt);
    expect((await rig.by(rich, { amount: '5' })).data).toMatchObject({ gas: '560', fees: '56000' });
  });

  it('that an endpoint makes up is not offered', async () => {
    const lie = (gas_used: string) =>
      rig.engine.intercept(async (call, answer) => {
        const reply = await answer();
        if (call.path === '/v1/estimate_gas_price' && gas_used === 'price')
          return { ...reply, body: { gas_estimate: 1_000_000 } };
        if (call.path !== '/v1/transactions/simulate' || gas_used === 'price') return undefined;
        const [run] = reply.body as readonly object[];
        return { ...reply, body: [{ ...run, gas_used }] };
      });
    for (const gas of ['price', '1000000', '4000000']) {
      lie(gas);
      for (const intent of [{ amount: '5' }, { useMaxAmount: true }]) {
        const encoded = await rig.by(sender, intent);
        expect([gas, encoded.refusals]).toEqual([gas, ['fee.aboveCeiling']]);
        expect(encoded.message).toBeUndefined();
      }
    }
  });
});

describe('stakes', () => {
  // aptos-labs/aptos-core 18994: 11 APT were staked, and 10.99987349 were shown.
  it('say what is held back until the epoch ends', async () => {
    const { encoded, pool } = await stakes(sender, 11n * apt);
    const [news] = encoded.warnings.filter(({ code }) => code === 'stake.heldBack');
    const { active } = rig.engine.stakeOf(pool, sender.address);
    expect(active).toBeLessThan(11n * apt);
    expect(news?.context).toMatchObject({ shown: expect.stringMatching(/^1099\d{6}$/) });
    const shown = BigInt(String(news?.context?.shown));
    // Shares are rounded by an octa.
    expect(shown - active).toBeLessThanOrEqual(1n);
    expect(active - shown).toBeLessThanOrEqual(1n);
  });

  // aptos-labs/aptos-core 15973: an unlock of 11.00000000 gave 10.99999998. And one of 1 APT takes 10, or everything.
  it('say what is really unlocked', async () => {
    const { pool } = await stakes(sender, 30n * apt);
    await rig.engine.advance(7_300);
    const encoded = await rig.by(sender, { mode: 'unstake', validatorAddress: pool, amount: String(apt) });
    const [news] = encoded.warnings.filter(({ code }) => code === 'position.adjusted');
    expect(encoded.data.amount).toBe(String(apt));
    expect(await rig.send(encoded, sender)).toMatchObject({ success: true });
    const { pendingInactive } = rig.engine.stakeOf(pool, sender.address);
    expect(pendingInactive).toBeGreaterThanOrEqual(10n * apt);
    const moved = BigInt(String(news?.context?.moved));
    expect(moved - pendingInactive).toBeLessThanOrEqual(1n);
    expect(pendingInactive - moved).toBeLessThanOrEqual(1n);
  });

  it('that would do nothing for their fee are refused', async () => {
    const { pool } = await stakes(sender, 20n * apt);
    for (const intent of [
      { mode: 'withdraw', validatorAddress: pool, useMaxAmount: true },
      { mode: 'withdraw', validatorAddress: pool, amount: '5' },
      { mode: 'unstake', validatorAddress: pool, amount: String(21n * apt) },
      { mode: 'stake', targetValidatorAddress: pool, amount: '5', params: { reactivate: true } },
    ]) {
      const { refusals, message } = await rig.by(sender, intent);
      expect([intent.mode, message]).toEqual([intent.mode, undefined]);
      expect(refusals).not.toEqual([]);
    }
  });
});

describe('keys', () => {
  // petra-wallet 35, aptos-labs/aptos-core 17982: rotated keys were found out when the transaction was sent.
  it('that were rotated are found out before anything is signed', async () => {
    rig.engine.rotate(sender.address, person(0x3f).address);
    expect(await rig.by(sender, { amount: '5' })).toMatchObject({
      refusals: ['sender.notWallet'],
      message: undefined,
    });
  });
});
