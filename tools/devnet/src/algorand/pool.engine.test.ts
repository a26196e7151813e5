import { encode } from '@msgpack/msgpack';
import { sha512_256 } from '@noble/hashes/sha2.js';
import { base32nopad } from '@scure/base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bytesOf, canonical, Desk, type Fields, signBytes, toSign, txIdOf } from '../../test/algorand-desk.ts';
import { algorandAccounts } from './accounts.ts';
import { startAlgorand } from './algorand.ts';

let desk: Desk;
const [alice, bob, carol, , nobody] = algorandAccounts.map(({ address }) => address) as [
  string,
  string,
  string,
  string,
  string,
];
const keyOf = (index: number): string => algorandAccounts[index]?.privateKey ?? '';
const pool = '400 TransactionPool.Remember: ';
const zero = 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAY5HFKQ';

beforeAll(async () => {
  desk = new Desk(await startAlgorand({ startTime: new Date('2026-11-23T12:00:00Z') }));
});
afterAll(() => desk.engine.stop());

/** Each test finds the chain as it was. */
function check(name: string, run: () => Promise<void>): void {
  it(name, () => desk.engine.rehearse(run));
}

const pay = (own: Fields = {}): Fields => ({ type: 'pay', rcv: bob, amt: 1_000_000n, ...own });
const idOf = (own: Fields): string => txIdOf(desk.bytes(own));
const state = (address: string) => desk.engine.accountState(address);

