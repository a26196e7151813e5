import {
  Asset,
  Keypair,
  Account as LibraryAccount,
  MuxedAccount,
  Operation,
  TransactionBuilder,
  xdr,
} from '@stellar/stellar-base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assetOf, Desk, keyring, pay } from '../../test/stellar-desk.ts';
import { stellarAccounts } from './accounts.ts';
import { startStellar } from './stellar.ts';

let desk: Desk;
const xlm = 10_000_000n;
const address = (index: number): string => stellarAccounts[index]?.address ?? '';
const [alice, bob, carol, dave, nobody] = [0, 1, 2, 3, 4].map(address) as [string, string, string, string, string];

beforeAll(async () => {
  desk = new Desk(await startStellar());
});
afterAll(() => desk.engine.stop());

/** Each test finds the chain as it was. */
function check(name: string, run: () => Promise<void>): void {
  it(name, () => desk.engine.rehearse(run));
}

/** What Horizon says of a transaction whose operations failed. */
const failed = (...operations: string[]) => ({ transaction: 'tx_failed', operations });

describe('a payment', () => {
  check('moves stroops, charges the market fee and not the bid, and uses the sequence number', async () => {
    const before = desk.engine.accountState(alice);
    const { status, body } = await desk.submit(pay(bob, '5.0000001'), { fee: 9_000n });
    expect(status).toBe(200);
    expect(body).toMatchObject({ successful: true, fee_charged: '100', max_fee: '9000', memo_type: 'none' });
    expect(await desk.engine.balance(alice)).toBe(9_995n * xlm - 101n);
    expect(await desk.engine.balance(bob)).toBe(10_005n * xlm + 1n);
    expect(desk.engine.accountState(alice)?.sequence).toBe((before?.sequence ?? 0n) + 1n);
  });

  check('can take all but the reserve, and not a stroop more', async () => {
    // Two base reserves and four trustlines.
    expect(desk.engine.accountState(alice)?.minBalance).toBe(3n * xlm);
    expect(await desk.codes(pay(bob, '9996.9999901'))).toEqual(failed('op_underfunded'));
    // That one paid a fee too.
    expect(await desk.codes(pay(bob, '9996.9999800'))).toBe('ok');
    expect(desk.engine.accountState(alice)?.available).toBe(0n);
    expect(await desk.codes(pay(bob, '0.0000001'))).toEqual({ transaction: 'tx_insufficient_balance' });
  });

  check('cannot spend what offers sell', async () => {
    desk.engine.placeOffer(alice, { amount: 9_000n * xlm, buying: desk.engine.tokenIds.demo, receives: 5n });
    const state = desk.engine.accountState(alice);
    expect(state?.available).toBe(10_000n * xlm - 9_000n * xlm - 3n * xlm - xlm / 2n);
    expect(await desk.codes(pay(bob, '996.5'))).toEqual(failed('op_underfunded'));
    expect(await desk.codes(pay(bob, '996.4999800'))).toBe('ok');
  });

  check('feels sponsorships on both sides', async () => {
    desk.engine.placeAccount(carol, { numSponsoring: 3 });
    desk.engine.placeAccount(dave, { numSponsored: 2 });
    expect(desk.engine.accountState(carol)?.minBalance).toBe(25_000_000n);
    expect(desk.engine.accountState(dave)?.minBalance).toBe(0n);
    expect(await desk.codes(pay(alice, '9997.5'), { source: carol })).toEqual(failed('op_underfunded'));
    expect(await desk.codes(pay(alice, '9999.99999'), { source: dave })).toBe('ok');
    expect(await desk.engine.balance(dave)).toBe(0n);
  });

  check('to an account that does not exist fails, and is included', async () => {
    const { status, body } = await desk.submit(pay(nobody, '2'));
    expect(status).toBe(400);
    expect(body).toMatchObject({ type: 'https://stellar.org/horizon-errors/transaction_failed', status: 400 });
    expect(body.extras.result_codes).toEqual(failed('op_no_destination'));
    expect(await desk.engine.balance(alice)).toBe(10_000n * xlm - 100n);
  });

  check('of XLM to oneself needs no balance', async () => {
    expect(await desk.codes(pay(alice, '922337203685.4775807'))).toBe('ok');
    expect(await desk.engine.balance(alice)).toBe(10_000n * xlm - 100n);
  });

  check('carries the id of a muxed recipient', async () => {
    const muxed = new MuxedAccount(new LibraryAccount(bob, '0'), '123456789').accountId();
    const { body } = await desk.submit(pay(muxed, '1'));
    const { body: operations } = await desk.get(`/transactions/${body.hash}/operations`);
    expect(operations._embedded.records[0]).toMatchObject({ to: bob, to_muxed: muxed, to_muxed_id: '123456789' });
    expect(await desk.engine.balance(bob)).toBe(10_001n * xlm);
  });

  check('without an amount is malformed, and not included', async () => {
    const operation = pay(bob, '1');
    // The library builds none.
    operation.body().paymentOp().amount(new xdr.Int64('0'));
    expect(await desk.codes(operation)).toEqual(failed('op_malformed'));
    expect(await desk.engine.balance(alice)).toBe(10_000n * xlm);
  });

  check('that fails takes all others back', async () => {
    const { body } = await desk.submit([pay(bob, '1'), pay(nobody, '1'), pay(carol, '1')]);
    expect(body.extras.result_codes).toEqual(failed('op_success', 'op_no_destination', 'op_success'));
    expect(await desk.engine.balance(bob)).toBe(10_000n * xlm);
    expect(await desk.engine.balance(alice)).toBe(10_000n * xlm - 300n);
  });
});

