import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { longType, startTokenRig, type TokenRig } from '../../test/token-rig.ts';

// On the stand-in, which decodes transactions with the official SDK and follows the public sources of the framework.

let rig: TokenRig;
beforeAll(async () => {
  rig = await startTokenRig();
});
afterAll(() => rig?.engine.stop());

const done = 'Executed successfully';
const createCoin = (coin: Parameters<TokenRig['engine']['createCoin']>[0]) => longType(rig.engine.createCoin(coin));
const codesOf = ({ errors }: { readonly errors: readonly { readonly code: string }[] }) =>
  errors.map(({ code }) => code);

/** Nobody has used this address. */
const nobody = `0x${'5e'.repeat(32)}`;

describe('a fungible asset', () => {
  it('moves in two rounds, and costs APT alone', async () => {
    const { engine, friend, sender } = rig;
    const tokenId = engine.createAsset({ holders: [sender], amountEach: 1_000_000n });
    const sent = await rig.send({ tokenId, recipientAddress: friend, amount: '250000' });
    expect(sent).toMatchObject({ errors: [], result: done, roundTrips: 2, data: { amount: '250000' } });
    expect(sent.warnings).toEqual([]);
    expect(await engine.balance(friend, tokenId)).toBe(250_000n);
    expect(await engine.balance(sender, tokenId)).toBe(750_000n);
    expect(sent.cost).toBeGreaterThan(0n);
    expect(sent.cost).toBeLessThanOrEqual(sent.fees);
    expect(sent.data.params).not.toHaveProperty('coinType');
  });

  it('goes whole with useMaxAmount, and then there is none', async () => {
    const { engine, friend, sender } = rig;
    const tokenId = engine.createAsset({ holders: [sender], amountEach: 7n });
    const all = { tokenId, recipientAddress: friend, useMaxAmount: true };
    expect(await rig.send(all)).toMatchObject({ errors: [], result: done, data: { amount: '7' } });
    expect(await engine.balance(sender, tokenId)).toBe(0n);
    expect(codesOf(await rig.send(all))).toEqual(['token.nothingToSend']);
  });

  it('above 2^53 moves exactly', async () => {
    const { engine, friend, sender } = rig;
    const amount = 2n ** 64n - 1n;
    const tokenId = engine.createAsset({ holders: [sender], amountEach: amount });
    const sent = await rig.send({ tokenId, recipientAddress: friend, useMaxAmount: true });
    expect(sent).toMatchObject({ errors: [], result: done, data: { amount: amount.toString() } });
    expect(await engine.balance(friend, tokenId)).toBe(amount);
  });

  it('is refused above the balance', async () => {
    const { engine, friend, sender } = rig;
    const tokenId = engine.createAsset({ holders: [sender], amountEach: 7n });
    const sent = await rig.send({ tokenId, recipientAddress: friend, amount: '8' });
    expect(codesOf(sent)).toEqual(['token.insufficient']);
    expect(sent.data).not.toHaveProperty('params');
  });

  it('counts apart from the fees: more than all APT in the smallest unit', async () => {
    const { engine, friend, sender } = rig;
    const amount = 10n ** 18n;
    const tokenId = engine.createAsset({ holders: [sender], amountEach: amount });
    expect(await engine.balance(sender)).toBeLessThan(amount);
    const sent = await rig.send({ tokenId, recipientAddress: friend, amount: amount.toString() });
    expect(sent).toMatchObject({ errors: [], result: done });
    expect(sent.fees).toBeGreaterThan(0n);
  });

  it('is refused if its owner has no APT for the fees', async () => {
    const { engine, friend } = rig;
    const poor = engine.accounts[3]?.address ?? '';
    const held = await engine.balance(poor);
    const sent = await engine.rehearse(async () => {
      await engine.fund(poor, -held);
      return rig.send({ tokenId: engine.tokenIds.demo, recipientAddress: friend, amount: '1' }, 3);
    });
    expect(codesOf(sent)).toEqual(['balance.insufficientForFees']);
  });

  it('whose code keeps a part of each transfer is told', async () => {
    const { engine, friend } = rig;
    const tokenId = engine.tokenIds.keeping;
    const sent = await rig.send({ tokenId, recipientAddress: friend, amount: '1000000' });
    expect(sent).toMatchObject({ errors: [], result: done });
    expect(sent.told.find(({ code }) => code === 'token.transferFee')?.message).toContain('0.99 KEEP');
  });

  it('whose code keeps everything is refused', async () => {
    const { engine, friend, sender } = rig;
    const tokenId = engine.createAsset({ holders: [sender], amountEach: 1_000n, keeps: 10_000n });
    expect(codesOf(await rig.send({ tokenId, recipientAddress: friend, amount: '9' }))).toEqual(['token.notWhole']);
  });

  it('whose code refuses is refused in its own words', async () => {
    const { engine, friend, sender } = rig;
    const tokenId = engine.createAsset({ holders: [sender], amountEach: 1_000n, refuses: true });
    const sent = await rig.send({ tokenId, recipientAddress: friend, amount: '9' });
    expect(codesOf(sent)).toEqual(['token.transferFails']);
    expect(sent.errors[0]?.message).toContain('ETRANSFERS_ARE_PAUSED');
  });

  it('in a frozen store is refused, on either side', async () => {
    const { engine, friend, sender } = rig;
    const tokenId = engine.createAsset({ holders: [sender, friend], amountEach: 1_000n });
    const send = () => rig.send({ tokenId, recipientAddress: friend, amount: '9' });
    engine.freeze(tokenId, sender);
    expect(codesOf(await send())).toEqual(['sender.frozen']);
    engine.freeze(tokenId, sender, false);
    engine.freeze(tokenId, friend);
    expect(codesOf(await send())).toEqual(['recipient.frozen']);
    engine.freeze(tokenId, friend, false);
    expect(await send()).toMatchObject({ errors: [], result: done });
  });

  it('with one piece only is refused', async () => {
    const { engine, friend } = rig;
    const sent = await rig.send({ tokenId: engine.tokenIds.nft, recipientAddress: friend, amount: '1' });
    expect(codesOf(sent)).toEqual(['token.notFungible']);
  });

  it('that is not there is refused', async () => {
    const sent = await rig.send({ tokenId: nobody, recipientAddress: rig.friend, amount: '1' });
    expect(codesOf(sent)).toEqual(['token.unknown']);
  });

  it('reaches an address that nobody has used, with a warning', async () => {
    const { engine } = rig;
    const { demo } = engine.tokenIds;
    const first = await rig.send({ tokenId: demo, recipientAddress: nobody, amount: '5' });
    expect(first).toMatchObject({ errors: [], result: done, warnings: ['recipient.uninitialized'] });
    expect(await engine.balance(nobody, demo)).toBe(5n);
    // It holds the token now, as accounts for deposits do. Somebody expects it there.
    expect(await rig.send({ tokenId: demo, recipientAddress: nobody, amount: '5' })).toMatchObject({ warnings: [] });
  });
});

