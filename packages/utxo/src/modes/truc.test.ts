import { describe, expect, it } from 'vitest';
import { createRig, vectorAccount } from '../../test/rig.ts';

// BIP431, rule 2: before a transaction of version 3 is in a block, only another one of version 3 may spend what it pays. Nodes since Bitcoin Core 28
// answer `TRUC-violation` (src/policy/truc_policy.cpp). Our transactions have version 2.

const account = vectorAccount('bitcoin', 84);
const senderAddress = account.addresses['0/0'] ?? '';
const recipientAddress = account.addresses['0/1'] ?? '';

const waiting = { height: null, version: 3 } as const;
const held = '50000';

describe.each([
  ['Esplora', { url: 'https://one.test', name: 'one', kind: 'esplora' as const }],
  ['Blockbook', { url: 'https://book.test', name: 'book', kind: 'blockbook' as const }],
])('coins of version 3, by %s,', (_, endpoint) => {
  const begin = () => {
    const { ledger, chain, encode } = createRig('bitcoin', { endpoints: [endpoint] });
    return {
      ledger,
      chain,
      encode: (more: object) => encode({ senderAddress, recipientAddress, ...more }),
    };
  };

  it.each([
    ['of somebody else', {}],
    ['of the account itself', { from: senderAddress }],
  ])('%s are left alone while they wait', async (_, origin) => {
    const { ledger, chain, encode } = begin();
    // It would fit without change: 110 virtual bytes at 2 satoshi.
    ledger.fund(senderAddress, 50_000n, { ...waiting, ...origin });
    const confirmed = ledger.fund(senderAddress, 200_000n);
    const { data, status } = await encode({ amount: '49780' });
    expect(data.params.inputs.map(({ txid }) => txid)).toEqual([confirmed.txid]);
    expect(status.warnings).toMatchObject([
      { code: 'coins.restricted', field: 'transaction.data.senderAddress', context: { held } },
    ]);
    const { balances } = await chain.accountState(senderAddress, { include: ['native'] });
    expect(balances.native).toMatchObject({ available: '200000', total: '250000' });
  });

  it.each([
    ['an amount', { amount: '40000' }],
    ['everything', { useMaxAmount: true }],
  ])('do not pay %s, and encode says to wait', async (_, wanted) => {
    const { ledger, encode } = begin();
    ledger.fund(senderAddress, 50_000n, waiting);
    const { status } = await encode(wanted);
    expect(status.errors).toMatchObject([
      { code: 'coins.waiting', field: 'transaction.data.amount', context: { held } },
    ]);
  });

  it('are not enough either: the balance counts them', async () => {
    const { ledger, encode } = begin();
    ledger.fund(senderAddress, 50_000n, waiting);
    const { status } = await encode({ amount: '60000' });
    expect(status.errors).toMatchObject([{ code: 'balance.insufficient', context: { available: '50000' } }]);
  });

  it('are like others once they are in a block', async () => {
    const { ledger, encode } = begin();
    const coin = ledger.fund(senderAddress, 50_000n, { version: 3 });
    const { data, warnings } = await encode({ amount: '40000' });
    expect(data.params.inputs.map(({ txid }) => txid)).toEqual([coin.txid]);
    expect(warnings).toEqual([]);
  });

  it('are not spent again by a replacement while they wait', async () => {
    const { ledger, encode } = begin();
    const pay = (origin: object) =>
      ledger.spend([ledger.fund(senderAddress, 50_000n, origin)], [{ address: recipientAddress, value: 40_000n }], {
        version: 3,
      });
    const [onWaiting, onConfirmed] = [pay(waiting), pay({ version: 3 })];
    const refused = await encode({ amount: '30000', params: { replaces: onWaiting } });
    expect(refused.status.errors).toMatchObject([{ code: 'replacement.impossible' }]);
    const { codes } = await encode({ amount: '30000', params: { replaces: onConfirmed } });
    expect(codes).toEqual([]);
  });
});
