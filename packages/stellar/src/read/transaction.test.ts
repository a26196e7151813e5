import {
  Account,
  Asset,
  Claimant,
  getLiquidityPoolId,
  Keypair,
  LiquidityPoolAsset,
  LiquidityPoolFeeV18,
  Memo,
  MuxedAccount,
  Networks,
  Operation,
  StrKey,
  TransactionBuilder,
  xdr,
} from '@stellar/stellar-base';
import { describe, expect, it } from 'vitest';
import { historyOf, type Mined, resultOf, usualResults, type Written, write } from '../../test/horizon-records.ts';
import {
  connectTo,
  dies,
  issuer,
  latest,
  missing,
  now,
  pageOf,
  recipient,
  sender,
  sequence,
  token,
} from '../../test/scripted-horizon.ts';

// Transactions made and written by @stellar/stellar-base, answered by a script.

// biome-ignore lint/suspicious/noExplicitAny: answers have many shapes
type Json = any;

const demo = new Asset('DEMO', issuer);
const euro = new Asset('EURO', issuer);
const third = Keypair.fromRawEd25519Seed(Buffer.alloc(32, 3)).publicKey();
const muxed = (address: string, id: string) => new MuxedAccount(new Account(address, '0'), id).accountId();

interface Made extends Partial<Mined> {
  readonly memo?: Memo;
  readonly source?: string;
  readonly results?: readonly xdr.OperationResultTr[];
  readonly isSuccess?: boolean;
}

/** A transaction of `sender` with these operations. */
function made(operations: readonly xdr.Operation[], { memo, source = sender, results, isSuccess, ...rest }: Made = {}) {
  const from = source.startsWith('M')
    ? MuxedAccount.fromAddress(source, sequence.toString())
    : new Account(source, sequence.toString());
  const builder = new TransactionBuilder(from, {
    fee: '1000',
    networkPassphrase: Networks.PUBLIC,
    timebounds: { minTime: 0, maxTime: 0 },
    ...(memo === undefined ? {} : { memo }),
  });
  for (const operation of operations) builder.addOperation(operation);
  const envelope = builder.build().toEnvelope().toXDR('base64');
  const result =
    results === undefined && isSuccess === undefined
      ? {}
      : {
          result: resultOf(results ?? usualResults(envelope), { isSuccess: isSuccess ?? true }),
        };
  return write({ envelope, ...result, ...rest });
}

async function read(written: Written, id = written.hash): Promise<Json> {
  const { chain } = connectTo({ own: historyOf([written]) });
  return (await chain.transaction(id)).transaction.parsed;
}

const of = (address: string, amount: string, ticker = 'XLM', tokenId = `${ticker}:${issuer}`) => ({
  ...{ address, amount, ticker },
  ...(ticker === 'XLM' ? {} : { tokenId }),
});

/** The ticker of an asset that has the code of the native coin. */
const fake = `${issuer.slice(0, 4)}..${issuer.slice(-4)}`;

const pay = (to = recipient, asset = Asset.native(), amount = '1', source?: string) =>
  Operation.payment({ destination: to, asset, amount, ...(source === undefined ? {} : { source }) });

const atom = (sold: Asset, amountSold: bigint, bought: Asset, amountBought: bigint) =>
  xdr.ClaimAtom.claimAtomTypeOrderBook(
    new xdr.ClaimOfferAtom({
      sellerId: Keypair.fromPublicKey(third).xdrAccountId(),
      offerId: xdr.Int64.fromString('9'),
      assetSold: sold.toXDRObject(),
      amountSold: xdr.Int64.fromString(amountSold.toString()),
      assetBought: bought.toXDRObject(),
      amountBought: xdr.Int64.fromString(amountBought.toString()),
    }),
  );

const last = (asset: Asset, amount: bigint) =>
  new xdr.SimplePaymentResult({
    destination: Keypair.fromPublicKey(recipient).xdrAccountId(),
    asset: asset.toXDRObject(),
    amount: xdr.Int64.fromString(amount.toString()),
  });

const received = (offers: xdr.ClaimAtom[], paid: xdr.SimplePaymentResult) =>
  xdr.OperationResultTr.pathPaymentStrictReceive(
    xdr.PathPaymentStrictReceiveResult.pathPaymentStrictReceiveSuccess(
      new xdr.PathPaymentStrictReceiveResultSuccess({ offers, last: paid }),
    ),
  );

const sentResult = (offers: xdr.ClaimAtom[], paid: xdr.SimplePaymentResult) =>
  xdr.OperationResultTr.pathPaymentStrictSend(
    xdr.PathPaymentStrictSendResult.pathPaymentStrictSendSuccess(
      new xdr.PathPaymentStrictSendResultSuccess({ offers, last: paid }),
    ),
  );

