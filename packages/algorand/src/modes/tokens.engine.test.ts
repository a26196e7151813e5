import type { AlgorandEngine } from '@isochain/devnet/algorand';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testKey } from '../../test/keys.ts';
import { startTokenRig, type TokenRig } from '../../test/token-rig.ts';

// Assets on the stand-in. What encode refuses, the stand-in refuses too: its rules are its own code.

let rig: TokenRig;
let engine: AlgorandEngine;
beforeAll(async () => {
  rig = await startTokenRig();
  engine = rig.engine;
});
afterAll(() => engine?.stop());

const most = 2n ** 64n - 1n;
const algo = 1_000_000n;
const asset = '2000000000';
const [key, friend, thief] = [testKey(100), testKey(101), testKey(102)];
const [from, to] = [key.address, friend.address];

interface Scene {
  /** Base units. By default 100. */
  readonly held?: bigint;
  /** MicroAlgos of the sender. By default 1 ALGO. */
  readonly amount?: bigint;
}

/** Runs something with an asset that two accounts have opted in to, and forgets it all. */
function within({ held = 100n, amount = algo }: Scene, run: (creator: string) => Promise<void>) {
  return engine.rehearse(async () => {
    const { creator } = engine.others;
    engine.placeAsset({
      id: asset,
      creator: creator.address,
      total: most,
      clawback: creator.address,
      freeze: creator.address,
    });
    engine.placeAccount(from, { amount });
    for (const { address } of [friend, thief]) engine.placeAccount(address, { amount: algo });
    engine.placeHolding(from, asset, { amount: held });
    engine.placeHolding(to, asset);
    await run(creator.address);
  });
}

const holdingOf = (address: string) => engine.accountState(address)?.holdings[asset];
const sending = (more: object) => ({
  mode: 'transferToken',
  senderAddress: from,
  recipientAddress: to,
  tokenId: asset,
  ...more,
});
const enabling = (more: object = {}) => ({ mode: 'enableToken', senderAddress: from, tokenId: asset, ...more });
const all = { useMaxAmount: true };
const leaving = { ...all, params: { optOut: true } };
const optOut = { params: { optOut: true } };

