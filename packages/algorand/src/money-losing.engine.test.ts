import type { Problem } from '@isochain/core';
import type { AlgorandEngine } from '@isochain/devnet/algorand';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bytesOfAddress, decode, type Fields, judgedFields, signatureOf, signedOf } from '../test/judge.ts';
import type { TestKey } from '../test/keys.ts';
import { type Encoded, keyOf, type SendersRig, startSendersRig } from '../test/senders-rig.ts';
import { type AlgorandOptions, algorand } from './index.ts';

// Faults of other wallets and servers that cost people money. Each is played on the stand-in. Issues of theirs are named where there is one.

let rig: SendersRig;
let engine: AlgorandEngine;
beforeAll(async () => {
  rig = await startSendersRig();
  engine = rig.engine;
});
afterAll(() => engine?.stop());

const algo = 1_000_000n;
const mostUint64 = 2n ** 64n - 1n;

let seed = 0x80;
/** Holds 100 ALGO. */
let key: TestKey;
let sender: string;
/** Holds 1 ALGO. */
let recipient: string;
beforeEach(() => {
  key = somebody();
  sender = key.address;
  recipient = somebody(algo).address;
});
afterEach(async () => {
  engine.intercept(undefined);
  engine.setStatus({});
  engine.setFees({ minFee: 1_000n, perByte: 0n });
  await engine.setAutomine(true);
  await engine.mine();
});

/** A key that nobody else has. */
function somebody(amount: bigint = 100n * algo): TestKey {
  const made = keyOf(seed++);
  engine.placeAccount(made.address, { amount });
  return made;
}

const pay = (more: object = {}) =>
  rig.encode({ mode: 'transfer', senderAddress: sender, recipientAddress: recipient, amount: '5000000', ...more });

function signatureBy(signer: TestKey, { items, errors }: Encoded): string {
  const [item] = items;
  if (item === undefined) throw new Error(`It was refused: ${JSON.stringify(errors)}`);
  return signer.sign(Buffer.from(item.hash.value, 'hex'));
}

/** Sends it as a client does. @returns The id, or the code of the refusal. */
function broadcast(encoded: Encoded, signature: string = signatureBy(key, encoded)): Promise<string> {
  return rig.chain.broadcast({ data: encoded.data, encoded: encoded.items, signature } as never).then(
    ({ hash }) => hash,
    (error: { readonly problems?: readonly Problem[]; readonly problem?: Problem }) =>
      error.problems?.[0]?.code ?? error.problem?.code ?? String(error),
  );
}

const idOf = (encoded: Encoded) => String(encoded.data.params?.txId);

/** The fields of the bytes, by @msgpack/msgpack. */
const fieldsOf = ({ items }: Encoded) => decode(Buffer.from(items[0]?.raw.value ?? '', 'hex')) as Fields;

/** What an account gets, or loses, by what is done. In microAlgos, or base units of an asset. */
async function change(address: string, act: () => Promise<unknown>, asset?: string): Promise<bigint> {
  const before = await engine.balance(address, asset);
  await act();
  await engine.mine();
  return (await engine.balance(address, asset)) - before;
}

/** Expects that nothing reaches any node, and that no balance changes. */
async function nothingSent(act: () => Promise<unknown>): Promise<void> {
  const count = engine.submissions.length;
  expect(await change(sender, act)).toBe(0n);
  expect(engine.submissions.length).toBe(count);
}

