import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTokenRig, type TokenRig } from '../../test/token-rig.ts';

// On the stand-in: contracts run on a local EVM, and transactions are decoded with tronweb.

let rig: TokenRig;
let friend: string;
beforeAll(async () => {
  rig = await startTokenRig();
  friend = rig.engine.accounts[1]?.address ?? '';
});
afterAll(() => rig?.engine.stop());
// Each test has the free bandwidth of a day.
beforeEach(() => rig.engine.setResources(rig.sender, { freeNetUsed: 0n }));

/** Derived with tronweb from the SHA-256 of "nobody": never activated. */
const nobody = 'TVKG4gUar24bpAVrDv4GSzyDRtPkjPkogL';

const deploy = (kind: 'standard' | 'usdt' | 'burning' | 'reverting' | 'asserting' | 'bytes32') =>
  rig.engine.deployTrc20({ kind, holders: [rig.sender], amountEach: 1_000_000n });
const codesOf = ({ errors }: { errors: readonly { code: string }[] }) => errors.map(({ code }) => code);

describe('a TRC-20 token', () => {
  it('moves, and costs at most the fees', async () => {
    const tokenId = await deploy('standard');
    const sent = await rig.send({ tokenId, recipientAddress: friend, amount: '250000' });
    expect(sent).toMatchObject({ errors: [], result: 'SUCCESS', roundTrips: 1 });
    expect(sent.warnings).toEqual(['fee.likely', 'fee.unstaked']);
    expect(await rig.engine.balance(friend, tokenId)).toBe(250_000n);
    expect(sent.cost).toBeGreaterThan(0n);
    expect(sent.cost).toBeLessThanOrEqual(sent.fees);
    // The likely fee is exact: energy as simulated, and free bandwidth.
    expect(sent.cost).toBe(BigInt(String(sent.data.gas)) * 100n);
  });

  it('reaches an address that was never activated, and does not activate it', async () => {
    const tokenId = await deploy('standard');
    const sent = await rig.send({ tokenId, recipientAddress: nobody, amount: '7' });
    expect(sent).toMatchObject({ errors: [], result: 'SUCCESS' });
    expect(await rig.engine.balance(nobody, tokenId)).toBe(7n);
    expect(rig.engine.account(nobody)).toBeUndefined();
  });

  it('goes whole with useMaxAmount', async () => {
    const tokenId = await deploy('standard');
    const sent = await rig.send({ tokenId, recipientAddress: friend, useMaxAmount: true });
    expect(sent).toMatchObject({ errors: [], result: 'SUCCESS', roundTrips: 2, data: { amount: '1000000' } });
    expect(await rig.engine.balance(rig.sender, tokenId)).toBe(0n);
    const again = await rig.send({ tokenId, recipientAddress: friend, useMaxAmount: true });
    expect(codesOf(again)).toEqual(['token.nothingToSend']);
  });

  it('goes to oneself', async () => {
    const tokenId = await deploy('standard');
    const sent = await rig.send({ tokenId, recipientAddress: rig.sender, amount: '5' });
    expect(sent).toMatchObject({ errors: [], result: 'SUCCESS' });
    expect(sent.warnings).toContain('recipient.isSender');
    expect(await rig.engine.balance(rig.sender, tokenId)).toBe(1_000_000n);
  });

  it('costs more where its contract is used much, and the limit covers that', async () => {
    const tokenId = await deploy('standard');
    const send = () => rig.send({ tokenId, recipientAddress: friend, amount: '5' });
    await send();
    const energy = Number((await send()).data.gas);
    await rig.engine.setEnergyFactor(tokenId, 34_000n);
    await rig.engine.setResources(rig.sender, { freeNetUsed: 0n });
    const dear = await send();
    expect(dear).toMatchObject({ errors: [], result: 'SUCCESS', data: { gas: `${Math.floor(energy * 4.4)}` } });
    expect(dear.data.params).toMatchObject({
      // A factor rises by a fifth at most at a maintenance.
      raw_data: { fee_limit: Math.ceil(Math.floor(energy * 4.4) * 1.2) * 100 },
    });
    expect(dear.fees).toBe(BigInt(Math.ceil(Math.floor(energy * 4.4) * 1.2)) * 100n);
  });

  it('is refused above the balance', async () => {
    const tokenId = await deploy('asserting');
    const sent = await rig.send({ tokenId, recipientAddress: friend, amount: '1000001' });
    expect(codesOf(sent)).toEqual(['token.insufficient']);
  });

  it('is refused to its own contract', async () => {
    const tokenId = await deploy('standard');
    expect(codesOf(await rig.send({ tokenId, recipientAddress: tokenId, amount: '1' }))).toEqual(['recipient.isToken']);
  });

  it('that does not exist is refused', async () => {
    const sent = await rig.send({ tokenId: nobody, recipientAddress: friend, amount: '1' });
    expect(codesOf(sent)).toEqual(['token.unknown']);
  });

  it('that burns is refused with both numbers', async () => {
    const tokenId = await deploy('burning');
    const sent = await rig.send({ tokenId, recipientAddress: friend, amount: '1000' });
    expect(sent.errors).toMatchObject([
      {
        code: 'token.notWhole',
        message: expect.stringMatching(
          /0\.00000000000000101 TEST would leave the sender, and 0\.000000000000001 TEST|would reach/,
        ),
      },
    ]);
  });

  it('that reverts is refused with its own words', async () => {
    const tokenId = await deploy('reverting');
    const sent = await rig.send({ tokenId, recipientAddress: friend, amount: '1000' });
    expect(codesOf(sent)).toEqual(['token.transferFails']);
    expect(sent.errors[0]?.message).not.toMatch(/0x|without a reason/);
  });

  it('with names of 32 bytes is understood', async () => {
    const tokenId = await deploy('bytes32');
    const sent = await rig.send({ tokenId, recipientAddress: friend, amount: '99999999' });
    expect(sent.errors).toMatchObject([{ code: 'token.insufficient', message: expect.stringContaining('TEST') }]);
  });
});

