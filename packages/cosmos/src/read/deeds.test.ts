import { bitcoinIdentities } from '@isochain/core/catalogue';
import { expect, it } from 'vitest';
import { bitcoinTickers } from './deeds.ts';

it.each(['bitcoin', 'bitcoin-signet'] as const)('the coin of %s is called as in the catalogue', (id) => {
  expect(bitcoinTickers[id]).toBe(bitcoinIdentities[id].ticker);
});
