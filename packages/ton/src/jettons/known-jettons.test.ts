import { Address } from '@ton/core';
import { describe, expect, it } from 'vitest';
import { bundledJettons, knownJettons } from './known-jettons.ts';

describe('bundled jettons', () => {
  it.each(bundledJettons)('%s has a right checksum and is bounceable (%s)', (id) => {
    expect(Address.parseFriendly(id)).toMatchObject({ isBounceable: true, isTestOnly: false });
    expect(Address.parse(id).toString()).toBe(id);
  });

  it('include Tether', () => {
    // The raw form in tonkeeper/ton-assets, jettons/tether-usdt.yaml.
    const raw = '0:b113a994b5024a16719f69139328eb759596c38a25f59028b146fecdc3621dfe';
    const found = knownJettons().find(({ id }) => Address.parse(id).toRawString() === raw);
    expect(found).toMatchObject({ decimals: 6, name: 'Tether USD' });
  });
});

it("the operator's facts win, in whatever form the address is", () => {
  const [first = ['', '', '', 0]] = bundledJettons;
  const own = { id: Address.parse(first[0]).toRawString(), name: 'Mine', ticker: 'MINE', decimals: 2 };
  expect(knownJettons([own]).filter(({ id }) => id === first[0])).toEqual([{ ...own, id: first[0] }]);
});
