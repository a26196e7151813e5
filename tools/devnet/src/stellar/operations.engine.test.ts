import {
  Asset,
  type AuthFlag,
  Claimant,
  hash,
  type Keypair,
  Memo,
  Operation,
  StrKey,
  type xdr,
} from '@stellar/stellar-base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assetOf, Desk, keyring, pay } from '../../test/stellar-desk.ts';
import { stellarAccounts } from './accounts.ts';
import { startStellar } from './stellar.ts';

let desk: Desk;
const xlm = 10_000_000n;
const address = (index: number): string => stellarAccounts[index]?.address ?? '';
const [alice, bob, carol, dave, nobody] = [0, 1, 2, 3, 4].map(address) as [string, string, string, string, string];
const [aliceKey, bobKey, carolKey, , nobodyKey] = keyring as [Keypair, Keypair, Keypair, Keypair, Keypair];

beforeAll(async () => {
  desk = new Desk(await startStellar());
});
afterAll(() => desk.engine.stop());

/** Each test finds the chain as it was. */
function check(name: string, run: () => Promise<void>): void {
  it(name, () => desk.engine.rehearse(run));
}

const failed = (...operations: string[]) => ({ transaction: 'tx_failed', operations });

describe('AccountMerge', () => {
  const merge = (destination: string) => Operation.accountMerge({ destination });

  check('sends all and deletes the account', async () => {
    const { body } = await desk.submit(merge(bob), { source: carol });
    expect(desk.engine.accountState(carol)).toBeUndefined();
    expect(await desk.engine.balance(bob)).toBe(20_000n * xlm - 100n);
    const { body: effects } = await desk.get(`/transactions/${body.hash}/effects`);
    expect(effects._embedded.records).toMatchObject([
      { type: 'account_debited', account: carol, amount: '9999.9999900' },
      { type: 'account_credited', account: bob, amount: '9999.9999900', asset_type: 'native', type_i: 2 },
      { type: 'account_removed', account: carol, type_i: 1 },
    ]);
    expect((await desk.get(`/accounts/${carol}`)).status).toBe(404);
    // Its history is still there.
    const { body: history } = await desk.get(`/accounts/${carol}/operations`);
    expect(history._embedded.records).toMatchObject([{ type: 'account_merge', account: carol, into: bob }]);
    // Created again it begins with a number that was never used.
    await desk.submit(Operation.createAccount({ destination: carol, startingBalance: '5' }));
    expect(desk.engine.accountState(carol)?.sequence).toBe(BigInt(desk.engine.ledgers().core.sequence) << 32n);
  });

  check('is refused with the codes of core', async () => {
    expect(await desk.codes(merge(alice))).toEqual(failed('op_malformed'));
    expect(await desk.codes(merge(nobody))).toEqual(failed('op_no_account'));
    expect(await desk.codes(merge(bob))).toEqual(failed('op_has_sub_entries'));
    desk.engine.placeAccount(carol, { flags: { immutable: true } });
    expect(await desk.codes(merge(bob), { source: carol })).toEqual(failed('op_immutable_set'));
    desk.engine.placeAccount(carol, { flags: { immutable: false }, numSponsoring: 1 });
    expect(await desk.codes(merge(bob), { source: carol })).toEqual(failed('op_is_sponsor'));
    desk.engine.placeAccount(carol, {
      numSponsoring: 0,
      sequence: BigInt(desk.engine.ledgers().core.sequence + 1) << 32n,
    });
    expect(await desk.codes(merge(bob), { source: carol })).toEqual(failed('op_seq_num_too_far'));
    desk.engine.placeAccount(bob, { balance: 2n ** 63n - 1n });
    expect(await desk.codes(merge(bob), { source: dave })).toEqual(failed('op_dest_full'));
  });

  check('takes its signers along', async () => {
    desk.engine.placeAccount(carol, { signers: [{ key: bob, weight: 1 }] });
    expect(desk.engine.accountState(carol)?.subentries).toBe(1);
    expect(await desk.codes(merge(bob), { source: carol })).toBe('ok');
  });

  check('of an account that was created in the same ledger is too early', async () => {
    const operations = [
      Operation.createAccount({ destination: nobody, startingBalance: '2' }),
      Operation.accountMerge({ destination: alice, source: nobody }),
    ];
    const signers = [aliceKey, nobodyKey];
    expect(await desk.codes(operations, { signers })).toEqual(failed('op_success', 'op_seq_num_too_far'));
  });
});

