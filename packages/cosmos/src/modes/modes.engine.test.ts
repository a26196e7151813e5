import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestKey, testKey } from '../../test/keys.ts';
import { describeWithNode } from '../../test/real-node.ts';
import { type Rig, startRig } from '../../test/rig.ts';
import { standInChain } from '../../test/stand-in/setting.ts';

// A real node of cosmos-sdk 0.54 judges every mode. If we refuse, the node is asked too: it has to refuse for the same reason.

describeWithNode('the modes on a real node', () => {
  let rig: Rig;
  let validators: readonly string[];
  let next = 0;
  const vesting = 900;

  /** A new account. */
  async function funded(amount = 10_000_000n): Promise<TestKey> {
    next += 1;
    const key = rig.key(next);
    await rig.engine.fund(key.address, amount);
    return key;
  }

  const balance = (key: TestKey, denom?: string) => rig.engine.balanceOf(key.address, denom);
  const native = (amount: bigint) => ({ denom: rig.engine.denom, amount });
  const at = (index: number) => validators[index] ?? '';

  beforeAll(async () => {
    const { address } = testKey(standInChain('cosmoshub-testnet'), vesting);
    rig = await startRig('cosmoshub-testnet', {
      unbondingSeconds: 600,
      accounts: [
        {
          address,
          coins: { uatom: 1_000_000n },
          vesting: { coins: { uatom: 600_000n }, start: 1_700_000_000, end: 4_000_000_000 },
        },
      ],
    });
    ({ validators } = rig.engine);
  });
  afterAll(() => rig?.engine.stop());

  describe('transfer', () => {
    it('of all leaves nothing', async () => {
      const key = await funded();
      const { data } = await rig.walk(key, {
        mode: 'transfer',
        recipientAddress: rig.key(500).address,
        useMaxAmount: true,
      });
      expect(BigInt(String(data.amount)) + BigInt(String(data.fees))).toBe(10_000_000n);
      expect(await balance(key)).toBe(0n);
    });

    it('works from an account with a number of 64 bits', async () => {
      const numbers: bigint[] = [];
      while (numbers.every((number) => number < 2n ** 53n) && numbers.length < 20) {
        const { data } = await rig.walk(await funded(), {
          ...{ mode: 'transfer', recipientAddress: rig.key(500).address, amount: '1' },
        });
        numbers.push(BigInt((data.params as { accountNumber: string }).accountNumber));
      }
      expect(numbers.some((number) => number >= 2n ** 53n)).toBe(true);
    });

    it('to a module is refused by us, even if the node takes it', async () => {
      const key = await funded();
      const gov = await rig.engine.rest<{ account: { base_account: { address: string } } }>(
        '/cosmos/auth/v1beta1/module_accounts/gov',
      );
      const recipientAddress = gov.account.base_account.address;
      const { codes } = await rig.encode(key, { mode: 'transfer', recipientAddress, amount: '1' });
      expect(codes).toEqual(['recipient.keepsCoins']);
    });

    it('to an account that the node blocks is refused by both', async () => {
      const key = await funded();
      const pool = await rig.engine.rest<{ account: { base_account: { address: string } } }>(
        '/cosmos/auth/v1beta1/module_accounts/bonded_tokens_pool',
      );
      const recipientAddress = pool.account.base_account.address;
      const { codes } = await rig.encode(key, { mode: 'transfer', recipientAddress, amount: '1' });
      expect(codes).toEqual(['recipient.keepsCoins']);
      const said = await rig.ask(
        key,
        { mode: 'transfer', parsed: { recipientAddress } },
        { kind: 'send', from: key.address, to: recipientAddress, money: native(1n) },
      );
      expect(said?.code).toBe('recipient.keepsCoins');
    });

    it('right behind another one follows it', async () => {
      const key = await funded();
      const intent = { mode: 'transfer', recipientAddress: rig.key(500).address, amount: '1' };
      for (const nonce of ['0', '1', '2', '3']) {
        // The earlier transactions wait in the node, or are in a block by now. Both are right.
        const { data, warned } = await rig.send(key, intent);
        expect(data.nonce).toBe(nonce);
        if (nonce === '0') expect(warned).not.toContain('sender.pendingTransactions');
      }
    });
  });

  describe('transferToken', () => {
    it('of all moves the whole balance of each denomination', async () => {
      for (const { id } of rig.engine.tokens) {
        const key = await funded();
        await rig.engine.fund(key.address, 1_234_567n, id);
        const recipient = rig.key(501);
        const before = await balance(recipient, id);
        const { data } = await rig.walk(key, {
          ...{ mode: 'transferToken', tokenId: id, recipientAddress: recipient.address, useMaxAmount: true },
        });
        expect(data.amount).toBe('1234567');
        expect(await balance(recipient, id)).toBe(before + 1_234_567n);
        expect(await balance(key, id)).toBe(0n);
      }
    });

    it('of an unknown token is refused by both', async () => {
      const key = await funded();
      const denom = `ibc/${'00'.repeat(32)}`;
      const intent = { mode: 'transferToken', tokenId: denom, recipientAddress: rig.key(501).address, amount: '1' };
      expect((await rig.encode(key, intent)).codes).toEqual(['token.unknown']);
      const said = await rig.ask(
        key,
        { mode: 'transferToken', parsed: {} },
        { kind: 'send', from: key.address, to: rig.key(501).address, money: { denom, amount: 1n } },
      );
      expect(said?.code).toBe('token.insufficient');
    });

    it('of a contract is refused if the chain has no contracts', async () => {
      const key = await funded();
      const tokenId = 'cosmos14hj2tavq8fpesdwxxcu44rty3hh90vhujrvcmstl4zr3txmfvw9s4hmalr';
      const intent = { mode: 'transferToken', tokenId, recipientAddress: rig.key(501).address, amount: '1' };
      const { codes, errors } = await rig.encode(key, intent);
      expect(codes).toEqual(['token.unknown']);
      expect(errors[0]?.message).toContain('the chain has no contracts');
    });
  });

  describe('a vesting account', () => {
    it('sends what it can spend, and stakes what still vests', async () => {
      const key = rig.key(vesting);
      const all = await balance(key);
      const { balance: spendable } = await rig.engine.rest<{ balance: { amount: string } }>(
        `/cosmos/bank/v1beta1/spendable_balances/${key.address}/by_denom?denom=uatom`,
      );
      expect(BigInt(spendable.amount)).toBeLessThan(all);
      const recipientAddress = rig.key(500).address;
      const sent = await rig.encode(key, { mode: 'transfer', recipientAddress, useMaxAmount: true });
      const { amount, fees } = sent.data as { amount: string; fees: string };
      expect(BigInt(amount) + BigInt(fees)).toBeGreaterThanOrEqual(BigInt(spendable.amount));
      expect(BigInt(amount) + BigInt(fees)).toBeLessThan(all);
      const { data } = await rig.walk(key, { mode: 'stake', targetValidatorAddress: at(0), useMaxAmount: true });
      expect(BigInt(String(data.amount)) + BigInt(String(data.fees))).toBe(all);
      expect(await balance(key)).toBe(0n);
    });
  });

  describe('stake', () => {
    it('of all leaves nothing, and says so', async () => {
      const key = await funded();
      const { warned, data } = await rig.walk(key, {
        mode: 'stake',
        targetValidatorAddress: at(1),
        useMaxAmount: true,
      });
      expect(warned).toContain('balance.noneLeftForFees');
      expect(BigInt(String(data.amount)) + BigInt(String(data.fees))).toBe(10_000_000n);
      expect(await balance(key)).toBe(0n);
    });

    it('with an unknown validator is refused by both', async () => {
      const key = await funded();
      const nobody = 'cosmosvaloper19tkvgvwht3n8pcqydrcq4cxwhr8rp2ge6fqefh';
      const intent = { mode: 'stake', targetValidatorAddress: nobody, amount: '1000' };
      expect((await rig.encode(key, intent)).codes).toEqual(['validator.notFound']);
      const said = await rig.ask(
        key,
        { mode: 'stake', parsed: { targetValidatorAddress: nobody } },
        { kind: 'delegate', delegator: key.address, validator: nobody, money: native(1000n) },
      );
      expect(said?.code).toBe('validator.notFound');
    });

    it('with a validator that keeps all rewards is pointed out', async () => {
      const { warned } = await rig.walk(await funded(), {
        mode: 'stake',
        targetValidatorAddress: at(3),
        amount: '1000',
      });
      expect(warned).toContain('validator.keepsAll');
    });
  });

  describe('redelegation', () => {
    it('of all moves the stake, and then nothing moves on, as the node says too', async () => {
      const key = await funded();
      await rig.walk(key, { mode: 'stake', targetValidatorAddress: at(0), amount: '3000000' });
      const moved = await rig.walk(key, {
        ...{ mode: 'stake', sourceValidatorAddress: at(0), targetValidatorAddress: at(1), useMaxAmount: true },
      });
      expect(moved.data.amount).toBe('3000000');
      const on = { mode: 'stake', sourceValidatorAddress: at(1), targetValidatorAddress: at(2), amount: '1000' };
      expect((await rig.encode(key, on)).codes).toEqual(['position.locked']);
      const parsed = { sourceValidatorAddress: at(1), targetValidatorAddress: at(2) };
      const said = await rig.ask(
        key,
        { mode: 'stake', parsed },
        { kind: 'redelegate', delegator: key.address, source: at(1), validator: at(2), money: native(1000n) },
      );
      expect(said?.code).toBe('position.locked');
      expect((await rig.encode(key, { ...on, sourceValidatorAddress: at(2) })).codes).toContain('position.notFound');
    });

    it('the eighth between two validators is refused by both', async () => {
      const key = await funded();
      await rig.walk(key, { mode: 'stake', targetValidatorAddress: at(0), amount: '3000000' });
      const move = { mode: 'stake', sourceValidatorAddress: at(0), targetValidatorAddress: at(1), amount: '1000' };
      for (let i = 0; i < 7; i += 1) await rig.walk(key, move);
      expect((await rig.encode(key, move)).codes).toEqual(['position.locked']);
      const parsed = { sourceValidatorAddress: at(0), targetValidatorAddress: at(1) };
      const said = await rig.ask(
        key,
        { mode: 'stake', parsed },
        { kind: 'redelegate', delegator: key.address, source: at(0), validator: at(1), money: native(1000n) },
      );
      expect(said).toMatchObject({ code: 'position.locked', message: expect.stringContaining('redelegations') });
    });
  });

  describe('unstake', () => {
    it('the eighth is refused by both', async () => {
      const key = await funded();
      await rig.walk(key, { mode: 'stake', targetValidatorAddress: at(0), amount: '3000000' });
      const end = { mode: 'unstake', validatorAddress: at(0), amount: '1000' };
      for (let i = 0; i < 7; i += 1) await rig.walk(key, end);
      expect((await rig.encode(key, end)).codes).toEqual(['position.locked']);
      const said = await rig.ask(
        key,
        { mode: 'unstake', parsed: { validatorAddress: at(0) } },
        { kind: 'undelegate', delegator: key.address, validator: at(0), money: native(1000n) },
      );
      expect(said).toMatchObject({ code: 'position.locked', message: expect.stringContaining('unstakes') });
    });

    it('of all ends the whole stake, and of more or of nothing is refused by both', async () => {
      const key = await funded();
      await rig.walk(key, { mode: 'stake', targetValidatorAddress: at(0), amount: '3000000' });
      const more = { mode: 'unstake', validatorAddress: at(0), amount: '3000001' };
      expect((await rig.encode(key, more)).codes).toEqual(['position.insufficient']);
      const asked = (amount: bigint) =>
        rig.ask(
          key,
          { mode: 'unstake', parsed: { validatorAddress: at(0) } },
          { kind: 'undelegate', delegator: key.address, validator: at(0), money: native(amount) },
        );
      expect((await asked(3_000_001n))?.code).toBe('transaction.fails');
      const { data } = await rig.walk(key, { mode: 'unstake', validatorAddress: at(0), useMaxAmount: true });
      expect(data.amount).toBe('3000000');
      expect((await rig.encode(key, more)).codes).toEqual(['position.notFound']);
      expect((await asked(1n))?.code).toBe('position.notFound');
    });
  });

  describe('claimRewards', () => {
    it('pays, within its gas', async () => {
      const key = await funded(2_000_000_000n);
      await rig.walk(key, { mode: 'stake', targetValidatorAddress: at(0), amount: '1900000000' });
      for (let i = 0; i < 3; i += 1) {
        await rig.engine.mine(2);
        const before = await balance(key);
        const { data, gasUsed, gasWanted } = await rig.walk(key, { mode: 'claimRewards', validatorAddress: at(0) });
        expect(await balance(key)).toBeGreaterThan(before - BigInt(String(data.fees)));
        expect(gasUsed).toBeLessThan(gasWanted);
      }
    });

    it('with compound stakes exactly what it says', async () => {
      const key = await funded(2_000_000_000n);
      await rig.walk(key, { mode: 'stake', targetValidatorAddress: at(0), amount: '1900000000' });
      await rig.engine.mine(3);
      const { data } = await rig.walk(key, { mode: 'claimRewards', validatorAddress: at(0), compound: true });
      const { compoundAmount } = data.params as { compoundAmount: string };
      const found = await rig.engine.rest<{ delegation_response: { balance: { amount: string } } }>(
        `/cosmos/staking/v1beta1/validators/${at(0)}/delegations/${key.address}`,
      );
      expect(BigInt(found.delegation_response.balance.amount)).toBe(1_900_000_000n + BigInt(compoundAmount));
    });

    it('without a stake is refused by both', async () => {
      const key = await funded();
      const { codes } = await rig.encode(key, { mode: 'claimRewards', validatorAddress: at(0) });
      expect(codes).toEqual(['position.notFound']);
      const said = await rig.ask(
        key,
        { mode: 'claimRewards', parsed: { validatorAddress: at(0) } },
        { kind: 'withdrawReward', delegator: key.address, validator: at(0) },
      );
      expect(said?.code).toBe('position.notFound');
    });
  });
});

