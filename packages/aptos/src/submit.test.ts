import { describe, expect, it } from 'vitest';
import {
  connectTo,
  dies,
  hangs,
  invalid,
  type NodeScript,
  now,
  nowSeconds,
  refusal,
  Status,
  sender,
} from '../test/scripted-node.ts';
import { type Signed, signedTransfer } from '../test/signed.ts';
import type { AptosOptions } from './options.ts';

const usual = signedTransfer();
const { hash } = usual.signed;
const orderless = signedTransfer({ replay: { nonce: 77n }, expiration: nowSeconds + 60n });
const other = `0x${'cd'.repeat(32)}`;

function open(
  nodes: readonly (NodeScript | 'dead')[],
  { plan, signed }: Signed = usual,
  options: Partial<AptosOptions> = {},
) {
  const scripted = connectTo(nodes, options);
  const operation = scripted.adapter.upstream.operation();
  const run = () => scripted.adapter.submit(signed, plan, operation);
  const caught = () =>
    run().then(
      (id) => expect.fail(`taken as ${id}`),
      (error: unknown) => error,
    );
  return { ...scripted, operation, run, caught };
}

const refuses = (says: Status, rest: NodeScript = {}): NodeScript => ({ ...rest, says });
const poor = invalid('INSUFFICIENT_BALANCE_FOR_TRANSACTION_FEE', 5);
const full = refusal(507, 'mempool_is_full', 'Mempool is full. Mempool size: 2000000, Capacity: 2000000');
const rival = refusal(
  400,
  'invalid_transaction_update',
  'Invalid transaction update: Transaction already in mempool with a different payload',
);
const tooOld = invalid('SEQUENCE_NUMBER_TOO_OLD', 3);
const expired = invalid('TRANSACTION_EXPIRED', 6);

/** The node's account of the sender has used number 5. */
const used = (by?: string): NodeScript => ({
  accounts: { [sender]: { sequenceNumber: 6n } },
  sent: by === undefined ? {} : { [sender]: [{ hash: by, sender, sequence_number: '5' }] },
});

const inBlock = (success = true): NodeScript => ({
  known: { [hash]: { type: 'user_transaction', hash, version: '7', success } },
});

describe('a transaction that is taken', () => {
  it('answers its own hash, and goes as BCS', async () => {
    const { run, sends } = open([{}]);
    expect(await run()).toBe(hash);
    expect(sends()).toMatchObject([
      { endpoint: 'node 0', headers: { 'content-type': 'application/x.aptos.signed_transaction+bcs' } },
    ]);
    expect(Buffer.from(sends()[0]?.body as Uint8Array).toString('hex')).toBe(usual.signed.raw);
  });

  it('takes one round trip once the chain was seen moving, to any number of nodes', async () => {
    const { adapter, run } = open([{}, {}, {}]);
    await run();
    const later = adapter.upstream.operation();
    await adapter.submit(usual.signed, usual.plan, later);
    expect(later.trace.roundTrips).toBe(1);
    expect(later.trace.requests).toBe(3);
  });

  it('goes to all nodes at once, and one that takes it is enough', async () => {
    const { run, sends } = open([refuses(poor), 'dead', { says: hangs }, {}, refuses(full)]);
    expect(await run()).toBe(hash);
    expect(new Set(sends().map(({ endpoint }) => endpoint))).toEqual(
      new Set([0, 1, 2, 3, 4].map((number) => `node ${number}`)),
    );
  });

  it('may be sent again and again', async () => {
    const { run } = open([{}]);
    expect([await run(), await run(), await run()]).toEqual([hash, hash, hash]);
  });

  it('may be sent again, whatever the node says to the same bytes', async () => {
    const { run, sends } = open([{ says: () => (sends().length === 1 ? 'takes' : tooOld) }]);
    expect([await run(), await run()]).toEqual([hash, hash]);
    expect(sends()).toHaveLength(2);
  });

  it('may have a nonce in place of a sequence number', async () => {
    expect(await open([{}], orderless).run()).toBe(orderless.signed.hash);
  });

  it.each([
    ['the hash of another', other],
    ['no hash', 'yes'],
    ['no JSON', new Status(200, '<html>')],
    ['nothing', new Status(202, {})],
  ])('is not believed of a node that answers %s', async (_, says) => {
    expect(await open([{ says }]).caught()).toMatchObject({ code: 'upstream.unavailable', maybeSent: true });
  });
});

