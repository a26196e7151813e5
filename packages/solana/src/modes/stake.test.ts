import { describe, expect, it } from 'vitest';
import { someAddress } from '../../test/addresses.ts';
import { encodeIn } from '../../test/encode.ts';
import { dataOf } from '../../test/lies/account-data.ts';
import { account, alice, programs, sol, validator } from '../../test/lies/world.ts';
import { sysvars } from '../well-known.ts';

const stake = { mode: 'stake', targetValidatorAddress: validator };
const holding = (lamports: bigint) => ({ [alice.address]: account(programs.system, '', lamports) });
const rentOf = (lamportsPerByteYear: bigint) => ({
  [sysvars.rent]: account(programs.sysvar, dataOf('rent', { lamportsPerByteYear, exemptionThreshold: 2 })),
});

/** As nodes list it, and as the chain stores it since SIMD-0185: the option of the BLS key stands at byte 144. */
const listed = (more: object) => {
  const vote = { votePubkey: validator, nodePubkey: someAddress(2, 21), activatedStake: 5n, commission: 5, ...more };
  return { getVoteAccounts: () => ({ current: [vote], delinquent: [] }) };
};
const voteAccount = (blsTag: number) => {
  const bytes = new Uint8Array(3762);
  bytes[0] = 3;
  bytes.fill(9, 4, 132);
  bytes[144] = blsTag;
  return { [validator]: account(programs.vote, bytes) };
};

describe('completing a stake', () => {
  // SIMD-0357: an epoch leaves out validators with no BLS key, too little stake or too few coins.
  it.each([
    ['has no key and is in no epoch yet', 0, { epochVoteAccount: false, activatedStake: 0 }, 'it has no BLS key'],
    ['has no key, and the node does not say more', 0, {}, 'it has no BLS key'],
    [
      'is left out of the epoch for another reason',
      1,
      { epochVoteAccount: false },
      'it is not among those that the cluster chose',
    ],
  ])('warns of a validator that %s', async (_, blsTag, more, reason) => {
    const { codes, warnings } = await encodeIn(
      { changed: voteAccount(blsTag), script: listed(more) },
      { ...stake, amount: String(2n * sol) },
    );
    expect(codes).toEqual([]);
    expect(warnings).toMatchObject([
      { code: 'validator.notAdmitted', context: { reason: expect.stringContaining(reason) } },
    ]);
  });

  it.each([
    ['takes part, with a key', 1, { epochVoteAccount: true }],
    ['takes part without a key, where the cluster asks for none', 0, { epochVoteAccount: true }],
    ['is new, and has a key', 1, { epochVoteAccount: false, activatedStake: 0 }],
    ['has a key, where the node says no more', 1, {}],
  ])('does not warn of a validator that %s', async (_, blsTag, more) => {
    const { warnings } = await encodeIn(
      { changed: voteAccount(blsTag), script: listed(more) },
      { ...stake, amount: String(2n * sol) },
    );
    expect(warnings).toEqual([]);
  });

  it('takes everything except the fee of 5,000 lamports and 0.01 SOL', async () => {
    const { data, errors } = await encodeIn({}, { ...stake, useMaxAmount: true });
    expect(errors).toEqual([]);
    expect(data).toMatchObject({ amount: '19989995000', fees: '5000' });
  });

  it('leaves the rent minimum if that is more than 0.01 SOL', async () => {
    // 128 bytes at 100,000 lamports are 12,800,000.
    const options = { maxRentPerByte: 100_000 };
    const { data, codes } = await encodeIn({ changed: rentOf(50_000n), options }, { ...stake, useMaxAmount: true });
    expect(codes).toEqual([]);
    expect(data?.amount).toBe(String(20n * sol - 5_000n - 12_800_000n));
  });

  it("stakes at least the chain's minimum and the reserve of 2,282,880 lamports", async () => {
    expect((await encodeIn({}, { ...stake, amount: '1002282880' })).codes).toEqual([]);
    const { errors } = await encodeIn({}, { ...stake, amount: '1002282879' });
    expect(errors).toMatchObject([{ code: 'stake.belowMinimum', context: { minimum: '1002282880' } }]);
  });

  it('has nothing to stake if the account holds only its reserve', async () => {
    for (const lamports of [10_005_000n, 10_004_999n, 5_000n]) {
      const { codes } = await encodeIn({ changed: holding(lamports) }, { ...stake, useMaxAmount: true });
      expect(codes).toContain('stake.belowMinimum');
    }
  });

  it('warns if the rest cannot pay for two signatures of 5,000 lamports each', async () => {
    // No account can keep less than the rent minimum, so only a rent of nearly nothing shows the boundary.
    const codesOf = async (left: bigint) => {
      const changed = { ...rentOf(1n), ...holding(2n * sol + 5_000n + left) };
      const { codes, warnings } = await encodeIn({ changed }, { ...stake, amount: String(2n * sol) });
      expect(codes).toEqual([]);
      return warnings.map(({ code }) => code);
    };
    expect(await codesOf(0n)).toEqual(['balance.noneLeftForFees']);
    expect(await codesOf(9_999n)).toEqual(['balance.noneLeftForFees']);
    expect(await codesOf(10_000n)).toEqual([]);
  });
});
