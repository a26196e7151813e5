import { describe, expect, it } from 'vitest';
import { addressOf, publicKeyOf } from './keys.ts';
import { connectTo, transfer } from './scripted-node.ts';

describe('the scripted node', () => {
  it('has the keys of the official library', () => {
    // Computed with @aptos-labs/ts-sdk 5.1.4.
    expect(publicKeyOf()).toBe('ea4a6c63e29c520abef5507b132ec5f9954776aebebe7b92421eea691446d22c');
    expect(addressOf()).toBe('0xcc405722b15c00a19d37e51d9a756de1e61b780ad0935f3363bc7fce64edbdad');
    expect(addressOf(undefined, 'single_key')).toBe(
      '0xbdf12ee5bd166e9f340da2dc557f67389bdaf5d31897791ef23b92e3248c4a19',
    );
  });

  it('answers what a transfer asks', async () => {
    const { chain, onTrace, roundTrips, sends } = connectTo();
    const encoded = await chain.encode({ ...transfer, senderPubKey: publicKeyOf() } as never, { onTrace });
    expect(encoded.status.errors).toEqual([]);
    expect(roundTrips()).toBe(2);
    expect(sends()).toEqual([]);
  });
});
