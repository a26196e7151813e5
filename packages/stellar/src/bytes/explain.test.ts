import type { Chain, EncodedItem } from '@isochain/core';
import { chosen } from '@isochain/dial';
import { describe, expect, it } from 'vitest';
import {
  Asset,
  Claimant,
  judged,
  judgedItem,
  judgedSigned,
  Keypair,
  LiquidityPoolAsset,
  muxed,
  Operation,
  passphrases,
  SorobanDataBuilder,
  TransactionBuilder,
  testKey,
  xdr,
} from '../../test/judge.ts';
import { dataOfMade, itemsOfData, type Kind, kinds, madeOf, otherKey, senderKey } from '../../test/made.ts';
import { version0 } from '../../test/signature-forms.ts';
import { namedChain } from '../chains.ts';
import { stellar } from '../index.ts';
import { explain } from './explain.ts';

const explained = (value: string, more: Partial<EncodedItem> = {}) =>
  explain(namedChain('stellar'), [{ raw: { format: 'XDR', value }, ...more }]);

const unknown = {
  data: { mode: 'unknown' },
  errors: [expect.objectContaining({ code: 'request.invalid', field: 'transaction.encoded' })],
};

const made = madeOf('payment');
const { sender, recipient, issuer } = made;
const common = { senderAddress: sender, fees: '200', nonce: '120192344791187471' };
const params = { maxTime: '1800000000' };
const token = `USDC:${issuer}`;

describe('explain', () => {
  it.each([
    ['createAccount', { mode: 'transfer', recipientAddress: recipient, amount: '25000000' }, { createAccount: true }],
    ['payment', { mode: 'transfer', recipientAddress: recipient, amount: '25000000' }, {}],
    ['tokenPayment', { mode: 'transferToken', tokenId: token, recipientAddress: recipient, amount: '25000000' }, {}],
    ['changeTrust', { mode: 'enableToken', tokenId: token }, { limit: '9223372036854775807' }],
    ['removeTrust', { mode: 'enableToken', tokenId: token }, { limit: '0' }],
    ['accountMerge', { mode: 'transfer', recipientAddress: recipient, useMaxAmount: true }, { closeAccount: true }],
    [
      'claimableBalance',
      { mode: 'transferToken', tokenId: token, recipientAddress: recipient, amount: '25000000' },
      { reclaimAfterSeconds: '604800' },
    ],
  ] as const)('says what %s does', (kind, fields, more) => {
    const { envelope, hash } = judgedItem(judged(madeOf(kind)));
    for (const made of [explained(envelope), explained(envelope, { hash: { format: 'sha256', value: hash } })]) {
      expect(made.data).toEqual({ ...common, ...fields, params: { ...params, ...more } });
      expect(made.errors).toEqual([]);
    }
  });

  it('says which number of an account sends, and which one gets', () => {
    const [from, to] = [muxed(sender, 5n), muxed(recipient, 2n ** 64n - 1n)];
    const { envelope } = judgedItem(judged(madeOf('payment', { sender: from, recipient: to })));
    expect(explained(envelope).data).toMatchObject({ senderAddress: from, recipientAddress: to });
  });

  it.each([
    [{ type: 'text', value: 'a\0b' }, 'a\0b'],
    [{ type: 'text', value: 'id:5' }, 'text:id:5'],
    [{ type: 'id', value: '18446744073709551615' }, 'id:18446744073709551615'],
    [{ type: 'hash', value: 'ab'.repeat(32) }, `hash:${'ab'.repeat(32)}`],
    [{ type: 'return', value: 'cd'.repeat(32) }, `return:${'cd'.repeat(32)}`],
  ] as const)('says the memo %j', (memo, text) => {
    const { envelope } = judgedItem(judged(madeOf('payment', { memo })));
    expect(explained(envelope).data).toMatchObject({ memo: text, params: { ...params, memo } });
  });

  it.each(['xlm', 'Xlm', 'XLM'])('names the asset %s of an issuer in its case', (code) => {
    for (const kind of ['tokenPayment', 'changeTrust', 'claimableBalance'] as const) {
      const [item] = itemsOfData(dataOfMade(madeOf(kind, { code })));
      expect(explain(namedChain('stellar'), [item ?? {}])).toMatchObject({
        data: { tokenId: `${code}:${issuer}` },
        errors: [],
      });
    }
  });

  it('finds a hash of the other network, and further items', () => {
    const { envelope } = judgedItem(judged(made));
    const elsewhere = judgedItem(judged({ ...made, chain: 'stellar-testnet' }));
    expect(elsewhere.envelope).toBe(envelope);
    const item: EncodedItem = {
      raw: { format: 'XDR', value: envelope },
      hash: { format: 'sha256', value: elsewhere.hash },
    };
    const read = explain(namedChain('stellar'), [item]);
    expect(read.data).toMatchObject({ mode: 'transfer' });
    expect(read.errors).toMatchObject([{ message: expect.stringContaining('on this network') }]);
    expect(explain(namedChain('stellar-testnet'), [item]).errors).toEqual([]);
    expect(explain(namedChain('stellar-testnet'), [item, item]).errors).toMatchObject([
      { message: expect.stringContaining('more items') },
    ]);
  });

  it('asks for an item in format XDR', () => {
    const { hash } = judgedItem(judged(made));
    const items: EncodedItem[] = [
      {},
      { hash: { format: 'sha256', value: hash } },
      { raw: { format: 'XDR', value: '' } },
    ];
    for (const item of items)
      expect(() => explain(namedChain('stellar'), [item])).toThrow(
        expect.objectContaining({ code: 'request.invalid' }),
      );
  });
});

