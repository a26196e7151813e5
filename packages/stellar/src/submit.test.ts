import { xdr } from '@stellar/stellar-base';
import { describe, expect, it } from 'vitest';
import {
  connectTo,
  dies,
  failed,
  type HorizonScript,
  hangs,
  latest,
  missing,
  now,
  nowSeconds,
  problemOf,
  recipient,
  type Scripted,
  type ScriptedAccount,
  Status,
  sender,
  sequence,
  transactionOf,
} from '../test/scripted-horizon.ts';
import { type Signed, signedTransfer } from '../test/signed.ts';
import { contextOf } from './context.ts';
import type { StellarOptions } from './options.ts';
import { submit } from './submit.ts';

const usual = signedTransfer();
const { hash } = usual.signed;
const other = 'cd'.repeat(32);

/** Pauses of the latest broadcast. */
let passed = 0;

/** Servers, with a clock of ledgers that goes on with each pause. */
function open(servers: readonly Scripted[], { plan, signed }: Signed = usual, options: Partial<StellarOptions> = {}) {
  passed = 0;
  let time = now;
  const clock = () => time;
  const scripted = connectTo(servers, { now: clock, ...options });
  const operation = scripted.adapter.upstream.operation();
  const endpoints = servers.map((_, i) => ({ url: `https://horizon.${i}.example`, name: `horizon ${i}` }));
  const context = contextOf('stellar', { endpoints, now: clock, ...options });
  const parts = {
    pause: async (ms: number) => {
      passed += 1;
      time += ms;
    },
  };
  const run = () => submit(context, signed, plan, operation, parts);
  const caught = () =>
    run().then(
      (id) => expect.fail(`taken as ${id}`),
      (error: unknown) => error as { readonly code: string; readonly message: string; readonly maybeSent?: boolean },
    );
  return { ...scripted, operation, run, caught, pauses: () => passed };
}

/** What core refuses, as the way that answers at once tells it. */
function error(result: xdr.TransactionResultResult, spelling = 'error_result_xdr'): Status {
  const ext = new xdr.TransactionResultExt(0);
  const text = new xdr.TransactionResult({ feeCharged: xdr.Int64.fromString('100'), result, ext }).toXDR('base64');
  return new Status(400, { tx_status: 'ERROR', hash, [spelling]: text });
}

const codes = xdr.TransactionResultResult;
const badSequence = error(codes.txBadSeq());
const poor = error(codes.txInsufficientBalance());
const cheap = error(codes.txInsufficientFee());
const tooLate = error(codes.txTooLate());
const gone = error(codes.txNoAccount());
const later = new Status(503, { tx_status: 'TRY_AGAIN_LATER', hash });
const duplicate = new Status(409, { tx_status: 'DUPLICATE', hash });
const timeout = problemOf(504, 'transaction_submission_timeout', { hash });
const disabled = problemOf(403, 'transaction_submission_disabled');

const at = (account: ScriptedAccount): HorizonScript => ({ accounts: { [sender]: account } });
/** The sender's account after the transaction, or after another one. */
const used = (by?: string, more: Partial<HorizonScript> = {}): HorizonScript => ({
  ...at({ sequence: sequence + 1n }),
  sent: by === undefined ? {} : { [sender]: [transactionOf(by)] },
  ...more,
});
const inLedger = (successful = true): HorizonScript => ({ known: { [hash]: transactionOf(hash, { successful }) } });

/** A server whose ledgers go on with each pause. */
function moving(script: HorizonScript, step: number = 1): () => HorizonScript {
  return () => ({ ledger: { sequence: latest + passed * step }, ...script });
}

