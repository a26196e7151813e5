import { describe, expect, it } from 'vitest';
import { connectTo, otherSigner, recipient, refused, sender } from '../test/scripted-node.ts';
import { signedTransfer } from '../test/signed.ts';
import { contextOf } from './context.ts';
import { describeRefusal, mostTelling } from './failures.ts';

// Texts are put together by hand from the formats of algorand/go-algorand (data/pools/errors.go, ledger/ledgercore/error.go, ledger/eval/eval.go, ledger/apply,
// data/bookkeeping/block.go, data/transactions, daemon/algod/api/server/v2/handlers.go).

const usual = signedTransfer();
const { plan, signed } = usual;
const { hash } = signed;
const { firstValid: first, lastValid: last } = plan;
const context = contextOf('algorand');
const described = (text: string) => describeRefusal(text, hash, plan, context);

const remember = (text: string) => `TransactionPool.Remember: ${text}`;
const applied = (text: string) => remember(`transaction ${hash}: ${text}`);
const shown = `{_struct:{} Sig:[1 2] Txn:{Type:pay Header:{Sender:${sender} Note:[116 120 110 32 100 101 97 100]}}}`;
const malformed = (text: string) => `transaction ${shown} invalid : ${text}`;
const data = '{AccountBaseData:{Status:Offline MicroAlgos:0.500000A} VotingData:{}}';