describe('the creation of an account', () => {
  const create = (destination: string, startingBalance: string) =>
    Operation.createAccount({ destination, startingBalance });

  check('begins with the sequence number of its ledger', async () => {
    const { body } = await desk.submit(create(nobody, '1'));
    expect(desk.engine.accountState(nobody)).toMatchObject({
      balance: xlm,
      sequence: BigInt(body.ledger) << 32n,
      available: 0n,
    });
  });

  check('needs two base reserves, which may change', async () => {
    expect(await desk.codes(create(nobody, '0.9999999'))).toEqual(failed('op_low_reserve'));
    desk.engine.setBaseReserve(10_000_000n);
    expect(await desk.codes(create(nobody, '1.9999999'))).toEqual(failed('op_low_reserve'));
    expect(await desk.codes(create(nobody, '2'))).toBe('ok');
  });

  check('fails where there is one, and beyond what can be spent', async () => {
    expect(await desk.codes(create(bob, '1'))).toEqual(failed('op_already_exists'));
    expect(await desk.codes(create(nobody, '9997'))).toEqual(failed('op_underfunded'));
    expect(await desk.codes(create(alice, '1'))).toEqual(failed('op_malformed'));
  });
});

describe('a token', () => {
  const demo = () => assetOf(desk.engine.tokenIds.demo);
  const regulated = () => assetOf(desk.engine.tokenIds.regulated);

  check('moves between trustlines', async () => {
    expect(await desk.codes(pay(bob, '0.0000001', demo()))).toBe('ok');
    expect(await desk.engine.balance(bob, desk.engine.tokenIds.demo)).toBe(1_000_000n * xlm + 1n);
  });

  check('needs trustlines on both sides', async () => {
    expect(await desk.codes(pay(carol, '1', demo()))).toEqual(failed('op_no_trust'));
    expect(await desk.codes(pay(bob, '1', demo()), { source: carol })).toEqual(failed('op_src_no_trust'));
    // The recipient is looked at first.
    expect(await desk.codes(pay(dave, '1', demo()), { source: carol })).toEqual(failed('op_no_trust'));
    expect(await desk.codes(pay(nobody, '1', demo()))).toEqual(failed('op_no_destination'));
  });

  check('comes from its issuer and goes back to it, without trustlines of the issuer', async () => {
    const issuer = desk.engine.issuers.demo.address;
    expect(await desk.codes(pay(bob, '7', demo()), { source: issuer })).toBe('ok');
    expect(await desk.engine.balance(bob, desk.engine.tokenIds.demo)).toBe(1_000_007n * xlm);
    expect(await desk.codes(pay(issuer, '8', demo()), { source: bob })).toBe('ok');
    expect(await desk.engine.balance(bob, desk.engine.tokenIds.demo)).toBe(999_999n * xlm);
    expect(await desk.engine.balance(issuer, desk.engine.tokenIds.demo)).toBe(0n);
  });

  check('goes back to an issuer that is gone, and to nobody else', async () => {
    const gone = `GONE:${nobody}`;
    desk.engine.placeTrustline(alice, gone, { balance: 5n });
    expect(await desk.codes(pay(nobody, '0.0000005', assetOf(gone)))).toBe('ok');
    expect(await desk.engine.balance(alice, gone)).toBe(0n);
    expect(await desk.codes(pay(nobody, '1'))).toEqual(failed('op_no_destination'));
  });

  check('cannot be sent beyond balance, liabilities and limit', async () => {
    const { tokenIds } = desk.engine;
    expect(await desk.codes(pay(bob, '1000000.0000001', demo()))).toEqual(failed('op_underfunded'));
    desk.engine.setLiabilities(alice, { selling: xlm }, tokenIds.demo);
    expect(await desk.codes(pay(bob, '999999.0000001', demo()))).toEqual(failed('op_underfunded'));
    desk.engine.placeTrustline(bob, tokenIds.demo, { limit: 1_000_010n * xlm, liabilities: { buying: xlm } });
    expect(await desk.codes(pay(bob, '9.0000001', demo()))).toEqual(failed('op_line_full'));
    expect(await desk.codes(pay(bob, '9', demo()))).toBe('ok');
  });

  check('of an issuer that must approve stays where it is not approved', async () => {
    expect(await desk.codes(pay(bob, '1', regulated()))).toEqual(failed('op_not_authorized'));
    desk.engine.placeTrustline(bob, desk.engine.tokenIds.regulated, { authorized: 'maintain' });
    expect(await desk.codes(pay(bob, '1', regulated()))).toEqual(failed('op_not_authorized'));
    desk.engine.placeTrustline(alice, desk.engine.tokenIds.regulated, { authorized: 'maintain' });
    desk.engine.placeTrustline(bob, desk.engine.tokenIds.regulated, { authorized: true });
    expect(await desk.codes(pay(bob, '1', regulated()))).toEqual(failed('op_src_not_authorized'));
  });

  check('can be frozen with its trustline', async () => {
    desk.engine.freezeKey(bob, desk.engine.tokenIds.demo);
    expect(await desk.codes(pay(bob, '1', demo()))).toEqual({ transaction: 'tx_frozen_key_accessed' });
    expect(await desk.codes(pay(bob, '1'))).toBe('ok');
    desk.engine.freezeKey(bob);
    expect(await desk.codes(pay(bob, '1'))).toEqual({ transaction: 'tx_frozen_key_accessed' });
    expect(await desk.engine.balance(alice)).toBe(9_999n * xlm - 100n);
  });
});

