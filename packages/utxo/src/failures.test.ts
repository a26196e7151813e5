import { describe, expect, it } from 'vitest';
import { describeRefusal, type Meaning, mostTelling, nodeRefusal, type refusal } from './failures.ts';

describe("a node's refusal of a transaction", () => {
  // [code, text, what it means], from the sources of Bitcoin Core 0.14 to 31, Litecoin Core 0.21 and Dogecoin Core 1.14.
  const rows: readonly (readonly [number | undefined, string, Meaning])[] = [
    [-27, 'Transaction already in block chain', 'known'],
    [-27, 'transaction already in block chain', 'known'],
    [-27, 'Transaction outputs already in utxo set', 'known'],
    [undefined, 'Transaction already in block chain', 'known'],
    [-26, 'txn-already-in-mempool', 'known'],
    [-26, 'txn-already-known', 'known'],
    [-26, '18: txn-already-known', 'known'],
    [-26, 'txn-same-nonwitness-data-in-mempool', 'known'],

    [-25, 'bad-txns-inputs-missingorspent', 'spent'],
    [-25, 'Missing inputs', 'spent'],
    [-25, 'Inputs missing or spent', 'spent'],
    [undefined, 'missing-inputs', 'spent'],
    [-26, '16: bad-txns-inputs-spent', 'spent'],
    [-26, 'txn-mempool-conflict', 'conflict'],
    [-26, '18: txn-mempool-conflict', 'conflict'],
    [-26, 'txn-mempool-conflict (code 18)', 'conflict'],
    [-26, 'bad-txns-spends-conflicting-tx, 2d25 spends conflicting transaction 1b43', 'conflict'],
    [-26, 'replacement-adds-unconfirmed, replacement 2d25 contains unconfirmed input, idx 0', 'conflict'],
    [
      -26,
      'too many potential replacements, rejecting replacement 2d25; too many potential replacements (101 > 100)',
      'conflict',
    ],

    [
      -26,
      'insufficient fee, rejecting replacement 2d25, less fees than conflicting txs; 0.00001 < 0.00002',
      'broadcast.replacementFeeTooLow',
    ],
    [-26, '66: insufficient fee', 'broadcast.replacementFeeTooLow'],
    [
      -26,
      'replacement-failed, insufficient feerate: does not improve feerate diagram',
      'broadcast.replacementFeeTooLow',
    ],
    [-26, 'insufficient feerate: does not improve feerate diagram', 'broadcast.replacementFeeTooLow'],

    [-26, 'min relay fee not met, 100 < 110', 'broadcast.feeTooLow'],
    [-26, '66: min relay fee not met', 'broadcast.feeTooLow'],
    [-26, 'min relay fee not met, 100 < 110 (code 66)', 'broadcast.feeTooLow'],
    [-26, 'mempool min fee not met, 100 < 500', 'broadcast.feeTooLow'],
    [-26, 'mempool full', 'broadcast.feeTooLow'],
    [-26, '66: insufficient priority', 'broadcast.feeTooLow'],

    [-25, 'Fee exceeds maximum configured by user (e.g. -maxtxfee, maxfeerate)', 'broadcast.feeCap'],
    [-26, '256: absurdly-high-fee', 'broadcast.feeCap'],
    [undefined, 'max-fee-exceeded', 'broadcast.feeCap'],
    [-25, 'max feerate exceeded', 'broadcast.feeCap'],

    [-26, 'dust', 'broadcast.dust'],
    [-26, '64: dust', 'broadcast.dust'],
    [-26, 'dust, tx with dust output must be 0-fee', 'broadcast.dust'],

    [-26, 'bad-txns-premature-spend-of-coinbase, tried to spend coinbase at depth 1', 'broadcast.immature'],
    [-26, '16: bad-txns-premature-spend-of-coinbase', 'broadcast.immature'],
    [-26, 'bad-txns-premature-spend-of-pegout', 'broadcast.immature'],

    [-26, 'non-final', 'broadcast.notFinal'],
    [-26, '64: non-final', 'broadcast.notFinal'],
    [-26, 'non-BIP68-final', 'broadcast.notFinal'],
    [-26, '64: non-BIP68-final', 'broadcast.notFinal'],

    [-26, 'tx-size', 'broadcast.tooLarge'],
    [-26, '64: tx-size', 'broadcast.tooLarge'],
    [-26, 'bad-txns-oversize', 'broadcast.tooLarge'],

    [-26, 'too-long-mempool-chain, too many unconfirmed ancestors [limit: 25]', 'broadcast.chainTooLong'],
    [-26, '64: too-long-mempool-chain', 'broadcast.chainTooLong'],
    [-26, 'too-large-cluster', 'broadcast.chainTooLong'],

    [-26, 'non-mandatory-script-verify-flag (Witness program hash mismatch)', 'broadcast.invalid'],
    [
      -26,
      'mandatory-script-verify-flag-failed (Signature must be zero for failed CHECK(MULTI)SIG operation)',
      'broadcast.invalid',
    ],
    [
      -26,
      '16: mandatory-script-verify-flag-failed (Script evaluated without error but finished with a false/empty top stack element)',
      'broadcast.invalid',
    ],
    [-26, 'mempool-script-verify-flag-failed (Invalid Schnorr signature)', 'broadcast.invalid'],
    [-26, 'bad-txns-in-belowout, value in (0.1) < value out (0.2)', 'broadcast.invalid'],
    [-26, 'bad-txns-nonstandard-inputs', 'broadcast.invalid'],
    [-26, 'bad-witness-nonstandard', 'broadcast.invalid'],
    [-26, 'scriptsig-not-pushonly', 'broadcast.invalid'],
    [-22, 'TX decode failed. Make sure the tx has at least one input.', 'broadcast.invalid'],
    [undefined, 'TX decode failed', 'broadcast.invalid'],

    [-28, 'Loading block index…', 'unready'],
    [-9, 'Shutting down', 'unready'],
    [-10, 'Bitcoin Core is in initial sync and waiting for blocks...', 'unready'],
    [-31, 'Error: Peer-to-peer functionality missing or disabled', 'unready'],
    [undefined, 'Connection error: connection refused', 'unready'],
    [undefined, 'upstream timed out', 'unready'],
    [undefined, 'Too many requests', 'unready'],

    [-26, 'tx-size-small', 'broadcast.refused'],
    [-26, 'scriptpubkey', 'broadcast.refused'],
    [-26, 'TRUC-violation', 'broadcast.refused'],
    [-1, 'something new about a connection', 'broadcast.refused'],
    [undefined, 'Invalid hex string', 'broadcast.refused'],
  ];

  it.each(rows)('(%s) “%s” means %s', (code, message, means) => {
    expect(describeRefusal({ code, message }).means).toBe(means);
  });

  it('is shown without hosts and paths, and never empty', () => {
    expect(describeRefusal({ code: -26, message: 'odd, see http://10.0.0.1:8332/secret' }).reason).toBe('odd, see');
    expect(describeRefusal({ code: -26, message: '' })).toEqual({
      means: 'broadcast.refused',
      reason: 'it gave no reason',
    });
  });
});

