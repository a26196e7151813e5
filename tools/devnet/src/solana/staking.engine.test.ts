import {
  AccountRole,
  type AccountSignerMeta,
  type Address,
  address,
  createAddressWithSeed,
  getAddressEncoder,
  type Instruction,
  type KeyPairSigner,
  SOLANA_ERROR__INSTRUCTION_ERROR__CUSTOM,
} from '@solana/kit';
import { getCreateAccountWithSeedInstruction } from '@solana-program/system';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SolanaEngine } from './engine.ts';
import { createKitClient, failureOf } from './kit-client.ts';
import { startSolana } from './solana.ts';

const stakeProgram = address('Stake11111111111111111111111111111111111111');
const sysvar = {
  clock: address('SysvarC1ock11111111111111111111111111111111'),
  rent: address('SysvarRent111111111111111111111111111111111'),
  history: address('SysvarStakeHistory1111111111111111111111111'),
};
const stakeConfig = address('StakeConfig11111111111111111111111111111111');

const sol = 1_000_000_000n;
const reserve = 2_282_880n;

let engine: SolanaEngine;
let client: ReturnType<typeof createKitClient>;
let staker: KeyPairSigner;
beforeAll(async () => {
  engine = await startSolana();
  client = createKitClient(engine);
  staker = await client.signer(0);
});
afterAll(() => engine.stop());

// These tests make instructions of the stake program by hand, with the accounts from before version 5. No library for it is installed here.
const writable = (account: Address) => ({ address: account, role: AccountRole.WRITABLE }) as const;
const readonly = (account: Address) => ({ address: account, role: AccountRole.READONLY }) as const;
const signs = (signer: KeyPairSigner): AccountSignerMeta => ({
  address: signer.address,
  role: AccountRole.READONLY_SIGNER,
  signer,
});
const instruction = (tag: number, accounts: Instruction['accounts'] = [], rest = new Uint8Array()): Instruction => ({
  programAddress: stakeProgram,
  accounts,
  data: new Uint8Array([tag, 0, 0, 0, ...rest]),
});
const amountBytes = (amount: bigint) => new Uint8Array(new BigUint64Array([amount]).buffer);

const deactivate = (stake: Address) => instruction(5, [writable(stake), readonly(sysvar.clock), signs(staker)]);
const withdraw = (stake: Address, amount: bigint) =>
  instruction(
    4,
    [writable(stake), writable(staker.address), readonly(sysvar.clock), readonly(sysvar.history), signs(staker)],
    amountBytes(amount),
  );

async function delegateNew(seed: string, amount: bigint): Promise<Address> {
  const stake = await createAddressWithSeed({ baseAddress: staker.address, programAddress: stakeProgram, seed });
  const key = getAddressEncoder().encode(staker.address);
  await client.send(
    [
      getCreateAccountWithSeedInstruction({
        payer: staker,
        newAccount: stake,
        base: staker.address,
        seed,
        amount,
        space: 200,
        programAddress: stakeProgram,
      }),
      instruction(0, [writable(stake), readonly(sysvar.rent)], new Uint8Array([...key, ...key, ...new Uint8Array(48)])),
      instruction(2, [
        writable(stake),
        readonly(address(engine.voteAccounts[0] ?? '')),
        readonly(sysvar.clock),
        readonly(sysvar.history),
        readonly(stakeConfig),
        signs(staker),
      ]),
    ],
    staker,
  );
  return stake;
}

/** Stake, activation and deactivation in the account's data. */
async function delegationOf(stake: Address): Promise<{ stake: bigint; activation: bigint; deactivation: bigint }> {
  const { value } = await client.rpc.getAccountInfo(stake, { encoding: 'base64' }).send();
  const data = Buffer.from(value?.data[0] ?? '', 'base64');
  return {
    stake: data.readBigUInt64LE(156),
    activation: data.readBigUInt64LE(164),
    deactivation: data.readBigUInt64LE(172),
  };
}

const refused = async (call: Promise<unknown>) => {
  const { cause, context } = await failureOf(call);
  expect(cause).toBe(SOLANA_ERROR__INSTRUCTION_ERROR__CUSTOM);
  return (context.logs as string[]).at(-1);
};

