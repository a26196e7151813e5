import { describe, expect, it } from 'vitest';
import { connectTo, recipient, transfer } from './scripted-horizon.ts';

describe('the scripted server', () => {
  it('lets a transfer be encoded', async () => {
    const { chain, onTrace, roundTrips } = connectTo({});
    const { status, transaction } = await chain.encode(transfer as never, { onTrace });
    expect(status.errors).toEqual([]);
    expect(roundTrips()).toBe(1);
    expect(transaction.data).toMatchObject({ recipientAddress: recipient, fees: '100' });
  });
});
