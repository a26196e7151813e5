import { describeCaptures } from '@isochain/conformance';
import { Asset, Claimant, Networks, Operation } from '@stellar/stellar-base';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { assetOf, Desk, pay } from '../../test/stellar-desk.ts';
import { stellarAccounts } from './accounts.ts';
import { bid, decode, feeSource } from './core/submission.ts';
import type { StellarEngine } from './engine.ts';
import { startStellar } from './stellar.ts';

// What the public networks recorded: transactions must have their hashes, and the stand-in's answers their shapes.

const file = (name: string) => `stellar/${name}.json`;
const address = (index: number): string => stellarAccounts[index]?.address ?? '';
const [alice, bob, nobody] = [0, 1, 4].map(address) as [string, string, string];

interface Mined {
  readonly id: string;
  readonly envelope: string;
  readonly hash: string;
  readonly expected: { readonly nonce: string; readonly feeBid: string; readonly feePaidBy: string };
}

interface Vector {
  readonly case: string;
  readonly signedXdr: string;
  readonly hash: string;
}

describeCaptures('50 transactions of the main network', [file('horizon-mainnet-50-transactions-xdr')], (read) => {
  const records: { hash: string; envelope_xdr: string }[] = JSON.parse(
    read(file('horizon-mainnet-50-transactions-xdr')),
  ).records;

  it.each(records)('$hash has its hash', ({ hash, envelope_xdr: envelope }) => {
    expect(decode(envelope, Networks.PUBLIC).hash).toBe(hash);
    expect(decode(envelope, Networks.TESTNET).hash).not.toBe(hash);
  });
  it('are all there', () => expect(records).toHaveLength(50));
});

describeCaptures('mined transactions', [file('mined-transactions')], (read) => {
  const records: Mined[] = JSON.parse(read(file('mined-transactions')));

  it.each(records)('$id has its hash and parties', ({ envelope, hash, expected }) => {
    const submission = decode(envelope, Networks.PUBLIC);
    expect(submission.hash).toBe(hash);
    expect(submission.inner.sequence.toString()).toBe(expected.nonce);
    expect(bid(submission).toString()).toBe(expected.feeBid);
    expect(feeSource(submission).account).toBe(expected.feePaidBy);
  });
});