describe('a limit that the sender wishes', () => {
  it('is taken if the call fits into it, and refused if not', async () => {
    const tokenId = await deploy('standard');
    await rig.send({ tokenId, recipientAddress: friend, amount: '1' });
    const plain = await rig.send({ tokenId, recipientAddress: friend, amount: '1' });
    const needed = BigInt(String(plain.data.gas)) * 100n;
    const low = await rig.send({
      tokenId,
      recipientAddress: friend,
      amount: '1',
      params: { feeLimit: `${needed - 1n}` },
    });
    expect(codesOf(low)).toEqual(['fee.tooLow']);
    await rig.engine.setResources(rig.sender, { freeNetUsed: 0n });
    const exact = await rig.send({ tokenId, recipientAddress: friend, amount: '1', params: { feeLimit: `${needed}` } });
    expect(exact).toMatchObject({ errors: [], result: 'SUCCESS', cost: needed, fees: needed });
    const high = await rig.send({
      tokenId,
      recipientAddress: friend,
      amount: '1',
      params: { feeLimit: '15000000001' },
    });
    expect(codesOf(high)).toEqual(['fee.tooHigh']);
  });

  it('counts all energy, also what is staked', async () => {
    const tokenId = await deploy('standard');
    await rig.send({ tokenId, recipientAddress: friend, amount: '1' });
    await rig.engine.setResources(rig.sender, { energy: 10_000_000n, freeNetUsed: 0n });
    const sent = await rig.send({ tokenId, recipientAddress: friend, amount: '1' });
    expect(sent).toMatchObject({ errors: [], result: 'SUCCESS', cost: 0n, fees: 0n });
    await rig.engine.setResources(rig.sender, { energy: 0n });
  });
});

