import { addChecksum, type Chain, type Problem } from '@isochain/core';
import { startStellar } from '@isochain/devnet/stellar';
import { Account, Keypair, MuxedAccount, type Transaction, TransactionBuilder } from '@stellar/stellar-base';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AccountsRig, type Encoded, keyOf, startAccountsRig } from '../test/accounts-rig.ts';
import { type StellarOptions, stellar } from './index.ts';

// Faults of other wallets and servers that cost people money, as their issues tell them. Each is played on the stand-in.

let rig: AccountsRig;
let seed = 0x80;
/** Holds 500 XLM. */
let key: Keypair;
let sender: string;
let bob: string;
beforeAll(async () => {
  rig = await startAccountsRig();
  bob = rig.engine.accounts[1]?.address ?? '';
});
afterAll(() => rig?.engine.stop());
beforeEach(() => {
  key = somebody();
  sender = key.publicKey();
});
afterEach(async () => {
  const { engine } = rig;
  engine.intercept(undefined);
  engine.requireMemo(bob, false);
  engine.setAsync('on');
  engine.setHistoryLag(0);
  await engine.setAutomine(true);
  await engine.closeLedger();
});

const xlm = 10_000_000n;
const hash = /^[0-9a-f]{64}$/;

/** A key that nobody else has. Its account holds 500 XLM. */
function somebody(): Keypair {
  const made = keyOf(seed++);
  rig.engine.placeAccount(made.publicKey(), { balance: 500n * xlm });
  return made;
}

const balance = (address: string, token?: string) => rig.engine.balance(address, token);
const muxed = (address: string, id = '7') => new MuxedAccount(new Account(address, '0'), id).accountId();
const by = (intent: object, from = key) => rig.by(from, intent);
const broadcast = (encoded: Encoded, from = key) => rig.broadcast(encoded, rig.signatureBy(from, encoded));

/** What the bytes say, by @stellar/stellar-base. */
function bytesOf({ items }: Encoded): Transaction {
  return TransactionBuilder.fromXDR(items[0]?.raw.value ?? '', rig.engine.passphrase) as Transaction;
}

/** What the only operation says. */
const operationOf = (encoded: Encoded) =>
  bytesOf(encoded).operations[0] as unknown as Readonly<Record<string, unknown>>;

/** Sends it, and tells what arrives at Bob's. */
async function arrives(send: () => Promise<unknown>, token?: string): Promise<bigint> {
  const before = await balance(bob, token);
  await send();
  await rig.engine.closeLedger();
  return (await balance(bob, token)) - before;
}

describe('the number of a muxed address', () => {
  // stellar/freighter, pull requests 1996 and 2098: it was dropped, and the account was paid without it.
  it('is in the bytes of each mode', async () => {
    const { demo: tokenId } = rig.engine.tokenIds;
    await rig.engine.fund(sender, 100n, tokenId);
    const recipientAddress = muxed(bob);
    const intents = [
      { amount: '5' },
      { useMaxAmount: true },
      { mode: 'transferToken', tokenId, amount: '5' },
      { mode: 'transferToken', tokenId, useMaxAmount: true },
    ];
    for (const intent of intents) {
      const encoded = await by({ ...intent, recipientAddress });
      expect([encoded.errors, encoded.data.recipientAddress]).toEqual([[], recipientAddress]);
      expect(operationOf(encoded)).toMatchObject({ type: 'payment', destination: recipientAddress });
    }
    const leaver = somebody();
    const closing = await by({ useMaxAmount: true, recipientAddress, params: { closeAccount: true } }, leaver);
    expect(operationOf(closing)).toMatchObject({ type: 'accountMerge', destination: recipientAddress });
    expect(await arrives(() => broadcast(closing, leaver))).toBe(500n * xlm - 100n);
  });

  it('is not taken away between encode and broadcast', async () => {
    const encoded = await by({ amount: '5', recipientAddress: muxed(bob) });
    for (const recipientAddress of [bob, muxed(bob, '8')]) {
      const altered = { ...encoded, data: { ...encoded.data, recipientAddress } };
      const sent = () => rig.broadcast(altered, rig.signatureBy(key, encoded));
      expect(await arrives(async () => expect(await sent()).toBe('data.altered'))).toBe(0n);
    }
    expect(await arrives(() => broadcast(encoded))).toBe(5n);
  });

  it('of an account that does not exist is not given up', async () => {
    const nobody = keyOf(seed++).publicKey();
    for (const intent of [{ amount: String(5n * xlm) }, { useMaxAmount: true }]) {
      const encoded = await by({ ...intent, recipientAddress: muxed(nobody) });
      expect(encoded).toMatchObject({ refusals: ['recipient.notFound'], items: [] });
    }
  });

  // stellar/freighter-mobile 617: received payments were shown as sent.
  it('does not turn what was received into what was sent', async () => {
    const sent = await broadcast(await by({ amount: String(5n * xlm), recipientAddress: muxed(bob) }));
    const own = somebody();
    const toSelf = await broadcast(await by({ amount: '9', recipientAddress: muxed(own.publicKey()) }));
    for (const [id, to, amount] of [
      [sent, bob, 5n * xlm],
      [toSelf, own.publicKey(), 9n],
    ] as const) {
      const { transactions } = await rig.chain.history(to, { limit: 5 });
      const found = transactions.find(({ parsed }) => parsed?.id === id)?.parsed;
      expect(found).toMatchObject({ mode: 'transfer', state: 'confirmed' });
      // The first sender paid the fee.
      expect(found?.fees).toEqual({ amount: '100', ticker: 'XLM' });
      expect(found?.senders).toEqual([expect.objectContaining({ address: sender, amount: String(amount) })]);
      // As it was written, or without the number, and never as the sender.
      const [recipient, ...others] = found?.recipients ?? [];
      expect(others).toEqual([]);
      expect([to, muxed(to)]).toContain(recipient?.address);
      expect(recipient?.amount).toBe(String(amount));
    }
  });
});