describe('a transaction that is taken', () => {
  it('answers its own hash, and goes as a form', async () => {
    const { run, sends } = open([{}]);
    expect(await run()).toBe(hash);
    expect(sends()).toMatchObject([
      { path: '/transactions_async', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
    ]);
    expect(new URLSearchParams(sends()[0]?.body).get('tx')).toBe(usual.signed.raw);
  });

  it('goes to all servers at once, and one that takes it is enough', async () => {
    const { run, sends } = open([{ says: poor }, 'dead', { says: hangs }, {}, { says: later }]);
    expect(await run()).toBe(hash);
    expect(new Set(sends().map(({ endpoint }) => endpoint)).size).toBe(5);
  });

  it('may wait in the queue already', async () => {
    expect(await open([{ says: duplicate }]).run()).toBe(hash);
  });

  it('may be sent again and again', async () => {
    const { run } = open([{}]);
    expect([await run(), await run(), await run()]).toEqual([hash, hash, hash]);
  });

  it.each([
    ['the hash of another', other],
    ['no JSON', new Status(201, '<html>')],
    ['nothing', new Status(201, {})],
    ['an unknown status', new Status(201, { tx_status: 'FILTERED', hash })],
    ['the hash of another in a refusal', new Status(409, { tx_status: 'DUPLICATE', hash: other })],
  ])('is not believed of a server that answers %s', async (_, says) => {
    expect(await open([{ says }]).caught()).toMatchObject({ code: 'upstream.unavailable', maybeSent: true });
  });
});

describe('a server that does not answer at once', () => {
  it.each([
    ['has no such path', missing],
    ['switched it off', disabled],
    ['has a proxy that knows no such path', new Status(404, '<html>')],
    ['has a proxy that takes no POST there', new Status(405, '')],
  ])('is asked to wait for the ledger if it %s', async (_, says) => {
    const { run, sends } = open([{ says, saysSync: 'takes' }]);
    expect(await run()).toBe(hash);
    expect(sends().map(({ path }) => path)).toEqual(['/transactions_async', '/transactions']);
  });

  it('failed if it takes no transactions at all, and did nothing', async () => {
    const error = await open([{ says: disabled }]).caught();
    expect(error).toMatchObject({ code: 'upstream.unavailable', maybeSent: false });
  });

  it('does not make another refusal doubtful', async () => {
    for (const says of [disabled, problemOf(503, 'stale_history')])
      expect(await open([{ says }, { says: poor }]).caught()).toMatchObject({ code: 'broadcast.insufficientFunds' });
  });

  it('refuses with names', async () => {
    const { caught } = open([{ says: missing, saysSync: failed('tx_insufficient_balance') }]);
    expect(await caught()).toMatchObject({ code: 'broadcast.insufficientFunds' });
  });

  it('tells what failed in a ledger, and the hash is answered', async () => {
    const script = { says: missing, saysSync: failed('tx_failed', ['op_underfunded']), ...inLedger(false) };
    expect(await open([script]).run()).toBe(hash);
  });

  it('is not believed with the hash of another', async () => {
    expect(await open([{ says: missing, saysSync: other }]).caught()).toMatchObject({ maybeSent: true });
  });
});

describe('refusals after core compared the sequence number', () => {
  it.each([
    ['broadcast.insufficientFunds', 'Insufficient balance', poor],
    ['broadcast.refused', 'signers of the account changed', error(codes.txBadAuth())],
    ['broadcast.refused', 'another network', error(codes.txBadAuth())],
    ['broadcast.refused', 'not needed', error(codes.txBadAuthExtra())],
    ['broadcast.fails', 'recipient does not exist', failed('tx_failed', ['op_no_destination'])],
    ['broadcast.fails', 'op_underfunded', failed('tx_failed', ['op_success', 'op_underfunded'])],
    ['broadcast.invalid', 'invalid', problemOf(400, 'transaction_malformed', { envelope_xdr: '' })],
  ])('are %s: %s', async (code, words, says) => {
    const { caught, pauses } = open([{ says }]);
    const error = await caught();
    expect(error).toMatchObject({ code, message: expect.stringContaining(words) });
    expect(pauses()).toBe(0);
  });

  it('read the older spelling of the result', async () => {
    const says = error(codes.txInsufficientBalance(), 'errorResultXdr');
    expect(await open([{ says }]).caught()).toMatchObject({ code: 'broadcast.insufficientFunds' });
  });

  it('are doubtful while another server gave no answer', async () => {
    for (const lost of ['dead', { says: timeout }, { says: hangs }, { says: new Status(502, '<html>') }] as const) {
      const error = await open([{ says: poor }, lost], usual, { timeoutMs: 50 }).caught();
      expect(error).toMatchObject({ code: 'broadcast.uncertain', maybeSent: true });
    }
  });

  it('are doubtful while a server shows that the number is used', async () => {
    const { caught } = open([{ says: poor }, { says: poor, ...used() }]);
    expect(await caught()).toMatchObject({ code: 'broadcast.uncertain' });
  });

  it('do not matter if a server has the transaction', async () => {
    expect(await open([{ says: poor }, { says: poor, ...inLedger() }]).run()).toBe(hash);
  });
});

describe('refusals before core compared the sequence number', () => {
  // A core in need of room asks for a higher fee before it looks at anything else. So it may refuse what it carried out.
  it.each([
    ['broadcast.feeTooLow', cheap],
    ['broadcast.refused', error(codes.txInternalError())],
    ['broadcast.notFinal', error(codes.txTooEarly())],
    ['broadcast.invalid', error(codes.txMalformed())],
    ['broadcast.refused', failed('tx_frozen_key_accessed')],
    ['broadcast.refused', failed('tx_something_new')],
    ['broadcast.fails', failed('tx_failed', ['op_something_new'])],
  ])('are %s only after a later ledger without it', async (code, says) => {
    const { caught, pauses } = open([moving({ says })]);
    expect(await caught()).toMatchObject({ code });
    expect(pauses()).toBeGreaterThan(0);
    expect(await open([{ says }]).caught()).toMatchObject({ code: 'broadcast.uncertain', maybeSent: true });
  });

  it('find the transaction once the history has caught up', async () => {
    const lagging = { root: { historyLatest: latest - 2, coreLatest: latest } };
    let looks = 0;
    const server = (): HorizonScript => {
      looks += 1;
      return looks > 12 ? { says: cheap, ...inLedger() } : { says: cheap, ...lagging };
    };
    expect(await open([server]).run()).toBe(hash);
  });

  it('need the ledger of the answer, and not that of the server alone', async () => {
    // Behind one name are two servers: one is ahead, and the other one tells the account.
    const { caught } = open([moving({ says: cheap, latestLedger: latest - 1 })]);
    expect(await caught()).toMatchObject({ code: 'broadcast.uncertain' });
    expect(await open([moving({ says: cheap, latestLedger: undefined })]).caught()).toMatchObject({
      code: 'broadcast.uncertain',
    });
  });

  it('are bounded', async () => {
    const { caught, pauses } = open([{ says: cheap }]);
    await caught();
    expect(pauses()).toBe(5);
  });

  it('may be repeated later, where another transaction waits', async () => {
    const { caught, pauses } = open([{ says: later }]);
    const error = await caught();
    expect(error).toMatchObject({
      code: 'broadcast.chainTooLong',
      message: expect.stringContaining('Send the same broadcast again'),
    });
    expect(pauses()).toBe(0);
  });

  it('are no refusal of what core carried out, and bans for some ledgers', async () => {
    expect(await open([{ says: later, ...inLedger() }]).run()).toBe(hash);
    const lagging = { root: { historyLatest: latest - 2, coreLatest: latest } };
    expect(await open([{ says: later, ...lagging }]).caught()).toMatchObject({ code: 'broadcast.uncertain' });
  });
});

describe('a sequence number that does not fit', () => {
  it('answers the hash if the transaction itself used it, whether it succeeded or failed', async () => {
    for (const successful of [true, false]) {
      expect(await open([{ says: badSequence, ...used(), ...inLedger(successful) }]).run()).toBe(hash);
      expect(await open([{ says: badSequence }, { says: badSequence, ...inLedger(successful) }]).run()).toBe(hash);
    }
  });

  it('answers the hash if somebody wrapped it to pay its fee', async () => {
    const wrapped = transactionOf(other, { inner_transaction: { hash } });
    expect(await open([{ says: badSequence, ...used(), sent: { [sender]: [wrapped] } }]).run()).toBe(hash);
  });

  it('is used if another transaction with it is found', async () => {
    const error = await open([{ says: badSequence, ...used(other) }]).caught();
    expect(error).toMatchObject({ code: 'broadcast.nonceUsed', message: expect.stringContaining(other) });
  });

  it('is used even if another server gave no answer', async () => {
    const { caught } = open([{ says: badSequence, ...used(other) }, 'dead']);
    expect(await caught()).toMatchObject({ code: 'broadcast.nonceUsed' });
  });

  it('is doubtful if nobody shows what used it', async () => {
    expect(await open([moving({ says: badSequence, ...used() })]).caught()).toMatchObject({
      code: 'broadcast.uncertain',
      maybeSent: true,
    });
    // Another sender, and another number.
    const rows = [
      transactionOf(other, { source_account: recipient }),
      transactionOf(other, { source_account_sequence: sequence.toString() }),
    ];
    const { caught } = open([moving({ says: badSequence, ...used(), sent: { [sender]: rows } })]);
    expect(await caught()).toMatchObject({ code: 'broadcast.uncertain' });
  });

  it('is doubtful if a later ledger of another server shows it unused', async () => {
    const servers = [moving({ says: badSequence, ...used(other) }), moving({ says: badSequence }, 3)];
    expect(await open(servers).caught()).toMatchObject({ code: 'broadcast.uncertain' });
  });

  it('is waited for while the history is behind', async () => {
    // Core has the transaction, and the history gets it after some time.
    let looks = 0;
    const server = (): HorizonScript => {
      looks += 1;
      const isBehind = looks < 14;
      return {
        says: badSequence,
        root: { historyLatest: isBehind ? latest - 1 : latest, coreLatest: latest },
        ...(isBehind ? {} : { ...used(), ...inLedger() }),
      };
    };
    const { run, pauses } = open([server]);
    expect(await run()).toBe(hash);
    expect(pauses()).toBeGreaterThan(0);
  });

  it('is ahead of its turn only if a later ledger shows it', async () => {
    const ahead = signedTransfer({ sequence: sequence + 3n });
    const says = new Status(400, { ...(badSequence.body as object), hash: ahead.signed.hash });
    const { caught } = open([moving({ says })], ahead);
    expect(await caught()).toMatchObject({ code: 'broadcast.nonceGap' });
    expect(await open([{ says }], ahead).caught()).toMatchObject({ code: 'broadcast.uncertain' });
  });

  it('is doubtful if it is the next one', async () => {
    expect(await open([moving({ says: badSequence })]).caught()).toMatchObject({ code: 'broadcast.uncertain' });
  });

  it('may have been the last one of an account that was closed', async () => {
    const closed: HorizonScript = { says: gone, accounts: {} };
    expect(await open([moving(closed)]).caught()).toMatchObject({ code: 'broadcast.uncertain' });
    expect(await open([{ ...closed, ...inLedger() }]).run()).toBe(hash);
    // The core knows no account, and the history does.
    expect(await open([moving({ says: gone })]).caught()).toMatchObject({ code: 'broadcast.uncertain' });
    const byOther = { ...closed, sent: { [sender]: [transactionOf(other)] } };
    expect(await open([byOther]).caught()).toMatchObject({ code: 'broadcast.nonceUsed' });
  });
});

describe('a transaction whose time is over', () => {
  const old = signedTransfer({ maxTime: nowSeconds - 100n });
  const with400 = (result: Status) => new Status(400, { ...(result.body as object), hash: old.signed.hash });

  it('is looked up before it is sent', async () => {
    const known = { [old.signed.hash]: transactionOf(old.signed.hash) };
    const { run, sends } = open([{ known }], old);
    expect(await run()).toBe(old.signed.hash);
    expect(sends()).toEqual([]);
  });

  it('is expired if a later ledger shows its number unused', async () => {
    const { caught, sends } = open([{}], old);
    expect(await caught()).toMatchObject({ code: 'broadcast.expired' });
    expect(sends()).toEqual([]);
  });

  it('is expired even if another server gives no answer', async () => {
    expect(await open([{}, 'dead'], old).caught()).toMatchObject({ code: 'broadcast.expired' });
  });

  it.each([
    ['the history is behind', { ledger: { closedAt: now - 150_000 } }],
    ['the history ends with the very second', { ledger: { closedAt: now - 100_000 } }],
    ['the account is told by a server that is behind', { latestLedger: latest - 1 }],
    ['the account does not exist', { accounts: {} }],
    ['its number is used', used()],
    ['the account is not told', { own: { [`/accounts/${sender}`]: new Status(502, '') } }],
  ])('is sent if %s', async (_, script: HorizonScript) => {
    const { caught, sends } = open([{ says: with400(tooLate), ...script }], old);
    expect(await caught()).toMatchObject({ code: 'broadcast.uncertain', maybeSent: true });
    expect(sends()).toHaveLength(1);
  });

  it('is sent if one server shows its number used', async () => {
    const { caught } = open([{ says: with400(tooLate) }, { says: with400(tooLate), ...used() }], old);
    expect(await caught()).toMatchObject({ code: 'broadcast.uncertain' });
  });

  it('needs a minute more where servers do not tell which ledger an answer is of', async () => {
    const silentOne: HorizonScript = { says: with400(tooLate), latestLedger: undefined };
    expect(await open([silentOne], old).caught()).toMatchObject({ code: 'broadcast.expired' });
    const justOver: HorizonScript = { ...silentOne, ledger: { closedAt: now - 50_000 } };
    expect(await open([justOver], old).caught()).toMatchObject({ code: 'broadcast.uncertain' });
  });

  it('is not expired by the word of a core alone', async () => {
    // The transaction may land with the ledger that the core makes now.
    expect(await open([{ says: tooLate }]).caught()).toMatchObject({ code: 'broadcast.uncertain' });
    expect(await open([moving({ says: tooLate })]).caught()).toMatchObject({ code: 'broadcast.uncertain' });
  });

  it('is not expired by a server whose clock is ahead of ours', async () => {
    const server = { says: tooLate, ledger: { closedAt: now + 3_000_000 } };
    expect(await open([server], usual, { oldestBlockMs: 0 }).caught()).toMatchObject({ code: 'broadcast.uncertain' });
  });
});

describe('servers that give no usable answer', () => {
  it.each([
    ['time out', timeout],
    ['break', dies],
    ['fail', problemOf(500, 'transaction_submission_exception', { error: 'x' })],
    ['tell a status that they do not know', problemOf(500, 'transaction_submission_invalid_status')],
    ['are proxies', new Status(503, '<html>')],
    ['refuse without a result', new Status(400, { tx_status: 'ERROR', hash })],
    ['tell an error that says nothing', problemOf(400, 'bad_request')],
    ['redirect', new Status(307, '', { location: 'https://elsewhere.example/' })],
  ] as const)('may have sent it on if they %s', async (_, says) => {
    const { caught, asked } = open([{ says }]);
    expect(await caught()).toMatchObject({ code: 'upstream.unavailable', maybeSent: true });
    expect(asked.every(({ endpoint }) => endpoint === 'horizon 0')).toBe(true);
  });

  it('are asked for the transaction, which may have landed', async () => {
    for (const says of [timeout, problemOf(500, 'transaction_submission_failed')])
      expect(await open([{ says, ...inLedger() }]).run()).toBe(hash);
    expect(await open(['dead', { says: dies, ...inLedger() }]).run()).toBe(hash);
  });

  it('are passed over if they serve another network', async () => {
    const testnet: HorizonScript = { root: { passphrase: 'Test SDF Network ; September 2015' } };
    expect(await open([testnet, {}]).run()).toBe(hash);
    const error = await open([testnet]).caught();
    expect(error).toMatchObject({ code: 'upstream.unavailable', maybeSent: false });
    expect(error).toMatchObject({ attempts: [{ detail: 'it serves another chain' }] });
    expect(await open([testnet, { says: poor }]).caught()).toMatchObject({ code: 'broadcast.insufficientFunds' });
  });

  it('are not sent anything while all stand still', async () => {
    const { caught, sends } = open([{ ledger: { closedAt: now - 3_600_000 } }]);
    expect(await caught()).toMatchObject({ code: 'chain.standsStill' });
    expect(sends()).toEqual([]);
  });
});