describe('amounts of assets beyond 2^53', () => {
  // js-algorand-sdk 476, indexer 918, and a module of Ledger rounded them: JSON numbers became doubles.
  it.each([mostUint64, 2n ** 63n + 1n, 2n ** 53n + 1n])(
    '%i is exact in bytes, state, history and transaction',
    async (amount) => {
      const id = String(7_000_000_000n + (amount % 1_000n));
      engine.placeAsset({ id, creator: somebody().address, total: mostUint64, decimals: 0 });
      engine.placeHolding(sender, id, { amount });
      engine.placeHolding(recipient, id);
      const token = { mode: 'transferToken', tokenId: id };
      const held = async (address: string) => {
        const { balances } = (await rig.chain.accountState(address)) as unknown as {
          readonly balances: {
            readonly tokens: readonly { readonly token: { readonly id: string }; readonly amount: string }[];
          };
        };
        return balances.tokens.filter((each) => each.token.id === id).map((each) => each.amount);
      };
      expect(await held(sender)).toEqual([String(amount)]);

      // One more than there is would be the same number, rounded.
      const more = await pay({ ...token, amount: String(amount + 1n) });
      expect([more.refusals, more.items]).toEqual([['token.insufficient'], []]);
      const named = await pay({ ...token, amount: String(amount) });
      expect(named.errors).toEqual([]);
      expect(fieldsOf(named).aamt).toBe(amount);

      const all = await pay({ ...token, amount: undefined, useMaxAmount: true });
      expect(all.data.amount).toBe(String(amount));
      expect(await change(recipient, () => broadcast(all), id)).toBe(amount);
      expect(await held(recipient)).toEqual([String(amount)]);

      const { transactions } = await rig.chain.history(recipient, { limit: 5 });
      const one = await rig.chain.transaction(idOf(all));
      for (const parsed of [transactions[0]?.parsed, one.transaction.parsed])
        expect(parsed).toMatchObject({
          id: idOf(all),
          mode: 'transferToken',
          tokenId: id,
          recipients: [{ address: recipient, amount: String(amount) }],
        });
    },
  );
});

describe('a maximum', () => {
  // perawallet/pera-wallet 76: MAX left no room for the fee, or for the minimum balance of assets and applications.
  it.each<[string, () => void]>([
    ['a plain account', () => undefined],
    ['assets', () => void engine.placeHoldings(sender, 7)],
    [
      'applications and boxes',
      () =>
        engine.placeAccount(sender, { apps: 2, createdApps: 1, appSchema: { uints: 3, byteSlices: 2 }, extraPages: 1 }),
    ],
    ['boxes', () => engine.placeAccount(sender, { boxes: 3, boxBytes: 100 })],
    ['created assets', () => engine.placeAsset({ id: 7_100_000_000n + BigInt(seed), creator: sender })],
    ['a price of bytes', () => engine.setFees({ perByte: 20n })],
    ['a note', () => engine.setFees({ perByte: 7n })],
  ])('leaves exactly the minimum balance: %s', async (name, prepare) => {
    prepare();
    const memo = name === 'a note' ? 'x'.repeat(700) : undefined;
    const encoded = await pay({ amount: undefined, useMaxAmount: true, memo });
    const before = engine.accountState(sender);
    const paid = await change(recipient, async () => expect(await broadcast(encoded)).toBe(idOf(encoded)));
    const after = engine.accountState(sender);
    expect([after?.amount, after?.minBalance]).toEqual([before?.minBalance, before?.minBalance]);
    expect(paid).toBe(BigInt(String(encoded.data.amount)));
    expect(paid + BigInt(String(encoded.data.fees))).toBe((before?.amount ?? 0n) - (before?.minBalance ?? 0n));
  });

  it('and one microAlgo more is what the network refuses', async () => {
    engine.placeHoldings(sender, 7);
    const most = await pay({ amount: undefined, useMaxAmount: true });
    const amount = BigInt(String(most.data.amount)) + 1n;
    expect((await pay({ amount: String(amount) })).refusals).toEqual(['balance.insufficientBesideReserve']);
    const said = await rig.sendOwn(key, { type: 'pay', amt: amount, rcv: bytesOfAddress(recipient) });
    expect(said).toMatch(/balance 799999 below min 800000/);
  });
});