describe('a payment', () => {
  check('moves ALGO, and the fee goes to the sink', async () => {
    const sink = await desk.engine.balance(desk.engine.others.feeSink);
    const { status, body } = await desk.submit(pay());
    expect([status, body]).toEqual([200, { txId: idOf({ ...pay(), fv: 55_000_000, lv: 55_001_000 }) }]);
    expect(await desk.engine.balance(alice)).toBe(10_000_000_000n - 1_001_000n);
    expect(await desk.engine.balance(bob)).toBe(10_001_000_000n);
    expect(await desk.engine.balance(desk.engine.others.feeSink)).toBe(sink + 1_000n);
  });

  check('may be to oneself, and of nothing', async () => {
    expect(await desk.message(pay({ rcv: alice }))).toBe('ok');
    expect(await desk.message(pay({ amt: 0n }))).toBe('ok');
    expect(await desk.message(pay({ amt: 0n, rcv: undefined }))).toBe('ok');
    expect(await desk.engine.balance(alice)).toBe(10_000_000_000n - 3_000n);
  });

  check('leaves the minimum balance', async () => {
    desk.engine.placeAccount(carol, { amount: 1_000_000n });
    const from = (amt: bigint, more: Fields = {}) => desk.message(pay({ snd: carol, amt, ...more }));
    expect(await from(899_001n)).toBe(
      `${pool}transaction ${idOf(pay({ snd: carol, amt: 899_001n }))}: account ${carol} balance 99999 below min 100000 (0 assets)`,
    );
    expect(await from(899_000n)).toBe('ok');
    expect(await desk.engine.balance(carol)).toBe(100_000n);
    // All that is there: only closing deletes an account.
    const all = pay({ snd: carol, amt: 99_000n });
    expect(await from(99_000n)).toBe(
      `${pool}transaction ${idOf(all)}: account ${carol} balance 0 below min 100000 (0 assets)`,
    );
    expect(await from(0n, { close: bob })).toBe('ok');
    expect(state(carol)).toBeUndefined();
  });

  check('to a new account needs 0.1 ALGO', async () => {
    const own = pay({ rcv: nobody, amt: 99_999n });
    expect(await desk.message(own)).toBe(
      `${pool}transaction ${idOf(own)}: account ${nobody} balance 99999 below min 100000 (0 assets)`,
    );
    expect(await desk.message(pay({ rcv: nobody, amt: 100_000n }))).toBe('ok');
  });

  check('of more than there is', async () => {
    desk.engine.placeAccount(carol, { amount: 1_000_000n });
    expect(await desk.message(pay({ snd: carol, amt: 999_001n }))).toMatch(
      new RegExp(
        `^${pool}transaction [A-Z2-7]{52}: overspend \\(account ${carol}, data \\{.*MicroAlgos:999mA.*\\}, tried to spend 999.001mA\\)$`,
      ),
    );
    desk.engine.placeAccount(bob, { amount: 2n ** 64n - 1n });
    expect(await desk.message(pay({ amt: 1n }))).toMatch(/balance overflow \(account .*, was going to receive 1uA\)$/);
    // The fee is taken first.
    expect(await desk.message(pay({ snd: nobody, amt: 1n }))).toContain('tried to spend 1mA)');
  });

  check('closes an account', async () => {
    const close = pay({ snd: carol, amt: 1_000_000n, close: alice });
    const txId = await desk.must(close);
    expect(state(carol)).toBeUndefined();
    expect(await desk.engine.balance(alice)).toBe(10_000_000_000n + 9_998_999_000n);
    const { body } = await desk.algod(`/v2/transactions/pending/${txId}`);
    expect(body['closing-amount']).toBe(9_998_999_000);
    const { body: row } = await desk.indexer(`/v2/transactions/${txId}`);
    expect(row.transaction).toMatchObject({
      'closing-amount': 9_998_999_000,
      'payment-transaction': {
        amount: 1_000_000,
        'close-amount': 9_998_999_000,
        'close-remainder-to': alice,
        receiver: bob,
      },
    });
  });

  check('closes no account that has something', async () => {
    const close = (snd: string) => desk.message(pay({ snd, amt: 0n, rcv: undefined, close: nobody }));
    expect(await close(alice)).toMatch(/: cannot close: 6 outstanding assets$/);
    const cases = [
      [{ apps: 2 }, 'cannot close: 2 outstanding applications opted in. Please opt out or clear them'],
      [{ apps: 0, boxes: 1, boxBytes: 10 }, 'cannot close: 1 outstanding boxes'],
      [{ boxes: 0, boxBytes: 0, createdApps: 1 }, 'cannot close: 1 outstanding created applications'],
    ] as const;
    for (const [settings, text] of cases) {
      desk.engine.placeAccount(carol, settings);
      expect(await close(carol)).toMatch(new RegExp(`: ${text.replaceAll('.', '\\.')}$`));
    }
    expect(await desk.message(pay({ snd: carol, close: carol }))).toBe(
      `400 transaction {...} invalid : transaction cannot close account to its sender ${carol}`,
    );
  });

  check('comes not from the fee sink, which needs no minimum balance', async () => {
    const { feeSink } = desk.engine.others;
    desk.engine.placeAccount(feeSink, { amount: 0n });
    expect(await desk.message(pay())).toBe('ok');
    expect(await desk.engine.balance(feeSink)).toBe(1_000n);
    expect(await desk.message(pay({ snd: feeSink }))).toBe(
      `400 transaction {...} invalid : cannot spend from fee sink address ${feeSink}`,
    );
  });
});

describe('minimum balances', () => {
  // go-algorand:data/basics/userBalance.go
  check('count all that an account has', async () => {
    const min = () => state(carol)?.minBalance;
    expect(min()).toBe(100_000n);
    desk.engine.placeHolding(carol, desk.engine.assetIds.demo);
    expect(min()).toBe(200_000n);
    desk.engine.placeAccount(carol, { apps: 1, createdApps: 2 });
    expect(min()).toBe(500_000n);
    desk.engine.placeAccount(carol, { appSchema: { uints: 3, byteSlices: 2 } });
    expect(min()).toBe(500_000n + 3n * 28_500n + 2n * 50_000n);
    desk.engine.placeAccount(carol, { extraPages: 1, boxes: 2, boxBytes: 30 });
    const all = 500_000n + 185_500n + 100_000n + 5_000n + 12_000n;
    expect(min()).toBe(all);
    const { body } = await desk.algod(`/v2/accounts/${carol}?exclude=all`);
    expect(body).toMatchObject({
      'min-balance': Number(all),
      'total-apps-opted-in': 1,
      'total-created-apps': 2,
      'total-assets-opted-in': 1,
      'apps-total-schema': { 'num-uint': 3, 'num-byte-slice': 2 },
      'apps-total-extra-pages': 1,
      'total-boxes': 2,
      'total-box-bytes': 30,
    });
    desk.engine.placeAccount(carol, { amount: all + 1_000n });
    expect(await desk.message(pay({ snd: carol, amt: 1n }))).toMatch(
      new RegExp(`: account ${carol} balance ${all - 1n} below min ${all} \\(1 assets\\)$`),
    );
    expect(await desk.message(pay({ snd: carol, amt: 0n }))).toBe('ok');
  });
});