describe('SetOptions', () => {
  const set = (options: Parameters<typeof Operation.setOptions>[0]) => Operation.setOptions(options);

  check('changes thresholds, signers, flags and the home domain', async () => {
    const options = set({
      signer: { ed25519PublicKey: bob, weight: 5 },
      masterWeight: 2,
      lowThreshold: 1,
      medThreshold: 2,
      highThreshold: 7,
      homeDomain: 'example.com',
      // The type of the library knows single flags alone.
      setFlags: 3 as AuthFlag,
    });
    const { body } = await desk.submit(options, { source: carol });
    expect(desk.engine.accountState(carol)).toMatchObject({
      thresholds: { master: 2, low: 1, med: 2, high: 7 },
      signers: [{ key: bob, weight: 5 }],
      flags: { required: true, revocable: true, immutable: false, clawback: false },
      subentries: 1,
    });
    const { body: account } = await desk.get(`/accounts/${carol}`);
    expect(account).toMatchObject({
      home_domain: 'example.com',
      thresholds: { low_threshold: 1, med_threshold: 2, high_threshold: 7 },
      flags: { auth_required: true, auth_revocable: true },
      signers: [
        { key: bob, weight: 5, type: 'ed25519_public_key' },
        { key: carol, weight: 2, type: 'ed25519_public_key' },
      ],
    });
    const { body: effects } = await desk.get(`/transactions/${body.hash}/effects`);
    expect(effects._embedded.records.map(({ type }: { type: string }) => type)).toEqual([
      'account_home_domain_updated',
      'account_thresholds_updated',
      'account_flags_updated',
      'signer_updated',
      'signer_created',
    ]);
    // Signers need the high threshold now.
    const remove = set({ signer: { ed25519PublicKey: bob, weight: 0 } });
    expect(await desk.codes(remove, { source: carol })).toEqual(failed('op_bad_auth'));
    expect(await desk.codes(remove, { source: carol, signers: [carolKey, bobKey] })).toBe('ok');
    expect(desk.engine.accountState(carol)?.subentries).toBe(0);
    const { body: operations } = await desk.get(`/accounts/${carol}/operations?order=asc&limit=1`);
    expect(operations._embedded.records[0]).toMatchObject({
      signer_key: bob,
      signer_weight: 5,
      master_key_weight: 2,
      set_flags: [1, 2],
      set_flags_s: ['auth_required', 'auth_revocable'],
    });
  });

  check('needs a reserve for a signer, and refuses odd ones', async () => {
    desk.engine.placeAccount(carol, { balance: xlm + 5_000_099n });
    const add = set({ signer: { ed25519PublicKey: bob, weight: 1 } });
    expect(await desk.codes(add, { source: carol })).toEqual(failed('op_low_reserve'));
    expect(await desk.codes(set({ signer: { ed25519PublicKey: alice, weight: 1 } }))).toEqual(failed('op_bad_signer'));
    const signers = Array.from({ length: 20 }, (_, index) => ({
      key: StrKey.encodeSha256Hash(Buffer.alloc(32, index)),
      weight: 1,
    }));
    desk.engine.placeAccount(dave, { signers });
    expect(await desk.codes(add, { source: dave })).toEqual(failed('op_too_many_signers'));
    expect(await desk.codes(set({ setFlags: 8 }))).toEqual(failed('op_auth_revocable_required'));
    expect(await desk.codes(set({ setFlags: 1, clearFlags: 1 }))).toEqual(failed('op_bad_flags'));
    expect(await desk.codes(set({ inflationDest: nobody }))).toEqual(failed('op_invalid_inflation'));
    desk.engine.placeAccount(alice, { flags: { immutable: true } });
    expect(await desk.codes(set({ setFlags: 1 }))).toEqual(failed('op_cant_change'));
  });

  check('lets the hash of a transaction sign once', async () => {
    const later = desk.signed(pay(bob, '1'), { source: carol, sequence: sequenceOf(carol) + 2n, signers: [] });
    const key = StrKey.encodePreAuthTx(later.hash());
    await desk.submit(set({ signer: { preAuthTx: later.hash(), weight: 1 } }), { source: carol });
    expect(desk.engine.accountState(carol)?.signers).toEqual([{ key, weight: 1 }]);
    expect((await desk.submit(later)).status).toBe(200);
    expect(desk.engine.accountState(carol)).toMatchObject({ signers: [], subentries: 0 });
  });

  check('lets a preimage sign', async () => {
    const secret = Buffer.from('a preimage');
    desk.engine.placeAccount(carol, { signers: [{ key: StrKey.encodeSha256Hash(hash(secret)), weight: 1 }] });
    const transaction = desk.signed(pay(bob, '1'), { source: carol, signers: [] });
    transaction.signHashX(secret);
    expect((await desk.submit(transaction)).status).toBe(200);
  });
});