describe('a trustline', () => {
  const trust = (asset: Asset, limit?: string) => Operation.changeTrust({ asset, ...(limit && { limit }) });

  check('takes a base reserve, and gives it back', async () => {
    const demo = assetOf(desk.engine.tokenIds.demo);
    expect(await desk.codes(trust(demo), { source: carol })).toBe('ok');
    expect(desk.engine.accountState(carol)).toMatchObject({ subentries: 1, minBalance: 15_000_000n });
    expect(await desk.codes(trust(demo, '0'), { source: carol })).toBe('ok');
    expect(desk.engine.accountState(carol)?.subentries).toBe(0);
  });

  check('is there to be approved if its issuer demands that', async () => {
    const id = desk.engine.tokenIds.regulated;
    await desk.submit(trust(assetOf(id)), { source: carol });
    const { body } = await desk.get(`/accounts/${carol}`);
    expect(body.balances[0]).toMatchObject({
      asset_code: 'REGU',
      is_authorized: false,
      is_authorized_to_maintain_liabilities: false,
      limit: '922337203685.4775807',
    });
    const approve = Operation.setTrustLineFlags({ trustor: carol, asset: assetOf(id), flags: { authorized: true } });
    expect(await desk.codes(approve, { source: desk.engine.issuers.regulated.address })).toBe('ok');
    expect(await desk.codes(pay(carol, '1', assetOf(id)))).toBe('ok');
    const freeze = Operation.setTrustLineFlags({
      trustor: carol,
      asset: assetOf(id),
      flags: { authorized: false, authorizedToMaintainLiabilities: true },
    });
    expect(await desk.codes(freeze, { source: desk.engine.issuers.regulated.address })).toBe('ok');
    expect(await desk.codes(pay(alice, '1', assetOf(id)), { source: carol })).toEqual(failed('op_src_not_authorized'));
  });

  check('has limits', async () => {
    const demo = assetOf(desk.engine.tokenIds.demo);
    expect(await desk.codes(trust(demo, '999999.9999999'))).toEqual(failed('op_invalid_limit'));
    expect(await desk.codes(trust(demo, '0'))).toEqual(failed('op_invalid_limit'));
    desk.engine.setLiabilities(alice, { buying: 1n }, desk.engine.tokenIds.demo);
    expect(await desk.codes(trust(demo, '1000000'))).toEqual(failed('op_invalid_limit'));
    expect(await desk.codes(trust(demo, '1000000.0000001'))).toBe('ok');
    expect(await desk.codes(trust(demo, '0'), { source: carol })).toEqual(failed('op_invalid_limit'));
  });

  check('cannot be deleted under pool shares', async () => {
    desk.engine.placeTrustline(carol, desk.engine.tokenIds.demo, { poolUseCount: 1 });
    const remove = trust(assetOf(desk.engine.tokenIds.demo), '0');
    expect(await desk.codes(remove, { source: carol })).toEqual(failed('op_cannot_delete'));
  });

  check('needs an issuer that exists and is another account', async () => {
    const stranger = Keypair.fromRawEd25519Seed(Buffer.alloc(32, 9)).publicKey();
    expect(await desk.codes(trust(new Asset('ABC', stranger)))).toEqual(failed('op_no_issuer'));
    expect(await desk.codes(trust(new Asset('ABC', alice)))).toEqual(failed('op_malformed'));
  });

  check('needs a reserve, and a free place', async () => {
    const demo = assetOf(desk.engine.tokenIds.demo);
    desk.engine.placeAccount(carol, { balance: 15_000_099n });
    expect(await desk.codes(trust(demo), { source: carol })).toEqual(failed('op_low_reserve'));
    desk.engine.placeAccount(carol, { balance: 15_000_100n });
    expect(await desk.codes(trust(demo), { source: carol })).toBe('ok');
    desk.engine.placeAccount(dave, { subentries: 1_000 });
    expect(await desk.codes(trust(demo), { source: dave })).toEqual(failed('op_too_many_subentries'));
  });
});