describe('refusals', () => {
  it.each([
    ['broadcast.invalid', 'invalid', invalid('INVALID_SIGNATURE', 1)],
    ['broadcast.refused', 'another key now', invalid('INVALID_AUTH_KEY', 2)],
    ['broadcast.nonceGap', 'Nonce 5', invalid('SEQUENCE_NUMBER_TOO_NEW', 4)],
    ['broadcast.insufficientFunds', 'Insufficient balance', poor],
    ['broadcast.refused', 'does not exist there', invalid('SENDING_ACCOUNT_DOES_NOT_EXIST', 7)],
    ['broadcast.tooLarge', 'larger', invalid('EXCEEDED_MAX_TRANSACTION_SIZE', 10)],
    ['broadcast.gasRefused', 'gas limit', invalid('MAX_GAS_UNITS_EXCEEDS_MAX_GAS_UNITS_BOUND', 13)],
    ['broadcast.gasRefused', 'gas limit', invalid('MAX_GAS_UNITS_BELOW_MIN_TRANSACTION_GAS_UNITS', 14)],
    ['broadcast.feeTooLow', 'Encode again', invalid('GAS_UNIT_PRICE_BELOW_MIN_BOUND', 15)],
    ['broadcast.refused', 'gas price is higher', invalid('GAS_UNIT_PRICE_ABOVE_MAX_BOUND', 16)],
    ['broadcast.invalid', 'invalid', invalid('SEQUENCE_NUMBER_TOO_BIG', 24)],
    ['broadcast.refused', 'FEATURE_UNDER_GATING', invalid('FEATURE_UNDER_GATING', 26)],
    ['broadcast.refused', 'SIGNERS_CONTAIN_DUPLICATES', invalid('SIGNERS_CONTAIN_DUPLICATES', 28)],
    ['broadcast.refused', 'account that pays does not exist', invalid('GAS_PAYER_ACCOUNT_MISSING', 36)],
    ['broadcast.insufficientFunds', 'balance', invalid('INSUFFICIENT_BALANCE_FOR_REQUIRED_DEPOSIT', 37)],
    ['broadcast.notFinal', 'too far ahead', invalid('TRANSACTION_EXPIRATION_TOO_FAR_IN_FUTURE', 4711)],
    ['broadcast.nonceTaken', 'uses nonce 5', rival],
    [
      'broadcast.nonceTaken',
      hash,
      refusal(400, 'invalid_transaction_update', 'Transaction already in mempool with a higher gas price'),
    ],
    ['broadcast.congested', 'no more transactions', full],
    [
      'broadcast.chainTooLong',
      'Capacity per account: 100',
      refusal(
        507,
        'mempool_is_full',
        'Mempool over capacity for account. Number of seq number transactions from account: 100 Capacity per account: 100',
      ),
    ],
    ['broadcast.refused', 'by a filter', refusal(403, 'rejected_by_filter', 'rejected by a filter')],
    ['broadcast.refused', 'Failed to deserialize', refusal(400, 'invalid_input', 'Failed to deserialize input')],
  ])('become %s (%s), after the transaction was looked up', async (code, message, said) => {
    const { caught, askedFor, sends } = open([refuses(said), refuses(said)]);
    expect(await caught()).toMatchObject({
      code,
      message: expect.stringContaining(message),
      problems: [{ field: 'transaction' }],
    });
    expect(sends()).toHaveLength(2);
    expect(askedFor(`/transactions/by_hash/${hash}`)).toHaveLength(2);
  });

  it('are read by the number of their status, if the message has no name', async () => {
    const said = refusal(400, 'vm_error', 'Transaction rejected', 5);
    expect(await open([refuses(said)]).caught()).toMatchObject({ code: 'broadcast.insufficientFunds' });
    // Names are read first: numbers were added in the course of time.
    const named = invalid('GAS_UNIT_PRICE_BELOW_MIN_BOUND', 5);
    expect(await open([refuses(named)]).caught()).toMatchObject({ code: 'broadcast.feeTooLow' });
  });

  it.each([
    ['waits', { known: { [hash]: { type: 'pending_transaction', hash } } }],
    ['succeeded', inBlock()],
    ['failed on the chain', inBlock(false)],
  ])('do not count if the transaction %s at any node', async (_, facts) => {
    for (const said of [poor, tooOld, rival, expired, full, invalid('INVALID_AUTH_KEY', 2)])
      expect(await open([refuses(said), 'dead', refuses(full, facts)]).run()).toBe(hash);
  });

  it('of most weight are told', async () => {
    const nodes = [refuses(full), refuses(invalid('GAS_UNIT_PRICE_BELOW_MIN_BOUND', 15)), refuses(poor)];
    expect(await open(nodes).caught()).toMatchObject({ code: 'broadcast.insufficientFunds' });
  });

  it('of one node do not count while another may have it', async () => {
    expect(await open([refuses(poor), 'dead']).caught()).toMatchObject({
      ...{ code: 'broadcast.uncertain', maybeSent: true, hash },
      message: expect.stringContaining('INSUFFICIENT_BALANCE'),
    });
  });

  it.each([
    ['with', usual],
    ['without', orderless],
  ])(
    'of a transaction %s a sequence number do not count if the other node does not show it yet: it may still arrive',
    async (_, sent) => {
      const lost = { says: dies } as const;
      for (const nodes of [[refuses(poor), lost] as const, [lost, refuses(poor)] as const]) {
        const error = await open(nodes, sent).caught();
        expect(error).toMatchObject({ code: 'broadcast.uncertain', maybeSent: true, hash: sent.signed.hash });
        expect(String(error)).not.toContain('Encode again');
      }
    },
  );

  it('of a busy node say nothing if another may have it', async () => {
    expect(await open([refuses(full), 'dead']).caught()).toMatchObject({
      code: 'upstream.unavailable',
      maybeSent: true,
    });
  });

  it.each([
    ['an internal error', refusal(500, 'internal_error', 'it broke')],
    ['an unknown code', refusal(400, 'something_new', 'it broke')],
    ['an error of a proxy', new Status(400, '<html>')],
    ['a service that is down', new Status(503)],
  ])('with %s are none: the node may have taken it', async (_, says) => {
    const error = await open([{ says }]).caught();
    expect(error).toMatchObject({ code: 'upstream.unavailable', maybeSent: true });
    expect(JSON.stringify((error as { problems: unknown }).problems)).not.toContain('it broke');
  });

  it.each([
    ['takes no transactions', refusal(403, 'api_disabled', 'API disabled')],
    ['takes no BCS', refusal(400, 'bcs_not_supported', 'BCS is not supported')],
  ])('of a node that %s say so, and it did nothing', async (_, says) => {
    expect(await open([{ says }]).caught()).toMatchObject({
      ...{ code: 'upstream.unavailable', maybeSent: false },
      attempts: [{ outcome: 'unsupported', detail: 'it takes no transactions' }],
    });
    expect(await open([{ says }, refuses(poor)]).caught()).toMatchObject({ code: 'broadcast.insufficientFunds' });
  });

  it('by a limit of requests did nothing', async () => {
    expect(await open([{ says: new Status(429) }, { says: new Status(429) }]).caught()).toMatchObject({
      ...{ code: 'upstream.unavailable', maybeSent: false },
      attempts: [{ outcome: 'rateLimited' }, { outcome: 'rateLimited' }],
    });
  });

  it('with a hostile text stay short, and name no host', async () => {
    const said = refusal(400, 'vm_error', `see https://evil.example/key ${'x'.repeat(5_000)}`);
    const { message } = (await open([refuses(said)]).caught()) as Error;
    expect(message.length).toBeLessThan(300);
    expect(message).not.toContain('evil.example');
  });
});