describe('stake', () => {
  it('is active an epoch after it was delegated, inactive an epoch after it was deactivated, and comes back', async () => {
    const before = await client.balance(staker.address);
    const { epoch } = engine.now();
    const stake = await delegateNew('first', 5n * sol);
    expect(await delegationOf(stake)).toEqual({
      stake: 5n * sol - reserve,
      activation: epoch,
      deactivation: 2n ** 64n - 1n,
    });

    await engine.advanceEpochs();
    // Active stake cannot be withdrawn.
    expect((await failureOf(client.send([withdraw(stake, 5n * sol)], staker))).context.logs).toContain(
      `Program ${stakeProgram} failed: insufficient funds for instruction`,
    );
    await client.send([deactivate(stake)], staker);
    expect((await delegationOf(stake)).deactivation).toBe(epoch + 1n);
    expect((await failureOf(client.send([withdraw(stake, 5n * sol)], staker))).context.logs).toContain(
      `Program ${stakeProgram} failed: insufficient funds for instruction`,
    );

    await engine.advanceEpochs();
    await client.send([withdraw(stake, 5n * sol)], staker);
    expect((await client.rpc.getAccountInfo(stake, { encoding: 'base64' }).send()).value).toBeNull();
    expect(await client.balance(staker.address)).toBe(before - 3n * 5_000n);
  });

  it('is active after one epoch even if it is huge', async () => {
    const huge = 1_000_000n * sol;
    await engine.fund(staker.address, huge);
    const stake = await delegateNew('huge', huge);
    await engine.advanceEpochs(1);
    await client.send([deactivate(stake)], staker);
    await engine.advanceEpochs(1);
    await client.send([withdraw(stake, huge)], staker);
  });

  it('is found by its withdrawer', async () => {
    const stake = await delegateNew('found', 2n * sol);
    const found = await client.rpc
      .getProgramAccounts(stakeProgram, {
        encoding: 'base64',
        filters: [
          { dataSize: 200n },
          { memcmp: { offset: 44n, bytes: staker.address as string as never, encoding: 'base58' } },
        ],
      })
      .send();
    expect(found.find(({ pubkey }) => pubkey === stake)).toMatchObject({
      account: { lamports: 2n * sol, owner: stakeProgram, space: 200n },
    });
  });

  it('must be one SOL at least', async () => {
    const minimum = (await client.rpc.getStakeMinimumDelegation().send()).value;
    expect(minimum).toBe(sol);
    expect(await refused(delegateNew('little', minimum + reserve - 1n))).toMatch(/custom program error: 0xc$/);
    await delegateNew('just', minimum + reserve);
  });

  it('waits while rewards are distributed', async () => {
    const stake = await delegateNew('rewarded', 2n * sol);
    await engine.setRewardDistribution(true);
    expect(await refused(client.send([deactivate(stake)], staker))).toMatch(/custom program error: 0x10$/);
    await engine.setRewardDistribution(false);
    await client.send([deactivate(stake)], staker);
  });
});

describe('epochs', () => {
  it('move slot, height and time together, and forget blockhashes', async () => {
    const before = engine.now();
    const { blockhash } = (await client.rpc.getLatestBlockhash().send()).value;
    await engine.setEpoch(before.epoch + 3n);
    const after = engine.now();
    expect(after.epoch).toBe(before.epoch + 3n);
    expect(after.slot).toBe(after.epoch * 432_000n);
    expect(after.blockHeight - before.blockHeight).toBe(after.slot - before.slot);
    expect(after.unixTime - before.unixTime).toBeGreaterThan((2n * 432_000n * 350n) / 1000n);
    expect(await client.rpc.getEpochInfo().send()).toMatchObject({
      epoch: after.epoch,
      absoluteSlot: after.slot,
      slotIndex: 0n,
      slotsInEpoch: 432_000n,
      blockHeight: after.blockHeight,
    });
    expect((await client.rpc.isBlockhashValid(blockhash).send()).value).toBe(false);
  });

  it('end when enough slots have passed', async () => {
    const { epoch } = engine.now();
    await engine.advanceSlots(432_000);
    expect(engine.now().epoch).toBe(epoch + 1n);
  });

  it('never go back', async () => {
    await expect(engine.setEpoch(engine.now().epoch)).rejects.toThrow('time moves on only');
  });

  it('have a full history of stake', async () => {
    const { value } = await client.rpc.getAccountInfo(sysvar.history, { encoding: 'base64' }).send();
    const data = Buffer.from(value?.data[0] ?? '', 'base64');
    expect(data.length).toBe(8 + 512 * 32);
    expect(data.readBigUInt64LE(0)).toBe(512n);
    expect(data.readBigUInt64LE(8)).toBe(engine.now().epoch - 1n);
    expect(data.readBigUInt64LE(8 + 32)).toBe(engine.now().epoch - 2n);
  });
});

describe('validators', () => {
  it('can be added, with names', async () => {
    const late = await engine.createValidator({
      name: 'Löwe',
      commission: 100,
      delinquent: true,
      activatedStake: 2n ** 60n,
    });
    expect(engine.voteAccounts).toHaveLength(2);
    const { current, delinquent } = await client.rpc.getVoteAccounts().send();
    expect(current).toMatchObject([{ votePubkey: engine.voteAccounts[0], commission: 5, activatedStake: 10n ** 15n }]);
    expect(delinquent).toMatchObject([{ votePubkey: late, commission: 100, activatedStake: 2n ** 60n }]);
    expect((await client.rpc.getVoteAccounts({ votePubkey: address(late) }).send()).current).toEqual([]);

    const infos = await client.rpc
      .getProgramAccounts(address('Config1111111111111111111111111111111111111'), { encoding: 'base64' })
      .send();
    const named = infos
      .map(({ account }) => Buffer.from(account.data[0], 'base64'))
      .filter((data) => data[0] === 2)
      .map((data) => JSON.parse(data.subarray(75, 75 + Number(data.readBigUInt64LE(67))).toString()).name);
    expect(named.toSorted()).toEqual(['Isochain Demo Validator', 'Löwe']);
  });

  it('pay no rewards here', async () => {
    const [voteAccount = ''] = engine.voteAccounts;
    expect(await client.rpc.getInflationReward([address(voteAccount)]).send()).toEqual([null]);
  });
});