describe('ManageData', () => {
  const put = (name: string, value: string | null) => Operation.manageData({ name, value });

  check('places, changes and deletes an entry, which takes a reserve', async () => {
    expect(await desk.codes(put('config.memo_required', '1'), { source: carol })).toBe('ok');
    const { body } = await desk.get(`/accounts/${carol}`);
    expect(body.data).toEqual({ 'config.memo_required': 'MQ==' });
    expect(body.subentry_count).toBe(1);
    expect(await desk.codes(put('config.memo_required', 'no'), { source: carol })).toBe('ok');
    expect(desk.engine.accountState(carol)).toMatchObject({ subentries: 1, data: { 'config.memo_required': 'bm8=' } });
    expect(await desk.codes(put('config.memo_required', null), { source: carol })).toBe('ok');
    expect(desk.engine.accountState(carol)?.subentries).toBe(0);
    expect(await desk.codes(put('config.memo_required', null), { source: carol })).toEqual(
      failed('op_data_name_not_found'),
    );
    expect(await desk.codes(put('ü', 'y'), { source: carol })).toEqual(failed('op_data_invalid_name'));
    desk.engine.placeAccount(carol, { balance: xlm + 100n });
    expect(await desk.codes(put('x', 'y'), { source: carol })).toEqual(failed('op_low_reserve'));
  });

  check('is there as a control', async () => {
    desk.engine.requireMemo(carol);
    expect(desk.engine.accountState(carol)).toMatchObject({ subentries: 1, data: { 'config.memo_required': 'MQ==' } });
    desk.engine.requireMemo(carol, false);
    expect(desk.engine.accountState(carol)?.subentries).toBe(0);
    // Core does not know the rule.
    desk.engine.requireMemo(bob);
    expect(await desk.codes(pay(bob, '1'))).toBe('ok');
  });
});

describe('BumpSequence', () => {
  check('uses numbers up, and never goes back', async () => {
    const before = sequenceOf(carol);
    const bump = (bumpTo: bigint) => Operation.bumpSequence({ bumpTo: bumpTo.toString() });
    expect(await desk.codes(bump(before + 100n), { source: carol })).toBe('ok');
    expect(sequenceOf(carol)).toBe(before + 100n);
    expect(await desk.codes(bump(5n), { source: carol })).toBe('ok');
    expect(sequenceOf(carol)).toBe(before + 101n);
  });
});