const merged = (amount: bigint) =>
  xdr.OperationResultTr.accountMerge(xdr.AccountMergeResult.accountMergeSuccess(xdr.Int64.fromString(String(amount))));

const traded = (offersClaimed: xdr.ClaimAtom[]) =>
  xdr.OperationResultTr.manageSellOffer(
    xdr.ManageSellOfferResult.manageSellOfferSuccess(
      new xdr.ManageOfferSuccessResult({
        offersClaimed,
        offer: xdr.ManageOfferSuccessResultOffer.manageOfferDeleted(),
      }),
    ),
  );

const inflated = (...payouts: [string, bigint][]) =>
  xdr.OperationResultTr.inflation(
    xdr.InflationResult.inflationSuccess(
      payouts.map(
        ([to, amount]) =>
          new xdr.InflationPayout({
            destination: Keypair.fromPublicKey(to).xdrAccountId(),
            amount: xdr.Int64.fromString(String(amount)),
          }),
      ),
    ),
  );

const mergedInto = made([Operation.accountMerge({ destination: recipient })], { results: [merged(123n)] });
const pool = new LiquidityPoolAsset(Asset.native(), demo, LiquidityPoolFeeV18);
const poolId = getLiquidityPoolId('constant_product', pool.getLiquidityPoolParameters()).toString('hex');
const balanceId = `00000000${'cd'.repeat(32)}`;

const claimed = made([Operation.claimClaimableBalance({ balanceId })], {
  effects: [
    [
      0,
      { type: 'claimable_balance_claimed', account: sender, asset: token, amount: '2.5000000', balance_id: balanceId },
    ],
    [0, { type: 'account_credited', account: sender, asset_type: 'credit_alphanum4', amount: '2.5000000' }],
  ],
});

/** Fees that the sender of the transaction paid, who is not the first sender of its entry. */
const paidBySender = { fees: { amount: '100', ticker: 'XLM', payer: sender } };

