import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Desk, type Fields, txIdOf } from '../../test/algorand-desk.ts';
import { algorandAccounts, algorandCreator } from './accounts.ts';
import { startAlgorand } from './algorand.ts';
import type { AlgorandEngine } from './engine.ts';

let desk: Desk;
let ids: AlgorandEngine['assetIds'];
const [alice, bob, carol, , nobody] = algorandAccounts.map(({ address }) => address) as [
  string,
  string,
  string,
  string,
  string,
];
const creator = algorandCreator.address;
const pool = '400 TransactionPool.Remember: ';

beforeAll(async () => {
  desk = new Desk(await startAlgorand());
  ids = desk.engine.assetIds;
});
afterAll(() => desk.engine.stop());

/** Each test finds the chain as it was. */
function check(name: string, run: () => Promise<void>): void {
  it(name, () => desk.engine.rehearse(run));
}

const send = (assetId: string, own: Fields = {}): Fields => ({
  type: 'axfer',
  xaid: BigInt(assetId),
  arcv: bob,
  aamt: 5n,
  ...own,
});
const optIn = (assetId: string, snd: string): Fields => send(assetId, { snd, arcv: snd, aamt: 0n });
const refused = (own: Fields, text: string) => `${pool}transaction ${txIdOf(desk.bytes(own))}: ${text}`;
const holding = (address: string, id: string) => desk.engine.accountState(address)?.holdings[id];

describe('a transfer', () => {
  check('moves base units', async () => {
    expect(await desk.message(send(ids.demo))).toBe('ok');
    expect(await desk.engine.balance(alice, ids.demo)).toBe(1_000_000n * 1_000_000n - 5n);
    expect(await desk.engine.balance(bob, ids.demo)).toBe(1_000_000n * 1_000_000n + 5n);
    expect(await desk.engine.balance(alice)).toBe(10_000_000_000n - 1_000n);
  });

  check('of amounts above 2^53', async () => {
    expect(await desk.message(send(ids.huge, { aamt: 2n ** 63n - 1n }))).toBe('ok');
    const { body } = await desk.algod(`/v2/accounts/${bob}/assets/${ids.huge}`);
    expect(body['asset-holding'].amount).toBe(String(2n ** 63n - 1n));
    desk.engine.placeHolding(bob, ids.huge, { amount: 2n ** 64n - 1n });
    const own = send(ids.huge, { aamt: 1n });
    expect(await desk.message(own)).toBe(refused(own, `overflow on adding 1 to receiver amount 18446744073709551615`));
  });

  check('of more than there is', async () => {
    const own = send(ids.unprintable, { aamt: 6n, arcv: creator });
    expect(await desk.message(own)).toBe(refused(own, 'underflow on subtracting 6 from sender amount 5'));
  });

  check('to whom has not opted in', async () => {
    const own = send(ids.demo, { arcv: carol });
    expect(await desk.message(own)).toBe(
      refused(own, `receiver error: must optin, asset ${ids.demo} missing from ${carol}`),
    );
    // Nothing may be sent to anybody.
    expect(await desk.message(send(ids.demo, { arcv: carol, aamt: 0n }))).toBe('ok');
    expect(holding(carol, ids.demo)).toBeUndefined();
  });

  check('from whom has not opted in', async () => {
    const own = send(ids.demo, { snd: carol });
    expect(await desk.message(own)).toBe(refused(own, `asset ${ids.demo} missing from ${carol}`));
  });

  check('of frozen holdings', async () => {
    const from = send(ids.frozen, { snd: bob, arcv: alice });
    expect(await desk.message(from)).toBe(refused(from, `asset ${ids.frozen} frozen in ${bob}`));
    const to = send(ids.frozen);
    expect(await desk.message(to)).toBe(refused(to, 'asset frozen in recipient'));
  });

  check('needs ALGO for the fee alone, above the minimum balance', async () => {
    desk.engine.placeAccount(bob, { amount: 501_000n });
    expect(await desk.message(send(ids.demo, { snd: bob, arcv: alice }))).toBe('ok');
    const own = send(ids.demo, { snd: bob, arcv: alice, aamt: 1n });
    expect(await desk.message(own)).toBe(refused(own, `account ${bob} balance 499000 below min 500000 (4 assets)`));
  });
});

