import { describe, expect, it } from 'vitest';
import { connectTo, transfer } from '../../test/scripted-node.ts';

describe('encode', () => {
  it('takes one round', async () => {
    const { chain, onTrace, roundTrips, attempts } = connectTo();
    const { status } = await chain.encode(transfer as never, { onTrace });
    expect([status.errors, roundTrips(), attempts()]).toEqual([[], 1, []]);
  });
});