describe('claimable balances', () => {
  const create = (claimants: readonly Claimant[], amount = '10', asset = Asset.native()) =>
    Operation.createClaimableBalance({ asset, amount, claimants: [...claimants] });
  const claim = (balanceId: string) => Operation.claimClaimableBalance({ balanceId });
  const idOf = async (): Promise<string> =>
    (await desk.get(`/claimable_balances?claimant=${nobody}&order=desc`)).body._embedded.records[0].id;

  check('lock a reserve of the sender for each claimant', async () => {
    const week = Claimant.predicateNot(Claimant.predicateBeforeRelativeTime('604800'));
    const sequence = sequenceOf(carol) + 1n;
    const { status, body } = await desk.submit(create([new Claimant(nobody), new Claimant(carol, week)]), {
      source: carol,
    });
    expect(status).toBe(200);
    expect(desk.engine.accountState(carol)).toMatchObject({
      balance: 9_990n * xlm - 100n,
      numSponsoring: 2,
      minBalance: 20_000_000n,
      subentries: 0,
    });
    const id = await idOf();
    expect(id).toBe(balanceId(carol, sequence, 0));
    const { body: entry } = await desk.get(`/claimable_balances/${id}`);
    const closed = Math.floor(Date.parse(body.created_at) / 1000);
    expect(entry).toMatchObject({ id, asset: 'native', amount: '10.0000000', sponsor: carol });
    expect(entry.claimants).toEqual([
      { destination: nobody, predicate: { unconditional: true } },
      {
        destination: carol,
        predicate: {
          not: {
            abs_before: new Date((closed + 604_800) * 1000).toISOString().replace('.000Z', 'Z'),
            abs_before_epoch: String(closed + 604_800),
          },
        },
      },
    ]);
    // The operation tells what it said.
    const { body: operations } = await desk.get(`/transactions/${body.hash}/operations`);
    expect(operations._embedded.records[0]).toMatchObject({
      type: 'create_claimable_balance',
      asset: 'native',
      claimants: [{ predicate: { unconditional: true } }, { predicate: { not: { rel_before: '604800' } } }],
    });
    // Those who may claim have it in their history.
    expect((await desk.get(`/accounts/${nobody}/operations`)).body._embedded.records).toHaveLength(1);
  });

  check('go to claimants whose time has come, and give the reserve back', async () => {
    const week = Claimant.predicateNot(Claimant.predicateBeforeRelativeTime('604800'));
    await desk.submit(create([new Claimant(nobody), new Claimant(carol, week)]), { source: carol });
    const id = await idOf();
    expect(await desk.codes(claim(id), { source: carol })).toEqual(failed('op_cannot_claim'));
    expect(await desk.codes(claim(id), { source: dave })).toEqual(failed('op_cannot_claim'));
    await desk.engine.advance(604_800);
    const { body } = await desk.submit(claim(id), { source: carol });
    expect(desk.engine.accountState(carol)).toMatchObject({ balance: 10_000n * xlm - 300n, numSponsoring: 0 });
    expect(await desk.codes(claim(id), { source: carol })).toEqual(failed('op_does_not_exist'));
    const { body: effects } = await desk.get(`/transactions/${body.hash}/effects`);
    expect(effects._embedded.records.map(({ type }: { type: string }) => type)).toEqual([
      'claimable_balance_claimed',
      'account_credited',
      'claimable_balance_sponsorship_removed',
    ]);
  });

  check('of tokens need no trustline of who gets them, until they claim', async () => {
    const demo = assetOf(desk.engine.tokenIds.demo);
    expect(await desk.codes(create([new Claimant(nobody), new Claimant(dave)], '3', demo))).toBe('ok');
    const id = await idOf();
    expect(await desk.codes(claim(id), { source: dave })).toEqual(failed('op_no_trust'));
    desk.engine.placeTrustline(dave, desk.engine.tokenIds.demo, { authorized: false });
    expect(await desk.codes(claim(id), { source: dave })).toEqual(failed('op_not_authorized'));
    desk.engine.placeTrustline(dave, desk.engine.tokenIds.demo, { authorized: true, limit: 2n * xlm });
    expect(await desk.codes(claim(id), { source: dave })).toEqual(failed('op_line_full'));
    desk.engine.placeTrustline(dave, desk.engine.tokenIds.demo, { limit: 3n * xlm });
    expect(await desk.codes(claim(id), { source: dave })).toBe('ok');
    expect(await desk.engine.balance(dave, desk.engine.tokenIds.demo)).toBe(3n * xlm);
  });

  check('are refused with the codes of core', async () => {
    const demo = assetOf(desk.engine.tokenIds.demo);
    const twice = [new Claimant(nobody), new Claimant(nobody)];
    expect(await desk.codes(create(twice))).toEqual(failed('op_malformed'));
    const { predicateNot: not, predicateUnconditional: always } = Claimant;
    const deep = (predicate: xdr.ClaimPredicate) => create([new Claimant(nobody, predicate)]);
    expect(await desk.codes(deep(not(not(not(always())))))).toBe('ok');
    expect(await desk.codes(deep(not(not(not(not(always()))))))).toEqual(failed('op_malformed'));
    expect(await desk.codes(create([new Claimant(nobody)], '1', demo), { source: carol })).toEqual(
      failed('op_no_trust'),
    );
    const regulated = assetOf(desk.engine.tokenIds.regulated);
    expect(await desk.codes(create([new Claimant(nobody)], '1', regulated), { source: bob })).toEqual(
      failed('op_not_authorized'),
    );
    desk.engine.placeAccount(carol, { balance: 20n * xlm + 100n });
    // 19 can be spent, and half an XLM is locked.
    expect(await desk.codes(create([new Claimant(nobody)], '19.1'), { source: carol })).toEqual(
      failed('op_underfunded'),
    );
    expect(await desk.codes(create([new Claimant(nobody)], '18.6'), { source: carol })).toEqual(
      failed('op_low_reserve'),
    );
    desk.engine.placeAccount(carol, { balance: 20n * xlm + 100n });
    expect(await desk.codes(create([new Claimant(nobody)], '18.5'), { source: carol })).toBe('ok');
  });
});