describe('the recipient', () => {
  it('is not the token itself', async () => {
    const { demo, migratedCoin, pairedAsset } = rig.engine.tokenIds;
    expect(codesOf(await rig.send({ tokenId: demo, recipientAddress: demo, amount: '1' }))).toEqual([
      'recipient.isToken',
    ]);
    const coin = await rig.send({ tokenId: longType(migratedCoin), recipientAddress: pairedAsset, amount: '1' });
    expect(codesOf(coin)).toEqual(['recipient.isToken']);
  });

  it('may be another object, with a warning', async () => {
    const { demo, usdc } = rig.engine.tokenIds;
    const sent = await rig.send({ tokenId: demo, recipientAddress: usdc, amount: '1' });
    expect(sent).toMatchObject({ errors: [], warnings: ['recipient.isData'] });
  });

  it('is not a delegation pool', async () => {
    const { engine } = rig;
    const recipientAddress = engine.validators()[0]?.address;
    const sent = await rig.send({ tokenId: engine.tokenIds.demo, recipientAddress, amount: '1' });
    expect(codesOf(sent)).toEqual(['recipient.isPool']);
  });

  it('is not the id of a transaction, even if somebody sent something there', async () => {
    const { engine, friend } = rig;
    const { demo } = engine.tokenIds;
    await rig.send({ tokenId: demo, recipientAddress: friend, amount: '1' });
    const response = await fetch(`${engine.url}/accounts/${rig.sender}/transactions?limit=1`);
    const [{ hash }] = (await response.json()) as [{ readonly hash: string }];
    const send = () => rig.send({ tokenId: demo, recipientAddress: hash, amount: '1' });
    expect(codesOf(await send())).toEqual(['address.invalid']);
    await engine.fund(hash, 5n);
    expect(codesOf(await send())).toEqual(['address.invalid']);
  });

  it('may be the sender', async () => {
    const { engine, sender } = rig;
    const before = await engine.balance(sender, engine.tokenIds.demo);
    const sent = await rig.send({ tokenId: engine.tokenIds.demo, recipientAddress: sender, amount: '5' });
    expect(sent).toMatchObject({ errors: [], result: done, warnings: ['recipient.isSender'] });
    expect(await engine.balance(sender, engine.tokenIds.demo)).toBe(before);
  });
});

