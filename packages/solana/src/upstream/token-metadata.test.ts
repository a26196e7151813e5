import { describe, expect, it } from 'vitest';
import recorded from '../../fixtures/mainnet-accounts.json' with { type: 'json' };
import { someAddress } from '../../test/addresses.ts';
import type { Address } from '../address/address.ts';
import type { Account } from './rpc.ts';
import { maxNames, planTokenReads, readTokenFacts, toToken } from './token-metadata.ts';

function account(name: keyof typeof recorded): Account {
  const { owner, data } = recorded[name];
  const bytes = new Uint8Array(Buffer.from(data, 'base64'));
  return { lamports: 1n, owner: owner as Address, data: bytes, executable: false, space: bytes.length };
}

const address = (name: 'USDC' | 'PYUSD' | 'BERN' | 'sUSD' | 'BNDRG') => recorded[name].address;

describe('readTokenFacts', () => {
  it('takes the name of a classic token from Metaplex', () => {
    expect(readTokenFacts(address('USDC'), account('USDC'), account('USDC metadata'))).toEqual({
      type: 'SPL',
      name: 'USD Coin',
      ticker: 'USDC',
      decimals: 6,
      isFungible: true,
    });
  });

  it('takes the name of a Token-2022 token from its own mint', () => {
    expect(readTokenFacts(address('PYUSD'), account('PYUSD'), null)).toEqual({
      type: 'SPL2022',
      name: 'PayPal USD',
      ticker: 'PYUSD',
      decimals: 6,
      isFungible: true,
    });
    expect(readTokenFacts(address('sUSD'), account('sUSD'), null)).toMatchObject({
      name: 'Solayer USD',
      ticker: 'sUSD',
    });
  });

  it('calls a token without a name by its address', () => {
    expect(readTokenFacts(address('BERN'), account('BERN'), undefined)).toEqual({
      type: 'SPL2022',
      name: 'CKfa..CWxo',
      ticker: 'CKfa..CWxo',
      decimals: 5,
      isFungible: true,
    });
  });

  it('believes no metadata of another mint or of another program', () => {
    const named = account('USDC metadata');
    const facts = (metaplex: Account) => readTokenFacts(address('BERN'), account('BERN'), metaplex)?.name;
    expect(facts(named)).toBe('CKfa..CWxo');
    expect(
      readTokenFacts(address('USDC'), account('USDC'), { ...named, owner: recorded.BERN.owner as Address })?.name,
    ).toBe('EPjF..Dt1v');
  });

  it('believes no name that the mint does not point to', () => {
    expect(readTokenFacts(address('USDC'), account('PYUSD'), null)?.name).toBe('EPjF..Dt1v');
  });

  it('recognises a collectible by its supply of one', () => {
    expect(readTokenFacts(address('BNDRG'), account('BNDRG'), null)).toMatchObject({ isFungible: false });
  });

  it('recognises a collectible by its Metaplex standard, but not a semi-fungible token', () => {
    const withStandard = (standard: number) => {
      const metaplex = account('USDC metadata');
      // Behind the edition nonce: a standard, and which.
      metaplex.data.set([1, standard], 326);
      return readTokenFacts(address('USDC'), account('USDC'), metaplex)?.isFungible;
    };
    expect([0, 1, 2, 3, 4, 5].map(withStandard)).toEqual([false, true, true, false, false, false]);
  });

  it('finds nothing in an account that is no mint', () => {
    expect(readTokenFacts(address('USDC'), account('USDC account'), null)).toBeUndefined();
    expect(readTokenFacts(address('USDC'), account('stake account'), null)).toBeUndefined();
    expect(readTokenFacts(address('USDC'), null, null)).toBeUndefined();
    // Anybody may write such bytes into an account of his own program.
    const forged = { ...account('USDC'), owner: recorded['stake account'].owner as Address };
    expect(readTokenFacts(address('USDC'), forged, null)).toBeUndefined();
  });

  it('shows names that are safe to show', () => {
    const evil = account('USDC metadata');
    evil.data.set(new TextEncoder().encode('\u202EUSD\nCoin'), 69);
    const facts = readTokenFacts(address('USDC'), account('USDC'), evil);
    expect(facts && toToken(address('USDC'), facts)).toEqual({
      type: 'SPL',
      id: address('USDC'),
      name: 'USD Coin',
      ticker: 'USDC',
      decimals: '6',
      contractAddress: address('USDC'),
    });
  });
});

describe('planTokenReads', () => {
  it('asks for 50 mints and their names in one call, and beyond the limit for 100 mints', () => {
    const plan = planTokenReads(Array.from({ length: 1234 }, (_, i) => someAddress(i)));
    const sizes = Object.values(plan.questions).map(({ params }) => (params as [string[]])[0].length);
    expect(sizes).toEqual([...Array(maxNames / 50).fill(100), ...Array(7).fill(100), 34]);
    expect(new Set(Object.values(plan.questions).flatMap(({ params }) => (params as [string[]])[0])).size).toBe(
      1234 + maxNames,
    );
  });

  it('asks for nothing if the account holds only wrapped SOL', () => {
    const plan = planTokenReads(['So11111111111111111111111111111111111111112']);
    expect(plan.questions).toEqual({});
    expect(plan.facts({}).get('So11111111111111111111111111111111111111112')).toMatchObject({
      ticker: 'WSOL',
      decimals: 9,
    });
  });
});