describe('what a transaction did', () => {
  const kinds: [string, Written, object][] = [
    [
      'a payment',
      made([pay()]),
      { mode: 'transfer', senders: [of(sender, '10000000')], recipients: [of(recipient, '10000000')] },
    ],
    [
      'a payment between muxed accounts',
      made([pay(muxed(recipient, '7'))], { source: muxed(sender, '5') }),
      {
        mode: 'transfer',
        senders: [of(muxed(sender, '5'), '10000000')],
        recipients: [of(muxed(recipient, '7'), '10000000')],
      },
    ],
    [
      'the creation of an account',
      made([Operation.createAccount({ destination: recipient, startingBalance: '1.5' })]),
      { mode: 'transfer', senders: [of(sender, '15000000')], recipients: [of(recipient, '15000000')] },
    ],
    [
      'the creation of an account, with sponsored reserves',
      made([
        Operation.beginSponsoringFutureReserves({ sponsoredId: recipient }),
        Operation.createAccount({ destination: recipient, startingBalance: '0' }),
        Operation.endSponsoringFutureReserves({ source: recipient }),
      ]),
      { mode: 'transfer', senders: [of(sender, '0')], recipients: [of(recipient, '0')] },
    ],
    [
      'a removed account',
      mergedInto,
      { mode: 'transfer', senders: [of(sender, '123')], recipients: [of(recipient, '123')] },
    ],
    [
      'a payment of an asset, by another account than that of the transaction',
      made([pay(recipient, demo, '3', third)]),
      {
        mode: 'transferToken',
        ...{ tokenId: token, ...paidBySender },
        senders: [of(third, '30000000', 'DEMO')],
        recipients: [of(recipient, '30000000', 'DEMO')],
      },
    ],
    [
      'an asset with the code of the native coin',
      made([pay(recipient, new Asset('XLM', issuer))]),
      {
        mode: 'transferToken',
        tokenId: `XLM:${issuer}`,
        senders: [of(sender, '10000000', fake, `XLM:${issuer}`)],
        recipients: [of(recipient, '10000000', fake, `XLM:${issuer}`)],
      },
    ],
    [
      'payments to several, and twice to one',
      made([pay(), pay(third, Asset.native(), '2'), pay()]),
      {
        mode: 'transfer',
        senders: [of(sender, '40000000')],
        recipients: [of(recipient, '20000000'), of(third, '20000000')],
      },
    ],
    [
      'payments of two assets',
      made([pay(), pay(recipient, demo)]),
      {
        mode: 'unknown',
        senders: [of(sender, '10000000'), of(sender, '10000000', 'DEMO')],
        recipients: [of(recipient, '10000000'), of(recipient, '10000000', 'DEMO')],
      },
    ],
    [
      'a path payment that receives exactly',
      made(
        [
          Operation.pathPaymentStrictReceive({
            sendAsset: Asset.native(),
            sendMax: '9',
            destination: recipient,
            destAsset: demo,
            destAmount: '2',
            path: [euro],
          }),
        ],
        {
          results: [
            received(
              [
                atom(euro, 5n, Asset.native(), 40n),
                atom(euro, 6n, Asset.native(), 41n),
                atom(demo, 20_000_000n, euro, 11n),
              ],
              last(demo, 20_000_000n),
            ),
          ],
        },
      ),
      {
        mode: 'transferToken',
        tokenId: token,
        senders: [of(sender, '81'), of(third, '11', 'EURO'), of(third, '20000000', 'DEMO')],
        recipients: [of(recipient, '20000000', 'DEMO'), of(third, '81'), of(third, '11', 'EURO')],
      },
    ],
    [
      'a path payment that sends exactly, for XLM',
      made(
        [
          Operation.pathPaymentStrictSend({
            sendAsset: demo,
            sendAmount: '4',
            destination: recipient,
            destAsset: Asset.native(),
            destMin: '1',
            path: [],
          }),
        ],
        {
          results: [
            sentResult([atom(Asset.native(), 10_000_077n, demo, 40_000_000n)], last(Asset.native(), 10_000_077n)),
          ],
        },
      ),
      {
        mode: 'transferToken',
        tokenId: token,
        senders: [of(sender, '40000000', 'DEMO'), of(third, '10000077')],
        recipients: [of(recipient, '10000077'), of(third, '40000000', 'DEMO')],
      },
    ],
    [
      'a path payment of one asset',
      made(
        [
          Operation.pathPaymentStrictReceive({
            sendAsset: demo,
            sendMax: '2',
            destination: recipient,
            destAsset: demo,
            destAmount: '2',
            path: [],
          }),
        ],
        { results: [received([], last(demo, 20_000_000n))] },
      ),
      {
        mode: 'transferToken',
        tokenId: token,
        senders: [of(sender, '20000000', 'DEMO')],
        recipients: [of(recipient, '20000000', 'DEMO')],
      },
    ],
    [
      'a trustline',
      made([Operation.changeTrust({ asset: demo })]),
      { mode: 'enableToken', tokenId: token, senders: [of(sender, '0')] },
    ],
    [
      'the removal of a trustline',
      made([Operation.changeTrust({ asset: demo, limit: '0' })]),
      { mode: 'enableToken', tokenId: token, senders: [of(sender, '0')] },
    ],
    [
      'a trustline for shares of a pool',
      made([Operation.changeTrust({ asset: pool })]),
      { mode: 'unknown', ...paidBySender },
    ],
    [
      'a claimable balance: nobody has received it',
      made([Operation.createClaimableBalance({ asset: demo, amount: '5', claimants: [new Claimant(recipient)] })]),
      { mode: 'transferToken', tokenId: token, senders: [of(sender, '50000000', 'DEMO')] },
    ],
    [
      'a claim',
      claimed,
      { mode: 'transferToken', tokenId: token, ...paidBySender, recipients: [of(sender, '25000000', 'DEMO')] },
    ],
    [
      'a clawback',
      made([Operation.clawback({ asset: demo, amount: '1', from: third })]),
      { mode: 'unknown', ...paidBySender, senders: [of(third, '10000000', 'DEMO')] },
    ],
    [
      'an offer that traded at once',
      made([Operation.manageSellOffer({ selling: Asset.native(), buying: demo, amount: '10', price: '2' })], {
        results: [traded([atom(demo, 30n, Asset.native(), 15n), atom(demo, 3n, Asset.native(), 2n)])],
      }),
      {
        mode: 'unknown',
        senders: [of(sender, '17'), of(third, '33', 'DEMO')],
        recipients: [of(sender, '33', 'DEMO'), of(third, '17')],
      },
    ],
    [
      'a deposit in a pool',
      made(
        [
          Operation.liquidityPoolDeposit({
            liquidityPoolId: poolId,
            maxAmountA: '5',
            maxAmountB: '6',
            minPrice: '1',
            maxPrice: '2',
          }),
        ],
        {
          effects: [
            [
              0,
              {
                type: 'liquidity_pool_deposited',
                account: sender,
                reserves_deposited: [
                  { asset: 'native', amount: '4.0000000' },
                  { asset: token, amount: '5.0000000' },
                ],
              },
            ],
          ],
        },
      ),
      { mode: 'unknown', senders: [of(sender, '40000000'), of(sender, '50000000', 'DEMO')] },
    ],
    [
      'a withdrawal from a pool',
      made(
        [Operation.liquidityPoolWithdraw({ liquidityPoolId: poolId, amount: '1', minAmountA: '1', minAmountB: '1' })],
        {
          effects: [
            [
              0,
              {
                type: 'liquidity_pool_withdrew',
                account: sender,
                reserves_received: [{ asset: 'native', amount: '0.0000003' }],
              },
            ],
          ],
        },
      ),
      { mode: 'unknown', ...paidBySender, recipients: [of(sender, '3')] },
    ],
    [
      'a contract that moves assets',
      made(
        [
          Operation.invokeContractFunction({
            contract: demo.contractId(Networks.PUBLIC),
            function: 'transfer',
            args: [],
          }),
        ],
        {
          details: {
            0: {
              function: 'HostFunctionTypeHostFunctionTypeInvokeContract',
              asset_balance_changes: [
                {
                  type: 'transfer',
                  asset_type: 'credit_alphanum4',
                  asset_code: 'DEMO',
                  asset_issuer: issuer,
                  from: sender,
                  to: demo.contractId(Networks.PUBLIC),
                  amount: '7.0000000',
                },
                { type: 'mint', asset_type: 'native', to: recipient, amount: '9223372036854775807000000.0000001' },
              ],
            },
          },
        },
      ),
      {
        mode: 'unknown',
        senders: [of(sender, '70000000', 'DEMO')],
        recipients: [
          of(demo.contractId(Networks.PUBLIC), '70000000', 'DEMO'),
          of(recipient, '92233720368547758070000000000001'),
        ],
      },
    ],
    [
      'the setting of options',
      made([Operation.setOptions({ homeDomain: 'a.example' })]),
      { mode: 'unknown', ...paidBySender },
    ],
    [
      'a payment by the issuer, which has no balance of its own asset',
      made([pay(recipient, demo, '3', issuer)]),
      {
        ...{ mode: 'transferToken', tokenId: token, ...paidBySender },
        senders: [of(issuer, '0')],
        recipients: [of(recipient, '30000000', 'DEMO')],
      },
    ],
    [
      'an inflation',
      made([Operation.inflation({})], { results: [inflated([recipient, 70n], [third, 30n])] }),
      { mode: 'unknown', ...paidBySender, recipients: [of(recipient, '70'), of(third, '30')] },
    ],
    [
      'a payment that failed',
      made([pay(recipient, demo)], {
        isSuccess: false,
        results: [xdr.OperationResultTr.payment(xdr.PaymentResult.paymentUnderfunded())],
      }),
      { mode: 'transferToken', tokenId: token, state: 'failed', senders: [of(sender, '0')] },
    ],
  ];

  it.each(kinds)('%s', async (_, written, expected) => {
    expect(await read(written)).toEqual({
      id: written.hash,
      state: 'confirmed',
      fees: { amount: '100', ticker: 'XLM' },
      blockHeight: String(latest - 1),
      timestamp: String(now - 5_000),
      nonce: (sequence + 1n).toString(),
      confirmations: '2',
      ...expected,
    });
  });

  it('of an operation that moves something that nobody tells, says that an amount is missing', async () => {
    const unread = made([pay(), Operation.accountMerge({ destination: recipient })], { results: [merged(1n)] });
    const parsed = await read({ ...unread, transaction: { ...unread.transaction, result_xdr: 'AAAA' } });
    expect(parsed).toMatchObject({
      mode: 'transfer',
      senders: [of(sender, '10000000')],
      recipients: [of(recipient, '10000000')],
      warnings: [{ code: 'transaction.incomplete', context: { parts: 'an amount' } }],
    });
    const alone = await read({ ...mergedInto, transaction: { ...mergedInto.transaction, result_xdr: 'AAAA' } });
    expect([alone.mode, alone.senders, alone.recipients]).toEqual(['transfer', undefined, undefined]);
  });

  it('of an envelope that cannot be read is not shown', async () => {
    const unread = made([pay()]);
    const parsed = await read({ ...unread, transaction: { ...unread.transaction, envelope_xdr: 'AAAACQ==' } });
    expect(parsed).toMatchObject({ mode: 'unknown', state: 'confirmed', fees: { amount: '100' } });
    expect([parsed.senders, parsed.recipients, parsed.memo]).toEqual([undefined, undefined, undefined]);
    expect(parsed.warnings).toMatchObject([{ context: { parts: 'what it does' } }]);
  });
});

