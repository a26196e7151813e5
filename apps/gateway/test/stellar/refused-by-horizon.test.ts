import { startStellar } from '@isochain/devnet/stellar';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Actor, actor, recipient, sender } from '../../../../packages/stellar/test/world/actor.ts';
import { type Behaviour, errorsOf } from '../chain-network.ts';
import {
  answering,
  hashOf,
  isSending,
  type Network,
  type NetworkOptions,
  openNetwork,
  problem,
  refusing,
  type Said,
} from './network.ts';
import { resultXdrOf, type TransactionCode } from './result-codes.ts';

// What becomes of signed transactions that servers refuse, or whose answers are lost. Codes: stellar/stellar-horizon, internal/codes/main.go.

const xlm = 10_000_000n;
let network: Network;
let count = 0;

beforeAll(async () => {
  network = await openNetwork();
});
afterAll(() => network.close());

// A refusal that proves nothing is looked at again after a pause of two seconds. Nobody needs to wait for that here.
const pauseMs = 2_000;
const realTimeout = globalThis.setTimeout;
beforeEach(() => {
  const atOnce = (run: (...values: unknown[]) => void, ms?: number, ...values: unknown[]) =>
    realTimeout(run, ms === pauseMs ? 0 : ms, ...values);
  vi.stubGlobal('setTimeout', atOnce);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** A signed transfer of 0.5 XLM from a fresh account. */
async function prepared(changed: Readonly<Record<string, unknown>> = {}) {
  count += 1;
  const by = actor(`refused ${count}`);
  await network.engine.fund(by.address, 5n * xlm);
  const encoded = await network.encoded({
    ...{ mode: 'transfer', senderAddress: by.address, recipientAddress: recipient.address, amount: '5000000' },
    ...changed,
  });
  return { by, encoded, signature: network.sign(encoded, by) };
}

type Prepared = Awaited<ReturnType<typeof prepared>>;

/** Sends through a gateway with these servers, and tells how often the transaction went out. */
async function sendOver(
  nodes: NonNullable<NetworkOptions['nodes']>,
  { encoded, signature }: Pick<Prepared, 'encoded' | 'signature'>,
  times = 1,
) {
  const other = await openNetwork({ nodes }, network.engine);
  try {
    const answers = [];
    for (let sent = 0; sent < times; sent += 1) answers.push(await other.broadcast(encoded, signature));
    const paths = other.asked.map(({ path }) => path);
    return { answers, answer: answers[0] as (typeof answers)[0], broadcasts: other.broadcasts(), paths };
  } finally {
    await other.close();
  }
}

const untouched = async ({ by }: Pick<Prepared, 'by'>) =>
  expect(await network.engine.balance(by.address)).toBe(5n * xlm);

/** As Horizon refuses at once, and what it says once the ledger is there. */
const failed = (transaction: string, ...operations: readonly string[]): Said =>
  problem(400, 'transaction_failed', {
    result_codes: { transaction, ...(operations.length > 0 && { operations }) },
  });

/** A server whose core goes on while it refuses: histories then pass the ledger of the refusal. */
const refusingOver = (said: Said): Behaviour => {
  const refuse = refusing(said);
  return async (asked, forward) => {
    if (asked.path.startsWith('/accounts/')) await network.engine.closeLedger(2);
    return refuse(asked, forward);
  };
};

interface Refused {
  readonly status: number;
  readonly code: string;
  readonly message: string | RegExp;
}

const refused = (words: string): Refused => ({
  ...{ status: 400, code: 'broadcast.refused' },
  message: new RegExp(`^The node refused the transaction: .*${words}`),
});
const fails = (words: string): Refused => ({
  ...{ status: 400, code: 'broadcast.fails' },
  message: new RegExp(`^The transaction would fail: .*${words}`),
});
const invalid: Refused = {
  ...{ status: 400, code: 'broadcast.invalid' },
  message: 'The node refused the transaction as invalid.',
};
/** The transaction itself may be the reason. A client that encodes again could pay twice. */
const uncertain: Refused = { status: 502, code: 'broadcast.uncertain', message: /Do not encode again before/ };

/** Codes of the transaction as a whole. */
const transactions: readonly (readonly [code: TransactionCode | 'tx_frozen_key_accessed', refused: Refused])[] = [
  ['tx_too_early', { status: 400, code: 'broadcast.notFinal', message: /its time has not come yet/ }],
  ['tx_too_late', uncertain],
  ['tx_missing_operation', invalid],
  ['tx_bad_seq', uncertain],
  ['tx_bad_auth', refused('the signers of the account changed since it was encoded')],
  [
    'tx_insufficient_balance',
    {
      ...{ status: 400, code: 'broadcast.insufficientFunds' },
      message: 'Insufficient balance for amount plus fees.',
    },
  ],
  ['tx_no_source_account', uncertain],
  [
    'tx_insufficient_fee',
    { status: 400, code: 'broadcast.feeTooLow', message: /^Network fees rose above the encoded fee/ },
  ],
  ['tx_bad_auth_extra', refused('it has a signature that is not needed')],
  ['tx_internal_error', refused('the core of the server failed')],
  ['tx_not_supported', invalid],
  ['tx_bad_sponsorship', invalid],
  ['tx_bad_minseq_age_or_gap', invalid],
  ['tx_malformed', invalid],
  ['tx_soroban_invalid', invalid],
  ['tx_frozen_key_accessed', refused('validators froze .* Encoding again does not help')],
];

/** Codes of the operation of a transaction that failed. */
const operations: readonly (readonly [code: string, refused: Refused])[] = [
  ['op_underfunded', fails('the balance is too low')],
  ['op_no_destination', fails('the account of the recipient does not exist')],
  ['op_no_trust', fails('has no trustline')],
  ['op_src_no_trust', fails('the sender has no trustline')],
  ['op_not_authorized', fails('does not let')],
  ['op_src_not_authorized', fails('does not let the sender')],
  ['op_line_full', fails('cannot hold so much')],
  ['op_no_issuer', fails('the issuer of the token does not exist')],
  ['op_low_reserve', fails('too low for the reserve')],
  ['op_already_exists', fails('exists already')],
  ['op_malformed', invalid],
  ['op_invalid_limit', fails('limit')],
  ['op_self_not_allowed', fails('issuer')],
  ['op_cannot_delete', fails('pool')],
  ['op_too_many_subentries', fails('1000 entries')],
  ['op_too_many_sponsoring', fails('sponsors too many')],
  ['op_bad_auth', refused('do not have the weight')],
  ['op_no_source_account', fails('the account of the sender does not exist')],
  ['op_no_account', fails('does not exist')],
  ['op_immutable_set', fails('can never be closed')],
  ['op_has_sub_entries', fails('still has trustlines, offers or data')],
  ['op_seq_num_too_far', fails('sequence number')],
  ['op_dest_full', fails('cannot hold so many coins')],
  ['op_is_sponsor', fails('sponsors entries of other accounts')],
];

async function expectRefused(one: Prepared, said: Said, { status, code, message }: Refused): Promise<void> {
  const behaves = refusingOver(said);
  const { answer, broadcasts, paths } = await sendOver({ first: { behaves }, second: { behaves } }, one);
  const { errors } = errorsOf(answer);
  const text = message instanceof RegExp ? expect.stringMatching(message) : message;
  expect({ status: answer.status, errors }).toMatchObject({ status, errors: [{ code, message: text }] });
  expect(errors).toHaveLength(1);
  expect(answer.body.hash).toBeUndefined();
  // To each server once, and each was asked for it before the refusal counted.
  expect(broadcasts).toBe(2);
  expect(paths.filter((path) => path === `/transactions/${hashOf(one.encoded)}`).length).toBeGreaterThanOrEqual(2);
  await untouched(one);
}

describe('each code of a transaction', () => {
  it.each(transactions)('%s', async (code, expected) => expectRefused(await prepared(), failed(code), expected));

  it.each(transactions)('%s, in the result of an asynchronous submission', async (code, expected) => {
    const one = await prepared();
    const body = { tx_status: 'ERROR', hash: hashOf(one.encoded), error_result_xdr: resultXdrOf(code) };
    await expectRefused(one, { status: 400, body }, expected);
  });

  it.each(transactions)('%s does not count where another server takes the transaction', async (code) => {
    const one = await prepared();
    const { answer } = await sendOver({ refusing: { behaves: refusing(failed(code)) }, honest: {} }, one);
    expect(answer).toMatchObject({ status: 200, body: { hash: hashOf(one.encoded) } });
    expect(await network.engine.balance(one.by.address)).toBe(5n * xlm - 5_000_100n);
  });

  it.each(transactions)('%s is no failure where the chain has the transaction', async (code) => {
    const one = await prepared();
    await sendOver({ honest: {} }, one);
    const { answer } = await sendOver({ refusing: { behaves: refusing(failed(code)) } }, one);
    expect(answer).toMatchObject({ status: 200, body: { hash: hashOf(one.encoded) } });
  });
});

describe('each code of an operation', () => {
  it.each(operations)('%s', async (code, expected) =>
    expectRefused(await prepared(), failed('tx_failed', code), expected),
  );

  it.each(operations)('%s is no failure of the broadcast where a ledger has the transaction', async (code) => {
    const one = await prepared();
    await sendOver({ honest: {} }, one);
    const { answer } = await sendOver({ refusing: { behaves: refusing(failed('tx_failed', code)) } }, one);
    expect(answer).toMatchObject({ status: 200, body: { hash: hashOf(one.encoded) } });
  });
});

describe('what says nothing of the transaction', () => {
  it.each<readonly [string, Said]>([
    ['transaction_submission_failed', problem(500, 'transaction_submission_failed')],
    ['transaction_submission_exception', problem(500, 'transaction_submission_exception')],
    ['transaction_submission_invalid_status', problem(500, 'transaction_submission_invalid_status')],
    ['server_error', { status: 500, body: { detail: 'panicked at node7.internal.example' } }],
    ['rate_limit_exceeded', problem(429, 'rate_limit_exceeded')],
    ['stale_history', problem(503, 'stale_history')],
    ['unsupported_media_type', problem(415, 'unsupported_media_type')],
    ['transaction_submission_timeout', problem(504, 'transaction_submission_timeout')],
    ['timeout of a proxy', problem(504, 'timeout')],
    ['a problem that nobody knows', problem(400, 'something_new')],
    ['no problem at all', { status: 400, body: 'no' }],
  ])('%s', async (_, said) => {
    const one = await prepared();
    const { answer } = await sendOver({ horizon: { behaves: refusing(said) } }, one);
    const { status, errors } = errorsOf(answer);
    expect([status, errors[0]?.code]).toEqual([expect.any(Number), expect.stringMatching(/^upstream\./)]);
    expect(status).toBeGreaterThanOrEqual(500);
    expect(answer.text).not.toMatch(/panicked|internal\.example|something_new/);
    await untouched(one);
    // The same broadcast again is safe.
    expect((await sendOver({ honest: {} }, one)).answer.body.hash).toBe(hashOf(one.encoded));
  });

  it('transaction_malformed: it was read by nobody', () =>
    prepared().then((one) => expectRefused(one, problem(400, 'transaction_malformed'), invalid)));

  it('a code that nobody knows is cleaned', async () => {
    const one = await prepared();
    const code = `<b>no\u0007</b> ${'x'.repeat(50)}`;
    const { answer } = await sendOver({ horizon: { behaves: refusingOver(failed(code)) } }, one);
    expect(errorsOf(answer)).toMatchObject({ status: 400, errors: [{ code: 'broadcast.refused' }] });
    expect(errorsOf(answer).errors[0]?.message.length).toBeLessThan(1_000);
    expect(answer.text).not.toContain('\u0007');
  });
});

describe('ways to submit', () => {
  it.each(['on', 'disabled', 'absent'] as const)('asynchronously %s', async (state) => {
    const one = await prepared();
    network.engine.setAsync(state);
    try {
      expect((await sendOver({ honest: {} }, one)).answer).toMatchObject({
        status: 200,
        body: { hash: hashOf(one.encoded) },
      });
    } finally {
      network.engine.setAsync('on');
    }
    expect(await network.engine.balance(one.by.address)).toBe(5n * xlm - 5_000_100n);
  });

  it('DUPLICATE is a success: it waits already', async () => {
    const one = await prepared();
    const behaves = refusing({ status: 409, body: { tx_status: 'DUPLICATE', hash: hashOf(one.encoded) } });
    expect((await sendOver({ horizon: { behaves } }, one)).answer.status).toBe(200);
  });

  it('TRY_AGAIN_LATER is told so', async () => {
    const one = await prepared();
    const said = { status: 503, body: { tx_status: 'TRY_AGAIN_LATER', hash: hashOf(one.encoded) } };
    await expectRefused(one, said, {
      ...{ status: 400, code: 'broadcast.chainTooLong' },
      message: /do not encode again before/,
    });
  });

  it('the hash of another transaction is not believed', async () => {
    const one = await prepared();
    const behaves = refusing({ status: 201, body: { tx_status: 'PENDING', hash: 'ab'.repeat(32) } });
    const { answer } = await sendOver({ horizon: { behaves } }, one);
    expect(errorsOf(answer)).toMatchObject({ status: 502, errors: [{ code: 'upstream.unavailable' }] });
    expect(answer.text).not.toContain('ab'.repeat(8));
    await untouched(one);
  });
});

describe('a submission that times out', () => {
  it('and lands later is never called a failure, and is paid once however often it is sent', async () => {
    const one = await prepared();
    const before = await network.engine.balance(recipient.address);
    network.engine.setAsync('absent');
    network.engine.timeoutNext({ lands: true });
    try {
      const { answer } = await sendOver({ honest: {} }, one);
      if (answer.status !== 200)
        expect(errorsOf(answer).errors).toMatchObject([{ context: { maybeSent: true, hash: hashOf(one.encoded) } }]);
      await network.engine.closeLedger();
      const { answers } = await sendOver({ honest: {} }, one, 3);
      expect(answers.map(({ status, body }) => [status, body.hash])).toEqual(
        answers.map(() => [200, hashOf(one.encoded)]),
      );
    } finally {
      network.engine.setAsync('on');
    }
    expect(await network.engine.balance(recipient.address)).toBe(before + 5_000_000n);
  });

  it('and never landed is told to be uncertain, and can be sent again', async () => {
    const one = await prepared();
    const timeout = problem(504, 'transaction_submission_timeout', { hash: hashOf(one.encoded) });
    const { answer } = await sendOver({ horizon: { behaves: refusing(timeout) } }, one);
    expect(errorsOf(answer)).toMatchObject({ errors: [{ context: { maybeSent: true, hash: hashOf(one.encoded) } }] });
    expect(answer.status).toBeGreaterThanOrEqual(500);
    await untouched(one);
    expect((await sendOver({ honest: {} }, one)).answer.body.hash).toBe(hashOf(one.encoded));
  });
});

describe('a sequence number that is used', () => {
  it('by another transaction of the account, names that one', async () => {
    const one = await prepared();
    const rival = await network.encoded({
      ...{ mode: 'transfer', senderAddress: one.by.address, recipientAddress: sender.address, amount: '7' },
    });
    const { body } = await network.broadcast(rival, network.sign(rival, one.by));
    await network.engine.closeLedger(2);
    const before = await network.engine.balance(recipient.address);
    const { answer } = await sendOver({ first: {}, second: {} }, one);
    expect(errorsOf(answer)).toMatchObject({
      status: 409,
      errors: [{ code: 'broadcast.nonceUsed', message: expect.stringContaining(String(body.hash)) }],
    });
    expect(await network.engine.balance(recipient.address)).toBe(before);
  });

  it('which this transaction used itself, is a success', async () => {
    const one = await prepared();
    const before = await network.engine.balance(recipient.address);
    const { answers } = await sendOver({ first: {}, second: {} }, one, 3);
    expect(answers.map(({ status, body }) => [status, body.hash])).toEqual(
      answers.map(() => [200, hashOf(one.encoded)]),
    );
    expect(await network.engine.balance(recipient.address)).toBe(before + 5_000_000n);
  });
});

describe('a transaction that was carried out and failed', () => {
  it('answers its hash, and its state says that it failed', async () => {
    const one = await prepared({ amount: '39000000' });
    // The account offers its coins meanwhile.
    network.engine.setLiabilities(one.by.address, { selling: 2n * xlm });
    const { answer } = await sendOver({ honest: {} }, one);
    expect(answer).toMatchObject({ status: 200, body: { hash: hashOf(one.encoded) } });
    const read = await network.send('GET', `/api/stellar/transaction/${hashOf(one.encoded)}`);
    expect(read.body).toMatchObject({ transaction: { parsed: { state: 'failed' } } });
    expect(await network.engine.balance(one.by.address)).toBe(5n * xlm - 100n);
  });
});

describe('a transaction whose time is over', () => {
  it('is called expired if clock and chain agree, and nobody has it', async () => {
    // The chain is an hour behind our clock at first.
    const engine = await startStellar({ startTime: new Date(Date.now() - 3_600_000) });
    const late = await openNetwork({}, engine);
    try {
      const encoded = await late.encoded({
        ...{ mode: 'transfer', senderAddress: sender.address, recipientAddress: recipient.address, amount: '7' },
        params: { maxTime: Math.floor(engine.now() / 1_000) + 600 },
      });
      await engine.advance(700);
      const before = await engine.balance(sender.address);
      expect(errorsOf(await late.broadcast(encoded, late.sign(encoded, sender)))).toMatchObject({
        status: 409,
        errors: [
          { code: 'broadcast.expired', message: 'The transaction expired before it was broadcast. Encode again.' },
        ],
      });
      expect(await engine.balance(sender.address)).toBe(before);
    } finally {
      await late.close();
      await engine.stop();
    }
  });
});

describe('an answer that is lost', () => {
  const breaks = async (forward: () => Promise<Response>) => {
    await forward();
    throw new TypeError('fetch failed');
  };

  it('is no loss: the transaction is found', async () => {
    const one = await prepared();
    const behaves: Behaviour = (asked, forward) => (isSending(asked) ? breaks(forward) : forward());
    expect((await sendOver({ horizon: { behaves } }, one)).answer.status).toBe(200);
  });

  it('is told with the hash, if nothing can be asked any more', async () => {
    const one = await prepared();
    let isDead = false;
    const behaves: Behaviour = (asked, forward) => {
      if (isDead) throw new TypeError('fetch failed');
      isDead = isSending(asked);
      return isDead ? breaks(forward) : forward();
    };
    const { answer } = await sendOver({ horizon: { behaves } }, one);
    const { status, errors } = errorsOf(answer);
    expect([status, errors[0]?.context]).toMatchObject([502, { maybeSent: true, hash: hashOf(one.encoded) }]);
    expect((await sendOver({ honest: {} }, one)).answer.body.hash).toBe(hashOf(one.encoded));
  });
});

describe('a server of another network', () => {
  const foreign = answering(({ path }) =>
    path === '/'
      ? {
          status: 200,
          body: {
            network_passphrase: 'Test SDF Network ; September 2015',
            ...{ history_latest_ledger: 9, history_elder_ledger: 2, core_latest_ledger: 9 },
            history_latest_ledger_closed_at: new Date().toISOString(),
          },
        }
      : undefined,
  );

  it('is not counted, whatever it says', async () => {
    const one = await prepared();
    expect((await sendOver({ other: { behaves: foreign }, honest: {} }, one)).answer.status).toBe(200);
  });

  it('alone gives nothing to sign', async () => {
    const other = await openNetwork({ nodes: { other: { behaves: foreign } } }, network.engine);
    try {
      const data = {
        mode: 'transfer',
        senderAddress: sender.address,
        recipientAddress: recipient.address,
        amount: '7',
      };
      const answer = await other.encode(data);
      expect(errorsOf(answer)).toMatchObject({ status: 502, errors: [{ code: 'upstream.unavailable' }] });
      expect(answer.body.transaction).toBeUndefined();
      expect(other.broadcasts()).toBe(0);
    } finally {
      await other.close();
    }
  });
});

describe('a signature of somebody else', () => {
  it('never leaves the gateway', async () => {
    const one = await prepared();
    const stranger: Actor = actor('signs for others');
    const signature = network.sign(one.encoded, stranger);
    const { answer, broadcasts } = await sendOver({ honest: {} }, { ...one, signature });
    expect(errorsOf(answer)).toMatchObject({ status: 400, errors: [{ code: 'signature.mismatch' }] });
    expect(broadcasts).toBe(0);
  });
});