describe('a transfer', () => {
  it.each([1n, 100n])('moves %s of 100 units', (amount) =>
    within({}, async () => {
      const encoded = await rig.encode(sending({ amount: amount.toString() }));
      expect(encoded.errors).toEqual([]);
      expect(await rig.send(encoded, key)).toBe('sent');
      expect([holdingOf(from)?.amount, holdingOf(to)?.amount]).toEqual([100n - amount, amount]);
      expect(await engine.balance(from)).toBe(algo - 1_000n);
    }),
  );

  it('of everything moves 18446744073709551615 units, and keeps the empty holding', () =>
    within({ held: most }, async () => {
      const encoded = await rig.encode(sending(all));
      expect(encoded.data.amount).toBe('18446744073709551615');
      expect(await rig.send(encoded, key)).toBe('sent');
      expect([holdingOf(from)?.amount, holdingOf(to)?.amount]).toEqual([0n, most]);
      const { balances } = await rig.chain.accountState(to);
      expect(balances.tokens).toMatchObject([{ token: { id: asset }, amount: '18446744073709551615' }]);
    }));

  it('to oneself changes nothing', () =>
    within({ held: most }, async () => {
      expect(await rig.send(await rig.encode(sending({ ...all, recipientAddress: from })), key)).toBe('sent');
      expect(holdingOf(from)?.amount).toBe(most);
    }));

  it.each<[string, string, string, () => void]>([
    [
      'more than there is',
      'token.insufficient',
      'underflow on subtracting 50',
      () => engine.placeHolding(from, asset, { amount: 49n }),
    ],
    [
      'out of a frozen holding',
      'sender.frozen',
      `asset ${asset} frozen in ${from}`,
      () => engine.placeHolding(from, asset, { isFrozen: true }),
    ],
    [
      'into a frozen holding',
      'recipient.frozen',
      'asset frozen in recipient',
      () => engine.placeHolding(to, asset, { isFrozen: true }),
    ],
    [
      'over the edge of 64 bits',
      'recipient.tokenFull',
      'overflow on adding 50',
      () => engine.placeHolding(to, asset, { amount: most - 49n }),
    ],
    [
      'without ALGO for the fee',
      'balance.unspendable',
      'below min 200000',
      () => engine.placeAccount(from, { amount: 200_999n }),
    ],
  ])('%s is refused by encode and by the chain', (_, code, text, change) =>
    within({}, async () => {
      const [mine, its] = [await rig.encode(sending({ amount: '50' })), holdingOf(to)?.amount];
      expect(mine.errors).toEqual([]);
      change();
      expect((await rig.encode(sending({ amount: '50' }))).errors).toEqual([code]);
      expect(await rig.send(mine, key)).toContain(text);
      expect(await rig.sendOwn(key, { xaid: asset, aamt: 50n, arcv: to })).toContain(text);
      expect(holdingOf(to)?.amount ?? 0n).toBeLessThanOrEqual(code === 'recipient.tokenFull' ? most : (its ?? 0n));
    }),
  );

  it('to somebody who has not opted in is refused by encode and by the chain', () =>
    within({}, async () => {
      const { errors } = await rig.encode(sending({ amount: '1', recipientAddress: thief.address }));
      expect(errors).toEqual(['recipient.notEnabled']);
      const own = await rig.sendOwn(key, { xaid: asset, aamt: 1n, arcv: thief.address });
      expect(own).toContain(`receiver error: must optin, asset ${asset} missing from ${thief.address}`);
    }));

  it('with the last microAlgo for the fee is carried out', () =>
    within({ amount: 201_000n }, async () => {
      expect(await rig.send(await rig.encode(sending(all)), key)).toBe('sent');
      expect(await engine.balance(from)).toBe(200_000n);
    }));

  it('of everything is refused by the chain if some of it was taken back meanwhile', () =>
    within({}, async (creator) => {
      const encoded = await rig.encode(sending(all));
      expect(encoded.warnings).toEqual(['token.controlled']);
      engine.placeHolding(creator, asset, { amount: 0n });
      const taken = { xaid: asset, aamt: 1n, asnd: from, arcv: creator };
      expect(await rig.sendOwn(engine.others.creator, taken)).toBe('sent');
      expect(await rig.send(encoded, key)).toContain('underflow on subtracting 100');
      expect(holdingOf(from)?.amount).toBe(99n);
    }));

  it('of a rekeyed account is signed by the other key', () =>
    within({}, async () => {
      engine.rekey(from, thief.address);
      const encoded = await rig.encode(sending({ ...all, senderPubKey: thief.publicKey }));
      expect(encoded.errors).toEqual([]);
      expect(await rig.send(encoded, key)).toContain('should have been authorized by');
      expect(await rig.send(encoded, thief, true)).toBe('sent');
      expect(holdingOf(to)?.amount).toBe(100n);
    }));

  it('of an asset that was destroyed is refused', () =>
    within({ held: 0n }, async () => {
      engine.destroyAsset(asset);
      expect((await rig.encode(sending({ amount: '1' }))).errors).toEqual(['token.unknown']);
      await expect(rig.chain.token(asset)).rejects.toMatchObject({ problems: [{ code: 'token.notFound' }] });
    }));
});

describe('a transfer of everything with the end of the holding', () => {
  it('frees 0.1 ALGO, which can pay the fee', () =>
    within({ amount: 101_000n }, async () => {
      const encoded = await rig.encode(sending(leaving));
      expect(encoded).toMatchObject({ errors: [], warnings: ['token.controlled', 'token.optsOut'] });
      expect(await rig.send(encoded, key)).toBe('sent');
      expect([holdingOf(from), holdingOf(to)?.amount]).toEqual([undefined, 100n]);
      expect(engine.accountState(from)).toMatchObject({ amount: 100_000n, minBalance: 100_000n });
    }));

  it('needs ALGO for the fee all the same', () =>
    within({ amount: 100_999n }, async () => {
      expect((await rig.encode(sending(leaving))).errors).toEqual(['balance.unspendable']);
      const own = { xaid: asset, aamt: 100n, arcv: to, aclose: to };
      expect(await rig.sendOwn(key, own)).toContain('balance 99999 below min 100000');
    }));

  it('sends also what arrives meanwhile', () =>
    within({}, async () => {
      const encoded = await rig.encode(sending(leaving));
      engine.placeHolding(from, asset, { amount: 150n });
      expect(await rig.send(encoded, key)).toBe('sent');
      expect([holdingOf(from), holdingOf(to)?.amount]).toEqual([undefined, 150n]);
    }));

  it('cannot be made by the creator', () =>
    within({}, async () => {
      const { creator } = engine.others;
      engine.placeHolding(creator.address, asset, { amount: 5n });
      const { errors } = await rig.encode(sending({ ...leaving, senderAddress: creator.address }));
      expect(errors).toEqual(['token.unremovable']);
      const own = { xaid: asset, aamt: 5n, arcv: to, aclose: to };
      expect(await rig.sendOwn(creator, own)).toContain('cannot close asset ID in allocating account');
    }));
});