describe('signatures', () => {
  const [first, second, third] = keyring as [Keypair, Keypair, Keypair];
  const signers = [
    { key: second.publicKey(), weight: 1 },
    { key: third.publicKey(), weight: 2 },
  ];

  check('must reach the threshold of the operation', async () => {
    desk.engine.placeAccount(alice, { signers, thresholds: { master: 1, low: 1, med: 2, high: 3 } });
    expect(await desk.codes(pay(bob, '1'))).toEqual(failed('op_bad_auth'));
    expect(await desk.codes(pay(bob, '1'), { signers: [first, second] })).toBe('ok');
    expect(await desk.codes(pay(bob, '1'), { signers: [third] })).toBe('ok');
    const merge = Operation.accountMerge({ destination: bob });
    expect(await desk.codes(merge, { signers: [third] })).toEqual(failed('op_bad_auth'));
    const bump = Operation.bumpSequence({ bumpTo: '0' });
    expect(await desk.codes(bump)).toBe('ok');
  });

  check('of a key without weight, of others and of the other network count nothing', async () => {
    expect(await desk.codes(pay(bob, '1'), { signers: [second] })).toEqual({ transaction: 'tx_bad_auth' });
    expect(await desk.codes(pay(bob, '1'), { signers: [] })).toEqual({ transaction: 'tx_bad_auth' });
    const passphrase = 'Test SDF Network ; September 2015';
    expect(await desk.codes(pay(bob, '1'), { passphrase })).toEqual({ transaction: 'tx_bad_auth' });
    desk.engine.placeAccount(alice, { signers, thresholds: { master: 0 } });
    expect(await desk.codes(pay(bob, '1'))).toEqual({ transaction: 'tx_bad_auth' });
  });

  check('that nobody needs are too many', async () => {
    expect(await desk.codes(pay(bob, '1'), { signers: [first, second] })).toEqual({ transaction: 'tx_bad_auth_extra' });
    desk.engine.placeAccount(alice, { signers });
    // One is enough for a threshold of 0.
    expect(await desk.codes(pay(bob, '1'), { signers: [first, second] })).toEqual({ transaction: 'tx_bad_auth_extra' });
  });

  check('of the source of an operation are needed too', async () => {
    const other = Operation.payment({ destination: alice, amount: '3', asset: Asset.native(), source: bob });
    expect(await desk.codes(other)).toEqual(failed('op_bad_auth'));
    expect(await desk.codes(other, { signers: [first, second] })).toBe('ok');
    expect(await desk.engine.balance(bob)).toBe(9_997n * xlm);
  });
});

