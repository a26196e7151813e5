import { describe, expect, it } from 'vitest';
import { fakeChain } from '../test/fake-chain.ts';
import { createFamily } from './connect.ts';
import type { ChainFamily, ConnectOptions } from './family.ts';
import { Chain } from './service/chain.ts';

const opened: [string, ConnectOptions][] = [];
const stellar: ChainFamily & { chainIds: readonly ('stellar' | 'stellar-testnet')[] } = {
  name: 'stellar',
  chainIds: ['stellar', 'stellar-testnet'],
  open(chainId, options) {
    opened.push([chainId, options]);
    return fakeChain().adapter;
  },
};
const family = createFamily<'stellar' | 'stellar-testnet'>(stellar);

describe('connect', () => {
  it('opens a chain of the family, with the options', () => {
    const chain = family.connect('stellar', { timeoutMs: 5 });
    expect(chain).toBeInstanceOf(Chain);
    expect(chain.id).toBe('stellar');
    expect(opened.at(-1)).toEqual(['stellar', { timeoutMs: 5 }]);
  });

  it('needs no options', () => {
    family.connect('stellar');
    expect(opened.at(-1)).toEqual(['stellar', {}]);
  });

  it('says which family a chain is of when it is another', () => {
    expect(() => family.connect('base' as never)).toThrow(
      new TypeError('base is not a chain of the stellar family but of evm'),
    );
  });

  it.each(['atlantis', '__proto__', 'toString', ''])('says that %j is of none', (text) => {
    expect(() => family.connect(text as never)).toThrow(
      new TypeError(`${text} is not a chain of the stellar family but of none`),
    );
  });

  it('shows which chains there are', () => {
    expect(family.chainIds).toEqual(['stellar', 'stellar-testnet']);
    expect(family.family.name).toBe('stellar');
  });
});