describe('opting in', () => {
  it.each([
    ['with the last microAlgo', 201_000n, [], 'sent'],
    ['with one too few', 200_999n, ['balance.insufficientForDeposit'], 'balance 199999 below min 200000'],
  ])('%s', (_, amount, errors, said) =>
    within({}, async () => {
      engine.placeAccount(thief.address, { amount });
      const encoded = await rig.encode(enabling({ senderAddress: thief.address }));
      expect(encoded.errors).toEqual(errors);
      if (errors.length === 0) expect(await rig.send(encoded, thief)).toBe('sent');
      else expect(await rig.sendOwn(thief, { xaid: asset, arcv: thief.address })).toContain(said);
      expect(holdingOf(thief.address)?.amount).toBe(errors.length === 0 ? 0n : undefined);
    }),
  );

  it('twice passes, and keeps what is held', () =>
    within({}, async () => {
      const encoded = await rig.encode(enabling());
      expect(encoded).toMatchObject({ errors: [], warnings: ['token.alreadyEnabled', 'token.controlled'] });
      expect(await rig.send(encoded, key)).toBe('sent');
      expect(holdingOf(from)?.amount).toBe(100n);
    }));

  it('to an asset whose holdings begin frozen is told', () =>
    within({}, async () => {
      engine.placeAsset({ id: asset, creator: engine.others.creator.address, defaultFrozen: true });
      const encoded = await rig.encode(enabling({ senderAddress: thief.address }));
      expect(encoded).toMatchObject({ errors: [], warnings: ['token.beginsFrozen', 'token.controlled'] });
      expect(await rig.send(encoded, thief)).toBe('sent');
      expect(holdingOf(thief.address)?.isFrozen).toBe(true);
    }));

  it('to an asset that was destroyed is refused by encode and by the chain', () =>
    within({}, async () => {
      engine.destroyAsset(asset);
      expect((await rig.encode(enabling({ senderAddress: thief.address }))).errors).toEqual(['token.unknown']);
      const own = { xaid: asset, arcv: thief.address };
      expect(await rig.sendOwn(thief, own)).toContain(`asset ${asset} does not exist or has been deleted`);
    }));
});

describe('a frozen holding', () => {
  it('is closed to the creator of the asset, and 0.1 ALGO become free', () =>
    within({ amount: 101_000n }, async (creator) => {
      engine.placeHolding(from, asset, { amount: 100n, isFrozen: true });
      engine.placeHolding(creator, asset, { amount: 5n, isFrozen: true });
      const encoded = await rig.encode(sending({ ...leaving, recipientAddress: creator }));
      expect(encoded.errors).toEqual([]);
      expect(await rig.send(encoded, key)).toBe('sent');
      expect([holdingOf(from), holdingOf(creator)?.amount]).toEqual([undefined, 105n]);
    }));
});

