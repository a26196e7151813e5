import { address, createAddressWithSeed, getAddressEncoder, getProgramDerivedAddress } from '@solana/kit';
import { describe, expect, it } from 'vitest';
import { addressOf } from '../../test/vectors.ts';
import { programs } from '../well-known.ts';
import { addressBytes } from './address.ts';
import { addressWithSeed, associatedTokenAccount, metaplexMetadataAddress, programDerivedAddress } from './pda.ts';

describe('associatedTokenAccount', () => {
  // The first two are of Trust Wallet Core (fixtures/README.md), the others of recorded transactions.
  it.each([
    [
      'B1iGmDJdvmxyUiYM8UEo2Uw2D58EmUrw4KyLYMmrhf8V',
      'SRMuApVNdxXokk5GT7XD5cUUgXMBCoAz2LHeuAoKWRt',
      programs.token,
      'EDNd1ycsydWYwVmrYZvqYazFqwk1QjBgAUKFjBoz1jKP',
      255,
    ],
    [
      '68dzdXkni9BrAwU1asAwurMEdQhXUJq6MNY8niDAny8t',
      '7atgF8KQo4wJrD5ATGX7t1V2zVvykPJbFfNeVf1icFv1',
      programs.token2022,
      '3PaFQnebQMHBgthRScup2B932cMxA1GBP7m9roCkomHq',
      253,
    ],
    [
      'DA9TotRZzVQaPE5f4h9to31B5zwL89YFt5KEdJDF1uFB',
      'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
      programs.token,
      '2qAGFQD8iZ7FLUmEbRqyhh34pq23fccikqsT6kMkmHEL',
      250,
    ],
    [
      'kU9cUgRW9BY8mk5pCMowmkYQuTkPm1GMr3yAcBm4NSU',
      'EKpQGSJtjMFqKZ9KQanSqYXRcF8fBopzLHYxdM65zcjm',
      programs.token,
      'BxAHYyGFiGbDue4G49BCWzYyaUPBMHfKmXfBzJbkCKao',
      249,
    ],
  ])('of %s for %s', (owner, mint, program, account, bump) => {
    expect(associatedTokenAccount(owner, mint, program)).toEqual({ address: account, bump });
  });
});

describe('programDerivedAddress', () => {
  it('agrees with kit for any bump', async () => {
    const bumps = new Set<number>();
    for (let i = 0; i < 64; i++) {
      const seeds = [Uint8Array.of(i), addressBytes(addressOf(i))];
      const ours = programDerivedAddress(seeds, programs.associatedToken);
      const [theirs, bump] = await getProgramDerivedAddress({
        programAddress: address(programs.associatedToken),
        seeds: [Uint8Array.of(i), getAddressEncoder().encode(address(addressOf(i)))],
      });
      expect(ours).toEqual({ address: theirs, bump });
      bumps.add(bump);
    }
    expect(bumps.size).toBeGreaterThan(3);
  });
});

it('finds the Metaplex metadata of a token', () => {
  // The account of USD Coin is public; the other is in the recordings of the chain.
  expect(metaplexMetadataAddress('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v')).toBe(
    '5x38Kp4hvdomTCnCrAny4UtMUt5rQBdB6px2K1Ui45Wq',
  );
  expect(metaplexMetadataAddress('EKpQGSJtjMFqKZ9KQanSqYXRcF8fBopzLHYxdM65zcjm')).toBe(
    'C1BpuaMytZAbSCFf9WM2gm6fAm54Yh1gh32ieptrp12B',
  );
});

describe('addressWithSeed', () => {
  it('makes the stake account of a Trust Wallet transaction', () => {
    // explorer: 5zrqgk1…, whose seed is the first 32 characters of its blockhash.
    const base = 'GcQQ1qx822KK14zyfTkMLQMLEZ4a9d88HnKepaA2XbmW';
    expect(addressWithSeed(base, '6ocSmEiuSHkN5yKDUaQrJHCzWCYXuFk3', programs.stake)).toBe(
      'GwsvFPgX5Gp6efJ9zZXJfeLuxJeaZ9z8FahGrxcAqFEv',
    );
  });

  it('agrees with kit', async () => {
    for (const seed of ['', 'a', 'x'.repeat(32)]) {
      const baseAddress = address(addressOf(7));
      const theirs = await createAddressWithSeed({ baseAddress, programAddress: address(programs.stake), seed });
      expect(addressWithSeed(baseAddress, seed, programs.stake)).toBe(theirs);
    }
  });

  it('refuses a seed of more than 32 bytes', () => {
    expect(() => addressWithSeed(addressOf(7), 'é'.repeat(17), programs.stake)).toThrow(RangeError);
  });
});