type Envelope = xdr.TransactionEnvelope;

/** The envelope of a payment, with something of its transaction changed. */
function changed(change: (envelope: Envelope) => void, of = judged(made)): string {
  const envelope = xdr.TransactionEnvelope.fromXDR(of.toEnvelope().toXDR());
  change(envelope);
  return envelope.toXDR('base64');
}

const bounds = (minTime: number, maxTime: number) =>
  new xdr.TimeBounds({
    minTime: xdr.Uint64.fromString(String(minTime)),
    maxTime: xdr.Uint64.fromString(String(maxTime)),
  });

const withOperations = (...operations: xdr.Operation[]) => judgedItem(judged(made, operations)).envelope;

const pay = (more: object = {}) =>
  Operation.payment({ destination: recipient, asset: Asset.native(), amount: '2.5', ...more });

const usdc = new Asset('USDC', issuer);
const { envelope } = judgedItem(judged(made));
const raw = Buffer.from(envelope, 'base64');
/** Its base64 ends with an equals sign. */
const padded = judgedItem(judged({ ...made, memo: { type: 'text', value: 'x' } })).envelope;

const claims = (claimants: Claimant[], asset = usdc) =>
  withOperations(Operation.createClaimableBalance({ asset, amount: '1', claimants }));

const later = (seconds = '604800') => Claimant.predicateNot(Claimant.predicateBeforeRelativeTime(seconds));

function feeBump(): string {
  const inner = judged(made);
  const bump = TransactionBuilder.buildFeeBumpTransaction(otherKey, '400', inner, passphrases.stellar);
  return bump.toEnvelope().toXDR('base64');
}

/** The asset of a payment, with its code as bytes. */
const coded = (code: Uint8Array) =>
  changed((each) => {
    const operation = each.v1().tx().operations()[0]?.body().paymentOp();
    operation?.asset(
      code.length === 4
        ? xdr.Asset.assetTypeCreditAlphanum4(
            new xdr.AlphaNum4({ assetCode: Buffer.from(code), issuer: Keypair.fromPublicKey(issuer).xdrAccountId() }),
          )
        : xdr.Asset.assetTypeCreditAlphanum12(
            new xdr.AlphaNum12({ assetCode: Buffer.from(code), issuer: Keypair.fromPublicKey(issuer).xdrAccountId() }),
          ),
    );
  });