describe('bytes', () => {
  check('that are no msgpack, or have fields that nobody knows', async () => {
    const answer = async (bytes: Uint8Array) => {
      const { status, body } = await desk.post(bytes);
      return `${status} ${body.message}`;
    };
    expect(await answer(new Uint8Array())).toBe('400 empty txgroup');
    const whole = desk.signed(pay());
    expect(await answer(whole.subarray(0, -1))).toBe('400 unexpected EOF');
    expect(await answer(Buffer.concat([whole, Buffer.from([0])]))).toMatch(
      /^400 msgpack decode error \[pos \d+\]: only encoded map or array can be decoded into a struct$/,
    );
    expect(await answer(desk.signed(pay({ foo: 1 })))).toMatch(
      /^400 msgpack decode error \[pos \d+\]: no matching struct field found when decoding stream map with key foo$/,
    );
    expect(await answer(desk.bytes(pay()))).toMatch(/no matching struct field found .* with key amt$/);
    expect(await answer(desk.signed(pay({ lx: new Uint8Array(33).fill(1) })))).toMatch(
      /cannot expand array len during decode from 32 to 33$/,
    );
    expect(desk.engine.submissions).toHaveLength(0);
  });

  check('that are not canonical are encoded again, and what was signed must be the canonical form', async () => {
    const fields = desk.fields(pay());
    const bytes = canonical(fields);
    // A zero value, and keys in another order.
    const { type, ...rest } = fields;
    const txn = { type, ...addressesOf(rest), note: new Uint8Array(), votefst: 0, nonpart: false };
    const odd = encode(txn);
    const sig = signBytes(toSign(bytes), keyOf(0));
    const wrong = await desk.post(encode({ sig: signBytes(toSign(odd), keyOf(0)), txn }));
    expect([wrong.status, wrong.body.message]).toEqual([400, "At least one signature didn't pass verification"]);
    const right = await desk.post(encode({ txn, sig }));
    expect([right.status, right.body]).toEqual([200, { txId: txIdOf(bytes) }]);
    expect(desk.engine.submissions.map(({ canonical: is, accepted }) => [is, accepted])).toEqual([
      [false, false],
      [false, true],
    ]);
    await desk.must(pay({ amt: 2n }));
    expect(desk.engine.submissions.at(-1)).toMatchObject({ canonical: true, accepted: true });
  });

  check('with integers that are longer than needed are not canonical', async () => {
    const fields = desk.fields(pay());
    const txn = { ...addressesOf(fields), fee: 1_000n };
    const sig = signBytes(toSign(canonical(fields)), keyOf(0));
    const { status } = await desk.post(encode({ sig, txn }, { sortKeys: true, useBigInt64: true }));
    expect(status).toBe(200);
    expect(desk.engine.submissions.at(-1)).toMatchObject({ canonical: false, accepted: true });
  });
});

/** Fields with addresses as bytes, but otherwise as they are. */
function addressesOf(fields: Fields): Fields {
  const read = (value: unknown) => {
    if (typeof value === 'string' && value.length === 58) return bytesOf(value);
    return typeof value === 'bigint' ? Number(value) : value;
  };
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, read(value)]));
}

