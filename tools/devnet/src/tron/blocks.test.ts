import { expect, it } from 'vitest';
import { blockIdOf, genesisHeader } from './blocks.ts';

it('has the id of a block that the documentation of java-tron prints (getblock, Nile)', () => {
  const header = {
    number: 66987565,
    txTrieRoot: 'faf8fe3858339ead25cc892461c82a59b84dca4a51c45b026676bf3f45a352a2',
    witness: '41b2f713d57dbcec679d93a8849fa0cd0e4db594ba',
    parentHash: '0000000003fe262c85cd6b02033f4c3e5c1efa35de256a17bd906dc61fb1aeed',
    version: 34,
    timestamp: 1777445121000,
  };
  expect(blockIdOf(header)).toBe('0000000003fe262d52bfa4b2814f816fd2e57af5b98a33d60d8630a03a908e0e');
});

it("has the id of mainnet's genesis block", () => {
  const id = '00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc';
  expect(blockIdOf(genesisHeader('mainnet'))).toBe(id);
  expect(blockIdOf(genesisHeader('another'))).not.toBe(id);
});