/** Text, code, a part of the message, and whether the node looked for duplicates before. */
const table: readonly (readonly [text: string, code: string, message: string, isCompared: boolean])[] = [
  [
    applied(`overspend (account ${sender}, data ${data}, tried to spend 1.001000A)`),
    'broadcast.insufficientFunds',
    'Insufficient balance',
    true,
  ],
  [
    applied(`overspend (account ${sender}, data ${data}, tried to spend {1001000})`),
    'broadcast.insufficientFunds',
    'Insufficient balance',
    true,
  ],
  [
    applied(`account ${sender} balance 99000 below min 100000 (0 assets)`),
    'broadcast.fails',
    'the sender would hold 0.099 ALGO, and must keep 0.1 ALGO.',
    true,
  ],
  [
    applied(`account ${recipient} balance 1 below min 200000 (1 assets)`),
    'broadcast.fails',
    `account ${recipient} would hold 0.000001 ALGO, and must keep 0.2 ALGO.`,
    true,
  ],
  [
    applied('underflow on subtracting 18446744073709551615 from sender amount 5'),
    'broadcast.fails',
    'the sender holds 5 base units of the asset, and 18446744073709551615 are needed.',
    true,
  ],
  [
    remember(
      `transaction ${hash}: should have been authorized by ${otherSigner} but was actually authorized by ${sender}`,
    ),
    'broadcast.fails',
    `was rekeyed to ${otherSigner} since it was encoded`,
    true,
  ],
  [
    remember(
      `transaction ${hash}: should have been authorized by ${sender} but was actually authorized by ${otherSigner}`,
    ),
    'broadcast.fails',
    'was rekeyed to its own key since it was encoded',
    true,
  ],
  [
    applied(`receiver error: must optin, asset 31566704 missing from ${recipient}`),
    'broadcast.fails',
    `account ${recipient} has not opted in to asset 31566704.`,
    true,
  ],
  [
    applied(`asset 31566704 missing from ${sender}`),
    'broadcast.fails',
    'the sender does not hold asset 31566704.',
    true,
  ],
  [
    applied(`asset 31566704 frozen in ${sender}`),
    'broadcast.fails',
    'the holding of asset 31566704 is frozen: the sender cannot send it.',
    true,
  ],
  [applied('asset frozen in recipient'), 'broadcast.fails', 'the holding of the recipient is frozen', true],
  [applied('overflow on adding 5 to receiver amount 6'), 'broadcast.fails', 'cannot hold so much', true],
  [
    applied('asset 5 does not exist or has been deleted'),
    'broadcast.fails',
    'asset 5 does not exist, or was destroyed.',
    true,
  ],
  [applied('cannot close asset ID in allocating account'), 'broadcast.fails', 'The transaction would fail', true],
  [
    applied(`cannot close asset holding on account ${sender} : account is not opted in asset 5 `),
    'broadcast.fails',
    'the sender has not opted in to asset 5.',
    true,
  ],
  [
    applied(`asset 5 not present in account ${sender}`),
    'broadcast.fails',
    'the sender has not opted in to asset 5.',
    true,
  ],
  [applied('too many assets in account: 1000 >= 1000'), 'broadcast.fails', 'cannot hold more assets', true],
  [applied('cannot close: 2 outstanding assets'), 'broadcast.fails', 'it still has assets (2).', true],
  [applied('cannot close: 1 outstanding created assets'), 'broadcast.fails', 'it still has created assets (1).', true],
  [
    applied('cannot close: 3 outstanding applications opted in. Please opt out or clear them'),
    'broadcast.fails',
    'it still has applications (3).',
    true,
  ],
  [applied('cannot close: 4 outstanding boxes'), 'broadcast.fails', 'it still has boxes (4).', true],
  [
    applied('cannot close: 5 outstanding created applications'),
    'broadcast.fails',
    'it still has created applications (5).',
    true,
  ],
  [applied('balance 7 still not zero after CloseRemainderTo'), 'broadcast.fails', 'cannot be closed', true],
  [
    applied(`cannot change online/offline status of non-participating account ${sender}`),
    'broadcast.fails',
    'left the consensus for good',
    true,
  ],
  [
    applied('transaction tries to mark an account as online with last voting round in the past'),
    'broadcast.fails',
    'the last round of the participation key is past',
    true,
  ],
  [
    applied('transaction tries to mark an account as online with first voting round beyond the next voting round'),
    'broadcast.fails',
    'begins too far in the future',
    true,
  ],
  [
    "At least one signature didn't pass verification",
    'broadcast.invalid',
    'The node refused the transaction as invalid.',
    false,
  ],
  [malformed('signedtxn has no sig'), 'broadcast.invalid', 'as invalid', false],
  [malformed('AuthAddr must be different from Sender'), 'broadcast.invalid', 'as invalid', false],
  [malformed('transaction note too big: 1025 > 1024'), 'broadcast.invalid', 'as invalid', false],
  [malformed(`transaction window size excessive (${first}--${last + 1n})`), 'broadcast.invalid', 'as invalid', false],
  [malformed(`transaction invalid range (${last}--${first})`), 'broadcast.invalid', 'as invalid', false],
  [malformed(`transaction cannot close account to its sender ${sender}`), 'broadcast.invalid', 'as invalid', false],
  ['msgpack decode error [pos 1]: no matching struct field found', 'broadcast.invalid', 'as invalid', false],
  ['empty txgroup', 'broadcast.invalid', 'as invalid', false],
  [
    remember('fee {{} 1000} below threshold 2470 (10 per byte * 247 bytes)'),
    'broadcast.feeTooLow',
    'at least 0.00247 ALGO',
    false,
  ],
  [
    remember('fee 1000 below threshold 2470 (10 per byte * 247 bytes)'),
    'broadcast.feeTooLow',
    'at least 0.00247 ALGO',
    false,
  ],
  // More than anybody pays is not repeated.
  [
    remember('fee 1000 below threshold 18446744073709551615 (9 per byte * 247 bytes)'),
    'broadcast.feeTooLow',
    `rose above the encoded fee. Encode again after round ${last}: until then`,
    false,
  ],
  [
    remember('txgroup with 0.001000A fees is less than 0.002000A (usage=1.000000 * base=0.002000A)'),
    'broadcast.feeTooLow',
    'rose above the encoded fee.',
    false,
  ],
  [
    'txgroup had 1000 in fees, which is less than the minimum 1 * 2000',
    'broadcast.feeTooLow',
    'rose above the encoded fee.',
    false,
  ],
  [
    remember(`transaction ${hash} using an overlapping lease (sender, lease):(${sender}, ${recipient})`),
    'broadcast.leaseTaken',
    'the same lease',
    false,
  ],
  [
    'TransactionPool.checkPendingQueueSize: transaction pool has reached capacity',
    'broadcast.congested',
    'take no more transactions at the moment',
    false,
  ],
  [
    'TransactionPool.checkPendingQueueSize: transaction pool have reached capacity',
    'broadcast.congested',
    'take no more transactions at the moment',
    false,
  ],
  [
    remember('TransactionPool.ingest: no pending block evaluator'),
    'broadcast.congested',
    'Send the same broadcast again later',
    false,
  ],
  [
    remember(`txn dead: round ${first - 5n} outside of ${first}--${last}`),
    'broadcast.nodeBehind',
    'in a moment',
    false,
  ],
  [
    remember(`txn dead: round ${first - 101n} outside of ${first}--${last}`),
    'broadcast.notFinal',
    `from round ${first} to round ${last}`,
    false,
  ],
  [
    remember(`something new at https://elsewhere.example/x`),
    'broadcast.refused',
    'refused the transaction: something new at',
    false,
  ],
];

