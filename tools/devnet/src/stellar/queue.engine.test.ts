import {
  Account,
  Asset,
  FeeBumpTransaction,
  type Keypair,
  Operation,
  TransactionBuilder,
  xdr,
} from '@stellar/stellar-base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Desk, keyring, pay } from '../../test/stellar-desk.ts';
import { stellarAccounts } from './accounts.ts';
import { startStellar } from './stellar.ts';

let desk: Desk;
const xlm = 10_000_000n;
const address = (index: number): string => stellarAccounts[index]?.address ?? '';
const [alice, bob, carol, dave] = [0, 1, 2, 3].map(address) as [string, string, string, string];
const [aliceKey, bobKey, carolKey] = keyring as [Keypair, Keypair, Keypair];

beforeAll(async () => {
  desk = new Desk(await startStellar());
});
afterAll(() => desk.engine.stop());

/** Each test finds the chain as it was. */
function check(name: string, run: () => Promise<void>): void {
  it(name, () => desk.engine.rehearse(run));
}

const sequenceOf = (account: string): bigint => desk.engine.accountState(account)?.sequence ?? 0n;

/** A fee bump of a payment by carol, which the given keys sign. `bid` is stroops for an operation. The bump counts as one more. */
function bump(bid: string, { fee = 100n, signers = [aliceKey] }: { fee?: bigint; signers?: readonly Keypair[] } = {}) {
  const inner = desk.signed(pay(bob, '1'), { source: carol, fee });
  const outer = TransactionBuilder.buildFeeBumpTransaction(aliceKey, bid, inner, desk.engine.passphrase);
  outer.sign(...signers);
  return outer;
}

/** The same with a bid that the builder refuses. */
function withFee(outer: FeeBumpTransaction, fee: string): FeeBumpTransaction {
  const envelope = outer.toEnvelope();
  envelope.feeBump().tx().fee(new xdr.Int64(fee));
  envelope.feeBump().signatures([]);
  const changed = new FeeBumpTransaction(envelope, desk.engine.passphrase);
  changed.sign(aliceKey);
  return changed;
}

/** The code of the outer transaction, as core answers it at once. */
async function refusal(outer: FeeBumpTransaction): Promise<readonly [string, string]> {
  const { body } = await desk.submitAsync(outer);
  const result = xdr.TransactionResult.fromXDR(body.error_result_xdr, 'base64');
  return [result.result().switch().name, result.feeCharged().toString()];
}

describe('a fee bump', () => {
  check('must bid the minimum for one operation more, and at least what the transaction within bids', async () => {
    expect(await refusal(withFee(bump('100'), '199'))).toEqual(['txInsufficientFee', '200']);
    expect(await refusal(withFee(bump('100', { fee: 50n }), '199'))).toEqual(['txInsufficientFee', '200']);
    // Twice 150 are needed: the fee of the result says so.
    expect(await refusal(withFee(bump('150', { fee: 150n }), '299'))).toEqual(['txInsufficientFee', '300']);
    expect((await desk.submit(bump('150', { fee: 150n }))).status).toBe(200);
  });

  check('has no signatures that nobody needs', async () => {
    expect(await refusal(bump('100', { signers: [aliceKey, bobKey] }))).toEqual(['txBadAuthExtra', '200']);
  });

  check('takes the place of what waits for ten times its fee', async () => {
    await desk.engine.setAutomine(false);
    expect((await desk.submitAsync(bump('100'))).status).toBe(201);
    const [code, needed] = await refusal(bump('999'));
    expect([code, needed]).toEqual(['txInsufficientFee', '2000']);
    expect((await desk.submitAsync(bump('1000'))).status).toBe(201);
    await desk.engine.closeLedger();
    expect(await desk.engine.balance(bob)).toBe(10_001n * xlm);
  });
});

