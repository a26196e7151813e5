import { describe, expect, it } from 'vitest';
import { namedChain } from '../chains.ts';
import { knownTokens } from './known-tokens.ts';

const atom = 'ibc/27394FB092D2ECCD56123C74F36E4C1F926001CEADA9CA97EA622B25F41E5EB2';
const terra = namedChain('terra2');
// cosmos/chain-registry terra2/assetlist.json: ampLUNA.
const contract = 'terra1ecgazyd0waaj3g7l9cmy5gulhxkps2gmxu9ghducvuypjq68mq2s5lvsct';

describe('the known tokens', () => {
  it('are the bundled ones, by the hash of the trace if they came over IBC', async () => {
    const tokens = await knownTokens(namedChain('osmosis'));
    expect(tokens).toContainEqual({ id: atom, name: 'Cosmos Hub Atom', ticker: 'ATOM', decimals: 6 });
  });

  it('have the facts of the operator, however the id is spelled', async () => {
    const mine = { name: 'Mine', ticker: 'MINE', decimals: 7 };
    const tokens = await knownTokens(terra, [
      { id: atom.toLowerCase(), ...mine },
      { id: `cw20:${contract}`, ...mine },
      { id: 'umine', ...mine },
    ]);
    expect(tokens.filter(({ ticker }) => ticker === 'MINE').map(({ id }) => id)).toEqual([atom, contract, 'umine']);
    expect(tokens.filter(({ id }) => id === atom || id === contract)).toHaveLength(2);
  });

  it('are only those of the operator if there is no list', async () => {
    const mine = { id: 'umine', name: 'Mine', ticker: 'MINE', decimals: 7 };
    expect(await knownTokens(namedChain('stargaze'), [mine])).toEqual([mine]);
  });
});