describe('a broadcast without a clear answer', () => {
  // stellar/go-stellar-sdk 2628 and 305, SettleX 17: a timeout was shown as a failure, and people paid again.
  it('that times out and lands later is not called a failure', async () => {
    const { engine } = rig;
    engine.setAsync('disabled');
    await engine.setAutomine(false);
    engine.timeoutNext({ lands: true });
    const encoded = await by({ amount: '5' });
    const said = await broadcast(encoded);
    // Nothing that tells to encode again.
    expect(said).not.toMatch(/^broadcast\.(?!uncertain)/);
    const paid = await arrives(async () => {
      await engine.closeLedger();
      // The same bytes again are the same transaction.
      expect(await broadcast(encoded)).toBe(bytesOf(encoded).hash().toString('hex'));
      expect(await broadcast(encoded)).toBe(bytesOf(encoded).hash().toString('hex'));
    });
    expect(paid).toBe(5n);
  });

  it('that times out and never lands can be sent again', async () => {
    const { engine } = rig;
    engine.setAsync('disabled');
    engine.timeoutNext({ lands: false });
    const encoded = await by({ amount: '5' });
    const first = await arrives(() => broadcast(encoded));
    const again = await arrives(async () => expect(await broadcast(encoded)).toMatch(hash));
    expect(first + again).toBe(5n);
  });

  it('is not followed by another number', async () => {
    const { engine } = rig;
    engine.setAsync('disabled');
    await engine.setAutomine(false);
    engine.timeoutNext({ lands: true });
    const first = await by({ amount: '5' });
    await broadcast(first);
    // Who encodes again all the same gets the same number, so only one of the two can be carried out.
    const second = await by({ amount: '5' });
    expect(second.data.nonce).toBe(first.data.nonce);
    expect(second.data.params?.maxTime).toBe(first.data.params?.maxTime);
    await engine.setAutomine(true);
    engine.setAsync('on');
    expect(await arrives(() => broadcast(second))).toBe(5n);
  });

  it('tx_bad_seq of a transaction that was carried out is no failure', async () => {
    const { engine } = rig;
    const encoded = await by({ amount: '5' });
    const id = bytesOf(encoded).hash().toString('hex');
    engine.setHistoryLag(3);
    const paid = await arrives(async () => {
      // Core carried it out, and the answer was lost. History does not show it yet.
      expect(await rig.post(await rig.signed(encoded, rig.signatureBy(key, encoded)))).toMatch(/success|504/);
      let looks = 0;
      engine.intercept(async ({ path }) => {
        if (path === `/transactions/${id}`) looks += 1;
        if (looks > 1) await engine.closeLedger(4);
        return undefined;
      });
      expect(await broadcast(encoded)).toBe(id);
    });
    expect(paid).toBe(5n);
  });
});

