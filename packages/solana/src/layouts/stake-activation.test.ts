import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Delegation, never, type StakeHistory } from './index.ts';
import { activationOf } from './stake-activation.ts';

const sol = 1_000_000_000n;

const delegation = (parts: Partial<Delegation>): Delegation => ({
  voter: '11111111111111111111111111111111' as Delegation['voter'],
  stake: 1000n * sol,
  activationEpoch: 10n,
  deactivationEpoch: never,
  ...parts,
});

/** Entries for epochs, all of the same figures. */
function history(epochs: readonly bigint[], effective: bigint, activating: bigint, deactivating: bigint): StakeHistory {
  return new Map(epochs.map((epoch) => [epoch, { effective, activating, deactivating }]));
}

/** Like mainnet-beta: 9 % of 400 million SOL are more than the waiting stake ever is. */
const mainnet = (...epochs: bigint[]) => history(epochs, 400_000_000n * sol, 4_000_000n * sol, 3_000_000n * sol);

describe('activationOf', () => {
  it('counts nothing before the epoch of the delegation is over, and then everything', () => {
    const stake = delegation({});
    expect(activationOf(stake, 10n, mainnet(9n))).toEqual({ effective: 0n, activating: stake.stake });
    expect(activationOf(stake, 11n, mainnet(9n, 10n))).toEqual({ effective: stake.stake, activating: 0n });
    expect(activationOf(stake, 500n, mainnet(10n, 11n))).toEqual({ effective: stake.stake, activating: 0n });
  });

  it('counts everything in the epoch of the deactivation, and then nothing', () => {
    const stake = delegation({ deactivationEpoch: 20n });
    const past = mainnet(10n, 11n, 19n, 20n);
    expect(activationOf(stake, 20n, past)).toEqual({ effective: stake.stake, activating: 0n });
    expect(activationOf(stake, 21n, past)).toEqual({ effective: 0n, activating: 0n });
  });

  it('counts nothing of a stake that was deactivated in the epoch of its delegation', () => {
    const stake = delegation({ deactivationEpoch: 10n });
    expect(activationOf(stake, 10n, mainnet(9n))).toEqual({ effective: 0n, activating: 0n });
    expect(activationOf(stake, 11n, mainnet(10n))).toEqual({ effective: 0n, activating: 0n });
  });

  it('counts changes that the history has forgotten as done', () => {
    expect(activationOf(delegation({}), 1000n, mainnet(999n)).effective).toBe(1000n * sol);
    expect(activationOf(delegation({ deactivationEpoch: 20n }), 1000n, mainnet(999n)).effective).toBe(0n);
  });

  it('counts stakes of the genesis block from the start', () => {
    expect(activationOf(delegation({ activationEpoch: never }), 0n, mainnet()).effective).toBe(1000n * sol);
  });

  it('shares the limit of a small cluster in an epoch: 9 % of its stake', () => {
    // 10,000 SOL at stake take 900 an epoch. 3,000 wait, 1,000 of them ours: 1,000 × 900 / 3,000 = 300 become effective. In the epoch after,
    // with the same figures, 700 × 900 / 3,000 = 210 more.
    const small = history([10n, 11n], 10_000n * sol, 3_000n * sol, 3_000n * sol);
    const stake = delegation({});
    expect(activationOf(stake, 11n, small)).toEqual({ effective: 300n * sol, activating: 700n * sol });
    expect(activationOf(stake, 12n, small)).toEqual({ effective: 510n * sol, activating: 490n * sol });
    const ended = delegation({ activationEpoch: 1n, deactivationEpoch: 10n });
    expect(activationOf(ended, 11n, small)).toEqual({ effective: 700n * sol, activating: 0n });
    expect(activationOf(ended, 12n, small)).toEqual({ effective: 490n * sol, activating: 0n });
  });

  it('ends a partly effective stake from its effective part', () => {
    const small = history([10n, 11n, 12n], 10_000n * sol, 3_000n * sol, 3_000n * sol);
    // 300 effective after one epoch; then 300 − 300 × 900 / 3,000 = 210.
    const stake = delegation({ deactivationEpoch: 11n });
    expect(activationOf(stake, 11n, small)).toEqual({ effective: 300n * sol, activating: 0n });
    expect(activationOf(stake, 12n, small)).toEqual({ effective: 210n * sol, activating: 0n });
  });

  it('moves by at least a lamport', () => {
    const crowded = history([10n], 1n, 10n ** 18n, 10n ** 18n);
    expect(activationOf(delegation({ stake: 5n }), 11n, crowded)).toEqual({ effective: 1n, activating: 4n });
  });

  it('does not change if no other stake waited, like the program', () => {
    const still = history([10n, 20n], 10_000n * sol, 0n, 0n);
    expect(activationOf(delegation({}), 11n, still)).toEqual({ effective: 0n, activating: 1000n * sol });
    expect(activationOf(delegation({ activationEpoch: 1n, deactivationEpoch: 20n }), 21n, still).effective).toBe(
      1000n * sol,
    );
  });

  it('never counts more than the stake', () => {
    const amount = fc.bigInt(0n, 2n ** 63n);
    const epoch = fc.bigInt(0n, 30n);
    fc.assert(
      fc.property(amount, amount, amount, amount, epoch, epoch, epoch, (stake, effective, up, down, a, b, now) => {
        const past = history([...Array(31).keys()].map(BigInt), effective, up, down);
        const sum = activationOf(delegation({ stake, activationEpoch: a, deactivationEpoch: b }), now, past);
        expect(sum.effective + sum.activating).toBeLessThanOrEqual(stake);
        expect(sum.effective).toBeGreaterThanOrEqual(0n);
        expect(sum.activating).toBeGreaterThanOrEqual(0n);
      }),
    );
  });
});