describe('the body of a refusal', () => {
  it.each([
    ['sendrawtransaction RPC error: {"code":-26,"message":"dust"}', -26, 'dust'],
    ['sendrawtransaction RPC error: {"code":-26,"message":"64: dust"}', -26, '64: dust'],
    ['sendrawtransaction RPC error -26: min relay fee not met, 100 < 110', -26, 'min relay fee not met, 100 < 110'],
    ['sendrawtransaction RPC error -25: "bad-txns-inputs-missingorspent"', -25, 'bad-txns-inputs-missingorspent'],
    [
      'sendrawtransaction RPC error: {"code":-25,"message":"Fee exceeds maximum configured by user (e.g. -maxtxfee, maxfeerate)"}',
      -25,
      'Fee exceeds maximum configured by user (e.g. -maxtxfee, maxfeerate)',
    ],
    [{ error: '-26: dust' }, -26, 'dust'],
    [{ error: '-26: 64: dust' }, -26, '64: dust'],
    [{ error: { message: '-26: dust' } }, undefined, '-26: dust'],
    [
      { error: { code: -27, message: 'Transaction already in block chain' } },
      -27,
      'Transaction already in block chain',
    ],
    [{ error: 'sendrawtransaction RPC error: {"code":-26,"message":"dust"}' }, -26, 'dust'],
    [{ code: -26, message: 'dust' }, -26, 'dust'],
    ['Transaction already in block chain', undefined, 'Transaction already in block chain'],
    ['odd {braces}', undefined, 'odd {braces}'],
  ])('%j is read', (body, code, message) => {
    expect(nodeRefusal.parse(body)).toEqual({ code, message });
  });

  it.each([
    [''],
    ['<html><h1>400 Bad Request</h1></html>'],
    [{}],
    [{ error: 5 }],
    [null],
    [7],
    [[]],
    ['x'.repeat(3_000)],
  ])('%j is none', (body) => {
    expect(nodeRefusal.safeParse(body).success).toBe(false);
  });
});

describe('of several refusals', () => {
  const say = (means: Parameters<typeof refusal>[0]['means']) => ({ means, reason: means });

  it('the most telling counts: a reason that holds everywhere comes before a reason of one node', () => {
    const order = [
      'broadcast.invalid',
      'broadcast.dust',
      'broadcast.tooLarge',
      'broadcast.feeCap',
      'broadcast.immature',
      'broadcast.notFinal',
      'broadcast.chainTooLong',
      'broadcast.replacementFeeTooLow',
      'broadcast.feeTooLow',
      'broadcast.refused',
    ] as const;
    order.slice(1).forEach((means, i) => {
      expect(mostTelling([say(means), say(order[i] ?? 'broadcast.refused')])?.means).toBe(order[i]);
    });
    expect(mostTelling([])).toBeUndefined();
  });
});