describe('an opt-in', () => {
  check('opens a holding, and raises the minimum balance', async () => {
    const txId = await desk.must(optIn(ids.demo, carol));
    expect(holding(carol, ids.demo)).toEqual({ amount: 0n, isFrozen: false });
    expect(desk.engine.accountState(carol)?.minBalance).toBe(200_000n);
    expect((await desk.indexer(`/v2/transactions/${txId}`)).body.transaction['asset-transfer-transaction']).toEqual({
      amount: 0,
      'asset-id': Number(ids.demo),
      'close-amount': 0,
      receiver: carol,
    });
    expect(await desk.message(send(ids.demo, { arcv: carol }))).toBe('ok');
    // A second one costs the fee, and does nothing.
    expect(await desk.message({ ...optIn(ids.demo, carol), note: Uint8Array.of(1) })).toBe('ok');
    expect(await desk.engine.balance(carol, ids.demo)).toBe(5n);
  });

  check('of an asset that freezes', async () => {
    await desk.must(optIn(ids.defaultFrozen, carol));
    expect(holding(carol, ids.defaultFrozen)).toEqual({ amount: 0n, isFrozen: true });
  });

  check('of an asset that is not there', async () => {
    const own = optIn('999', carol);
    expect(await desk.message(own)).toBe(refused(own, 'asset 999 does not exist or has been deleted'));
  });

  check('needs 0.1 ALGO more', async () => {
    desk.engine.placeAccount(carol, { amount: 200_999n });
    const own = optIn(ids.demo, carol);
    expect(await desk.message(own)).toBe(refused(own, `account ${carol} balance 199999 below min 200000 (1 assets)`));
    await desk.engine.fund(carol, 1n);
    expect(await desk.message(own)).toBe('ok');
  });
});

describe('an opt-out', () => {
  const optOut = (assetId: string, snd: string, to: string): Fields =>
    send(assetId, { snd, arcv: to, aamt: 0n, aclose: to });

  check('moves the whole holding and frees 0.1 ALGO', async () => {
    const txId = await desk.must(optOut(ids.demo, bob, alice));
    expect(holding(bob, ids.demo)).toBeUndefined();
    expect(desk.engine.accountState(bob)?.minBalance).toBe(400_000n);
    expect(await desk.engine.balance(alice, ids.demo)).toBe(2_000_000n * 1_000_000n);
    expect((await desk.algod(`/v2/transactions/pending/${txId}`)).body['asset-closing-amount']).toBe(10 ** 12);
    const { body } = await desk.indexer(`/v2/transactions/${txId}`);
    expect(body.transaction['asset-transfer-transaction']).toMatchObject({
      'close-amount': 10 ** 12,
      'close-to': alice,
    });
  });

  check('of a frozen holding goes to the creator alone', async () => {
    const own = optOut(ids.frozen, bob, alice);
    expect(await desk.message(own)).toBe(refused(own, `asset ${ids.frozen} frozen in ${bob}`));
    expect(await desk.message(optOut(ids.frozen, bob, creator))).toBe('ok');
  });

  check('is not for creators, nor for those who hold nothing', async () => {
    const own = optOut(ids.demo, creator, alice);
    expect(await desk.message(own)).toBe(refused(own, 'cannot close asset ID in allocating account'));
    const none = optOut(ids.demo, carol, alice);
    expect(await desk.message(none)).toBe(
      refused(none, `cannot close asset holding on account ${carol} : account is not opted in asset ${ids.demo} `),
    );
    desk.engine.placeHolding(carol, ids.usdc);
    expect(await desk.message(none)).toBe(refused(none, `asset ${ids.demo} not present in account ${carol}`));
  });

  check('of a destroyed asset may go to anybody, if nothing is left', async () => {
    desk.engine.destroyAsset(ids.huge);
    expect((await desk.algod(`/v2/assets/${ids.huge}`)).body.message).toBe('asset does not exist');
    expect(holding(bob, ids.huge)).toEqual({ amount: 0n, isFrozen: false });
    expect(await desk.message(optOut(ids.huge, bob, carol))).toBe('ok');
    expect(holding(bob, ids.huge)).toBeUndefined();
    const own = optIn(ids.huge, bob);
    expect(await desk.message(own)).toBe(refused(own, `asset ${ids.huge} does not exist or has been deleted`));
    const { body } = await desk.indexer(`/v2/assets/${ids.huge}?include-all=true`);
    expect(body.asset).toMatchObject({
      deleted: true,
      'destroyed-at-round': 55_000_000,
      params: { total: 0, creator },
    });
    expect((await desk.indexer(`/v2/assets/${ids.huge}`)).body.message).toBe(
      `no assets found for asset-id: ${ids.huge}`,
    );
  });
});