describe('a contract that moves assets', () => {
  const change = {
    ...{ type: 'transfer', asset_type: 'credit_alphanum4', asset_code: 'DEMO', asset_issuer: issuer },
    ...{ from: sender, to: recipient, amount: '25.0000000' },
  };
  const contract = demo.contractId(Networks.PUBLIC);
  const invoking = (...changes: readonly object[]) =>
    made([Operation.invokeContractFunction({ contract, function: 'transfer', args: [] })], {
      details: { 0: { asset_balance_changes: changes } },
    });
  const tell = (id: unknown, type?: string, to = recipient) =>
    read(invoking({ ...change, to, destination_muxed_id: id, destination_muxed_id_type: type }));

  it.each<[string, unknown, string | undefined]>([
    ['with its type', '991', 'uint64'],
    ['without a type', '991', undefined],
    ['as a number', 991, 'uint64'],
    ['of 64 bits', '18446744073709551615', 'uint64'],
  ])('to a muxed account keeps its number (%s)', async (_, id, type) => {
    const parsed = await tell(id, type);
    expect(parsed.recipients).toEqual([of(muxed(recipient, String(id)), '250000000', 'DEMO')]);
    expect([parsed.memo, parsed.warnings]).toEqual([undefined, undefined]);
  });

  it.each<[string, unknown, string | undefined, string | undefined, string]>([
    ['a text', 'order 7', 'string', undefined, 'order 7'],
    ['digits that are a text', '991', 'string', undefined, '991'],
    ['32 bytes', 'ab'.repeat(32), 'bytes', undefined, `hash:${'ab'.repeat(32)}`],
    ['other bytes', 'abcd', 'bytes', undefined, 'abcd'],
    ['a number for a contract', '991', 'uint64', contract, 'id:991'],
    ['more than 64 bits', '18446744073709551616', 'uint64', undefined, '18446744073709551616'],
  ])('keeps %s as the memo', async (_, id, type, to, memo) => {
    const parsed = await tell(id, type, to);
    expect([parsed.recipients[0].address, parsed.memo]).toEqual([to ?? recipient, memo]);
  });

  it.each<[string, unknown]>([
    ['of an unknown kind', { ...change, type: 'lend' }],
    ['without an amount', { ...change, amount: undefined }],
    ['with an odd amount', { ...change, amount: '-1' }],
    ['from nobody', { ...change, from: undefined }],
    ['to an odd account', { ...change, to: 'G' }],
    ['of an odd asset', { ...change, asset_code: 'D:' }],
    ['that is no object', null],
  ])('leaves out a change %s, and says so', async (_, odd) => {
    const parsed = await read(invoking(change, odd as object, { ...change, amount: '1.0000000' }));
    expect(parsed).toMatchObject({
      senders: [of(sender, '260000000', 'DEMO')],
      recipients: [of(recipient, '260000000', 'DEMO')],
      warnings: [{ code: 'transaction.incomplete', context: { parts: 'what a contract moved' } }],
    });
  });

  it('makes and destroys what it mints and burns', async () => {
    const { from, to, ...rest } = change;
    const parsed = await read(
      invoking(
        { ...rest, type: 'mint', to },
        { ...rest, type: 'burn', from },
        { ...rest, type: 'clawback', from: third },
      ),
    );
    expect(parsed.senders).toEqual([of(sender, '250000000', 'DEMO'), of(third, '250000000', 'DEMO')]);
    expect(parsed.recipients).toEqual([of(recipient, '250000000', 'DEMO')]);
  });
});