describe('memos', () => {
  // stellar/freighter 1979: a release dropped them.
  it.each([
    ['order 7', 'text', 'order 7'],
    ['id:7', 'id', '7'],
  ])('reach the recipient: %s', async (memo, type, value) => {
    const { demo: tokenId } = rig.engine.tokenIds;
    await rig.engine.fund(sender, 100n, tokenId);
    for (const intent of [{}, { mode: 'transferToken', tokenId }]) {
      const encoded = await by({ amount: '5', memo, ...intent });
      expect(bytesOf(encoded).memo).toMatchObject({ type });
      const id = await broadcast(encoded);
      const record = (await (await fetch(`${rig.engine.url}/transactions/${id}`)).json()) as object;
      expect(record).toMatchObject({ memo_type: type, memo: value });
    }
  });

  it('are demanded before there are bytes', async () => {
    const { demo: tokenId } = rig.engine.tokenIds;
    await rig.engine.fund(sender, 100n, tokenId);
    rig.engine.requireMemo(bob);
    const leaver = somebody();
    for (const [intent, from] of [
      [{ amount: '5' }, key],
      [{ useMaxAmount: true }, key],
      [{ mode: 'transferToken', tokenId, amount: '5' }, key],
      [{ useMaxAmount: true, params: { closeAccount: true } }, leaver],
    ] as const) {
      expect(await by(intent, from)).toMatchObject({ refusals: ['recipient.memoRequired'], items: [] });
      expect((await by({ ...intent, memo: 'id:7' }, from)).errors).toEqual([]);
    }
    expect((await by({ amount: '5', recipientAddress: muxed(bob) })).errors).toEqual([]);
  });

  it('are the same at broadcast', async () => {
    const encoded = await by({ amount: '5', memo: 'id:7' });
    const signature = rig.signatureBy(key, encoded);
    for (const memo of [undefined, '', '7', 'id:8', 'text:7', 'id:07', 'return:7', 'order 7']) {
      const { memo: _, ...rest } = encoded.data;
      const data = { ...rest, ...(memo === undefined ? {} : { memo }) };
      for (const altered of [data, resealed(data)]) {
        const sent = () => rig.broadcast({ ...encoded, data: altered }, signature);
        const said = await arrives(async () => expect(await sent()).toMatch(/^(?:data\.altered|encoded\.mismatch)$/));
        expect([memo, said]).toEqual([memo, 0n]);
      }
    }
  });
});

/** Data with a checksum that fits it, as if encode had made it. */
function resealed({ params, ...data }: Encoded['data']): Encoded['data'] {
  const { checksum: _, ...bare } = params ?? {};
  return addChecksum('stellar', { ...data, params: bare } as never) as unknown as Encoded['data'];
}

describe('what was encoded', () => {
  const changes: readonly [string, (data: Encoded['data']) => object][] = [
    ['the amount', () => ({ amount: '6' })],
    ['the recipient', () => ({ recipientAddress: rig.engine.accounts[2]?.address })],
    ['the sender', () => ({ senderAddress: bob })],
    ['the fee', () => ({ fees: '101' })],
    ['the sequence number', ({ nonce }) => ({ nonce: String(BigInt(String(nonce)) + 1n) })],
    ['the mode', () => ({ mode: 'transferToken', tokenId: rig.engine.tokenIds.demo })],
    ['the end', ({ params }) => ({ params: { ...params, maxTime: String(BigInt(String(params?.maxTime)) + 1n) } })],
    ['no end', ({ params }) => ({ params: { ...params, maxTime: '0' } })],
    [
      'the network',
      ({ params }) => ({ params: { ...params, networkPassphrase: 'Test SDF Network ; September 2015' } }),
    ],
    ['who signs', ({ params }) => ({ params: { ...params, signers: [bob] } })],
    ['a creation', ({ params }) => ({ params: { ...params, createAccount: true } })],
    ['a closed account', ({ params }) => ({ params: { ...params, closeAccount: true } })],
    ['the kind of the memo', ({ params }) => ({ params: { ...params, memo: { type: 'id', value: '7' } } })],
  ];

  it.each(changes)('is what is sent: not with another value for %s', async (_, change) => {
    const encoded = await by({ amount: '5', memo: 'order 7' });
    const signature = rig.signatureBy(key, encoded);
    const data = { ...encoded.data, ...change(encoded.data) } as Encoded['data'];
    const before = await balance(sender);
    // With the checksum of before, and with one that fits.
    expect(await rig.broadcast({ ...encoded, data }, signature)).toBe('data.altered');
    expect(await rig.broadcast({ ...encoded, data: resealed(data) }, signature)).toMatch(
      /^(?:data\.altered|encoded\.mismatch|signature\.\w+)$/,
    );
    await rig.engine.closeLedger();
    expect(await balance(sender)).toBe(before);
    // Nothing of it keeps the right one from being sent.
    expect(await arrives(() => rig.broadcast(encoded, signature))).toBe(5n);
  });

  it('is sent with its own signature only', async () => {
    const [first, second] = [await by({ amount: '5' }), await by({ amount: '6' })];
    expect(await arrives(() => rig.broadcast(first, rig.signatureBy(key, second)))).toBe(0n);
    expect(await rig.broadcast(first, rig.signatureBy(somebody(), first))).toBe('signature.mismatch');
  });

  it('twice is carried out once', async () => {
    const [first, second] = [await by({ amount: '5' }), await by({ amount: '6' })];
    expect(first.data.nonce).toBe(second.data.nonce);
    const paid = await arrives(async () => {
      expect(await broadcast(first)).toMatch(hash);
      expect(await broadcast(second)).toBe('broadcast.nonceUsed');
      // The first one again is no new one.
      expect(await broadcast(first)).toMatch(hash);
    });
    expect(paid).toBe(5n);
  });

  it('with a number ahead of its turn is carried out when its turn comes', async () => {
    const first = await by({ amount: '5' });
    const nonce = String(BigInt(String(first.data.nonce)) + 1n);
    const second = await by({ amount: '6', nonce });
    expect(second.hints).toContain('nonce.early');
    expect(await arrives(() => rig.send(second, key))).toBe(0n);
    expect(await rig.send(second, key)).toBe('tx_bad_seq');
    expect(await arrives(() => broadcast(first))).toBe(5n);
    expect(await arrives(() => broadcast(second))).toBe(6n);
  });
});