describe('what is wrong in itself', () => {
  const one = new Uint8Array(32).fill(1);
  const cases: readonly (readonly [string, () => Fields])[] = [
    ['unknown tx type foo', () => pay({ type: 'foo' })],
    ['transaction of type pay has non-zero fields for type axfer', () => pay({ xaid: 5 })],
    ['transaction invalid range (55000010--55000009)', () => pay({ fv: 55_000_010, lv: 55_000_009 })],
    ['transaction window size excessive (55000000--55001001)', () => pay({ lv: 55_001_001 })],
    ['transaction note too big: 1025 > 1024', () => pay({ note: new Uint8Array(1_025).fill(7) })],
    ['transaction cannot have zero sender', () => ({ type: 'keyreg', snd: zero })],
    ['asset ID cannot be zero', () => ({ type: 'axfer', arcv: bob, aamt: 1 })],
    ['cannot close asset by clawback', () => ({ type: 'axfer', xaid: 5, asnd: bob, aclose: bob })],
    ['transaction asset decimals is too high (max is 19)', () => ({ type: 'acfg', apar: { dc: 20 } })],
    ['freeze account cannot be empty', () => ({ type: 'afrz', faid: 5 })],
    [
      'on going offline key registration transaction, the vote first and vote last fields should not be set',
      () => ({ type: 'keyreg', votelst: 5 }),
    ],
    [
      'the following transaction fields need to be clear/set together : votekey, selkey, votekd',
      () => ({ type: 'keyreg', votekd: 5 }),
    ],
    [
      'online keyreg transaction cannot have empty field StateProofPK',
      () => ({ type: 'keyreg', votekd: 5, votekey: one, selkey: one, votefst: 55_000_000, votelst: 60_000_000 }),
    ],
    [
      'transaction tries to register keys to go online, but nonparticipatory flag is set',
      () => ({ type: 'keyreg', votekd: 5, votekey: one, selkey: one, votelst: 60_000_000, nonpart: true }),
    ],
  ];
  it.each(cases)('%s', async (reason, own) =>
    desk.engine.rehearse(async () => {
      expect(await desk.message(own())).toBe(`400 transaction {...} invalid : ${reason}`);
    }),
  );

  check('a note of 1,024 bytes is none of it', async () => {
    expect(await desk.message(pay({ note: new Uint8Array(1_024).fill(7) }))).toBe('ok');
  });
});

describe('network and window', () => {
  check('another network', async () => {
    expect(await desk.message(pay({ gen: 'testnet-v1.0' }))).toBe(
      `${pool}tx.GenesisID <testnet-v1.0> does not match expected <mainnet-v1.0>`,
    );
    const gh = new Uint8Array(Buffer.from('SGO1GKSzyE7IEPItTxCByw9x8FmnrCDexi9/cOUJOiI=', 'base64'));
    expect(await desk.message(pay({ gh }))).toBe(
      `${pool}tx.GenesisHash <${base32nopad.encode(gh)}> does not match expected <YBQ4JWH4DW655UWXMBF6IVUOH5WQIGMHVQ333ZFWEC22WOJERLPQ>`,
    );
    expect(await desk.message(pay({ gh: undefined }))).toBe(`${pool}required tx.GenesisHash is missing`);
    // An old wallet leaves it out.
    expect(await desk.message(pay({ gen: undefined }))).toBe('ok');
  });

  check('too late and too early', async () => {
    const dead = (fv: number, lv: number) => `${pool}txn dead: round 55000001 outside of ${fv}--${lv}`;
    expect(await desk.message(pay({ fv: 54_999_000, lv: 55_000_000 }))).toBe(dead(54_999_000, 55_000_000));
    expect(await desk.message(pay({ fv: 55_000_002, lv: 55_000_100 }))).toBe(dead(55_000_002, 55_000_100));
    expect(await desk.message(pay({ fv: 55_000_001, lv: 55_000_001 }))).toBe('ok');
  });

  check('comes after the signature, and before duplicates', async () => {
    const late = pay({ fv: 54_999_000, lv: 55_000_000, gen: 'testnet-v1.0' });
    expect(await desk.message(late, { key: keyOf(1) })).toBe("400 At least one signature didn't pass verification");
    const soon = desk.signed(pay({ fv: 55_000_000, lv: 55_000_001 }));
    expect((await desk.post(soon)).status).toBe(200);
    expect((await desk.post(soon)).body.message).toMatch(
      /^TransactionPool.Remember: txn dead: round 55000002 outside of/,
    );
  });
});

