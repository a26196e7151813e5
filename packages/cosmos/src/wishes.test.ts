import { describe, expect, it } from 'vitest';
import { namedChain } from './chains.ts';
import { registrationWishesOf, wishesOf } from './wishes.ts';

const isTaken = (chainId: Parameters<typeof namedChain>[0], wish: object) =>
  wishesOf(namedChain(chainId)).safeParse(wish).success;

describe('wishes', () => {
  it('take the denominations that fees are paid in, and no other', () => {
    // USDC on dYdX: cosmos/chain-registry dydx/chain.json, fee_tokens.
    const usdc = 'ibc/8E27BA2D5493AF5636760E354E46004562C46AB7EC0CC4C1CA14E9E20E2545B5';
    expect(isTaken('dydx', { feeDenom: usdc })).toBe(true);
    expect(isTaken('dydx', { feeDenom: 'adydx' })).toBe(true);
    expect(isTaken('cosmoshub', { feeDenom: usdc })).toBe(false);
    const { error } = wishesOf(namedChain('cosmoshub')).safeParse({ feeDenom: usdc });
    expect(error?.issues[0]?.message).toBe('fees here are paid in uatom');
  });

  it('take amino on chains with amino signatures', () => {
    expect(isTaken('cosmoshub', { signMode: 'amino' })).toBe(true);
    expect(isTaken('cosmoshub', { signMode: 'textual' })).toBe(false);
    expect(isTaken('babylon', { signMode: 'amino' })).toBe(true);
    for (const chainId of ['injective', 'dymension', 'humans-ai'] as const) {
      expect(isTaken(chainId, { signMode: 'amino' })).toBe(false);
    }
  });

  it('take no amino for a registration, of which nobody has shown a document', () => {
    const wishes = registrationWishesOf(namedChain('babylon'));
    expect(wishes.safeParse({ signMode: 'amino' }).success).toBe(false);
    expect(wishes.safeParse({}).success).toBe(true);
  });

  it('are all optional, and have words for clients', () => {
    const { shape } = registrationWishesOf(namedChain('babylon'));
    expect(isTaken('cosmoshub', {})).toBe(true);
    for (const wish of Object.values(shape)) expect(wish.description?.length ?? 0).toBeGreaterThan(40);
  });

  it('take the time of a stake in blocks of 16 bits', () => {
    const wishes = registrationWishesOf(namedChain('babylon'));
    expect(wishes.safeParse({ stakingTime: 64_000 }).success).toBe(true);
    for (const stakingTime of [0, 65_536, 1.5, '64000']) expect(wishes.safeParse({ stakingTime }).success).toBe(false);
  });
});