/** Texts after which the node may have the transaction: said after its pool took it, or by nobody knows whom. */
const open: readonly (readonly [text: string, reason: string])[] = [
  ['broadcast queue full', 'the node has it in its pool, and could not pass it on (broadcast queue full)'],
  ['something new at https://elsewhere.example/x', 'something new at'],
  ['', 'it gives no reason'],
];

describe('a refusal that does not exclude that the node has the transaction', () => {
  it.each(open)('%s', async (text, reason) => {
    expect(described(text)).toMatchObject({ mayHave: true });
    // The look-up may land on another server behind the same name.
    const { adapter } = connectTo({ algod: [{ says: refused(400, text) }] });
    await expect(adapter.submit(signed, plan, adapter.upstream.operation())).rejects.toMatchObject({
      code: 'broadcast.uncertain',
      maybeSent: true,
      hash,
      problems: [{ context: { reason, maybeSent: true, hash } }],
    });
  });
});

describe('a refusal', () => {
  it.each(table)('%s', async (text, code, message, isCompared) => {
    expect(described(text)).toMatchObject({ means: code, isCompared });
    const { adapter, sends } = connectTo({ algod: [{ says: refused(400, text) }, { says: refused(400, text) }] });
    const error = await adapter.submit(signed, plan, adapter.upstream.operation()).then(
      (id) => expect.fail(`taken as ${id}`),
      (reason: unknown) =>
        reason as { readonly code: string; readonly message: string; readonly problems: readonly object[] },
    );
    expect(error.code).toBe(code);
    expect(error.message).toContain(message);
    expect(error.message).not.toMatch(/object Object|undefined|elsewhere/);
    expect(error.problems).toMatchObject([{ field: 'transaction' }]);
    // To each node once.
    expect(sends().map(({ endpoint }) => endpoint)).toEqual(['algod 0', 'algod 1']);
  });

  it('is late after the last valid round', () => {
    expect(described(remember(`txn dead: round ${last + 1n} outside of ${first}--${last}`))).toMatchObject({
      means: 'late',
      isCompared: false,
    });
  });

  it('for being known counts only with its own id', () => {
    expect(described(remember(`transaction already in ledger: ${hash}`)).means).toBe('known');
    expect(described(remember(`transaction already in ledger: ${'A'.repeat(52)}`)).means).toBe('broadcast.refused');
  });

  it('tells that the node serves another network', () => {
    expect(described(remember('tx.GenesisID <mainnet-v1.0> does not match expected <testnet-v1.0>')).means).toBe(
      'foreign',
    );
    expect(described(remember('tx.GenesisHash <YBQ4JWH> does not match expected <JBR3KGF>')).means).toBe('foreign');
  });

  it('keeps nothing of long or hostile texts', () => {
    expect(described('x'.repeat(25_000)).reason.length).toBeLessThan(1_000);
    expect(described(`account ${'A'.repeat(20_000)} balance`).means).toBe('broadcast.refused');
  });
});

describe('the most telling refusal', () => {
  const failure = (means: ReturnType<typeof described>['means']) => ({
    means,
    reason: '',
    isCompared: false,
    mayHave: false,
  });

  it('is one that does not exclude that the transaction was carried out', () => {
    const all = (['broadcast.congested', 'broadcast.fails', 'late', 'broadcast.feeTooLow'] as const).map(failure);
    expect(mostTelling(all)?.means).toBe('late');
    expect(mostTelling(all.slice(0, 2))?.means).toBe('broadcast.fails');
    expect(mostTelling([])).toBeUndefined();
  });
});