describe('a sequence number that is used', () => {
  it.each([
    ['by the status', tooOld],
    ['by the code of nodes', refusal(400, 'sequence_number_too_old', 'too old')],
  ])('is told %s, if the other transaction is found', async (_, said) => {
    expect(await open([refuses(said, used(other))]).caught()).toMatchObject({
      code: 'broadcast.nonceUsed',
      message: expect.stringContaining(other),
    });
  });

  it('by this very transaction is success', async () => {
    expect(await open([refuses(tooOld, used(hash))]).run()).toBe(hash);
  });

  it('is uncertain if nobody shows what used it: nodes forget old transactions', async () => {
    expect(await open([refuses(tooOld, used())]).caught()).toMatchObject({
      ...{ code: 'broadcast.uncertain', maybeSent: true, hash },
      message: expect.stringContaining('SEQUENCE_NUMBER_TOO_OLD'),
    });
  });

  it.each([
    ['of another account', { hash: other, sender: `0x${'ee'.repeat(32)}`, sequence_number: '5' }],
    ['with another number', { hash: other, sender, sequence_number: '4' }],
  ])('is not proved by a transaction %s', async (_, row) => {
    const node = refuses(tooOld, { ...used(), sent: { [sender]: [row] } });
    expect(await open([node]).caught()).toMatchObject({ code: 'broadcast.uncertain' });
  });

  it('is seen in the account, too, if all answers are lost', async () => {
    expect(await open([{ ...used(other), says: dies }]).caught()).toMatchObject({ code: 'broadcast.nonceUsed' });
    expect(await open([{ ...used(hash), says: dies }]).run()).toBe(hash);
  });
});

