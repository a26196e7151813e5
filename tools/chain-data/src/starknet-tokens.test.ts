import { describe, expect, it } from 'vitest';
import { sources } from './sources.ts';
import { buildStarknetTokens, renderStarknetTokens } from './starknet-tokens.ts';
import { readStarknetTokens, type StarknetTokenSource } from './starknet-tokens-source.ts';

const chains = ['starknet', 'starknet-sepolia'];
const good: StarknetTokenSource = {
  address: `0x0${'1'.repeat(63)}`,
  ticker: 'ONE',
  name: 'One',
  decimals: 6,
  sources: ['here'],
};
const explained = { here: { what: 'somewhere', licence: 'MIT' } };
const build = (...rows: StarknetTokenSource[]) =>
  buildStarknetTokens(chains, { note: 'note', sources: explained, chains: { starknet: rows } });

describe('the token lists of Starknet', () => {
  it('are those of both chains, in the order of the source', () => {
    const lists = buildStarknetTokens(chains, sources.starknetTokens);
    expect(Object.keys(lists)).toEqual(chains);
    for (const [id, rows] of Object.entries(sources.starknetTokens.chains))
      expect(lists[id]?.map(([address]) => address)).toEqual(rows.map(({ address }) => address));
  });

  it('are written as rows', () => {
    expect(build(good)).toEqual({ starknet: [[good.address, 'ONE', 'One', 6]] });
    expect(renderStarknetTokens(build(good).starknet ?? [])).toContain(`  ['${good.address}', 'ONE', 'One', 6],\n`);
  });

  it.each<[string, Partial<StarknetTokenSource>, RegExp]>([
    ['without leading zeros', { address: `0x${'1'.repeat(63)}` }, /no address/],
    ['in upper case', { address: `0x0${'A'.repeat(63)}` }, /no address/],
    ['above the highest address', { address: `0x08${'0'.repeat(62)}` }, /no address/],
    ['of 0', { address: `0x${'0'.repeat(64)}` }, /no address/],
    ['of STRK', { address: '0x04718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d' }, /native coin/],
  ])('refuse an address %s', (_, changed, reason) => {
    expect(() => build({ ...good, ...changed })).toThrow(reason);
  });

  it.each<[string, Partial<StarknetTokenSource>, RegExp]>([
    ['the ticker of the native coin', { ticker: 'STRK' }, /native coin/],
    ['a ticker that is no plain text', { ticker: 'A\u202eB' }, /not plain text/],
    ['a source that is not explained', { sources: ['elsewhere'] }, /does not explain elsewhere/],
  ])('refuse %s', (_, changed, reason) => {
    expect(() => build({ ...good, ...changed })).toThrow(reason);
  });

  it('refuse a token or a ticker that stands twice, and a chain of another family', () => {
    expect(() => build(good, { ...good, ticker: 'TWO' })).toThrow(/more than once/);
    expect(() => build(good, { ...good, address: `0x0${'2'.repeat(63)}`, ticker: 'one' })).toThrow(/more than once/);
    const source = { note: 'note', sources: explained, chains: { base: [good] } };
    expect(() => buildStarknetTokens(chains, source)).toThrow(/base is no Starknet chain/);
  });

  it('refuse decimals that are no byte, and unknown fields', () => {
    const file = (row: object) => ({ note: 'note', sources: explained, chains: { starknet: [row] } });
    expect(() => readStarknetTokens(file({ ...good, decimals: 256 }))).toThrow(/decimals/);
    expect(() => readStarknetTokens(file({ ...good, symbol: 'ONE' }))).toThrow(/symbol/);
    expect(readStarknetTokens(file(good)).chains.starknet).toEqual([good]);
  });
});