describe('a fee bump', () => {
  const bump = (bid: string) => {
    const inner = desk.signed(pay(bob, '1'), { source: carol });
    const outer = TransactionBuilder.buildFeeBumpTransaction(keyring[0] as Keypair, bid, inner, desk.engine.passphrase);
    outer.sign(keyring[0] as Keypair);
    return { inner: inner.hash().toString('hex'), outer };
  };

  check('pays for the transaction within, which is found by both hashes', async () => {
    const { inner, outer } = bump('200');
    const { status, body } = await desk.submit(outer);
    expect(status).toBe(200);
    expect(body).toMatchObject({ fee_charged: '200', max_fee: '400', fee_account: alice, source_account: carol });
    expect(body.inner_transaction).toMatchObject({ hash: inner, max_fee: '100' });
    expect(await desk.engine.balance(carol)).toBe(9_999n * xlm);
    expect(await desk.engine.balance(alice)).toBe(10_000n * xlm - 200n);
    const { body: found } = await desk.get(`/transactions/${inner}`);
    expect(found).toMatchObject({ hash: inner, fee_bump_transaction: { hash: outer.hash().toString('hex') } });
    // Each has the signatures of its own.
    expect(found.signatures).toEqual(body.inner_transaction.signatures);
    expect(found.signatures).not.toEqual(body.signatures);
  });

  check('tells of what is wrong within', async () => {
    desk.engine.freezeKey(bob);
    const { body } = await desk.submit(bump('200').outer);
    expect(body.extras.result_codes).toEqual({
      transaction: 'tx_fee_bump_inner_failed',
      inner_transaction: 'tx_frozen_key_accessed',
    });
  });

  check('must be signed by who pays', async () => {
    const inner = desk.signed(pay(bob, '1'), { source: carol });
    const outer = TransactionBuilder.buildFeeBumpTransaction(
      keyring[0] as Keypair,
      '200',
      inner,
      desk.engine.passphrase,
    );
    outer.sign(keyring[3] as Keypair);
    const { body } = await desk.submit(outer);
    expect(body.extras.result_codes).toEqual({ transaction: 'tx_bad_auth' });
  });
});