describeWithNode('the modes on a chain with keys of the kind of Ethereum', () => {
  let rig: Rig;

  beforeAll(async () => {
    rig = await startRig('dymension', {
      ...{ prefix: 'dym', denom: 'adym', decimals: 18, keys: 'ethermint', minGasPrice: '5000000000' },
      unbondingSeconds: 600,
    });
  });
  afterAll(() => rig?.engine.stop());

  it('walk', async () => {
    const key = rig.key(1);
    const [first = '', second = ''] = rig.engine.validators;
    const whole = 10n ** 18n;
    await rig.engine.fund(key.address, 1000n * whole);
    const amount = (7n * whole + 1n).toString();
    await rig.walk(key, { mode: 'stake', targetValidatorAddress: first, amount: (900n * whole).toString() });
    await rig.walk(key, { mode: 'stake', sourceValidatorAddress: first, targetValidatorAddress: second, amount });
    await rig.engine.mine(3);
    await rig.walk(key, { mode: 'claimRewards', validatorAddress: first, compound: true });
    await rig.walk(key, { mode: 'unstake', validatorAddress: first, useMaxAmount: true });
    const { data } = await rig.walk(key, {
      ...{ mode: 'transfer', recipientAddress: rig.key(2).address, useMaxAmount: true },
    });
    expect(await rig.engine.balanceOf(rig.key(2).address)).toBe(BigInt(String(data.amount)));
    expect(await rig.engine.balanceOf(key.address)).toBe(0n);
  });
});