describe('a change of who may spend', () => {
  it.each<[string, Parameters<typeof Operation.setOptions>[0], string]>([
    ['a new signer', { signer: { ed25519PublicKey: third, weight: 1 } }, third],
    ['a removed signer', { signer: { ed25519PublicKey: third, weight: 0 } }, `${third} with weight 0`],
    [
      'the hash of a transaction',
      { signer: { preAuthTx: Buffer.alloc(32, 1), weight: 2 } },
      StrKey.encodePreAuthTx(Buffer.alloc(32, 1)),
    ],
    [
      'the hash of a secret',
      { signer: { sha256Hash: Buffer.alloc(32, 1), weight: 2 } },
      StrKey.encodeSha256Hash(Buffer.alloc(32, 1)),
    ],
    ['its own key', { masterWeight: 0 }, `${sender} with weight 0`],
    ['thresholds', { lowThreshold: 1, medThreshold: 2, highThreshold: 3 }, 'thresholds low 1, medium 2, high 3'],
  ])('is told: %s', async (_, options, by) => {
    const parsed = await read(made([pay(sender), Operation.setOptions(options)]));
    expect(parsed.warnings).toMatchObject([{ code: 'transaction.changesControl', context: { account: sender, by } }]);
  });

  it('is not told of one that failed', async () => {
    const failure = [xdr.OperationResultTr.setOptions(xdr.SetOptionsResult.setOptionsLowReserve())];
    const parsed = await read(
      made([Operation.setOptions({ masterWeight: 0 })], { results: failure, isSuccess: false }),
    );
    expect(parsed.warnings).toBeUndefined();
  });
});

