import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createRig, type Rig } from '../../test/rig.ts';
import type { Address } from '../address/address.ts';
import { addressWithSeed } from '../address/pda.ts';
import * as stake from '../bytes/programs/stake.ts';
import * as system from '../bytes/programs/system.ts';
import { decodeStakeAccount } from '../layouts/index.ts';
import { programs } from '../well-known.ts';

const sol = 1_000_000_000n;
/** The rent of 200 bytes, and of the 128 that every account has, at 6,960 lamports for a byte. */
const before = 2_282_880n;
/** At 5,080, as on mainnet-beta since epoch 1033 (SIMD-0437). */
const now = 1_666_240n;

// Rent has become cheaper: the real stake program reads the Rent sysvar, and ignores the reserve that the account names. Each limit is tried on both
// sides: our offers work, and the program refuses the same requests as we do.
describe('stakes after rent has become cheaper', () => {
  let rig: Rig;
  let vote: Address;
  beforeAll(async () => {
    rig = await createRig();
    vote = rig.engine.voteAccounts[0] as Address;
  });
  afterAll(() => rig.engine.stop());
  beforeEach(() => rig.engine.setRent(6960n));

  async function stakeAccount(address: string) {
    const { value } = await rig.engine.rpc<{ value: { data: [string]; lamports: bigint | number } }>('getAccountInfo', [
      address,
      { encoding: 'base64' },
    ]);
    const state = decodeStakeAccount(Uint8Array.from(Buffer.from(value.data[0], 'base64')));
    return { lamports: BigInt(value.lamports), ...state };
  }

  /** A stake that is active, made at the rent of the moment. */
  async function staked(amount: bigint) {
    const key = await rig.key(100n * sol);
    const intent = { mode: 'stake', senderAddress: key.address, targetValidatorAddress: vote };
    const { data } = await rig.walk(key, { ...intent, amount: amount.toString() });
    await rig.engine.advanceEpochs(1);
    const { newStake } = data.params as { newStake: { account: Address } };
    return {
      key,
      id: newStake.account,
      of: { senderAddress: key.address, validatorAddress: vote, stakeId: newStake.account },
    };
  }

  it('release the part that rent no longer needs, while everything is at stake', async () => {
    const { key, id, of } = await staked(3n * sol);
    expect(await rig.refusals({ mode: 'withdraw', ...of })).toEqual(['position.locked']);
    await rig.engine.setRent(5080n);
    expect(await rig.run(key, [stake.withdraw(id, key.address, key.address, before - now + 1n)])).toEqual({
      InstructionError: [0, 'InsufficientFunds'],
    });
    const tooMuch = { mode: 'withdraw', ...of, amount: (before - now + 1n).toString() };
    expect(await rig.refusals(tooMuch)).toEqual(['position.insufficient']);
    const { data } = await rig.walk(key, { mode: 'withdraw', ...of });
    expect(data.amount).toBe('616640');
    expect(await stakeAccount(id)).toMatchObject({
      lamports: 3n * sol - 616_640n,
      delegation: { stake: 3n * sol - before },
    });
  });

  it('begin at 1 SOL plus the present rent, and put everything except that rent at stake', async () => {
    await rig.engine.setRent(5080n);
    const key = await rig.key(10n * sol);
    const intent = { mode: 'stake', senderAddress: key.address, targetValidatorAddress: vote };
    expect(await rig.refusals({ ...intent, amount: '1001666239' })).toEqual(['stake.belowMinimum']);
    const seeded = {
      ...{ address: addressWithSeed(key.address, 'x', programs.stake), base: key.address, seed: 'x' },
      ...{ space: 200, owner: programs.stake },
    };
    const tooLittle = [
      system.createAccountWithSeed(seeded, sol + now - 1n),
      stake.initialize(seeded.address, key.address),
      stake.delegate(seeded.address, vote, key.address),
    ];
    expect(await rig.run(key, tooLittle)).toEqual({ InstructionError: [2, { Custom: 12 }] });
    const { data } = await rig.walk(key, { ...intent, amount: '1001666240' });
    const { newStake } = data.params as { newStake: { account: Address } };
    expect(await stakeAccount(newStake.account)).toMatchObject({ lamports: sol + now, delegation: { stake: sol } });
  });

  it('take the present rent as deposit when a part ends', async () => {
    const { key, of } = await staked(3n * sol);
    await rig.engine.setRent(5080n);
    const { data } = await rig.walk(key, { mode: 'unstake', ...of, amount: sol.toString() });
    const { newStake } = data.params as { newStake: { account: Address; deposit: string } };
    expect(newStake.deposit).toBe('1666240');
    expect(await stakeAccount(newStake.account)).toMatchObject({ lamports: sol + now, delegation: { stake: sol } });
  });

  it('keep the present rent when a part of an ended stake is withdrawn', async () => {
    const { key, id, of } = await staked(3n * sol);
    await rig.walk(key, { mode: 'unstake', ...of, useMaxAmount: true });
    await rig.engine.advanceEpochs(1);
    await rig.engine.setRent(5080n);
    const leaving = (left: bigint) => 3n * sol - left;
    const tooMuch = { mode: 'withdraw', ...of, amount: leaving(now - 1n).toString() };
    expect(await rig.refusals(tooMuch)).toEqual(['position.remainderTooLow']);
    expect(await rig.run(key, [stake.withdraw(id, key.address, key.address, leaving(now - 1n))])).toEqual({
      InstructionError: [0, 'InsufficientFunds'],
    });
    await rig.walk(key, { mode: 'withdraw', ...of, amount: leaving(now).toString() });
    expect(await stakeAccount(id)).toMatchObject({ lamports: now });
  });
});