describe('time', () => {
  it('is enough for people who sign, and then it is over', async () => {
    const [encoded, late] = [await by({ amount: '5' }), await by({ amount: '6' }, key)];
    await rig.engine.advance(1_700);
    expect(await arrives(() => broadcast(encoded))).toBe(5n);
    const next = await by({ amount: '7' });
    await rig.engine.advance(1_801);
    expect(await arrives(async () => expect(await broadcast(next)).toBe('broadcast.expired'))).toBe(0n);
    expect(await rig.send(next, key)).toBe('tx_too_late');
    // What was carried out before its end stays known.
    expect(await broadcast(encoded)).toMatch(hash);
    expect(await broadcast(late)).toMatch(/^broadcast\.(?:expired|nonceUsed)$/);
  });

  it('that was wished for ends a transaction in the second that was named', async () => {
    const now = Math.floor(rig.engine.now() / 1_000);
    const inTime = await by({ amount: '5', params: { maxTime: now + 60 } });
    // Nodes refuse what could end before the next two ledgers, of five seconds each.
    await rig.engine.advance(49);
    expect(await rig.send(inTime, key)).toBe('tx_success');
    const maxTime = (seconds: number) => Math.floor(rig.engine.now() / 1_000) + seconds;
    const late = await by({ amount: '5', params: { maxTime: maxTime(10) } });
    expect(await by({ amount: '5', params: { maxTime: maxTime(9) } })).toMatchObject({ refusals: ['wish.invalid'] });
    await rig.engine.advance(1);
    expect(await rig.send(late, key)).toBe('tx_too_late');
  });
});