describe('a nonce that is used', () => {
  const twice = invalid('NONCE_ALREADY_USED', 42);

  it('is success if the transaction is known', async () => {
    const known = { [orderless.signed.hash]: { hash: orderless.signed.hash } };
    expect(await open([refuses(twice, { known })], orderless).run()).toBe(orderless.signed.hash);
  });

  it('is uncertain otherwise: the transaction itself may have used it', async () => {
    const { caught } = open([refuses(twice)], orderless);
    expect(await caught()).toMatchObject({ code: 'broadcast.uncertain', hash: orderless.signed.hash });
  });
});

describe('a transaction that is too old', () => {
  const old = signedTransfer({ expiration: nowSeconds - 1n });
  const answered = { hash: old.signed.hash };

  it('is not sent', async () => {
    const { caught, sends } = open([{}, {}], old);
    expect(await caught()).toMatchObject({ code: 'broadcast.expired' });
    expect(sends()).toEqual([]);
  });

  it('answers its hash if it was carried out in time', async () => {
    const { run, sends } = open([{}, { known: { [old.signed.hash]: answered } }], old);
    expect(await run()).toBe(old.signed.hash);
    expect(sends()).toEqual([]);
  });

  it('is sent if no node has a block of its last second: our clock may be fast', async () => {
    const { run, sends } = open([{ latestAt: now - 30_000 }], old);
    expect(await run()).toBe(old.signed.hash);
    expect(sends()).toHaveLength(1);
  });

  it('is told by the node, if our clock is a little slow', async () => {
    const soon = signedTransfer({ expiration: nowSeconds + 10n });
    const { caught } = open([refuses(expired, { latestAt: now + 11_000 })], soon);
    expect(await caught()).toMatchObject({ code: 'broadcast.expired' });
  });

  it('is not believed of a node with a clock of its own', async () => {
    const ahead = refuses(expired, { latestAt: now + 1_000_000 });
    expect(await open([ahead]).caught()).toMatchObject({ code: 'broadcast.uncertain', maybeSent: true, hash });
    expect(await open([ahead], orderless).caught()).toMatchObject({ code: 'broadcast.uncertain', maybeSent: true });
  });

  it('is not believed of a node whose ledger is before its time', async () => {
    expect(await open([refuses(expired)]).caught()).toMatchObject({ code: 'broadcast.uncertain', maybeSent: true });
  });

  it('is not believed of a node that does not tell the time', async () => {
    const { caught } = open([refuses(expired, { headers: { 'x-aptos-ledger-timestampusec': undefined } })], old);
    expect(await caught()).toMatchObject({ code: 'broadcast.uncertain' });
  });

  it('may have been carried out if its sequence number is used, and nodes forgot it', async () => {
    const forgotten = signedTransfer({ expiration: nowSeconds - 10_000_000n });
    expect(await open([refuses(tooOld, used())], forgotten).caught()).toMatchObject({ code: 'broadcast.uncertain' });
    expect(await open([refuses(expired, used(other))], forgotten).caught()).toMatchObject({
      code: 'broadcast.nonceUsed',
    });
    // Nobody used its number, so it was not carried out, however much nodes forgot.
    expect(await open([refuses(expired)], forgotten).caught()).toMatchObject({ code: 'broadcast.expired' });
  });

  it('may have been carried out if it had a nonce, and nodes may have forgotten it', async () => {
    const lately = signedTransfer({ replay: { nonce: 77n }, expiration: nowSeconds - 3_600n });
    expect(await open([refuses(expired)], lately).caught()).toMatchObject({ code: 'broadcast.expired' });
    const forgotten = signedTransfer({ replay: { nonce: 77n }, expiration: nowSeconds - 100_000n });
    expect(await open([refuses(expired)], forgotten).caught()).toMatchObject({ code: 'broadcast.uncertain' });
  });
});