describe('opting out', () => {
  it('frees 0.1 ALGO, which can pay the fee', () =>
    within({ held: 0n, amount: 101_000n }, async () => {
      const encoded = await rig.encode(enabling(optOut));
      expect(encoded).toMatchObject({ errors: [], warnings: [] });
      expect(await rig.send(encoded, key)).toBe('sent');
      expect(engine.accountState(from)).toMatchObject({ amount: 100_000n, minBalance: 100_000n, holdings: {} });
    }));

  it.each<[string, () => void]>([
    ['of a frozen holding', () => engine.placeHolding(from, asset, { isFrozen: true })],
    ['of an asset that was destroyed', () => engine.destroyAsset(asset)],
  ])('%s is possible', (_, change) =>
    within({ held: 0n }, async () => {
      change();
      const encoded = await rig.encode(enabling(optOut));
      expect(encoded.errors).toEqual([]);
      expect(await rig.send(encoded, key)).toBe('sent');
      expect(holdingOf(from)).toBeUndefined();
    }),
  );

  it('of a holding that is not empty is refused by encode and by the chain', () =>
    within({ held: 1n }, async () => {
      expect((await rig.encode(enabling(optOut))).errors).toEqual(['token.unremovable']);
      const own = await rig.sendOwn(key, { xaid: asset, arcv: from, aclose: from });
      expect(own).toContain(`asset ${asset} not zero (1) after closing`);
      expect(holdingOf(from)?.amount).toBe(1n);
    }));

  it('loses nothing if something arrives meanwhile', () =>
    within({ held: 0n }, async () => {
      const encoded = await rig.encode(enabling(optOut));
      engine.placeHolding(from, asset, { amount: 7n });
      expect(await rig.send(encoded, key)).toContain('not zero (7) after closing');
      expect(holdingOf(from)?.amount).toBe(7n);
    }));

  it('loses nothing to a node that lies about the holding and about the creator', () =>
    within({ held: most }, async () => {
      engine.placeHolding(thief.address, asset);
      engine.intercept(async ({ path }, answer) => {
        if (path !== `/v2/accounts/${from}/assets/${asset}` && path !== `/v2/assets/${asset}`) return undefined;
        const { body, ...reply } = await answer();
        const { 'asset-holding': held, params, ...rest } = body as Readonly<Record<string, object>>;
        return {
          ...reply,
          body: {
            ...rest,
            ...(held && { 'asset-holding': { ...held, amount: 0 } }),
            ...(params && { params: { ...params, creator: thief.address } }),
          },
        };
      });
      const encoded = await rig.encode(enabling(optOut)).finally(() => engine.intercept(undefined));
      expect(encoded.errors).toEqual([]);
      expect(await rig.send(encoded, key)).toContain('after closing');
      expect([holdingOf(from)?.amount, holdingOf(thief.address)?.amount]).toEqual([most, 0n]);
      // Closed to the creator that the node names, all of it would be gone.
      const usual = { xaid: asset, arcv: thief.address, aclose: thief.address };
      expect(await rig.sendOwn(key, usual)).toBe('sent');
      expect([holdingOf(from), holdingOf(thief.address)?.amount]).toEqual([undefined, most]);
    }));

  it('is refused to the creator by encode and by the chain', () =>
    within({}, async (creator) => {
      engine.placeHolding(creator, asset, { amount: 0n });
      expect((await rig.encode(enabling({ ...optOut, senderAddress: creator }))).errors).toEqual(['token.unremovable']);
      const own = { xaid: asset, arcv: creator, aclose: creator };
      expect(await rig.sendOwn(engine.others.creator, own)).toContain('cannot close asset ID in allocating account');
    }));
});

describe('the state of an account', () => {
  it('has thousands of holdings, with all digits', () =>
    within({ held: most }, async () => {
      const ids = engine.placeHoldings(from, 2_500);
      const { balances } = await rig.chain.accountState(from);
      expect(balances.tokens).toHaveLength(2_501);
      expect(new Set(balances.tokens?.map(({ token }) => token.id))).toEqual(new Set([...ids, asset]));
      expect(balances.tokens?.find(({ token }) => token.id === asset)?.amount).toBe('18446744073709551615');
      // 0.1 ALGO for the account and for each holding are more than it has.
      expect(balances.native).toEqual({ available: '0', total: '1000000', unconfirmed: '0' });
    }));

  it('has a holding of an asset that was destroyed, as it locks coins', () =>
    within({ held: 0n }, async () => {
      engine.destroyAsset(asset);
      const { tokens } = (await rig.chain.accountState(from)).balances;
      expect(tokens).toMatchObject([{ token: { id: asset.toString(), decimals: '0' }, amount: '0' }]);
    }));

  it('names assets as they are named', async () => {
    const { balances } = await rig.chain.accountState(engine.accounts[0]?.address ?? '');
    const { usdc, unprintable, huge } = engine.assetIds;
    const named = Object.fromEntries(balances.tokens?.map(({ token }) => [token.id, [token.name, token.ticker]]) ?? []);
    expect(named).toMatchObject({
      [usdc]: ['USDC', 'USDC'],
      [huge]: ['Huge Token', 'HUGE'],
      [unprintable]: [`ASA ${unprintable}`, 'B'],
    });
  });
});