describe('everything', () => {
  // horizontalsystems/unstoppable-wallet-android 8104, stellar/freighter 1879: the maximum left out fee or reserve, and failed.
  it('is what can be sent, with entries, offers and a surge', async () => {
    const { engine } = rig;
    engine.placeTrustline(sender, engine.tokenIds.demo);
    engine.placeOffer(sender, { amount: 7n * xlm, receives: 1n });
    engine.setFeeStats({ capacityUsage: 0.97, feeCharged: { p90: 5_000n, p95: 60_000n, p99: 70_000n, max: 80_000n } });
    engine.setFees(60_000n);
    try {
      const encoded = await by({ useMaxAmount: true });
      // Two base reserves, one for the line and one for the offer.
      const sendable = 500n * xlm - 2n * xlm - 7n * xlm - 70_000n;
      expect(encoded.data).toMatchObject({ amount: String(sendable), fees: '70000' });
      expect(encoded.hints).toContain('amount.leavesDust');
      expect(await arrives(() => broadcast(encoded))).toBe(sendable);
      expect(engine.accountState(sender)?.available).toBe(10_000n);
    } finally {
      engine.setFees(100n);
      engine.setFeeStats({ capacityUsage: 0.03, feeCharged: { p90: 100n, p95: 100n, p99: 100n, max: 100n } });
    }
  });

  // stellar/go-stellar-sdk 209: an account was merged into an address that nobody holds.
  it('goes nowhere by closing the account, unless the client asks for that', async () => {
    const plain = await by({ useMaxAmount: true });
    expect(operationOf(plain).type).toBe('payment');
    const params = { closeAccount: true };
    const nobody = keyOf(seed++).publicKey();
    const refused = [
      // No account, and a typing error in the last letters.
      { recipientAddress: nobody, refusals: ['recipient.notFound'] },
      { recipientAddress: sender, refusals: ['account.unclosable'] },
    ];
    for (const { recipientAddress, refusals } of refused)
      expect(await by({ useMaxAmount: true, recipientAddress, params })).toMatchObject({ refusals, items: [] });
    // Also if it disappears after encode, nothing but the fee is gone.
    const friend = somebody();
    const encoded = await by({ useMaxAmount: true, recipientAddress: friend.publicKey(), params });
    expect(encoded.hints).toContain('account.closes');
    expect(await rig.mergeOwn(friend, bob)).toBe('tx_success');
    const id = await broadcast(encoded);
    expect(await balance(sender)).toBe(500n * xlm - 100n);
    const { parsed } = (await rig.chain.transaction(id)).transaction;
    expect(parsed).toMatchObject({ state: 'failed', fees: { amount: '100' } });
    // An account that never sent anything may have no owner.
    const young = keyOf(seed++).publicKey();
    expect(await rig.createOwn(key, young, 5n * xlm)).toBe('tx_success');
    const doubtful = await by({ useMaxAmount: true, recipientAddress: young, params });
    expect(doubtful.hints).toEqual(expect.arrayContaining(['account.closes', 'recipient.unproven']));
  });
});

describe('networks', () => {
  it('are not mixed up', async () => {
    const test = await startStellar({ chainId: 'stellar-testnet' });
    try {
      const open = (chainId: 'stellar' | 'stellar-testnet', { settings, now }: typeof test) =>
        stellar.connect(chainId, {
          ...(settings as unknown as StellarOptions),
          now: () => now(),
        }) as unknown as Chain;
      const [from] = test.accounts;
      // The clocks of the two differ.
      const params = { maxTime: Math.floor(Math.max(test.now(), rig.engine.now()) / 1_000) + 600 };
      const intent = { mode: 'transfer', senderAddress: from?.address, recipientAddress: bob, amount: '5', params };
      const answer = await open('stellar-testnet', test).encode(intent as never);
      const { data, encoded } = answer.transaction as unknown as { data: object; encoded: Encoded['items'] };
      const id = encoded[0]?.hash.value ?? '';
      const signature = keyFrom(from?.privateKey ?? '')
        .sign(Buffer.from(id, 'hex'))
        .toString('hex');
      const signed = { data, encoded, signature };
      // Data, bytes and servers of the other network.
      const codeOf = (sent: Promise<unknown>) =>
        sent.then(
          () => 'sent',
          (error: { problems?: readonly Problem[]; problem?: Problem }) =>
            error.problems?.[0]?.code ?? error.problem?.code,
        );
      expect(await codeOf(rig.chain.broadcast(signed as never))).toBe('data.otherChain');
      expect(await codeOf(open('stellar-testnet', rig.engine).broadcast(signed as never))).toBe('upstream.unavailable');
      expect(await codeOf(open('stellar', test).encode(intent as never))).toBe('upstream.unavailable');
      // The account exists on both, with the same number. The signature is good on one of them.
      const resent = { data: resealed(data as Encoded['data']), encoded, signature };
      expect(await codeOf(rig.chain.broadcast(resent as never))).toBe('data.altered');
      expect(await rig.post(envelopeWith(encoded[0]?.raw.value ?? '', from?.address ?? '', signature))).toBe(
        'tx_bad_auth',
      );
      expect(await codeOf(open('stellar-testnet', test).broadcast(signed as never))).toBe('sent');
    } finally {
      await test.stop();
    }
  });
});

function keyFrom(privateKey: string): Keypair {
  const seedBytes = Buffer.from(privateKey.replace(/^0x/, ''), 'hex');
  return Keypair.fromRawEd25519Seed(seedBytes);
}

/** An envelope with a signature, by @stellar/stellar-base. */
function envelopeWith(envelope: string, address: string, signature: string): string {
  const transaction = TransactionBuilder.fromXDR(envelope, 'Test SDF Network ; September 2015');
  transaction.addSignature(address, Buffer.from(signature, 'hex').toString('base64'));
  return transaction.toXDR();
}
