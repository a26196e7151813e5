import { describe, expect, it } from 'vitest';
import { families } from '../families/index.ts';
import { mixedShot, round } from './mixed-shots.ts';

const shots = Array.from({ length: round.length * families.length }, (_, index) => mixedShot(index));

describe('mixedShot', () => {
  it('asks every family for everything', () => {
    for (const { chainId } of families) {
      expect(shots.filter(({ path }) => path === `/api/${chainId}/transaction/encode`).length).toBe(11);
      expect(shots.filter(({ path }) => path.startsWith(`/api/chains/${chainId}/account/`)).length).toBe(3);
    }
  });

  it('has one request in five that must be refused', () => {
    expect(shots.filter(({ status }) => status !== 200).length).toBe(shots.length / 5);
  });

  it('asks for another account each time', () => {
    const bodies = Array.from({ length: 10_000 }, (_, index) => mixedShot(index)).flatMap(({ what, body }) =>
      what.startsWith('encode') ? (body ?? '') : [],
    );
    expect(new Set(bodies).size).toBe(bodies.length);
  });
});