describe('fees', () => {
  check('below the minimum', async () => {
    expect(await desk.message(pay({ fee: 999 }))).toBe(
      `${pool}txgroup with 999uA fees is less than 1mA (usage=1.000000 * base=1mA)`,
    );
    desk.engine.setFees({ minFee: 2_500n });
    expect((await desk.algod('/v2/transactions/params')).body['min-fee']).toBe(2_500);
    expect(await desk.message(pay({ fee: 2_499 }))).toContain('txgroup with 2.499mA fees is less than 2.500mA');
    expect(await desk.message(pay({ fee: 2_500 }))).toBe('ok');
  });

  check('for each byte, when the pool is crowded', async () => {
    desk.engine.setFees({ perByte: 10n });
    expect((await desk.algod('/v2/transactions/params')).body.fee).toBe(10);
    const size = desk.signed(pay({ fee: 2_000 })).length;
    expect(await desk.message(pay({ fee: size * 10 - 1 }))).toBe(
      `${pool}fee {${size * 10 - 1}} below threshold ${size * 10} (10 per byte * ${size} bytes)`,
    );
    expect(await desk.message(pay({ fee: size * 10 }))).toBe('ok');
  });

  check('a full pool refuses', async () => {
    desk.engine.capacityReached(true);
    expect(await desk.message(pay())).toBe(
      '400 TransactionPool.checkPendingQueueSize: transaction pool has reached capacity',
    );
    desk.engine.capacityReached(false);
    expect(await desk.message(pay())).toBe('ok');
  });
});

describe('duplicates and leases', () => {
  check('a transaction counts once, in the pool and in the ledger', async () => {
    await desk.engine.setAutomine(false);
    const bytes = desk.signed(pay());
    const again = `TransactionPool.Remember: transaction already in ledger: ${idOf(pay())}`;
    expect((await desk.post(bytes)).status).toBe(200);
    expect((await desk.post(bytes)).body.message).toBe(again);
    await desk.engine.mine();
    expect((await desk.post(bytes)).body.message).toBe(again);
    expect(await desk.engine.balance(bob)).toBe(10_001_000_000n);
  });

  check('a lease holds until its last round', async () => {
    const lx = new Uint8Array(32).fill(9);
    const window = { fv: 55_000_000, lv: 55_000_010 };
    const first = desk.signed(pay({ lx, ...window }));
    expect((await desk.post(first)).status).toBe(200);
    const second = pay({ lx, ...window, amt: 2n });
    const lease = base32nopad.encode(Buffer.concat([lx, sha512_256(lx).subarray(28)]));
    const text = (id: string) =>
      `TransactionPool.Remember: transaction ${id} using an overlapping lease (sender, lease):(${alice}, ${lease})`;
    expect(await desk.message(second)).toBe(`400 ${text(idOf(second))}`);
    // In the ledger the lease is looked at before the id (go-algorand:ledger/txtail.go).
    expect((await desk.post(first)).body.message).toBe(text(idOf(pay({ lx, ...window }))));
    // Another sender has leases of its own.
    expect(await desk.message(pay({ snd: bob, rcv: alice, lx }))).toBe('ok');
    desk.engine.setRound(55_000_009);
    expect(await desk.message(pay({ lx, amt: 3n }))).toContain('overlapping lease');
    desk.engine.setRound(55_000_010);
    expect(await desk.message(pay({ lx, amt: 3n }))).toBe('ok');
  });

  check('in the pool a waiting transaction is a duplicate before it is a lease', async () => {
    await desk.engine.setAutomine(false);
    const own = pay({ lx: new Uint8Array(32).fill(9) });
    const bytes = desk.signed(own);
    expect((await desk.post(bytes)).status).toBe(200);
    expect((await desk.post(bytes)).body.message).toContain('transaction already in ledger');
    expect(await desk.message({ ...own, amt: 5n })).toContain('overlapping lease');
  });
});

