import { describe, expect, it } from 'vitest';
import { now } from '../test/scripted-endpoints.ts';
import { alice, bob, openWorld } from '../test/scripted-world.ts';

const [a, b] = [alice, bob].map(({ address }) => address.replace(/^UQ/, 'EQ').slice(0, 40));
/** Paths with their accounts as names. */
const named = (path: string) =>
  path.replaceAll(/EQ[\w-]{46}/g, (found) =>
    found.startsWith(a ?? '') ? 'A' : found.startsWith(b ?? '') ? 'B' : found,
  );

describe('encode of a transfer takes one round trip', () => {
  it.each([
    ['toncenter-v3', ['/accountStates', '/transactions'], ['/accountStates', '/masterchainInfo']],
    [
      'toncenter-v2',
      ['/getAddressInformation', '/getAddressInformation', '/getTransactions'],
      ['/getAddressInformation', '/getAddressInformation', '/getMasterchainInfo'],
    ],
    [
      'tonapi',
      ['/blockchain/accounts/', '/blockchain/accounts/'],
      ['/blockchain/config', '/blockchain/masterchain-head'],
    ],
  ] as const)('over %s', async (kind, usual, cold) => {
    let time = now;
    const { encode, sent } = openWorld([[kind]], { now: () => time });
    const asked = () =>
      sent
        .splice(0)
        .map(({ path }) => path.replace(/[EU]Q[\w-]{46}$/, ''))
        .toSorted();
    // Cold: the configuration, and which network it is, in the same round.
    expect((await encode()).roundTrips).toBe(1);
    expect(asked()).toEqual([...usual, ...cold].toSorted());
    time += 30_000;
    expect((await encode()).roundTrips).toBe(1);
    expect(asked()).toEqual([...usual]);
    // An hour later the configuration is read again.
    time += 3_600_000;
    expect((await encode()).roundTrips).toBe(1);
    const count = (paths: readonly string[]) => paths.filter((path) => path === cold[0]).length;
    expect(count(asked())).toBe(count([...usual, ...cold]));
  });

  it('and asks for each account once', async () => {
    const { encode, asked } = openWorld([['toncenter-v3']]);
    await encode({ recipientAddress: alice.address });
    const [states] = asked(/accountStates/);
    expect(states?.query.getAll('address').map(named)).toEqual(['A']);
  });
});
