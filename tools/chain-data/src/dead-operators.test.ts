import { describe, expect, it } from 'vitest';
import { deadOperatorOf, readDeadOperators } from './dead-operators.ts';
import { generateFiles } from './files.ts';
import { sources } from './sources.ts';

const [lava] = readDeadOperators({
  note: 'a test',
  operators: [{ name: 'Lava', domains: ['lava.build'], since: '2026-09-08', source: 'a test of this file' }],
});

/** The sources with another list of endpoints of one Cosmos chain. */
function withRest(rest: string[]) {
  const { osmosis } = sources.cosmos.chains;
  if (osmosis === undefined) throw new Error('No osmosis.');
  return {
    ...sources,
    cosmos: { ...sources.cosmos, chains: { ...sources.cosmos.chains, osmosis: { ...osmosis, rest } } },
  };
}

describe('operators that closed', () => {
  it('are known by their domains, and by all names below these', () => {
    const known = lava === undefined ? [] : [lava];
    expect(deadOperatorOf('https://rpc.starknet.lava.build/rpc/v0_9', known)?.name).toBe('Lava');
    expect(deadOperatorOf('https://lava.build', known)?.name).toBe('Lava');
    expect(deadOperatorOf('https://notlava.build', known)).toBeUndefined();
    expect(deadOperatorOf('https://lava.build.example.org', known)).toBeUndefined();
  });

  it('cannot come back with a newer list of others', () => {
    const back = withRest(['https://osmosis-api.polkachu.com', 'https://osmosis-mainnet-lcd.autostake.com']);
    expect(() => generateFiles(back)).toThrow(/osmosis: https:\/\/osmosis-mainnet-lcd\.autostake\.com is of AutoStake/);
  });

  it('cannot serve an EVM chain either, as a node or as an explorer', () => {
    const { chiliz } = sources.evm.chains;
    if (chiliz === undefined) throw new Error('No chiliz.');
    for (const row of [
      { ...chiliz, rpc: [...chiliz.rpc, 'https://rpc.ankr.com/chiliz'] },
      { ...chiliz, blockscout: 'https://scan.chiliz.com' },
    ]) {
      const evm = { ...sources.evm, chains: { ...sources.evm.chains, chiliz: row } };
      expect(() => generateFiles({ ...sources, evm })).toThrow(/^chiliz: https:.* closed/);
    }
  });

  it('say when and where it was said', () => {
    const [first] = sources.deadOperators;
    expect(() => readDeadOperators({ note: 'a', operators: [{ ...first, source: '' }] })).toThrow(/source/);
  });
});
