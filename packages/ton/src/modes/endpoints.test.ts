import { describe, expect, it } from 'vitest';
import { type NodeFacts, now, Refused, type ScriptedAccount } from '../../test/scripted-endpoints.ts';
import { accounts, alice, aliceRaw, bobRaw, openWorld, walletAccount } from '../../test/scripted-world.ts';
import type { TonKind } from '../options.ts';

const kinds: readonly TonKind[] = ['toncenter-v3', 'toncenter-v2', 'tonapi'];
const seconds = now / 1000;
const withAlice = (changed: Partial<ScriptedAccount>): NodeFacts => ({
  accounts: { ...accounts, [aliceRaw]: walletAccount(alice, changed) },
});

describe('one endpoint of any kind is enough for a transfer', () => {
  // Measured on @ton/sandbox 0.41.0: a plain transfer of v4r2 costs 388,269 nanotons at these prices. Storage of six minutes comes on top.
  it('and all kinds answer the same', async () => {
    const answers = await Promise.all(kinds.map(async (kind) => (await openWorld([[kind]]).encode()).data));
    const [first] = answers;
    expect(first).toMatchObject({ nonce: '8', params: { timeout: seconds + 300, walletVersion: 'v4r2' } });
    expect(Number(first?.fees)).toBeGreaterThan(388_269);
    expect(Number(first?.fees)).toBeLessThan(388_269 + 20);
    for (const answer of answers) expect(answer).toEqual(first);
  });

  it.each(kinds)('to an account that was never seen, over %s', async (kind) => {
    const { [aliceRaw]: sender } = accounts;
    const { data, codes } = await openWorld([[kind, { accounts: { [aliceRaw]: sender as ScriptedAccount } }]]).encode();
    expect(data?.params).toMatchObject({ bounce: false });
    expect(codes).toEqual(['recipient.uninitialized']);
  });

  it.each(kinds)('to a contract without data, over %s', async (kind) => {
    const { code } = walletAccount(alice);
    const bare = { balance: 1n, status: 'active', ...(code ? { code } : {}) } as const;
    const { codes } = await openWorld([[kind, { accounts: { ...accounts, [bobRaw]: bare } }]]).encode();
    expect(codes).toEqual([]);
  });
});

describe('the next kind is asked', () => {
  const lies: Readonly<Record<string, NodeFacts | 'dead'>> = {
    'if one is down': 'dead',
    'if one serves another network': { globalId: -3, zeroState: 'gj+B8wb/AmlPk1z1AhVI484rhrUpgSr2oSFIh56VoSg=' },
    'if one stands still': { latestAt: now - 3_600_000 },
    'if one is of the future': { latestAt: now + 3 * 3_600_000 },
    'if one tells a payment before the chain began': withAlice({ lastPaid: 1_000_000_000 }),
  };
  it.each(Object.entries(lies))('%s', async (_, facts) => {
    for (const kind of kinds) {
      const other = kind === 'toncenter-v3' ? 'tonapi' : 'toncenter-v3';
      const { data } = await openWorld([[kind, facts], [other]]).encode();
      expect(data).toMatchObject({ nonce: '8' });
    }
  });

  it('if v3 answers about another account, twice about one, or without code', async () => {
    const row = { address: aliceRaw, balance: '5', status: 'uninit', last_transaction_lt: '5' };
    const answers = [
      [{ ...row, address: `0:${'1'.repeat(64)}` }],
      [row, row],
      [{ ...row, status: 'active' }],
      [{ ...row, status: 'nonexist' }],
      [{ ...row, balance: '-5' }],
      [{ ...row, balance: String(2n ** 120n) }],
      [{ ...row, code_boc: 'AAAA' }],
    ];
    for (const accounts of answers) {
      const own = { '/accountStates': { accounts } };
      const { data } = await openWorld([['toncenter-v3', { own }], ['tonapi']]).encode();
      expect(data, JSON.stringify(accounts)).toMatchObject({ nonce: '8' });
    }
  });

  it('if tonapi answers about another account, or a debt that no account can have', async () => {
    const facts = [withAlice({ due: 2_000_000_000n })];
    for (const each of facts) {
      expect((await openWorld([['tonapi', each], ['toncenter-v2']]).encode()).data).toMatchObject({ nonce: '8' });
    }
  });

  it('if the transactions of v3 or v2 are those of another account', async () => {
    const v3 = { '/transactions': { transactions: [{ account: bobRaw, now: seconds }] } };
    const v2 = { '/getTransactions': { ok: true, result: [{ utime: seconds, address: { account_address: bobRaw } }] } };
    for (const [kind, own] of [
      ['toncenter-v3', v3],
      ['toncenter-v2', v2],
    ] as const) {
      expect((await openWorld([[kind, { own }], ['tonapi']]).encode()).data).toMatchObject({ nonce: '8' });
    }
  });

  it('but an error is reported if all fail', async () => {
    const { encode } = openWorld(kinds.map((kind) => [kind, 'dead']));
    await expect(encode()).rejects.toMatchObject({ code: 'upstream.unavailable' });
  });
});