describe('a coin', () => {
  it('moves by its type', async () => {
    const { engine, friend, sender } = rig;
    const plainCoin = longType(engine.tokenIds.plainCoin);
    const before = await engine.balance(sender, plainCoin);
    const sent = await rig.send({ tokenId: plainCoin, recipientAddress: friend, amount: '7' });
    expect(sent).toMatchObject({ errors: [], result: done, roundTrips: 2, warnings: [] });
    expect(await engine.balance(sender, plainCoin)).toBe(before - 7n);
  });

  it('reaches somebody without a store for it', async () => {
    const { engine, sender } = rig;
    const to = engine.accounts[3]?.address ?? '';
    const tokenId = createCoin({ holders: [sender], amountEach: 50n });
    expect(await rig.send({ tokenId, recipientAddress: to, useMaxAmount: true })).toMatchObject({
      errors: [],
      result: done,
    });
    expect(await engine.balance(to, tokenId)).toBe(50n);
  });

  it('is refused for somebody who takes no coins that were not asked for', async () => {
    const { engine, sender } = rig;
    const to = engine.accounts[2]?.address ?? '';
    const tokenId = createCoin({ holders: [sender], amountEach: 50n });
    engine.refuseDirectTransfers(to);
    const sent = await rig.send({ tokenId, recipientAddress: to, amount: '5' });
    engine.refuseDirectTransfers(to, false);
    expect(sent.errors).toMatchObject([{ code: 'token.transferFails', field: 'transaction.data.recipientAddress' }]);
    expect(sent.errors[0]?.message).toContain('enable this one first');
  });

  it('in a frozen store is refused, on either side', async () => {
    const { engine, friend, sender } = rig;
    const tokenId = createCoin({ holders: [sender, friend], amountEach: 50n });
    const send = () => rig.send({ tokenId, recipientAddress: friend, amount: '5' });
    engine.freeze(tokenId, sender);
    expect(codesOf(await send())).toEqual(['sender.frozen']);
    engine.freeze(tokenId, sender, false);
    engine.freeze(tokenId, friend);
    expect(codesOf(await send())).toEqual(['recipient.frozen']);
  });

  it('of a type that nobody made is refused', async () => {
    const sent = await rig.send({ tokenId: '0x1::nothing::Coin', recipientAddress: rig.friend, amount: '1' });
    expect(codesOf(sent)).toEqual(['token.unknown']);
  });

  it('that was migrated is spent whole, from its coin store and from the store of its asset', async () => {
    const { engine, friend, sender } = rig;
    const tokenId = createCoin({ holders: [sender], amountEach: 60n, paired: true });
    await engine.fund(sender, 40n, tokenId);
    const sent = await rig.send({ tokenId, recipientAddress: friend, useMaxAmount: true });
    expect(sent).toMatchObject({ errors: [], result: done, data: { amount: '100' } });
    expect(await engine.balance(friend, tokenId)).toBe(100n);
  });
});