describe('sponsorships', () => {
  check('pay for the reserves of another account', async () => {
    const sandwich = [
      Operation.beginSponsoringFutureReserves({ sponsoredId: nobody }),
      Operation.createAccount({ destination: nobody, startingBalance: '0' }),
      Operation.changeTrust({ asset: assetOf(desk.engine.tokenIds.demo), source: nobody }),
      Operation.endSponsoringFutureReserves({ source: nobody }),
    ];
    const { body } = await desk.submit(sandwich, { source: carol, signers: [carolKey, nobodyKey] });
    expect(body.extras?.result_codes).toBeUndefined();
    expect(desk.engine.accountState(nobody)).toMatchObject({
      balance: 0n,
      numSponsored: 3,
      subentries: 1,
      minBalance: 0n,
    });
    expect(desk.engine.accountState(carol)).toMatchObject({ numSponsoring: 3, minBalance: 25_000_000n });
    const { body: account } = await desk.get(`/accounts/${nobody}`);
    expect(account).toMatchObject({ sponsor: carol, num_sponsored: 3, balances: [{ sponsor: carol }, {}] });
    const { body: list } = await desk.get(`/accounts?sponsor=${carol}`);
    expect(list._embedded.records).toMatchObject([{ id: nobody }]);
    const { body: operations } = await desk.get(`/transactions/${body.hash}/operations`);
    expect(operations._embedded.records).toMatchObject([
      { type: 'begin_sponsoring_future_reserves', sponsored_id: nobody },
      { type: 'create_account' },
      { type: 'change_trust', sponsor: carol },
      { type: 'end_sponsoring_future_reserves', begin_sponsor: carol },
    ]);
    // Who pays for others cannot go.
    const merge = Operation.accountMerge({ destination: alice });
    expect(await desk.codes(merge, { source: carol })).toEqual(failed('op_is_sponsor'));
    // Deleting the line gives the reserve back to the sponsor.
    await desk.engine.fund(nobody, 1_000n);
    const remove = Operation.changeTrust({ asset: assetOf(desk.engine.tokenIds.demo), limit: '0' });
    expect(await desk.codes(remove, { source: nobody })).toBe('ok');
    expect(desk.engine.accountState(carol)?.numSponsoring).toBe(2);
  });

  check('must end in the same transaction', async () => {
    const begin = Operation.beginSponsoringFutureReserves({ sponsoredId: bob });
    expect(await desk.codes(begin)).toEqual({ transaction: 'tx_bad_sponsorship' });
    const end = Operation.endSponsoringFutureReserves({});
    expect(await desk.codes(end)).toEqual(failed('op_not_sponsored'));
  });
});