describeCaptures(
  'answers',
  [
    file('horizon-account'),
    file('horizon-submit-transaction-success'),
    file('horizon-account-operations'),
    file('horizon-account-effects'),
    file('horizon-ledger'),
    file('horizon-fee-stats'),
    file('horizon-assets'),
    file('horizon-claimable-balances'),
    file('horizon-transaction'),
  ],
  (read) => {
    let desk: Desk;
    beforeAll(async () => {
      desk = new Desk(await startStellar());
    });
    afterAll(() => desk.engine.stop());

    const recorded = (name: string) => JSON.parse(read(file(name)));
    const records = (body: { _embedded: { records: Record<string, unknown>[] } }) => body._embedded.records;
    const memberOf = (list: readonly Record<string, unknown>[], type: string) => list.find((one) => one.type === type);

    /** What the recorded answer has must be there, with the same kinds of values. Newer members may be more. */
    function expectLike(made: unknown, real: unknown, without: readonly string[] = []): void {
      const members = shapeOf(real) as Record<string, unknown>;
      const wanted = Object.fromEntries(Object.entries(members).filter(([name]) => !without.includes(name)));
      expect(shapeOf(made)).toMatchObject(wanted);
    }

    it('an account has the members of the recorded one', async () => {
      const { body } = await desk.get(`/accounts/${alice}`);
      const real = recorded('horizon-account');
      expectLike(body, real, ['balances', '_links']);
      expectLike(body.balances[0], real.balances[0], ['is_clawback_enabled']);
      expect(Object.keys(body.balances.at(-1)).toSorted()).toEqual(Object.keys(real.balances.at(-1)).toSorted());
      expect(Object.keys(body._links).toSorted()).toEqual(Object.keys(real._links).toSorted());
    });

    it('a submitted transaction has the members of the recorded one', async () => {
      const { body } = await desk.submit(pay(bob, '1'), { maxTime: 4_000_000_000 });
      const real = recorded('horizon-submit-transaction-success');
      // Metadata can be left out (SKIP_TXMETA), and is.
      expectLike(body, real, ['result_meta_xdr', 'memo', 'memo_bytes', '_links']);
      expect(Object.keys(body._links).toSorted()).toEqual(Object.keys(real._links).toSorted());
      expect(body.result_xdr).toBe(real.result_xdr);
      expect(body.preconditions).toEqual({ timebounds: { min_time: '0', max_time: '4000000000' } });
    });

    it('a recorded transaction of version 0 has its hash', () => {
      const { hash, envelope_xdr: envelope } = recorded('horizon-transaction');
      const networks = [Networks.PUBLIC, Networks.TESTNET];
      expect(networks.map((passphrase) => decode(envelope, passphrase).hash)).toContain(hash);
    });

    it('operations and effects have the members of recorded ones', async () => {
      await desk.submit([
        pay(bob, '1'),
        pay(bob, '1', assetOf(desk.engine.tokenIds.demo)),
        Operation.createAccount({ destination: nobody, startingBalance: '5' }),
        Operation.changeTrust({ asset: assetOf(desk.engine.tokenIds.demo) }),
      ]);
      const operations = records((await desk.get(`/accounts/${alice}/operations?order=desc`)).body);
      const realOperations = records(recorded('horizon-account-operations'));
      for (const type of ['payment', 'create_account', 'change_trust']) {
        expectLike(memberOf(operations, type), memberOf(realOperations, type));
      }
      const effects = [...records((await desk.get('/effects?order=desc&limit=20')).body)];
      const realEffects = records(recorded('horizon-account-effects'));
      for (const type of ['account_created', 'account_credited', 'signer_created']) {
        expectLike(memberOf(effects, type), memberOf(realEffects, type));
        expect(memberOf(effects, type)?.type_i).toBe(memberOf(realEffects, type)?.type_i);
      }
    });

    it('ledgers, fees, assets and claimable balances have the members of recorded ones', async () => {
      const { body: ledgers } = await desk.get('/ledgers?limit=1');
      expectLike(records(ledgers)[0], recorded('horizon-ledger'));
      expectLike((await desk.get('/fee_stats')).body, recorded('horizon-fee-stats'));
      const { body: assets } = await desk.get('/assets?asset_code=DEMO');
      expectLike(records(assets)[0], records(recorded('horizon-assets'))[0]);
      expect(Object.keys(assets._links).toSorted()).toEqual(Object.keys(recorded('horizon-assets')._links).toSorted());
      const claimants = [new Claimant(nobody, Claimant.predicateBeforeAbsoluteTime('1609369436'))];
      await desk.submit(Operation.createClaimableBalance({ asset: Asset.native(), amount: '1', claimants }));
      const { body: balances } = await desk.get(`/claimable_balances?claimant=${nobody}`);
      const real = records(recorded('horizon-claimable-balances'))[0];
      expectLike(records(balances)[0], real, ['claimants']);
      expect(JSON.stringify(records(balances)[0])).toContain(
        '"predicate":{"abs_before":"2020-12-30T23:03:56Z","abs_before_epoch":"1609369436"}',
      );
    });
  },
);

describeCaptures('transactions that another program signed', [file('vectors-sdk15')], (read) => {
  const vectors: Vector[] = JSON.parse(read(file('vectors-sdk15'))).vectors;
  const source = 'GAB2CB576PHBBPQ5ODORRZ2LYCMWPZGWGCN2KDK7DXOIMZASKUY3QZ6Q';
  const recipient = 'GBYSMUPUKC5ALNRYTC4Z55PXXJCWGLUOEUT7P5YVZVTR5RACJTCR5XDX';
  const usdc = 'USDC:GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN';

  /** What a transaction finds, beside its sender. */
  const world: Readonly<Record<string, (engine: StellarEngine) => void>> = {
    'payment USDC': (engine) => {
      engine.placeTrustline(source, usdc, { balance: 1_000_000_000n });
      engine.placeTrustline(recipient, usdc);
    },
    'changeTrust remove': (engine) => engine.placeTrustline(source, usdc),
  };

  it.each(vectors)('$case runs', async (vector) => {
    const chainId = vector.case.includes('testnet') ? 'stellar-testnet' : 'stellar';
    // They end with 1700000000.
    const desk = new Desk(await startStellar({ chainId, startTime: new Date(1_699_999_900_000) }));
    try {
      const { engine } = desk;
      engine.placeAccount(source, { balance: 1_000_000_000n, sequence: 120_192_344_791_187_470n });
      if (vector.case !== 'createAccount') engine.placeAccount(recipient, { balance: 1_000_000_000n });
      world[vector.case]?.(engine);
      const { status, body } = await desk.post('/transactions', vector.signedXdr);
      expect([status, body.extras?.result_codes, body.hash]).toEqual([200, undefined, vector.hash]);
    } finally {
      await desk.engine.stop();
    }
  });
});

/** Members and kinds of values, not the values. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? [] : [shapeOf(value[0])];
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(([key, one]) => [key, shapeOf(one)] as const);
    return Object.fromEntries(members.toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }
  return value === null ? null : typeof value;
}