describe('Tether', () => {
  it('returns false, and moves all the same', async () => {
    const tokenId = await deploy('usdt');
    const sent = await rig.send({ tokenId, recipientAddress: friend, amount: '1500' });
    expect(sent).toMatchObject({ errors: [], result: 'SUCCESS' });
    expect(await rig.engine.balance(friend, tokenId)).toBe(1_500n);
  });

  it('is not sent by or to an address on its blacklist', async () => {
    const tokenId = await deploy('usdt');
    await rig.engine.blacklist(tokenId, friend);
    expect(codesOf(await rig.send({ tokenId, recipientAddress: friend, amount: '1' }))).toEqual(['recipient.frozen']);
    await rig.engine.blacklist(tokenId, friend, false);
    await rig.engine.blacklist(tokenId, rig.sender);
    expect(codesOf(await rig.send({ tokenId, recipientAddress: friend, amount: '1' }))).toEqual(['sender.frozen']);
  });

  it('is refused once it takes a fee', async () => {
    const tokenId = await deploy('usdt');
    await rig.engine.setTokenFee(tokenId, 10n, 50n);
    const sent = await rig.send({ tokenId, recipientAddress: friend, amount: '10000' });
    expect(sent.errors).toMatchObject([
      {
        code: 'token.notWhole',
        message:
          'The token does not pass on what is sent: 0.01 USDT would leave the sender, and 0.00999 USDT would reach the recipient.',
      },
    ]);
  });
});

describe('a TRC-10 token', () => {
  const create = () => rig.engine.createTrc10({ precision: 2, holders: [rig.sender], amountEach: 1_000n });

  it('moves, and costs exactly the fees', async () => {
    const tokenId = await create();
    const sent = await rig.send({ tokenId, recipientAddress: friend, amount: '250' });
    expect(sent).toMatchObject({ errors: [], result: 'SUCCESS', roundTrips: 1 });
    expect(sent.cost).toBe(sent.fees);
    expect(await rig.engine.balance(friend, tokenId)).toBe(250n);
  });

  it('activates its recipient, for the same price as TRX', async () => {
    const tokenId = await create();
    const other = 'TGzz8gjYiYRqpfmDwnLxfgPuLVNmpCswVp';
    const sent = await rig.send({ tokenId, recipientAddress: other, useMaxAmount: true });
    expect(sent).toMatchObject({ errors: [], result: 'SUCCESS', roundTrips: 1, fees: 1_100_000n, cost: 1_100_000n });
    expect(sent.warnings).toContain('recipient.activated');
    expect(await rig.engine.balance(other, tokenId)).toBe(1_000n);
  });

  it('is refused above the balance, to oneself, to a contract if the chain forbids it, and if there is none', async () => {
    const tokenId = await create();
    const codes = async (data: object) =>
      codesOf(await rig.send({ tokenId, recipientAddress: friend, amount: '1', ...data }));
    expect(await codes({ amount: '1001' })).toEqual(['token.insufficient']);
    expect(await codes({ recipientAddress: rig.sender })).toEqual(['transaction.fails']);
    const contract = { recipientAddress: await deploy('standard') };
    await rig.engine.setParameter('getForbidTransferToContract', 1n);
    await rig.engine.advance(3_600_000);
    expect(await codes(contract)).toEqual(['transaction.fails']);
    await rig.engine.setParameter('getForbidTransferToContract', 0n);
    await rig.engine.advance(3_600_000);
    expect(await rig.send({ tokenId, amount: '1', ...contract })).toMatchObject({
      errors: [],
      warnings: expect.arrayContaining(['recipient.isData']),
      result: 'SUCCESS',
    });
    expect(await codes({ tokenId: '1999999' })).toEqual(['token.unknown']);
    expect(await codes({ params: { feeLimit: '1' } })).toEqual(['wish.invalid']);
  });
});
