import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { drawnOf } from '../../test/drawn.ts';
import { pythonSdk } from '../../test/fixtures.ts';
import type { Made } from '../../test/kinds.ts';
import { kinds } from '../../test/made.ts';
import { bytesOf } from './index.ts';
import type { AlgorandPlan, Deed } from './transaction.ts';

// Another library of the chain was asked once about the same transactions. The senders are no keys, so the planner is not asked.

function deedOf(made: Made): Deed {
  const { recipient: receiver, amount, assetId, sender } = made;
  switch (made.kind) {
    case 'payment':
      return { type: 'payment', receiver, amount };
    case 'closeAccount':
      return { type: 'payment', receiver, amount, closeRemainderTo: receiver };
    case 'assetTransfer':
      return { type: 'assetTransfer', assetId, receiver, amount };
    case 'assetClose':
      return { type: 'assetTransfer', assetId, receiver, amount, closeRemainderTo: receiver };
    case 'optIn':
      return { type: 'assetTransfer', assetId, receiver: sender, amount: 0n };
    case 'optOut':
      return { type: 'assetTransfer', assetId, receiver, amount: 0n, closeRemainderTo: receiver };
    case 'goOnline':
      return { type: 'goOnline', keys: made };
    case 'goOffline':
      return { type: 'goOffline' };
  }
}

const { assemble } = bytesOf('algorand');

describe('the chain’s library in Python', () => {
  it.each(kinds)('makes the same bytes and ids of 1,000 transactions of %s', (kind) => {
    const all = createHash('sha256');
    for (let i = 0; i < 1_000; i++) {
      const made = drawnOf(kind, i);
      const plan: AlgorandPlan = { ...made, deed: deedOf(made) };
      const { items, unsigned } = assemble(plan);
      all.update(`${items[0]?.raw?.value} ${unsigned.txId}\n`);
    }
    expect(all.digest('hex')).toBe(pythonSdk[kind]);
  });
});