describe('the fees stay an upper bound that is not absurd', () => {
  const feesOf = async (kind: TonKind, facts: NodeFacts) =>
    BigInt((await openWorld([[kind, facts]]).encode()).data?.fees ?? 0);
  const usual = 388_269n;

  it.each(kinds)('if %s does not know when the wallet paid last', async (kind) => {
    const unknown: NodeFacts =
      kind === 'tonapi'
        ? withAlice({ lastPaid: 0 })
        : {
            accounts: {
              ...accounts,
              [aliceRaw]: { ...walletAccount(alice), lastPaid: undefined } as unknown as ScriptedAccount,
            },
          };
    const fees = await feesOf(kind, unknown);
    // Since the first block of 2019-11: 6.45 years at 8.03 million nanotons a year, and half a year at 1.4 million.
    expect(fees).toBeGreaterThan(usual + 51_000_000n);
    expect(fees).toBeLessThan(usual + 54_000_000n);
  });

  // toncenter/ton-http-api#90, ton-blockchain/ton#1105
  it.each([
    'LITE_SERVER_UNKNOWN: cannot locate transaction in block with specified logical time',
    'LITE_SERVER_UNKNOWN: cannot compute block with specified transaction: cannot find block (0,ee5241437c5c7412) lt=47596406000001: lt not in db',
  ])('if a liteserver forgot the transactions of an idle wallet: %s', async (error) => {
    const own = { '/getTransactions': new Refused(500, { ok: false, code: 500, error }) };
    expect(await feesOf('toncenter-v2', { own })).toBeGreaterThan(usual + 51_000_000n);
  });

  it.each(kinds)('if %s tells a payment of the future', async (kind) => {
    const fees = await feesOf(kind, withAlice({ lastPaid: seconds + 86_400 }));
    expect(fees).toBeGreaterThan(usual);
    expect(fees).toBeLessThan(usual + 20n);
  });

  it.each(kinds)('and cost nothing more for a wallet that never had a transaction, over %s', async (kind) => {
    const fresh = { balance: 5_000_000_000n, status: 'uninit', lastLt: 0n, lastPaid: 0 } as const;
    const facts = {
      accounts: { ...accounts, [aliceRaw]: fresh },
      own: { '/transactions': { transactions: [] }, '/getTransactions': { ok: true, result: [] } },
    };
    const { data } = await openWorld([[kind, facts]]).encode({ senderPubKey: alice.publicKey });
    // Measured on @ton/sandbox 0.41.0 with these prices (fees/wallet-fees.engine.test.ts).
    expect(data).toMatchObject({ fees: '900402', nonce: '0' });
  });
});

describe('the time of a message follows the chain', () => {
  it.each(kinds)('if our clock is slow, over %s', async (kind) => {
    const { data } = await openWorld([[kind, { latestAt: now + 3_600_000 }]]).encode();
    expect(data?.params).toMatchObject({ timeout: seconds + 3_600 + 300 });
  });

  it('and an expiry that is over there is refused', async () => {
    const { encode } = openWorld([['toncenter-v3', { latestAt: now + 3_600_000 }]]);
    expect((await encode({ params: { timeout: seconds + 300 } })).codes).toContain('wish.invalid');
    expect((await encode({ params: { timeout: seconds + 3_600 + 300 } })).codes).toEqual([]);
  });

  it.each(kinds)('and our clock if the latest block is some minutes old, over %s', async (kind) => {
    const { data } = await openWorld([[kind, { latestAt: now - 300_000 }]]).encode();
    expect(data?.params).toMatchObject({ timeout: seconds + 300 });
  });
});