describe('signatures', () => {
  const failed = "400 At least one signature didn't pass verification";

  check('must be over the prefixed canonical bytes', async () => {
    const bytes = desk.bytes(pay());
    const txn = desk.fields(pay());
    const sent = async (message: Uint8Array, key = keyOf(0)) => {
      const { status, body } = await desk.post(canonical({ sig: signBytes(message, key), txn }));
      return status === 200 ? 'ok' : `${status} ${body.message}`;
    };
    expect(await sent(bytes)).toBe(failed);
    expect(await sent(sha512_256(toSign(bytes)))).toBe(failed);
    expect(await sent(toSign(bytes), keyOf(1))).toBe(failed);
    expect(await sent(toSign(bytes))).toBe('ok');
  });

  check('none, and several kinds', async () => {
    expect(await desk.message(pay(), { envelope: { sig: undefined } })).toBe(
      '400 transaction {...} invalid : signedtxn has no sig',
    );
    const lsig = { l: Uint8Array.of(1, 0x20, 1, 1, 0x22) };
    expect(await desk.message(pay(), { envelope: { lsig } })).toBe(
      '400 transaction {...} invalid : signedtxn should have only one type of signature',
    );
  });

  check('of a rekeyed account are those of the other key', async () => {
    desk.engine.rekey(alice, bob);
    expect((await desk.algod(`/v2/accounts/${alice}?exclude=all`)).body['auth-addr']).toBe(bob);
    const texts = (correct: string, actual: string) =>
      `should have been authorized by ${correct} but was actually authorized by ${actual}`;
    expect(await desk.message(pay())).toBe(`${pool}transaction ${idOf(pay())}: ${texts(bob, alice)}`);
    const sgnr = bytesOf(bob);
    expect(await desk.message(pay(), { envelope: { sgnr } })).toBe(failed);
    expect(await desk.message(pay(), { key: keyOf(1) })).toBe(failed);
    expect(await desk.message(pay(), { key: keyOf(1), envelope: { sgnr } })).toBe('ok');
    desk.engine.rekey(alice, alice);
    expect(await desk.message(pay({ amt: 2n }), { key: keyOf(1), envelope: { sgnr } })).toContain(texts(alice, bob));
    expect(await desk.message(pay({ amt: 2n }), { envelope: { sgnr: bytesOf(alice) } })).toBe(
      '400 transaction {...} invalid : AuthAddr must be different from Sender',
    );
  });

  check('change hands by rekeying', async () => {
    expect(await desk.message(pay({ rekey: bob }))).toBe('ok');
    expect(state(alice)?.authAddr).toBe(bob);
    expect(await desk.message(pay({ amt: 2n }))).toContain('should have been authorized by');
    const sgnr = bytesOf(bob);
    expect(await desk.message(pay({ amt: 2n, rekey: alice }), { key: keyOf(1), envelope: { sgnr } })).toBe('ok');
    expect(state(alice)?.authAddr).toBeUndefined();
  });

  check('of several keys, as many as the threshold', async () => {
    const keys = [0, 1, 2].map((index) => Uint8Array.from(bytesOf(algorandAccounts[index]?.address ?? '')));
    const preimage = Buffer.concat([Buffer.from('MultisigAddr'), Buffer.from([1, 2]), ...keys]);
    const hash = sha512_256(preimage);
    const shared = base32nopad.encode(Buffer.concat([hash, sha512_256(hash).subarray(28)]));
    await desk.engine.fund(shared, 5_000_000n);
    const own = pay({ snd: shared });
    const send = (signers: readonly number[], thr = 2) => {
      const subsig = keys.map((pk, index) => ({
        pk,
        ...(signers.includes(index) && { s: signBytes(toSign(desk.bytes(own)), keyOf(index)) }),
      }));
      return desk.message(own, { envelope: { sig: undefined, msig: { v: 1, thr, subsig } } });
    };
    const invalid = '400 transaction {...} invalid : multisig validation failed: ';
    expect(await send([0])).toBe(`${invalid}Invalid number of signatures`);
    expect(await send([0, 1], 1)).toBe(`${invalid}Invalid address`);
    expect(await send([0, 1], 0)).toBe(`${invalid}Invalid threshold`);
    expect(await send([0, 1, 2], 4)).toBe(`${invalid}Invalid threshold`);
    expect(await send([0, 2])).toBe('ok');
    expect((await desk.indexer(`/v2/accounts/${shared}`)).body.account['sig-type']).toBe('msig');
  });

  check('may be a program whose digest the account is', async () => {
    // int 1
    const l = Uint8Array.of(1, 0x20, 1, 1, 0x22);
    const hash = sha512_256(Buffer.concat([Buffer.from('Program'), l]));
    const program = base32nopad.encode(Buffer.concat([hash, sha512_256(hash).subarray(28)]));
    await desk.engine.fund(program, 5_000_000n);
    const send = (snd: string) => desk.message(pay({ snd }), { envelope: { sig: undefined, lsig: { l } } });
    expect(await send(alice)).toBe(failed);
    expect(await send(program)).toBe('ok');
    expect((await desk.indexer(`/v2/accounts/${program}`)).body.account['sig-type']).toBe('lsig');
  });
});