describe('what encode never makes is unknown', () => {
  it('but not what these are made of', () => {
    expect(padded).toMatch(/=$/);
    expect(explained(padded).data).toMatchObject({ memo: 'x' });
    expect(explained(changed(() => undefined)).data).toMatchObject({ mode: 'transfer' });
    expect(explained(withOperations(pay())).data).toMatchObject({ mode: 'transfer' });
    expect(explained(claims([new Claimant(recipient), new Claimant(sender, later())])).data).toMatchObject({
      mode: 'transferToken',
    });
    expect(explained(coded(Buffer.from('USDC'))).data).toMatchObject({ tokenId: token });
    expect(explained(coded(Buffer.from('PALLADIUM\0\0\0'))).data).toMatchObject({ tokenId: `PALLADIUM:${issuer}` });
  });

  it.each<[string, string]>([
    ['two operations', withOperations(pay(), pay())],
    ['no operation', changed((each) => each.v1().tx().operations([]))],
    ['a source of the operation', withOperations(pay({ source: sender }))],
    ['another source of the operation', withOperations(pay({ source: otherKey.publicKey() }))],
    [
      'a source of the merge',
      withOperations(Operation.accountMerge({ destination: recipient, source: otherKey.publicKey() })),
    ],
    ['no time bounds', changed((each) => each.v1().tx().cond(xdr.Preconditions.precondNone()))],
    [
      'no end',
      changed((each) =>
        each
          .v1()
          .tx()
          .cond(xdr.Preconditions.precondTime(bounds(0, 0))),
      ),
    ],
    [
      'a beginning',
      changed((each) =>
        each
          .v1()
          .tx()
          .cond(xdr.Preconditions.precondTime(bounds(1, 1_800_000_000))),
      ),
    ],
    [
      'an end beyond 2^63',
      changed((each) =>
        each
          .v1()
          .tx()
          .cond(
            xdr.Preconditions.precondTime(
              new xdr.TimeBounds({
                minTime: xdr.Uint64.fromString('0'),
                maxTime: xdr.Uint64.fromString((2n ** 63n).toString()),
              }),
            ),
          ),
      ),
    ],
    ['bounds of ledgers', judgedItem(judged(made, [pay()], (builder) => builder.setLedgerbounds(1, 0))).envelope],
    [
      'a first sequence number',
      judgedItem(judged(made, [pay()], (builder) => builder.setMinAccountSequence('1'))).envelope,
    ],
    [
      'a gap of ledgers',
      judgedItem(judged(made, [pay()], (builder) => builder.setMinAccountSequenceLedgerGap(1))).envelope,
    ],
    ['an age', judgedItem(judged(made, [pay()], (builder) => builder.setMinAccountSequenceAge(1))).envelope],
    [
      'a further signer',
      judgedItem(judged(made, [pay()], (builder) => builder.setExtraSigners([otherKey.publicKey()]))).envelope,
    ],
    [
      'data of Soroban',
      judgedItem(judged(made, [pay()], (builder) => builder.setSorobanData(new SorobanDataBuilder().build()))).envelope,
    ],
    ['a fee bump', feeBump()],
    ['signatures', judgedSigned(made, [senderKey])],
    ['version 0', version0(envelope)],
    ['no fee', changed((each) => each.v1().tx().fee(0))],
    [
      'no sequence number',
      changed((each) =>
        each
          .v1()
          .tx()
          .seqNum(xdr.Int64.fromString('0') as never),
      ),
    ],
    [
      'a sequence number below 0',
      changed((each) =>
        each
          .v1()
          .tx()
          .seqNum(xdr.Int64.fromString('-1') as never),
      ),
    ],
    [
      'an amount of 0',
      changed((each) =>
        each
          .v1()
          .tx()
          .operations()[0]
          ?.body()
          .paymentOp()
          .amount(xdr.Int64.fromString('0') as never),
      ),
    ],
    [
      'an amount below 0',
      changed((each) =>
        each
          .v1()
          .tx()
          .operations()[0]
          ?.body()
          .paymentOp()
          .amount(xdr.Int64.fromString('-5') as never),
      ),
    ],
    ['an empty text', changed((each) => each.v1().tx().memo(xdr.Memo.memoText('')))],
    [
      'a text that is not UTF-8',
      changed((each) =>
        each
          .v1()
          .tx()
          .memo(xdr.Memo.memoText(Buffer.from('d1', 'hex'))),
      ),
    ],
    [
      'a text with half of an emoji',
      changed((each) =>
        each
          .v1()
          .tx()
          .memo(xdr.Memo.memoText(Buffer.from('eda0bd', 'hex'))),
      ),
    ],
    ['a short code in the long form', coded(Buffer.from('USDC\0\0\0\0\0\0\0\0'))],
    ['a long code that ends early', coded(Buffer.from('USDC\0\0\0\0\0\0\0A'))],
    ['a code with a zero in it', coded(Buffer.from('U\0DC'))],
    ['a code of zeros', coded(Buffer.alloc(4))],
    ['a code with a dash', coded(Buffer.from('US-C'))],
    ['a code with other bytes', coded(Buffer.from('ff00ff00', 'hex'))],
    [
      'a trustline of XLM',
      changed(
        (each) => each.v1().tx().operations()[0]?.body().changeTrustOp().line(xdr.ChangeTrustAsset.assetTypeNative()),
        judged(madeOf('changeTrust')),
      ),
    ],
    [
      'a trustline of a pool',
      withOperations(Operation.changeTrust({ asset: new LiquidityPoolAsset(Asset.native(), usdc, 30) })),
    ],
    [
      'a trustline with a limit below 0',
      changed(
        (each) =>
          each
            .v1()
            .tx()
            .operations()[0]
            ?.body()
            .changeTrustOp()
            .limit(xdr.Int64.fromString('-1') as never),
        judged(madeOf('changeTrust')),
      ),
    ],
    ['a trustline of one’s own asset', withOperations(Operation.changeTrust({ asset: new Asset('USDC', sender) }))],
    ['a merge with oneself', withOperations(Operation.accountMerge({ destination: sender }))],
    ['a merge with a number of oneself', withOperations(Operation.accountMerge({ destination: muxed(sender, 1n) }))],
    ['one claimant', claims([new Claimant(recipient)])],
    [
      'three claimants',
      claims([new Claimant(recipient), new Claimant(sender, later()), new Claimant(otherKey.publicKey())]),
    ],
    ['claimants in the other order', claims([new Claimant(sender, later()), new Claimant(recipient)])],
    ['somebody else who takes it back', claims([new Claimant(recipient), new Claimant(otherKey.publicKey(), later())])],
    ['a sender who can take it back at once', claims([new Claimant(recipient), new Claimant(sender)])],
    [
      'a claim that ends',
      claims([new Claimant(recipient, Claimant.predicateBeforeRelativeTime('5')), new Claimant(sender, later())]),
    ],
    [
      'a time of the clock',
      claims([
        new Claimant(recipient),
        new Claimant(sender, Claimant.predicateNot(Claimant.predicateBeforeAbsoluteTime('5'))),
      ]),
    ],
    [
      'a predicate that is not turned around',
      claims([new Claimant(recipient), new Claimant(sender, Claimant.predicateBeforeRelativeTime('5'))]),
    ],
    [
      'a predicate of two',
      claims([new Claimant(recipient), new Claimant(sender, Claimant.predicateAnd(later(), later()))]),
    ],
    [
      'a predicate in a predicate',
      claims([new Claimant(recipient), new Claimant(sender, Claimant.predicateNot(later()))]),
    ],
    ['the sender twice', claims([new Claimant(sender), new Claimant(sender, later())])],
    ['claimable XLM', claims([new Claimant(recipient), new Claimant(sender, later())], Asset.native())],
    ['options', withOperations(Operation.setOptions({ masterWeight: 0 }))],
    [
      'a further signer of the account',
      withOperations(Operation.setOptions({ signer: { ed25519PublicKey: otherKey.publicKey(), weight: 1 } })),
    ],
    ['data', withOperations(Operation.manageData({ name: 'a', value: 'b' }))],
    ['a new sequence number', withOperations(Operation.bumpSequence({ bumpTo: '9223372036854775807' }))],
    [
      'an offer',
      withOperations(Operation.manageSellOffer({ selling: Asset.native(), buying: usdc, amount: '1', price: '1' })),
    ],
    [
      'a payment through other assets',
      withOperations(
        Operation.pathPaymentStrictSend({
          sendAsset: Asset.native(),
          sendAmount: '1',
          destination: recipient,
          destAsset: usdc,
          destMin: '1',
          path: [],
        }),
      ),
    ],
    ['inflation', withOperations(Operation.inflation({}))],
    ['sponsoring', withOperations(Operation.beginSponsoringFutureReserves({ sponsoredId: recipient }))],
    ['a byte more', Buffer.concat([raw, Buffer.of(0)]).toString('base64')],
    ['four bytes more', Buffer.concat([raw, Buffer.alloc(4)]).toString('base64')],
    ['a byte less', raw.subarray(0, -1).toString('base64')],
    ['hex in place of base64', raw.toString('hex')],
    ['spaces', ` ${envelope}`],
    ['lines', `${envelope.slice(0, 76)}\n${envelope.slice(76)}`],
    ['the other alphabet of base64', envelope.replaceAll('+', '-').replaceAll('/', '_')],
    ['no padding', padded.replace(/=+$/, '')],
    ['no base64', '!'],
    ['the transaction without its envelope', judged(made).toEnvelope().v1().tx().toXDR().toString('base64')],
    ['the signature base', judged(made).signatureBase().toString('base64')],
    ['1 MB of zeros', 'A'.repeat(1_000_000)],
    ['1 MB of ones', '/'.repeat(1_000_000)],
  ])('%s', (_, value) => {
    // Some spellings of some envelopes are the canonical one.
    expect(value).not.toBe(envelope);
    expect(explained(value)).toEqual(unknown);
  });
});