describe('the queue', () => {
  check('takes nothing older than what waits, and nothing beside it', async () => {
    await desk.engine.setAutomine(false);
    await desk.submitAsync(pay(bob, '1'));
    const older = await desk.submitAsync(pay(bob, '2'), { sequence: sequenceOf(alice) });
    // Horizon has the same bytes as an answer of its own.
    expect(older.body).toMatchObject({ tx_status: 'ERROR', error_result_xdr: 'AAAAAAAAAAD////7AAAAAA==' });
    expect((await desk.submitAsync(pay(bob, '2'))).body.tx_status).toBe('TRY_AGAIN_LATER');
  });

  check('adds up what one account pays for others', async () => {
    desk.engine.placeAccount(dave, { balance: xlm + 300n });
    await desk.engine.setAutomine(false);
    const bumpOf = (source: Keypair) => {
      const inner = desk.signed(pay(bob, '1'), { source: source.publicKey() });
      const payer = keyring[3] as Keypair;
      const outer = TransactionBuilder.buildFeeBumpTransaction(payer, '100', inner, desk.engine.passphrase);
      outer.sign(payer);
      return outer;
    };
    expect((await desk.submitAsync(bumpOf(aliceKey))).status).toBe(201);
    expect(await refusal(bumpOf(carolKey))).toEqual(['txInsufficientBalance', '0']);
  });

  check('refuses signatures that nobody needs, before they cost a fee', async () => {
    const before = desk.engine.ledgers().core.sequence;
    await desk.submit(pay(bob, '1'), { signers: [aliceKey, bobKey] });
    expect(desk.engine.ledgers().core.sequence).toBe(before);
    expect(await desk.engine.balance(alice)).toBe(10_000n * xlm);
  });

  check('refuses the number with which accounts of the last ledger begin', async () => {
    const first = BigInt(desk.engine.ledgers().core.sequence) << 32n;
    desk.engine.setSequence(alice, first - 1n);
    expect(await desk.codes(pay(bob, '1'))).toEqual({ transaction: 'tx_bad_seq' });
  });

  check('refuses a signature under the hint of another key', async () => {
    const transaction = desk.signed(pay(bob, '1'));
    transaction.signatures[0]?.hint(Buffer.from(bobKey.signatureHint()));
    const { body } = await desk.submit(transaction);
    expect(body.extras.result_codes).toEqual({ transaction: 'tx_bad_auth' });
  });

  check('leaves room for what offers buy', async () => {
    desk.engine.setLiabilities(bob, { buying: 2n ** 63n - 1n - 10_001n * xlm });
    expect(await desk.codes(pay(bob, '1.0000001'))).toEqual({ transaction: 'tx_failed', operations: ['op_line_full'] });
    expect(await desk.codes(pay(bob, '1'))).toBe('ok');
  });
});

describe('preconditions of version 2', () => {
  const build = (act: (builder: TransactionBuilder) => TransactionBuilder, sequence = sequenceOf(alice)) => {
    const builder = new TransactionBuilder(new Account(alice, sequence.toString()), {
      fee: '100',
      networkPassphrase: desk.engine.passphrase,
      timebounds: { minTime: 0, maxTime: 0 },
    });
    const operation = Operation.payment({ destination: bob, asset: Asset.native(), amount: '1' });
    const transaction = act(builder.addOperation(operation)).build();
    transaction.sign(aliceKey);
    return transaction;
  };
  const codes = async (transaction: ReturnType<typeof build>) => {
    const { status, body } = await desk.submit(transaction);
    return status === 200 ? 'ok' : body.extras.result_codes.transaction;
  };

  check('may let numbers be left out, and demand age and distance', async () => {
    await desk.submit(pay(bob, '1'));
    const start = sequenceOf(alice);
    expect(await codes(build((one) => one, start + 9n))).toBe('tx_bad_seq');
    expect(await codes(build((one) => one.setMinAccountSequenceAge(60)))).toBe('tx_bad_minseq_age_or_gap');
    expect(await codes(build((one) => one.setMinAccountSequenceLedgerGap(9)))).toBe('tx_bad_minseq_age_or_gap');
    const { core } = desk.engine.ledgers();
    expect(await codes(build((one) => one.setLedgerbounds(core.sequence + 2, 0)))).toBe('tx_too_early');
    expect(await codes(build((one) => one.setLedgerbounds(0, core.sequence + 1)))).toBe('tx_too_late');
    await desk.engine.advance(60);
    expect(await codes(build((one) => one.setMinAccountSequenceAge(60)))).toBe('ok');
    const wide = build((one) => one.setMinAccountSequence(start.toString()), start + 9n);
    expect(await codes(wide)).toBe('ok');
    expect(sequenceOf(alice)).toBe(start + 10n);
  });
});