describe('an answer that is lost', () => {
  it('is found in the mempool', async () => {
    expect(await open([{ says: 'lands' }]).run()).toBe(hash);
  });

  it('is found in a block of another node', async () => {
    expect(await open([{ says: dies }, { ...inBlock(), says: dies }]).run()).toBe(hash);
  });

  it('is found where the node says nothing of the account', async () => {
    const own = { [`/accounts/${sender}`]: new Status(500) };
    expect(await open([{ ...inBlock(), own, says: dies }]).run()).toBe(hash);
    // But then it does not show that a transaction was not carried out.
    const old = signedTransfer({ expiration: nowSeconds - 1n });
    expect(await open([refuses(expired, { own })], old).caught()).toMatchObject({ code: 'broadcast.uncertain' });
  });

  it('says that it may have been sent', async () => {
    expect(await open([{ says: dies }]).caught()).toMatchObject({ code: 'upstream.unavailable', maybeSent: true });
    expect(await open(['dead', 'dead']).caught()).toMatchObject({ code: 'upstream.unavailable', maybeSent: true });
  });

  it('is not found in an answer about another transaction', async () => {
    const { caught } = open([{ says: dies, known: { [hash]: { hash: other } } }]);
    expect(await caught()).toMatchObject({ code: 'upstream.unavailable', maybeSent: true });
  });

  it('is not found at a node that keeps no history', async () => {
    const own = { [`/transactions/by_hash/${hash}`]: refusal(410, 'version_pruned', 'pruned') };
    expect(await open([refuses(poor), { says: dies, own }]).caught()).toMatchObject({ code: 'broadcast.uncertain' });
  });
});

describe('a node of another chain', () => {
  it('cannot take the transaction', async () => {
    expect(await open([{ chainId: 2 }]).caught()).toMatchObject({ code: 'upstream.unavailable' });
  });

  it('cannot refuse it', async () => {
    const { caught } = open([refuses(poor, { chainId: 2 })]);
    expect(await caught()).toMatchObject({
      code: 'upstream.unavailable',
      attempts: [{ detail: 'it serves another chain' }],
    });
    const bad = open([refuses(invalid('BAD_CHAIN_ID', 23))]);
    expect(await bad.caught()).toMatchObject({ attempts: [{ detail: 'it serves another chain' }] });
  });

  it('is seen by the header of its answer: there may be several nodes behind one address', async () => {
    const headers = { 'x-aptos-chain-id': '2' };
    expect(await open([{ headers }]).caught()).toMatchObject({ attempts: [{ detail: 'it serves another chain' }] });
  });

  it('does not know it either', async () => {
    expect(await open([{ chainId: 2, says: dies, ...inBlock() }]).caught()).toMatchObject({
      code: 'upstream.unavailable',
    });
  });

  it('does not hide the refusal of ours', async () => {
    const foreign = refuses(invalid('INVALID_AUTH_KEY', 2), { chainId: 2 });
    const gas = refuses(invalid('GAS_UNIT_PRICE_BELOW_MIN_BOUND', 15));
    // The bytes name our chain, so another one cannot carry them out.
    expect(await open([foreign, gas]).caught()).toMatchObject({ code: 'broadcast.feeTooLow' });
    expect(await open([foreign, gas], orderless).caught()).toMatchObject({ code: 'broadcast.feeTooLow' });
  });
});

describe('a chain that stands still', () => {
  it('gets nothing', async () => {
    const { caught, sends } = open([{ latestAt: now - 3_600_000 }]);
    expect(await caught()).toMatchObject({ code: 'chain.standsStill' });
    expect(sends()).toEqual([]);
  });

  it('is not asked about if the operator says so', async () => {
    const { run, askedFor } = open([{ latestAt: now - 3_600_000 }], usual, { oldestBlockMs: 0 });
    expect(await run()).toBe(hash);
    expect(askedFor('/estimate_gas_price')).toEqual([]);
  });
});