describe('path payments', () => {
  check('exchange one for one', async () => {
    const send = Operation.pathPaymentStrictSend({
      sendAsset: Asset.native(),
      sendAmount: '5',
      destination: bob,
      destAsset: assetOf(desk.engine.tokenIds.demo),
      destMin: '4',
    });
    const { body } = await desk.submit(send);
    expect(await desk.engine.balance(bob, desk.engine.tokenIds.demo)).toBe(1_000_005n * xlm);
    expect(await desk.engine.balance(alice)).toBe(9_995n * xlm - 100n);
    const { body: operations } = await desk.get(`/transactions/${body.hash}/operations`);
    expect(operations._embedded.records[0]).toMatchObject({
      type: 'path_payment_strict_send',
      amount: '5.0000000',
      asset_code: 'DEMO',
      source_amount: '5.0000000',
      source_asset_type: 'native',
      destination_min: '4.0000000',
    });
    const receive = Operation.pathPaymentStrictReceive({
      sendAsset: Asset.native(),
      sendMax: '4',
      destination: bob,
      destAsset: assetOf(desk.engine.tokenIds.demo),
      destAmount: '5',
    });
    expect(await desk.codes(receive)).toEqual(failed('op_over_source_max'));
    expect(await desk.codes(receive, { source: nobody, signers: [nobodyKey] })).toEqual({
      transaction: 'tx_no_source_account',
    });
  });
});

describe('AllowTrust', () => {
  check('approves by code, and revokes if the issuer may', async () => {
    const issuer = desk.engine.issuers.regulated.address;
    const allow = (authorize: 0 | 1 | 2, source = issuer) =>
      Operation.allowTrust({ trustor: bob, assetCode: 'REGU', authorize, source });
    expect(await desk.codes(allow(1), { source: issuer })).toBe('ok');
    expect(await desk.codes(pay(bob, '1', assetOf(desk.engine.tokenIds.regulated)))).toBe('ok');
    expect(await desk.codes(allow(0), { source: issuer })).toBe('ok');
    desk.engine.placeAccount(issuer, { flags: { revocable: false } });
    expect(await desk.codes(allow(0), { source: issuer })).toEqual(failed('op_cant_revoke'));
    const clear = Operation.setTrustLineFlags({
      trustor: alice,
      asset: assetOf(desk.engine.tokenIds.regulated),
      flags: { authorized: false },
    });
    expect(await desk.codes(clear, { source: issuer })).toEqual(failed('op_cant_revoke'));
    const none = Operation.allowTrust({ trustor: carol, assetCode: 'REGU', authorize: 1 });
    expect(await desk.codes(none, { source: issuer })).toEqual(failed('op_no_trust'));
  });
});

const sequenceOf = (account: string): bigint => desk.engine.accountState(account)?.sequence ?? 0n;

/** The formula of CAP-23: SHA-256 of envelope type 6, source, sequence number and place. */
function balanceId(source: string, sequence: bigint, index: number): string {
  const preimage = Buffer.alloc(4 + 4 + 32 + 8 + 4);
  preimage.writeUInt32BE(6, 0);
  StrKey.decodeEd25519PublicKey(source).copy(preimage, 8);
  preimage.writeBigInt64BE(sequence, 40);
  preimage.writeUInt32BE(index, 48);
  return `00000000${hash(preimage).toString('hex')}`;
}

describe('memos', () => {
  check('are told as Horizon writes them', async () => {
    const member = async (memo: Memo) => {
      const { body } = await desk.submit(pay(bob, '1'), { memo });
      return [body.memo_type, body.memo, body.memo_bytes];
    };
    expect(await member(Memo.text('ünï'))).toEqual(['text', 'ünï', 'w7xuw68=']);
    expect(await member(Memo.id('18446744073709551615'))).toEqual(['id', '18446744073709551615', undefined]);
    const bytes = Buffer.alloc(32, 0xab);
    expect(await member(Memo.hash(bytes.toString('hex')))).toEqual(['hash', bytes.toString('base64'), undefined]);
    expect(await member(Memo.return(bytes.toString('hex')))).toEqual(['return', bytes.toString('base64'), undefined]);
    expect(await member(Memo.none())).toEqual(['none', undefined, undefined]);
  });
});
