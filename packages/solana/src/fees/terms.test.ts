import { describe, expect, it } from 'vitest';
import { someAddress } from '../../test/addresses.ts';
import { snapshotWith } from '../../test/snapshot.ts';
import { contextOf } from '../context.ts';
import type { Priority } from '../options.ts';
import type { Wishes } from '../wishes.ts';
import { makeOffer } from './terms.ts';

interface Asked {
  readonly wishes?: Wishes;
  readonly priority?: Priority;
  readonly prices?: readonly bigint[];
  readonly maxComputeUnitPrice?: number;
}

/** For instructions that use 300 units: with the two of the budget at 150, a tenth more and 300 those are 960. */
function offer({ wishes = {}, priority = 'none', prices = [], maxComputeUnitPrice }: Asked) {
  const options = maxComputeUnitPrice === undefined ? {} : { maxComputeUnitPrice };
  const request = { sender: someAddress(1), units: 300n, priority, baseFee: 5_000n, limitsUnits: false };
  const { fees, computed, params, problems } = makeOffer(
    contextOf('solana'),
    options,
    snapshotWith({}, { prices }),
    request,
    wishes,
  );
  return [
    fees,
    computed.gas === undefined ? undefined : BigInt(computed.gas),
    params.computeUnitPrice,
    ...problems.map(({ code }) => code),
  ];
}

describe('what a transaction offers', () => {
  // Fees: 5,000 lamports for the signature, and units * price in millionths of a lamport, rounded up (solana.com/docs/core/fees).
  it.each<[string, Asked, unknown[]]>([
    ['nothing beyond the signature', {}, [5_000n, undefined, undefined]],
    ['units alone', { wishes: { gas: 960n } }, [5_000n, 960n, undefined]],
    ['the most units', { wishes: { gas: 1_400_000n } }, [5_000n, 1_400_000n, undefined]],
    ['too few units', { wishes: { gas: 959n } }, [5_000n, undefined, undefined, 'gas.tooLow']],
    ['too many units', { wishes: { gas: 1_400_001n } }, [5_000n, undefined, undefined, 'gas.tooHigh']],
    ['the fees of the signature', { wishes: { fees: 5_000n } }, [5_000n, undefined, undefined]],
    ['less than that', { wishes: { fees: 4_999n } }, [5_000n, undefined, undefined, 'fee.tooLow']],
    ['a lamport for the units', { wishes: { fees: 5_001n } }, [5_001n, 960n, '1041']],
    ['a lamport for many units', { wishes: { fees: 5_001n, gas: 2_000n } }, [5_001n, 2_000n, '500']],
    ['the highest price', { wishes: { fees: 5_960n } }, [5_960n, 960n, '1000000']],
    ['a higher price', { wishes: { fees: 5_961n } }, [5_000n, undefined, undefined, 'fee.tooHigh']],
    ['what others pay', { priority: 'low', prices: [0n, 9n, 3n, 5n, 7n] }, [5_001n, 960n, '5']],
    ['what others pay, and some more', { priority: 'medium', prices: [9n, 3n, 5n, 0n, 7n] }, [5_001n, 960n, '7']],
    ['what others pay at most', { priority: 'high', prices: [0n, 9n, 3n, 5n, 7n] }, [5_001n, 960n, '9']],
    [
      'what others pay for the units wished',
      { wishes: { gas: 2_000n }, priority: 'high', prices: [501n] },
      [5_002n, 2_000n, '501'],
    ],
    ['no more than it may', { priority: 'low', prices: [9n], maxComputeUnitPrice: 8 }, [5_001n, 960n, '8']],
    ['all that it may', { priority: 'low', prices: [8n], maxComputeUnitPrice: 8 }, [5_001n, 960n, '8']],
    ['nothing, as others do', { priority: 'high', prices: [0n, 0n] }, [5_000n, undefined, undefined]],
    ['nothing, where it is not to', { prices: [9n] }, [5_000n, undefined, undefined]],
  ])('is %s', (_, asked, expected) => {
    expect(offer(asked)).toEqual(expected);
  });
});