describe('every byte of an envelope', () => {
  it.each(kinds)('of %s counts', (kind) => {
    const each = madeOf(kind, { memo: { type: 'text', value: 'invoice 7' }, recipient: testKey(10).publicKey() });
    const bytes = Buffer.from(judgedItem(judged(each)).envelope, 'base64');
    const before = JSON.stringify(explained(bytes.toString('base64')));
    expect(JSON.parse(before).errors).toEqual([]);
    const bits = Array.from({ length: bytes.length * 8 }, (_, i) => i);
    // One bit of each byte in an ordinary run.
    for (const bit of chosen(bits, (each) => each >> 3, 0)) {
      const flipped = Buffer.from(bytes);
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect([bit, JSON.stringify(explained(flipped.toString('base64'))) === before]).toEqual([bit, false]);
    }
  });
});

describe('validate with encoded', () => {
  const chain: Chain = stellar.connect('stellar', { endpoints: ['https://horizon.example'] });
  const intent = { mode: 'transfer', senderAddress: sender, recipientAddress: recipient, amount: '25000000' };
  const placesOf = async (data: object, changes: Parameters<typeof madeOf>[1], kind: Kind = 'payment') => {
    const { status } = await chain.validate(data, itemsOfData(dataOfMade(madeOf(kind, changes))));
    return { errors: status.errors.map(({ field }) => field), warnings: status.warnings.map(({ code }) => code) };
  };
  const memo = { type: 'id', value: '12345' } as const;

  it('finds a memo that the bytes lack, and warns of one that nobody asked for', async () => {
    expect(await placesOf({ ...intent, memo: '12345' }, {})).toEqual({
      errors: ['transaction.data.memo'],
      warnings: [],
    });
    expect(await placesOf(intent, { memo })).toEqual({ errors: [], warnings: ['encoded.memo'] });
  });

  it('reads a memo as the intent types it', async () => {
    const fine = { errors: [], warnings: [] };
    expect(await placesOf({ ...intent, memo: 'id:12345' }, { memo })).toEqual(fine);
    expect(await placesOf({ ...intent, memo: '12345', params: { memoType: 'id' } }, { memo })).toEqual(fine);
    // A text of these digits is another memo.
    for (const params of [undefined, { memoType: 'text' }])
      expect((await placesOf({ ...intent, memo: '12345', params }, { memo })).errors).toEqual([
        'transaction.data.memo',
      ]);
  });

  it('finds an account that ends, though nobody asked for it', async () => {
    const { amount: _, ...rest } = intent;
    const everything = { ...rest, useMaxAmount: true };
    expect((await placesOf(everything, {}, 'accountMerge')).errors).toEqual(['transaction.data.params.closeAccount']);
    expect((await placesOf({ ...everything, params: { closeAccount: true } }, {}, 'accountMerge')).errors).toEqual([]);
    expect(await placesOf(everything, {})).toEqual({ errors: [], warnings: ['encoded.fixedAmount'] });
  });

  it('finds a trustline that is removed, and one with another limit', async () => {
    const enable = { mode: 'enableToken', senderAddress: sender, tokenId: token };
    expect((await placesOf({ ...enable, params: { remove: true } }, {}, 'changeTrust')).errors).toEqual([
      'transaction.data.params.remove',
    ]);
    expect((await placesOf(enable, {}, 'removeTrust')).errors).toEqual(['transaction.data.params.remove']);
    expect((await placesOf({ ...enable, params: { limit: '5' } }, {}, 'changeTrust')).errors).toEqual([
      'transaction.data.params.limit',
    ]);
  });
});