describe('tickers', () => {
  const usdc = 'GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN';
  it.each([
    ['of a listed token', 'USDC', usdc, 'USDC'],
    ['of a token with the code of a listed one', 'USDC', issuer, fake],
    ['of a token with a code that looks like a listed one', 'usDc', issuer, fake],
    ['of a token with a code that looks like the coin', 'XIM', issuer, fake],
    ['of another token', 'DEMO', issuer, 'DEMO'],
    // The library would make both of these "XLM".
    ['of a token with the code "xlm"', 'xlm', issuer, fake],
    ['of a token with the code "XlM"', 'XlM', issuer, fake],
  ])('%s', async (_, code, by, ticker) => {
    const asset = Object.assign(new Asset(code, by), { code });
    // Horizon tells the code as it is.
    const { recipients } = await read(made([pay(recipient, asset)], { details: { 0: { asset_code: code } } }));
    expect(recipients).toEqual([of(recipient, '10000000', ticker, `${code}:${by}`)]);
  });
});

describe('a memo', () => {
  it.each<[string, Memo, string | undefined]>([
    ['none', Memo.none(), undefined],
    ['text', Memo.text('to you'), 'to you'],
    ['digits', Memo.text('12345'), '12345'],
    ['text that looks like a number', Memo.text('id:5'), 'text:id:5'],
    ['an empty text', Memo.text(''), undefined],
    ['text that is not UTF-8', Memo.text(Buffer.from([0x61, 0xff]) as never), 'a\ufffd'],
    ['the highest number', Memo.id('18446744073709551615'), 'id:18446744073709551615'],
    ['a hash', Memo.hash('ab'.repeat(32)), `hash:${'ab'.repeat(32)}`],
    ['a hash of what comes back', Memo.return('ab'.repeat(32)), `return:${'ab'.repeat(32)}`],
  ])('%s', async (_, memo, expected) => {
    expect((await read(made([pay()], { memo }))).memo).toBe(expected);
  });
});

describe('a fee bump', () => {
  const inner = TransactionBuilder.fromXDR(made([pay()]).transaction.envelope_xdr, Networks.PUBLIC);
  const bump = TransactionBuilder.buildFeeBumpTransaction(third, '5000', inner as never, Networks.PUBLIC);
  const written = write({ envelope: bump.toEnvelope().toXDR('base64') });

  it('is found by its own id and by that of the transaction within', async () => {
    const [outer, within] = [await read(written), await read(written, written.innerHash)];
    expect(written.innerHash).toBe(inner.hash().toString('hex'));
    const fees = { amount: '100', ticker: 'XLM', payer: third };
    expect(outer).toMatchObject({ mode: 'transfer', senders: [of(sender, '10000000')], fees });
    expect(within).toEqual({ ...outer, id: written.innerHash });
  });
});

describe('reading', () => {
  const written = made([pay()]);

  it('takes one round', async () => {
    const { chain, asked, onTrace, roundTrips } = connectTo({ own: historyOf([written]) });
    await chain.transaction(written.hash);
    asked.splice(0);
    const { transaction } = await chain.transaction(written.hash, { include: ['raw'], onTrace });
    expect([roundTrips(), asked.map(({ path }) => path)]).toEqual([
      1,
      [`/transactions/${written.hash}`, `/transactions/${written.hash}/operations`],
    ]);
    expect(transaction.raw).toEqual({ transaction: written.transaction, operations: written.operations });
  });

  it('takes a second one for a claim', async () => {
    const { chain, onTrace, roundTrips } = connectTo({ own: historyOf([claimed]) });
    await chain.transaction(claimed.hash);
    const { transaction } = await chain.transaction(claimed.hash, { include: ['raw'], onTrace });
    expect(roundTrips()).toBe(2);
    expect(transaction.raw).toMatchObject({ effects: claimed.effects });
  });

  it('knows a claimable balance by both spellings of its id', async () => {
    // By @stellar/stellar-base: the type of the id, and the hash.
    const strkey = StrKey.encodeClaimableBalance(Buffer.from(`00${'cd'.repeat(32)}`, 'hex'));
    const effects = claimed.effects.map((effect) => ({ ...effect, balance_id: strkey }));
    expect(await read({ ...claimed, effects })).toEqual(await read(claimed));
  });

  it('shows no amounts where a transaction has more effects than one answer', async () => {
    const effects = Array.from({ length: 200 }, () => ({ ...claimed.effects[0], type: 'account_credited' }));
    const parsed = await read({ ...claimed, effects });
    expect([parsed.mode, parsed.senders, parsed.recipients]).toEqual(['unknown', undefined, undefined]);
  });

  it('finds what the first server does not have', async () => {
    const { chain } = connectTo([{}, { own: historyOf([written]) }]);
    expect((await chain.transaction(written.hash)).transaction.parsed?.id).toBe(written.hash);
  });

  it.each<[string, Json]>([
    ['nobody has', [{}, {}]],
    ['the only server does not have', {}],
  ])('does not find what %s', async (_, servers) => {
    const { chain } = connectTo(servers);
    await expect(chain.transaction(written.hash)).rejects.toMatchObject({ code: 'transaction.notFound' });
  });

  it('does not take a broken connection for a transaction that does not exist', async () => {
    const { chain } = connectTo({ own: { [`/transactions/${written.hash}`]: dies } });
    await expect(chain.transaction(written.hash)).rejects.toMatchObject({ code: 'upstream.unavailable' });
  });
});