describe('a fungible asset that was a coin', () => {
  let own: TokenRig;
  beforeEach(async () => {
    own = await startTokenRig();
  });
  afterEach(() => own?.engine.stop());

  it('is sent as the coin while a part of it is one, so that all of it can be spent', async () => {
    const { engine, sender } = own;
    const { migratedCoin, pairedAsset } = engine.tokenIds;
    const to = engine.accounts[3]?.address ?? '';
    const held = await engine.balance(sender, pairedAsset);
    expect(held).toBe(1_000_000_000n);
    const sent = await own.send({ tokenId: pairedAsset, recipientAddress: to, useMaxAmount: true });
    expect(sent).toMatchObject({ errors: [], result: done, data: { amount: held.toString() } });
    expect(sent.data.params?.coinType).toBe(longType(migratedCoin));
    expect(await engine.balance(to, pairedAsset)).toBe(held);
    expect(await engine.balance(sender, pairedAsset)).toBe(0n);
  });

  it('is sent as an asset once none of it is a coin', async () => {
    const { engine, friend, sender } = own;
    const { pairedAsset } = engine.tokenIds;
    await own.send({ tokenId: pairedAsset, recipientAddress: friend, useMaxAmount: true });
    await engine.fund(sender, 9n, pairedAsset);
    const sent = await own.send({ tokenId: pairedAsset, recipientAddress: friend, useMaxAmount: true });
    expect(sent).toMatchObject({ errors: [], result: done, data: { amount: '9' } });
    expect(sent.data.params).not.toHaveProperty('coinType');
  });
});

describe('enabling a token', () => {
  it('makes the store of a coin, which then reaches an account that takes nothing unasked', async () => {
    const { engine, friend, sender } = rig;
    const tokenId = createCoin({ holders: [friend], amountEach: 5n });
    const give = () => rig.send({ tokenId, recipientAddress: sender, amount: '5' }, 1);
    engine.refuseDirectTransfers(sender);
    expect(codesOf(await give())).toEqual(['token.transferFails']);
    const sent = await rig.send({ mode: 'enableToken', tokenId });
    expect(sent).toMatchObject({ errors: [], result: done, warnings: [], roundTrips: 2 });
    expect(await give()).toMatchObject({ errors: [], result: done });
    engine.refuseDirectTransfers(sender, false);
    expect(await rig.send({ mode: 'enableToken', tokenId })).toMatchObject({
      errors: [],
      warnings: ['token.alreadyEnabled'],
    });
  });

  it('is refused for a fungible asset, which needs none', async () => {
    const sent = await rig.send({ mode: 'enableToken', tokenId: rig.engine.tokenIds.demo });
    expect(sent.errors).toMatchObject([{ code: 'token.invalid', field: 'transaction.data.tokenId' }]);
    expect(sent.roundTrips).toBe(0);
  });

  it('is refused for a type that nobody made', async () => {
    expect(codesOf(await rig.send({ mode: 'enableToken', tokenId: '0x1::nothing::Coin' }))).toEqual(['token.unknown']);
  });

  it('is useless for a coin that was migrated', async () => {
    const sent = await rig.send({ mode: 'enableToken', tokenId: longType(rig.engine.tokenIds.migratedCoin) });
    expect(sent).toMatchObject({ errors: [], warnings: ['token.alreadyEnabled'] });
  });
});