describe('groups', () => {
  /** A group's id is the digest of TG and the ids of its transactions. */
  function grouped(list: readonly Fields[]): Uint8Array {
    const txlist = list.map((own) => sha512_256(toSign(desk.bytes(own))));
    const grp = sha512_256(Buffer.concat([Buffer.from('TG'), encode({ txlist })]));
    return Buffer.concat(list.map((own) => desk.signed({ ...own, grp })));
  }

  check('land together', async () => {
    const { status, body } = await desk.post(grouped([pay(), pay({ snd: bob, rcv: carol })]));
    expect(status).toBe(200);
    expect(desk.engine.submissions.map(({ txId }) => txId)[0]).toBe(body.txId);
    expect(await desk.engine.balance(carol)).toBe(10_001_000_000n);
  });

  check('fail together', async () => {
    const { body } = await desk.post(grouped([pay(), pay({ snd: bob, amt: 20_000_000_000n })]));
    expect(body.message).toContain('overspend');
    expect(await desk.engine.balance(alice)).toBe(10_000_000_000n);
  });

  check('have an id, and the right one', async () => {
    const two = Buffer.concat([desk.signed(pay()), desk.signed(pay({ snd: bob }))]);
    expect((await desk.post(two)).body.message).toBe(
      'transactionGroup: [0] had zero Group but was submitted in a group of 2',
    );
    const part = desk.signed(pay({ grp: new Uint8Array(32).fill(3) }));
    expect((await desk.post(part)).body.message).toMatch(/^transactionGroup: incomplete group: /);
    const twice = (await desk.post(grouped([pay(), pay()]))).body.message;
    expect(twice).toMatch(/^TransactionPool.Remember: transaction already in ledger: [A-Z2-7]{52}$/);
  });

  check('pay their fees together', async () => {
    expect((await desk.post(grouped([pay({ fee: 0 }), pay({ snd: bob, fee: 2_000 })]))).status).toBe(200);
    const { body } = await desk.post(grouped([pay({ fee: 0, amt: 2n }), pay({ snd: bob, fee: 1_999 })]));
    expect(body.message).toBe(
      'TransactionPool.Remember: txgroup with 1.999mA fees is less than 2mA (usage=2.000000 * base=1mA)',
    );
  });
});