describe('a server that lies is not believed', () => {
  const honest = made([pay(muxed(recipient, '7')), pay(third, demo, '2')]);
  const other = made([pay(recipient, Asset.native(), '9')]);
  const path = made(
    [
      Operation.pathPaymentStrictSend({
        sendAsset: demo,
        sendAmount: '4',
        destination: recipient,
        destAsset: Asset.native(),
        destMin: '1',
        path: [],
      }),
      Operation.pathPaymentStrictReceive({
        sendAsset: demo,
        sendMax: '2',
        destination: recipient,
        destAsset: Asset.native(),
        destAmount: '2',
        path: [],
      }),
    ],
    {
      results: [
        sentResult([atom(Asset.native(), 11_000_000n, demo, 40_000_000n)], last(Asset.native(), 11_000_000n)),
        received([atom(Asset.native(), 20_000_000n, demo, 3n)], last(Asset.native(), 20_000_000n)),
      ],
    },
  );
  const line = made([
    Operation.changeTrust({ asset: demo, limit: '5' }),
    Operation.createAccount({ destination: recipient, startingBalance: '3' }),
    Operation.createClaimableBalance({ asset: demo, amount: '5', claimants: [new Claimant(recipient)] }),
  ]);

  const operation = (written: Written, index: number, changed: object): Written => ({
    ...written,
    operations: written.operations.map((each, i) => (i === index ? { ...each, ...changed } : each)),
  });
  const outline = (changed: object): Written => ({ ...honest, transaction: { ...honest.transaction, ...changed } });

  const lies: [string, Written, Written][] = [
    ['the envelope', honest, outline({ envelope_xdr: other.transaction.envelope_xdr })],
    ['the result', honest, outline({ successful: false })],
    ['the results', honest, outline({ result_xdr: other.transaction.result_xdr })],
    ['the source', honest, outline({ source_account: third })],
    ['the sequence number', honest, outline({ source_account_sequence: '5' })],
    ['the payer', honest, outline({ fee_account: third })],
    ['a fee above the bid', honest, outline({ fee_charged: '2001' })],
    ['the ledger', honest, outline({ ledger: latest - 3 })],
    ['an operation that is missing', honest, { ...honest, operations: honest.operations.slice(1) }],
    ['an operation twice', honest, { ...honest, operations: [...honest.operations, ...honest.operations.slice(0, 1)] }],
    ['operations of another transaction', honest, { ...honest, operations: other.operations }],
    ['an amount', honest, operation(honest, 0, { amount: '2.0000000' })],
    ['a sender', honest, operation(honest, 0, { from: third })],
    ['a recipient', honest, operation(honest, 0, { to: third })],
    ['the number of a muxed recipient', honest, operation(honest, 0, { to_muxed: muxed(recipient, '8') })],
    ['no number of a muxed recipient', honest, operation(honest, 0, { to_muxed: undefined })],
    ['a muxed recipient', honest, operation(honest, 1, { to_muxed: muxed(third, '8') })],
    ['an asset', honest, operation(honest, 0, { asset_type: 'credit_alphanum4' })],
    ['an issuer', honest, operation(honest, 1, { asset_issuer: third })],
    ['a code', honest, operation(honest, 1, { asset_code: 'EURO' })],
    ['a type', honest, operation(honest, 0, { type: 'create_account' })],
    ['the source of an operation', honest, operation(honest, 0, { source_account: third })],
    ['an operation that failed', honest, operation(honest, 0, { transaction_successful: false })],
    ['an id', honest, operation(honest, 0, { transaction_hash: other.hash })],
    ['the amount of a path payment', path, operation(path, 0, { source_amount: '5.0000000' })],
    ['what arrives by a path payment', path, operation(path, 1, { amount: '5.0000000' })],
    ['the asset that a path payment sends', path, operation(path, 1, { source_asset_code: 'EURO' })],
    ['a limit', line, operation(line, 0, { limit: '6.0000000' })],
    ['the amount of a new account', line, operation(line, 1, { starting_balance: '4.0000000' })],
    ['the address of a new account', line, operation(line, 1, { account: third })],
    ['a claimable balance', line, operation(line, 2, { amount: '4.0000000' })],
    ['the asset of a claimable balance', line, operation(line, 2, { asset: 'native' })],
    ['where an account went', mergedInto, operation(mergedInto, 0, { into: third })],
  ];

  /** All that a server says of one transaction, said of another. */
  const under = (hash: string, written: Written): Written => ({
    ...written,
    hash,
    transaction: { ...written.transaction, id: hash, hash },
    operations: written.operations.map((each) => ({ ...each, transaction_hash: hash })),
  });
  /** The path payments with other amounts: what arrives by the first, and what the second costs and brings. */
  const withResults = (arrives: bigint, costs: bigint, brings: bigint): Written => ({
    ...path,
    transaction: {
      ...path.transaction,
      result_xdr: resultOf([
        sentResult([atom(Asset.native(), arrives, demo, 40_000_000n)], last(Asset.native(), arrives)),
        received([atom(Asset.native(), brings, demo, costs)], last(Asset.native(), brings)),
      ]),
    },
  });
  const options = made([Operation.setOptions({ homeDomain: 'a.example' })]);
  lies.push(
    ['everything but the id', honest, under(honest.hash, other)],
    [
      'a state, in all its answers',
      honest,
      {
        ...honest,
        transaction: { ...honest.transaction, successful: false },
        operations: honest.operations.map((each) => ({ ...each, transaction_successful: false })),
      },
    ],
    ['a path payment that costs more than allowed', path, withResults(11_000_000n, 20_000_001n, 20_000_000n)],
    ['a path payment by which less arrives than allowed', path, withResults(9_999_999n, 3n, 20_000_000n)],
    ['a path payment by which something else arrives', path, withResults(11_000_000n, 3n, 20_000_001n)],
    ['who set options', options, operation(options, 0, { source_account: third })],
  );

  it.each(lies)('about %s', async (_, truth, lie) => {
    const { chain, asked } = connectTo([{ own: historyOf([lie]) }, { own: historyOf([truth]) }]);
    const { parsed } = (await chain.transaction(truth.hash)).transaction;
    expect(parsed).toEqual(await read(truth));
    expect(asked.some(({ endpoint }) => endpoint === 'horizon 1')).toBe(true);
    const alone = connectTo({ own: historyOf([lie]) }).chain;
    await expect(alone.transaction(truth.hash)).rejects.toMatchObject({ code: 'upstream.unavailable' });
  });

  it('about the id', async () => {
    const own = {
      [`/transactions/${honest.hash}`]: other.transaction,
      [`/transactions/${honest.hash}/operations`]: pageOf(other.operations),
    };
    await expect(connectTo({ own }).chain.transaction(honest.hash)).rejects.toMatchObject({
      code: 'upstream.unavailable',
    });
  });

  it.each<[string, Record<string, unknown>]>([
    ['has the transaction without its operations', { [`/transactions/${honest.hash}/operations`]: missing }],
    ['has the operations without their transaction', { [`/transactions/${honest.hash}`]: missing }],
  ])('and one that %s neither', async (_, changed) => {
    const own = { ...historyOf([honest]), ...changed };
    await expect(connectTo({ own }).chain.transaction(honest.hash)).rejects.toMatchObject({
      code: 'upstream.unavailable',
    });
  });

  it.each<[string, readonly object[]]>([
    ['does not have the effects of a claim', []],
    ['tells the effect of another claim', [{ ...claimed.effects[0], balance_id: `00000000${'ce'.repeat(32)}` }]],
    ['tells that another account claimed', [{ ...claimed.effects[0], account: third }]],
  ])('and one that %s neither', async (_, effects) => {
    const own = { ...historyOf([claimed]), [`/transactions/${claimed.hash}/effects`]: pageOf(effects) };
    await expect(connectTo({ own }).chain.transaction(claimed.hash)).rejects.toMatchObject({
      code: 'upstream.unavailable',
    });
  });
});