describe('a rekeyed account', () => {
  // algokit-cli 497, myalgo-connect 38, algorand-dart 31: signed by the old key, or without `sgnr`.
  let cold: TestKey;
  beforeEach(() => {
    cold = keyOf(seed++);
    engine.rekey(sender, cold.address);
  });

  it('gets no bytes for the old key', async () => {
    for (const senderPubKey of [key.publicKey, sender]) {
      const { refusals, items } = await pay({ senderPubKey });
      expect([refusals, items]).toEqual([['sender.otherSigner'], []]);
    }
  });

  it('takes no signature of the old key', () =>
    nothingSent(async () => expect(await broadcast(await pay())).toBe('signature.mismatch')));

  it('is sent with who signs, also if the wallet left that out', async () => {
    const encoded = await pay();
    const sig = Buffer.from(signatureBy(cold, encoded), 'hex');
    const bare = signedOf(fieldsOf(encoded), { sig });
    // The network would verify it with the old key.
    expect(await rig.post(bare)).toMatch(/signature didn't pass verification/);
    // The signature is that of the new key, so it is known who signed.
    const paid = await change(recipient, () => broadcast(encoded, Buffer.from(bare).toString('hex')));
    expect(paid).toBe(5n * algo);
    const other = await pay();
    const elsewhere = signedOf(fieldsOf(other), { sig: Buffer.from(signatureBy(cold, other), 'hex'), sgnr: recipient });
    await nothingSent(async () =>
      expect(await broadcast(other, Buffer.from(elsewhere).toString('hex'))).toBe('signature.mismatch'),
    );
  });

  it('that is rekeyed again after encode pays nothing', async () => {
    const encoded = await pay();
    engine.rekey(sender, keyOf(seed++).address);
    expect(
      await change(recipient, async () =>
        expect(await broadcast(encoded, signatureBy(cold, encoded))).toBe('broadcast.fails'),
      ),
    ).toBe(0n);
  });
});

describe('a wallet that changes what it signs', () => {
  // How drainers empty accounts: fields that close or rekey the account beside a payment that looks right.
  const thief = () => bytesOfAddress(keyOf(0x7f).address);
  const changes: readonly [string, () => Fields][] = [
    ['closes the account', () => ({ close: thief() })],
    ['rekeys the account', () => ({ rekey: thief() })],
    ['closes and rekeys it', () => ({ close: thief(), rekey: thief() })],
    ['pays somebody else', () => ({ rcv: thief() })],
    ['pays more', () => ({ amt: 5_000_001n })],
    ['pays a higher fee', () => ({ fee: 2_000n })],
    ['takes the fee away', () => ({ fee: 0n })],
    ['adds a note', () => ({ note: Buffer.from('order 8') })],
    ['adds a lease', () => ({ lx: Buffer.alloc(32, 7) })],
    ['adds a group', () => ({ grp: Buffer.alloc(32, 7) })],
    ['lives longer', () => ({ lv: 55_100_000n })],
    ['is for another network', () => ({ gen: 'testnet-v1.0', gh: Buffer.alloc(32, 7) })],
    ['is a registration of keys', () => ({ type: 'keyreg', rcv: undefined, amt: undefined }) as unknown as Fields],
  ];

  it.each(changes)('is refused: it %s', async (_, changed) => {
    const encoded = await pay();
    const { fields, message } = judgedFields({ ...fieldsOf(encoded), ...changed() });
    const sig = signatureOf(Buffer.from(key.privateKey.slice(2), 'hex'), message);
    const whole = Buffer.from(signedOf(fields, { sig }));
    await nothingSent(async () => {
      for (const signature of [whole.toString('hex'), whole.toString('base64')])
        expect(await broadcast(encoded, signature)).toBe('signature.otherTransaction');
      expect(await broadcast(encoded, Buffer.from(sig).toString('hex'))).toBe('signature.mismatch');
    });
    // The right one can still be sent.
    expect(await change(recipient, () => broadcast(encoded))).toBe(5n * algo);
  });

  it('is refused: it gives away the rest of an asset', async () => {
    const id = '7200000000';
    engine.placeAsset({ id, creator: somebody().address });
    engine.placeHolding(sender, id, { amount: 100n });
    engine.placeHolding(recipient, id);
    const encoded = await pay({ mode: 'transferToken', tokenId: id, amount: '1' });
    const { fields, message } = judgedFields({ ...fieldsOf(encoded), aclose: thief() });
    const sig = signatureOf(Buffer.from(key.privateKey.slice(2), 'hex'), message);
    const whole = Buffer.from(signedOf(fields, { sig })).toString('hex');
    await nothingSent(async () => expect(await broadcast(encoded, whole)).toBe('signature.otherTransaction'));
  });
});

describe('a recipient', () => {
  it('that would end below 0.1 ALGO is told before anything is signed', async () => {
    const fresh = keyOf(seed++).address;
    const low = await pay({ recipientAddress: fresh, amount: '99999' });
    expect([low.refusals, low.items]).toEqual([['recipient.belowMinimum'], []]);
    expect(await rig.sendOwn(key, { type: 'pay', amt: 99_999n, rcv: bytesOfAddress(fresh) })).toMatch(
      /below min 100000/,
    );
    const enough = await pay({ recipientAddress: fresh, amount: '100000' });
    expect(await change(fresh, () => broadcast(enough))).toBe(100_000n);
    // From then on any amount arrives.
    const one = await pay({ recipientAddress: fresh, amount: '1' });
    expect(await change(fresh, () => broadcast(one))).toBe(1n);
  });

  it('that has not opted in, or cannot receive, is told before anything is signed', async () => {
    const id = '7300000000';
    engine.placeAsset({ id, creator: somebody().address });
    engine.placeHolding(sender, id, { amount: 100n });
    const token = { mode: 'transferToken', tokenId: id, amount: '1' };
    expect(await pay(token)).toMatchObject({ refusals: ['recipient.notEnabled'], items: [] });
    engine.placeHolding(recipient, id, { isFrozen: true });
    expect(await pay(token)).toMatchObject({ refusals: ['recipient.frozen'], items: [] });
    engine.placeHolding(recipient, id, { isFrozen: false });
    const encoded = await pay(token);
    expect(await change(recipient, () => broadcast(encoded), id)).toBe(1n);
  });

  it('that is the zero address burns: nothing is signed', async () => {
    const zero = 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAY5HFKQ';
    expect(await pay({ recipientAddress: zero })).toMatchObject({ refusals: ['recipient.zeroAddress'], items: [] });
  });
});

describe('what is sent twice', () => {
  it('is paid once if it is the same broadcast', async () => {
    const encoded = await pay();
    const paid = await change(recipient, async () => {
      expect(await Promise.all([broadcast(encoded), broadcast(encoded)])).toEqual([idOf(encoded), idOf(encoded)]);
      expect(await broadcast(encoded)).toBe(idOf(encoded));
      await engine.mine(3);
      expect(await broadcast(encoded)).toBe(idOf(encoded));
    });
    expect(paid).toBe(5n * algo);
  });

  it('is paid twice if it was encoded in two rounds: there are no nonces', async () => {
    const first = await pay();
    await engine.mine();
    const second = await pay();
    expect(idOf(second)).not.toBe(idOf(first));
    const paid = await change(recipient, async () => {
      expect(await broadcast(first)).toBe(idOf(first));
      expect(await broadcast(second)).toBe(idOf(second));
    });
    expect(paid).toBe(10n * algo);
  });

  it('is the same transaction if nothing differs in one round: its id tells it', async () => {
    const [first, second] = [await pay(), await pay()];
    expect(idOf(second)).toBe(idOf(first));
    const paid = await change(recipient, async () => {
      expect(await broadcast(first)).toBe(idOf(first));
      expect(await broadcast(second)).toBe(idOf(first));
    });
    expect(paid).toBe(5n * algo);
    // A memo makes it another one.
    expect(idOf(await pay({ memo: 'order 7' }))).not.toBe(idOf(await pay({ memo: 'order 8' })));
  });
});

describe('a lease', () => {
  const lease = 'ab'.repeat(32);

  it('lets only one of two transactions through', async () => {
    const first = await pay({ params: { lease } });
    await engine.mine();
    const second = await pay({ params: { lease } });
    expect(idOf(second)).not.toBe(idOf(first));
    const paid = await change(recipient, async () => {
      expect(await broadcast(first)).toBe(idOf(first));
      expect(await broadcast(second)).toBe('broadcast.leaseTaken');
      // Nodes refuse the first one, too, because of its own lease. It is known all the same.
      expect(await broadcast(first)).toBe(idOf(first));
      // Whatever it pays, and to anybody.
      const other = await pay({ amount: '1000', memo: 'other', params: { lease } });
      expect(await broadcast(other)).toBe('broadcast.leaseTaken');
    });
    expect(paid).toBe(5n * algo);
  });

  it('counts from when the first one waits', async () => {
    await engine.setAutomine(false);
    const first = await pay({ params: { lease } });
    expect(await broadcast(first)).toBe(idOf(first));
    const second = await pay({ memo: 'again', params: { lease } });
    expect(await broadcast(second)).toBe('broadcast.leaseTaken');
    expect(await change(recipient, () => engine.mine())).toBe(5n * algo);
  });

  it('is that of one sender', async () => {
    const other = somebody();
    const [first, second] = [
      await pay({ params: { lease } }),
      await pay({ senderAddress: other.address, params: { lease } }),
    ];
    const paid = await change(recipient, async () => {
      expect(await broadcast(first)).toBe(idOf(first));
      expect(await broadcast(second, signatureBy(other, second))).toBe(idOf(second));
    });
    expect(paid).toBe(10n * algo);
  });

  it('protects until the last round of the first one, and no longer', async () => {
    const lastValid = engine.rounds().node + 20;
    const first = await pay({ params: { lease, lastValid } });
    expect(await broadcast(first)).toBe(idOf(first));
    // A second one that lives longer is refused now, but not later.
    const longer = await pay({ params: { lease } });
    expect(await broadcast(longer)).toBe('broadcast.leaseTaken');
    // One that ends with the first one never comes through: this is how to try again.
    await engine.mine();
    const again = await pay({ params: { lease, lastValid } });
    expect(await broadcast(again)).toBe('broadcast.leaseTaken');
    engine.setRound(lastValid + 1);
    const paid = await change(recipient, async () => {
      expect(await broadcast(again)).toBe('broadcast.expired');
      // Encode does not make one that lives longer by itself.
      expect((await pay({ params: { lease, lastValid } })).refusals).toEqual(['wish.invalid']);
    });
    expect(paid).toBe(0n);
    expect(await change(recipient, () => broadcast(longer))).toBe(5n * algo);
  });

  it('is lost if an answer is encoded again, with a warning', async () => {
    const first = await pay({ params: { lease } });
    await engine.mine();
    const again = await rig.encode(first.data);
    expect(again.hints).toEqual(['data.recomputed']);
    expect(fieldsOf(again)).not.toHaveProperty('lx');
  });
});

describe('a node that lies', () => {
  /** What the node tells about fees and the network, changed. */
  const tells = (changed: object) =>
    engine.intercept(async ({ path }, answer) => {
      if (path !== '/v2/transactions/params') return undefined;
      const { body, ...reply } = await answer();
      return { ...reply, body: { ...(body as object), ...changed } };
    });

  it('about fees cannot make them higher than the ceiling', async () => {
    for (const changed of [{ 'min-fee': 100_001 }, { 'min-fee': 50_000_000 }, { fee: 1_000 }]) {
      tells(changed);
      for (const intent of [{}, { amount: undefined, useMaxAmount: true }]) {
        const { refusals, items } = await pay(intent);
        expect(refusals).toContain('fee.aboveCeiling');
        expect(items).toEqual([]);
      }
    }
    // What no network asks is not believed at all.
    for (const changed of [{ 'min-fee': mostUint64 }, { fee: mostUint64 }]) {
      tells(changed);
      await expect(pay()).rejects.toThrow(/No upstream/);
    }
    // Below it, a fee that is high for the amount is told.
    tells({ 'min-fee': 90_000 });
    expect((await pay({ amount: '100000' })).hints).toContain('fee.high');
  });

  it('about the network gets nothing signed for it', async () => {
    for (const changed of [
      { 'genesis-hash': 'SGO1GKSzyE7IEPItTxCByw9x8FmnrCDexi9/cOUJOiI=' },
      { 'genesis-id': 'testnet-v1.0' },
    ]) {
      tells(changed);
      const encoded = await pay().catch((error: Error) => error);
      if (encoded instanceof Error) continue;
      // What stands in the bytes is what we know, not what the node says.
      expect(fieldsOf(encoded)).toMatchObject({ gen: 'mainnet-v1.0' });
      expect(Buffer.from(fieldsOf(encoded).gh as Uint8Array).toString('base64')).toBe(engine.genesisHash);
    }
  });

  it('that says the price is low makes a transaction that is refused, and costs nothing', async () => {
    const encoded = await pay();
    engine.setFees({ perByte: 100n });
    const paid = await change(recipient, async () => expect(await broadcast(encoded)).toBe('broadcast.feeTooLow'));
    expect([paid, (await engine.balance(sender)) === 100n * algo]).toEqual([0n, true]);
    // When the price has fallen, the same one is taken.
    engine.setFees({ perByte: 0n });
    expect(await change(recipient, () => broadcast(encoded))).toBe(5n * algo);
    // And a new one has the new price.
    engine.setFees({ perByte: 100n });
    const dear = await pay();
    expect(await change(recipient, () => broadcast(dear))).toBe(5n * algo);
  });
});

describe('a window that passed', () => {
  it('ends a transaction that was never carried out, and a new one pays once', async () => {
    const first = await pay();
    engine.setRound(engine.rounds().node + 1_001);
    const paid = await change(recipient, async () => {
      expect(await broadcast(first)).toBe('broadcast.expired');
      const second = await pay();
      expect(await broadcast(second)).toBe(idOf(second));
      // The first one cannot come back.
      expect(await broadcast(first)).toBe('broadcast.expired');
    });
    expect(paid).toBe(5n * algo);
  });

  it('does not end one that was carried out: nobody is told to pay again', async () => {
    const first = await pay();
    const paid = await change(recipient, async () => {
      // The answer is lost.
      expect(await rig.post(await rig.sign(first, key))).toBe('taken');
      engine.setRound(engine.rounds().node + 1_001);
      expect(await broadcast(first)).toBe(idOf(first));
      engine.prunePending();
      expect(await broadcast(first)).toBe(idOf(first));
    });
    expect(paid).toBe(5n * algo);
  });

  it('of 1000 rounds is enough up to its last round', async () => {
    const first = await pay();
    const last = Number(first.data.params?.lastValid);
    // The next block is that of the last valid round.
    engine.setRound(last - 1);
    expect(await change(recipient, () => broadcast(first))).toBe(5n * algo);
  });
});

describe('a node that is behind', () => {
  const strict: Partial<AlgorandOptions> = { oldestBlockMs: 60_000 };
  let own: SendersRig;
  beforeAll(async () => {
    own = await startSendersRig(strict);
  });
  afterAll(() => own?.engine.stop());
  afterEach(() => own.engine.setStatus({}));

  it.each<[string, Parameters<AlgorandEngine['setStatus']>[0]]>([
    ['catches up', { catchupTimeMs: 5_000 }],
    ['has stopped at rules that it does not know', { stopped: true }],
    ['saw its last block an hour ago', { timeSinceLastRoundMs: 3_600_000 }],
    ['fetches a catchpoint', { catchpoint: true }],
  ])('makes no transactions: it %s', async (_, status) => {
    const [from, to] = own.engine.accounts;
    const intent = {
      mode: 'transfer',
      senderAddress: from?.address,
      recipientAddress: to?.address,
      amount: '1000',
    };
    expect((await own.encode(intent)).errors).toEqual([]);
    own.engine.setStatus(status);
    const fresh = startedOn(own.engine);
    const encoded = await fresh.encode(intent as never).then(
      ({ transaction, status: { errors } }) => ({
        items: (transaction as { readonly encoded?: readonly unknown[] }).encoded ?? [],
        errors: errors.map(({ code }) => code),
      }),
      (error: { readonly problem?: Problem }) => ({ items: [], errors: [error.problem?.code] }),
    );
    expect(encoded.items).toEqual([]);
    expect(encoded.errors.length).toBeGreaterThan(0);
  });
});

/** The chain on the same stand-in, with nothing remembered. */
function startedOn({ settings, now }: AlgorandEngine) {
  return algorand.connect('algorand', { endpoints: settings.endpoints, oldestBlockMs: 60_000, now: () => now() });
}
