import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestKey } from '../../test/keys.ts';
import { createRig, freshAddress, type Rig } from '../../test/rig.ts';
import type { Address } from '../address/address.ts';
import { addressWithSeed } from '../address/pda.ts';
import * as stake from '../bytes/programs/stake.ts';
import * as system from '../bytes/programs/system.ts';
import { decodeStakeAccount } from '../layouts/index.ts';
import { programs } from '../well-known.ts';

const sol = 1_000_000_000n;
const reserve = 2_282_880n;

describe('staking on the real runtime', () => {
  let rig: Rig;
  let vote: Address;
  beforeAll(async () => {
    rig = await createRig();
    vote = rig.engine.voteAccounts[0] as Address;
  });
  afterAll(() => rig.engine.stop());

  const staking = (key: { address: string }, more: Record<string, unknown>) => ({
    mode: 'stake',
    senderAddress: key.address,
    targetValidatorAddress: vote,
    ...more,
  });
  const ending = (key: { address: string }, more: Record<string, unknown>) => ({
    mode: 'unstake',
    senderAddress: key.address,
    validatorAddress: vote,
    ...more,
  });
  const withdrawing = (key: { address: string }, more: Record<string, unknown> = {}) => ({
    mode: 'withdraw',
    senderAddress: key.address,
    validatorAddress: vote,
    ...more,
  });

  async function stakeAccount(address: string) {
    const { value } = await rig.engine.rpc<{ value: { data: [string]; lamports: bigint | number } | null }>(
      'getAccountInfo',
      [address, { encoding: 'base64' }],
    );
    if (value === null) return undefined;
    const state = decodeStakeAccount(Uint8Array.from(Buffer.from(value.data[0], 'base64')));
    return { lamports: BigInt(value.lamports), ...state };
  }

  /** A stake that is active. */
  async function staked(amount: bigint, key?: TestKey) {
    const owner = key ?? (await rig.key(1000n * sol));
    const { data } = await rig.walk(owner, staking(owner, { amount: amount.toString() }));
    const id = (data.params as { newStake: { account: string } }).newStake.account;
    await rig.engine.advanceEpochs(1);
    return { owner, id };
  }

  describe('stake', () => {
    it.each(['compat' as const, 'hardware' as const])(
      'puts everything except the reserve at stake (%s)',
      async (profile) => {
        const key = await rig.key(10n * sol);
        const { data } = await rig.walk(
          key,
          staking(key, { amount: '3000000000', memo: 'for later' }),
          rig.connect({ profile }),
        );
        expect(data.fees).toBe('5000');
        const { account } = (data.params as { newStake: { account: string } }).newStake;
        expect(await stakeAccount(account)).toMatchObject({
          lamports: 3n * sol,
          meta: { staker: key.address, withdrawer: key.address },
          delegation: { voter: vote, stake: 3n * sol - reserve },
        });
        expect(await rig.balance(key.address)).toBe(7n * sol - 5000n);
      },
    );

    it('needs one signature and no key of the service', async () => {
      const key = await rig.key(10n * sol);
      const { transaction } = await rig.encode(staking(key, { amount: '3000000000' }));
      expect(transaction.encoded[0].raw.value.slice(0, 2)).toBe('01');
    });

    it('leaves enough to unstake and withdraw with useMaxAmount', async () => {
      const key = await rig.key(5n * sol);
      const { data } = await rig.walk(key, staking(key, { useMaxAmount: true }));
      expect(data).toMatchObject({ amount: (5n * sol - 10_000_000n - 5000n).toString(), fees: '5000' });
      expect(await rig.balance(key.address)).toBe(10_000_000n);
      await rig.engine.advanceEpochs(1);
      await rig.walk(key, ending(key, { useMaxAmount: true }));
      await rig.engine.advanceEpochs(1);
      await rig.walk(key, withdrawing(key));
      expect(await rig.balance(key.address)).toBe(5n * sol - 15_000n);
    });

    it('works even if somebody sent coins to the address of the stake account before', async () => {
      const key = await rig.key(10n * sol);
      const { transaction } = await rig.encode(staking(key, { amount: '3000000000' }));
      const { account } = transaction.data.params.newStake;
      await rig.engine.fund(account, 890_880n);
      const signature = await key.sign(Uint8Array.from(Buffer.from(transaction.encoded[0].raw.value, 'hex')));
      await rig.chain.broadcast({ ...transaction, signature: Buffer.from(signature).toString('base64') });
      expect(await stakeAccount(account)).toMatchObject({
        lamports: 3n * sol + 890_880n,
        delegation: { stake: 3n * sol + 890_880n - reserve },
      });
    });

    it("refuses less than the chain's minimum", async () => {
      const key = await rig.key(10n * sol);
      const least = sol + reserve;
      expect(await rig.refusals(staking(key, { amount: (least - 1n).toString() }))).toEqual(['stake.belowMinimum']);
      const seeded = {
        address: addressWithSeed(key.address, 'x', programs.stake),
        base: key.address,
        seed: 'x',
        space: 200,
        owner: programs.stake,
      };
      const steps = (amount: bigint) => [
        system.createAccountWithSeed(seeded, amount),
        stake.initialize(seeded.address, key.address),
        stake.delegate(seeded.address, vote, key.address),
      ];
      expect(await rig.run(key, steps(least - 1n))).toEqual({ InstructionError: [2, { Custom: 12 }] });
      await rig.walk(key, staking(key, { amount: least.toString() }));
      const poor = await rig.key(least);
      expect(await rig.refusals(staking(poor, { useMaxAmount: true }))).toEqual(['stake.belowMinimum']);
    });

    it('refuses more than the balance, and warns of an account that becomes empty', async () => {
      const key = await rig.key(2n * sol);
      expect(await rig.refusals(staking(key, { amount: (2n * sol).toString() }))).toEqual(['balance.insufficient']);
      expect(await rig.refusals(staking(key, { amount: (2n * sol - 5001n).toString() }))).toEqual([
        'balance.remainderTooLow',
      ]);
      const { status } = await rig.encode(staking(key, { amount: (2n * sol - 5000n).toString() }));
      expect(status).toMatchObject({
        errors: [],
        warnings: [{ code: 'balance.noneLeftForFees', context: { left: '0' } }],
      });
    });

    it('refuses accounts that are no validators, and warns of bad validators', async () => {
      const key = await rig.key(10n * sol);
      const to = (targetValidatorAddress: string) => staking(key, { amount: '3000000000', targetValidatorAddress });
      for (const wrong of [key.address, freshAddress(3), programs.vote, rig.engine.tokens[0]?.id ?? '']) {
        expect(await rig.refusals(to(wrong))).toEqual(['validator.notFound']);
      }
      const bad = await rig.engine.createValidator({ commission: 100, delinquent: true });
      const { status } = await rig.encode(to(bad));
      expect(status.errors).toEqual([]);
      expect(status.warnings.map(({ code }: { code: string }) => code)).toEqual([
        'validator.delinquent',
        'validator.keepsAll',
      ]);
      expect(await rig.refusals({ ...to(vote), sourceValidatorAddress: bad })).toEqual(['stake.immovable']);
    });

    it('works with a durable nonce', async () => {
      const key = await rig.key(10n * sol);
      const nonceAccount = await rig.engine.createNonceAccount({ authority: key.address });
      const { data } = await rig.walk(key, staking(key, { amount: '3000000000', params: { nonceAccount } }));
      const { account } = (data.params as { newStake: { account: string } }).newStake;
      expect(await stakeAccount(account)).toMatchObject({ state: 'delegated' });
    });

    it('requests enough compute units', async () => {
      await rig.engine.setPrioritizationFees([1000n]);
      const chain = rig.connect({ priority: 'high', profile: 'hardware' });
      const key = await rig.key(10n * sol);
      const { data } = await rig.walk(key, staking(key, { amount: '4000000000', memo: 'm'.repeat(300) }), chain);
      expect(Number(data.gas)).toBeGreaterThan(19_000);
      const stakeId = (data.params as { newStake: { account: string } }).newStake.account;
      await rig.engine.advanceEpochs(1);
      await rig.walk(key, ending(key, { stakeId, amount: '1500000000' }), chain);
      await rig.walk(key, ending(key, { stakeId, useMaxAmount: true }), chain);
      await rig.engine.advanceEpochs(1);
      await rig.walk(key, withdrawing(key, { stakeId }), chain);
      await rig.engine.setPrioritizationFees([]);
    });

    it('sets no priority fee in the layout of public verifiers, unless the client wishes one', async () => {
      await rig.engine.setPrioritizationFees([1000n]);
      const key = await rig.key(10n * sol);
      const chain = rig.connect({ priority: 'high' });
      const plain = await rig.encode(staking(key, { amount: '3000000000' }), chain);
      expect(plain.transaction.data).toMatchObject({ fees: '5000' });
      const wished = await rig.walk(key, staking(key, { amount: '3000000000', fees: '6000' }), chain);
      expect(BigInt(wished.data.fees)).toBeGreaterThan(5900n);
      await rig.engine.setPrioritizationFees([]);
    });

    it('is one round trip, and one more for the simulation', async () => {
      const key = await rig.key(10n * sol);
      const seen: number[] = [];
      const onTrace = ({ roundTrips, requests }: { roundTrips: number; requests: number }) =>
        seen.push(roundTrips, requests);
      await rig.chain.encode(staking(key, { amount: '3000000000' }), { onTrace });
      await rig.connect({ simulate: false }).encode(staking(key, { amount: '3000000000' }), { onTrace });
      expect(seen).toEqual([2, 2, 1, 1]);
    });

    it('waits for the end of the distribution of rewards', async () => {
      const key = await rig.key(10n * sol);
      await rig.engine.setRewardDistribution(true);
      const { status } = await rig.encode(staking(key, { amount: '3000000000' }));
      expect(status.errors).toMatchObject([
        { code: 'transaction.fails', message: expect.stringContaining('try again in some minutes') },
      ]);
      await rig.engine.setRewardDistribution(false);
      expect(await rig.refusals(staking(key, { amount: '3000000000' }))).toEqual([]);
    });
  });

  describe('unstake and withdraw', () => {
    it('ends a stake, and withdraws it after the epoch, to the lamport', async () => {
      const { owner, id } = await staked(3n * sol);
      const before = await rig.balance(owner.address);
      const ended = await rig.walk(owner, ending(owner, { stakeId: id, useMaxAmount: true, memo: 'enough' }));
      expect(ended.data).toMatchObject({ stakeId: id, amount: (3n * sol).toString() });
      expect(await rig.refusals(withdrawing(owner, { stakeId: id }))).toEqual(['position.locked']);
      expect(await rig.run(owner, [stake.withdraw(id as Address, owner.address, owner.address, 1n)])).toEqual({
        InstructionError: [0, 'InsufficientFunds'],
      });
      expect(await rig.refusals(ending(owner, { stakeId: id, useMaxAmount: true }))).toEqual(['position.unlocking']);
      expect(await rig.run(owner, [stake.deactivate(id as Address, owner.address)])).toEqual({
        InstructionError: [0, { Custom: 2 }],
      });

      await rig.engine.advanceEpochs(1);
      const { data } = await rig.walk(owner, withdrawing(owner, { stakeId: id, memo: 'home' }));
      expect(data.amount).toBe((3n * sol).toString());
      expect(await stakeAccount(id)).toBeUndefined();
      expect(await rig.balance(owner.address)).toBe(before + 3n * sol - 10_000n);
    });

    it('ends a part of a stake, in a new position', async () => {
      const { owner, id } = await staked(4n * sol);
      const before = await rig.balance(owner.address);
      const { data, warnings } = await rig.walk(owner, ending(owner, { stakeId: id, amount: '1500000000' }));
      expect(warnings).toEqual(['account.deposit']);
      const { account } = (data.params as { newStake: { account: string } }).newStake;
      expect(await rig.balance(owner.address)).toBe(before - 5000n - reserve);
      expect(await stakeAccount(id)).toMatchObject({
        lamports: 4n * sol - 1_500_000_000n,
        delegation: { stake: 2_500_000_000n - reserve },
      });
      expect(await stakeAccount(account)).toMatchObject({
        lamports: 1_500_000_000n + reserve,
        delegation: { stake: 1_500_000_000n },
      });
      await rig.engine.advanceEpochs(1);
      // Without a stakeId it withdraws unlocked stake.
      const back = await rig.walk(owner, withdrawing(owner));
      expect(back.data).toMatchObject({ stakeId: account, amount: (1_500_000_000n + reserve).toString() });
    });

    it('treats an amount of the whole stake or of the whole position as everything', async () => {
      for (const amount of [3n * sol - reserve, 3n * sol - 1n, 3n * sol]) {
        const { owner, id } = await staked(3n * sol);
        const { data } = await rig.walk(owner, ending(owner, { stakeId: id, amount: amount.toString() }));
        expect(data).toMatchObject({ amount: amount.toString() });
        expect((data.params as { newStake?: unknown }).newStake).toBeUndefined();
      }
    });

    it('refuses parts that the chain would not split', async () => {
      const { owner, id } = await staked(3n * sol);
      const refuse = (amount: bigint) => rig.refusals(ending(owner, { stakeId: id, amount: amount.toString() }));
      const split = (amount: bigint, seed: string) => {
        const part = {
          address: addressWithSeed(owner.address, seed, programs.stake),
          base: owner.address,
          seed,
          space: 200,
          owner: programs.stake,
        };
        return rig.run(owner, [
          system.transfer(owner.address, part.address, reserve),
          system.allocateWithSeed(part),
          stake.split(id as Address, part.address, owner.address, amount),
          stake.deactivate(part.address, owner.address),
        ]);
      };
      expect(await refuse(sol - 1n)).toEqual(['position.partTooLow']);
      expect(await split(sol - 1n, 'a')).toEqual({ InstructionError: [2, { Custom: 12 }] });
      expect(await refuse(2n * sol - reserve + 1n)).toEqual(['position.remainderTooLow']);
      expect(await split(2n * sol - reserve + 1n, 'b')).toEqual({ InstructionError: [2, { Custom: 12 }] });
      expect(await refuse(3n * sol + 1n)).toEqual(['position.insufficient']);
      const poor = await rig.key(sol + reserve + 20_000_000n);
      await rig.engine.setBalance(poor.address, 4n * sol);
      const other = await staked(3n * sol, poor);
      await rig.engine.setBalance(poor.address, 890_880n + 5000n + reserve - 1n);
      expect(await rig.refusals(ending(poor, { stakeId: other.id, amount: '1000000000' }))).toEqual([
        'balance.insufficientForDeposit',
      ]);
    });

    it('cancels a stake that has not begun, at once', async () => {
      const owner = await rig.key(10n * sol);
      const { data } = await rig.walk(owner, staking(owner, { amount: '3000000000' }));
      const stakeId = (data.params as { newStake: { account: string } }).newStake.account;
      await rig.engine.advanceSlots(1);
      expect(await rig.refusals(withdrawing(owner, { stakeId }))).toEqual(['position.locked']);
      await rig.walk(owner, ending(owner, { stakeId, useMaxAmount: true }));
      await rig.walk(owner, withdrawing(owner, { stakeId }));
      expect(await rig.balance(owner.address)).toBe(10n * sol - 15_000n);
    });

    it('finds the position if the client names none', async () => {
      const { owner, id: small } = await staked(2n * sol);
      await rig.engine.advanceSlots(1);
      const { id: large } = await staked(5n * sol, owner);
      expect(await rig.refusals(ending(owner, { useMaxAmount: true }))).toEqual(['position.ambiguous']);
      const choose = async (amount: bigint) =>
        (await rig.encode(ending(owner, { amount: amount.toString() }))).transaction.data.stakeId;
      expect(await choose(2n * sol)).toBe(small);
      expect(await choose(3n * sol)).toBe(large);
      expect(await rig.refusals(ending(owner, { amount: (6n * sol).toString() }))).toEqual(['position.insufficient']);
      expect(
        await rig.refusals({ ...ending(owner, { amount: '1000000000' }), validatorAddress: freshAddress(4) }),
      ).toEqual(['position.notFound']);

      expect(await rig.refusals(withdrawing(owner))).toEqual(['position.locked']);
      await rig.walk(owner, ending(owner, { stakeId: small, useMaxAmount: true }));
      await rig.walk(owner, ending(owner, { stakeId: large, useMaxAmount: true }));
      await rig.engine.advanceEpochs(1);
      const { transaction, status } = await rig.encode(withdrawing(owner));
      expect(transaction.data).toMatchObject({ stakeId: large, amount: (5n * sol).toString() });
      expect(status.warnings).toMatchObject([{ code: 'position.more', context: { count: 1 } }]);
      const some = await rig.encode(withdrawing(owner, { amount: '1000000000' }));
      expect(some.transaction.data.stakeId).toBe(small);
      expect(await rig.refusals(withdrawing(owner, { amount: (6n * sol).toString() }))).toEqual([
        'position.insufficient',
      ]);
      expect(await rig.refusals({ ...withdrawing(owner), validatorAddress: freshAddress(4) })).toEqual([
        'position.notFound',
      ]);
    });

    it('withdraws a part, and leaves nothing or the reserve', async () => {
      const { owner, id } = await staked(2n * sol);
      await rig.walk(owner, ending(owner, { stakeId: id, useMaxAmount: true }));
      await rig.engine.advanceEpochs(1);
      const left = (rest: bigint) => withdrawing(owner, { stakeId: id, amount: (2n * sol - rest).toString() });
      expect(await rig.refusals(left(1n))).toEqual(['position.remainderTooLow']);
      expect(
        await rig.run(owner, [stake.withdraw(id as Address, owner.address, owner.address, 2n * sol - 1n)]),
      ).toEqual({ InstructionError: [0, 'InsufficientFunds'] });
      expect(await rig.refusals(left(-1n))).toEqual(['position.insufficient']);
      await rig.walk(owner, left(reserve));
      expect((await stakeAccount(id))?.lamports).toBe(reserve);
      await rig.walk(owner, withdrawing(owner, { stakeId: id }));
      expect(await stakeAccount(id)).toBeUndefined();
    });

    it('withdraws coins that somebody added to an active stake', async () => {
      const { owner, id } = await staked(2n * sol);
      expect(await rig.refusals(withdrawing(owner, { stakeId: id }))).toEqual(['position.locked']);
      await rig.engine.fund(id, 12_345n);
      const { data } = await rig.walk(owner, withdrawing(owner, { stakeId: id }));
      expect(data.amount).toBe('12345');
      await rig.engine.fund(id, 12_345n);
      expect(await rig.refusals(withdrawing(owner, { stakeId: id, amount: '12346' }))).toEqual([
        'position.insufficient',
      ]);
    });

    it('withdraws a stake account that was never delegated', async () => {
      const owner = await rig.key(5n * sol);
      const seeded = {
        address: addressWithSeed(owner.address, 'idle', programs.stake),
        base: owner.address,
        seed: 'idle',
        space: 200,
        owner: programs.stake,
      };
      expect(
        await rig.run(owner, [
          system.createAccountWithSeed(seeded, sol),
          stake.initialize(seeded.address, owner.address),
        ]),
      ).toBe('ok');
      expect(await rig.refusals(ending(owner, { stakeId: seeded.address, useMaxAmount: true }))).toEqual([
        'position.notStaked',
      ]);
      const { data } = await rig.walk(owner, { ...withdrawing(owner), validatorAddress: programs.system });
      expect(data).toMatchObject({ stakeId: seeded.address, amount: sol.toString() });
    });

    it('refuses positions of other owners, and accounts that are no positions', async () => {
      const { owner, id } = await staked(2n * sol);
      const other = await rig.key(sol);
      expect(await rig.refusals(ending(other, { stakeId: id, useMaxAmount: true }))).toEqual(['position.foreign']);
      expect(await rig.run(other, [stake.deactivate(id as Address, other.address)])).toEqual({
        InstructionError: [0, 'MissingRequiredSignature'],
      });
      expect(await rig.refusals(withdrawing(other, { stakeId: id }))).toEqual(['position.foreign']);
      expect(await rig.run(other, [stake.withdraw(id as Address, other.address, other.address, 1n)])).toEqual({
        InstructionError: [0, 'MissingRequiredSignature'],
      });
      for (const stakeId of ['x', freshAddress(5), owner.address, vote]) {
        expect(await rig.refusals(ending(owner, { stakeId, useMaxAmount: true }))).toEqual(['position.notFound']);
        expect(await rig.refusals(withdrawing(owner, { stakeId }))).toEqual(['position.notFound']);
      }
      const { status } = await rig.encode({
        ...ending(owner, { stakeId: id, useMaxAmount: true }),
        validatorAddress: programs.system,
      });
      expect(status).toMatchObject({ errors: [], warnings: [{ code: 'position.otherValidator' }] });
    });

    it('refuses to withdraw from a lockup', async () => {
      const owner = await rig.key(5n * sol);
      const seeded = {
        address: addressWithSeed(owner.address, 'locked', programs.stake),
        base: owner.address,
        seed: 'locked',
        space: 200,
        owner: programs.stake,
      };
      const init = stake.initialize(seeded.address, owner.address);
      // The lockup's time, in seconds, stands behind the two authorities.
      init.data.set([255, 255, 255, 255], 4 + 64);
      expect(await rig.run(owner, [system.createAccountWithSeed(seeded, sol), init])).toBe('ok');
      expect(await rig.refusals(withdrawing(owner, { stakeId: seeded.address }))).toEqual(['position.locked']);
      expect(await rig.refusals({ ...withdrawing(owner), validatorAddress: seeded.address })).toEqual([
        'position.locked',
      ]);
      expect(await rig.run(owner, [stake.withdraw(seeded.address, owner.address, owner.address, sol)])).toEqual({
        InstructionError: [0, { Custom: 1 }],
      });
    });

    it('says what to do if positions cannot be listed', async () => {
      const { owner, id } = await staked(2n * sol);
      const chain = rig.connect({
        fetch: async (input, init) => {
          const body = JSON.parse(String(init?.body));
          const refused = (Array.isArray(body) ? body : [body]).find(({ method }) => method === 'getProgramAccounts');
          if (refused === undefined) return fetch(input, init);
          const rest = body.filter((call: unknown) => call !== refused);
          const answers = (await (await fetch(input, { ...init, body: JSON.stringify(rest) })).json()) as unknown[];
          const error = {
            code: -32010,
            message:
              'Stake11111111111111111111111111111111111111 excluded from account secondary indexes; this RPC method unavailable for key',
          };
          return Response.json([...answers, { jsonrpc: '2.0', id: refused.id, error }]);
        },
      });
      expect(await rig.refusals(ending(owner, { amount: '1000000000' }), chain)).toEqual(['position.unlisted']);
      expect(await rig.refusals(withdrawing(owner), chain)).toEqual(['position.unlisted']);
      expect(await rig.refusals(ending(owner, { stakeId: id, useMaxAmount: true }), chain)).toEqual([]);
    });
  });

  it('has no mode to claim rewards, because they become stake by themselves', async () => {
    const key = await rig.key(sol);
    const claim = { mode: 'claimRewards', senderAddress: key.address, validatorAddress: vote };
    await expect(rig.encode(claim)).rejects.toMatchObject({ code: 'mode.unsupported' });
  });
});