describe('what an asset lets others do', () => {
  check('claw back', async () => {
    const take = send(ids.frozen, { snd: creator, asnd: bob, arcv: alice, aamt: 100n });
    const txId = await desk.must(take);
    expect(await desk.engine.balance(bob, ids.frozen)).toBe(100_000_000n - 100n);
    const { body } = await desk.indexer(`/v2/transactions/${txId}`);
    expect(body.transaction['asset-transfer-transaction'].sender).toBe(bob);
    const own = send(ids.frozen, { asnd: bob, arcv: alice });
    expect(await desk.message(own)).toBe(refused(own, `clawback not allowed: sender ${alice}, clawback ${creator}`));
  });

  check('freeze and thaw', async () => {
    const thaw: Fields = { type: 'afrz', snd: creator, faid: BigInt(ids.frozen), fadd: bob, afrz: false };
    expect(await desk.message(thaw)).toBe('ok');
    expect(await desk.message(send(ids.frozen))).toBe('ok');
    expect(await desk.message({ ...thaw, afrz: true })).toBe('ok');
    expect(holding(bob, ids.frozen)?.isFrozen).toBe(true);
    const own: Fields = { ...thaw, snd: alice };
    expect(await desk.message(own)).toBe(refused(own, `freeze not allowed: sender ${alice}, freeze ${creator}`));
    const none: Fields = { ...thaw, fadd: nobody };
    expect(await desk.message(none)).toBe(refused(none, 'asset not found in account'));
  });

  check('create, change and destroy', async () => {
    const apar = {
      t: 10n,
      dc: 2,
      an: new TextEncoder().encode('New'),
      un: new TextEncoder().encode('NEW'),
      m: alice,
      f: alice,
    };
    const txId = await desk.must({ type: 'acfg', apar });
    const { body } = await desk.algod(`/v2/transactions/pending/${txId}`);
    const id: number = body['asset-index'];
    expect((await desk.indexer(`/v2/transactions/${txId}`)).body.transaction['created-asset-index']).toBe(id);
    expect((await desk.algod(`/v2/assets/${id}`)).body).toEqual({
      index: id,
      params: {
        creator: alice,
        decimals: 2,
        'default-frozen': false,
        freeze: alice,
        manager: alice,
        name: 'New',
        'name-b64': 'TmV3',
        total: 10,
        'unit-name': 'NEW',
        'unit-name-b64': 'TkVX',
      },
    });
    expect(await desk.engine.balance(alice, id)).toBe(10n);
    // An address that is not there once stays empty: clawback was never set.
    expect(await desk.message({ type: 'acfg', caid: id, apar: { m: bob, c: bob } })).toBe('ok');
    const changed = (await desk.algod(`/v2/assets/${id}`)).body.params;
    expect([changed.manager, changed.freeze, changed.clawback]).toEqual([bob, undefined, undefined]);
    const destroy: Fields = { type: 'acfg', caid: id };
    expect(await desk.message(destroy)).toBe(
      refused(
        destroy,
        `this transaction should be issued by the manager. It is issued by ${alice}, manager key ${bob}`,
      ),
    );
    expect(await desk.message({ ...destroy, snd: bob })).toBe('ok');
    expect(holding(alice, String(id))).toBeUndefined();
    desk.engine.placeHolding(creator, ids.frozen, { amount: 7n });
    const held: Fields = { type: 'acfg', snd: creator, caid: BigInt(ids.frozen) };
    expect(await desk.message(held)).toBe(
      refused(held, 'cannot destroy asset: creator is holding only 7/1000000000000000'),
    );
  });
});

describe('key registrations', () => {
  const keys = {
    votekey: new Uint8Array(32).fill(1),
    selkey: new Uint8Array(32).fill(2),
    sprfkey: new Uint8Array(64).fill(3),
    votefst: 55_000_000,
    votelst: 56_000_000,
    votekd: 1_000,
  };
  const status = async () => (await desk.algod(`/v2/accounts/${alice}?exclude=all`)).body;

  check('take an account online and offline', async () => {
    expect(await desk.message({ type: 'keyreg', ...keys })).toBe('ok');
    expect(await status()).toMatchObject({
      status: 'Online',
      'last-heartbeat': 55_000_321,
      participation: {
        'vote-participation-key': Buffer.alloc(32, 1).toString('base64'),
        'selection-participation-key': Buffer.alloc(32, 2).toString('base64'),
        'state-proof-key': Buffer.alloc(64, 3).toString('base64'),
        'vote-first-valid': 55_000_000,
        'vote-last-valid': 56_000_000,
        'vote-key-dilution': 1_000,
      },
    });
    expect((await status())['incentive-eligible']).toBeUndefined();
    expect(await desk.message({ type: 'keyreg', ...keys, fee: 2_000_000 })).toBe('ok');
    expect((await status())['incentive-eligible']).toBe(true);
    expect(await desk.message({ type: 'keyreg' })).toBe('ok');
    const after = await status();
    expect([after.status, after.participation, after['incentive-eligible']]).toEqual(['Offline', undefined, true]);
  });

  check('cannot change who never takes part', async () => {
    expect(await desk.message({ type: 'keyreg', nonpart: true })).toBe('ok');
    expect((await status()).status).toBe('Not Participating');
    const own: Fields = { type: 'keyreg' };
    expect(await desk.message(own)).toBe(
      refused(own, `cannot change online/offline status of non-participating account ${alice}`),
    );
  });

  check('must be for the present', async () => {
    const past: Fields = { type: 'keyreg', ...keys, votefst: 54_000_000, votelst: 55_000_001 };
    expect(await desk.message(past)).toBe(
      refused(past, 'transaction tries to mark an account as online with last voting round in the past'),
    );
    const future: Fields = { type: 'keyreg', ...keys, votefst: 55_000_003 };
    expect(await desk.message(future)).toBe(
      refused(
        future,
        'transaction tries to mark an account as online with first voting round beyond the next voting round',
      ),
    );
  });

  check('are told by the indexer', async () => {
    const txId = await desk.must({ type: 'keyreg', ...keys });
    expect((await desk.indexer(`/v2/transactions/${txId}`)).body.transaction['keyreg-transaction']).toMatchObject({
      'non-participation': false,
      'vote-key-dilution': 1_000,
    });
  });
});
