import { type Chain, type ParsedTransaction, stripHexPrefix } from '@isochain/core';
import { type StellarEngine, startStellar } from '@isochain/devnet/stellar';
import {
  Account,
  Asset,
  Claimant,
  Keypair,
  Memo,
  MuxedAccount,
  Operation,
  TransactionBuilder,
  type xdr,
} from '@stellar/stellar-base';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendOwn } from '../../test/own-transaction.ts';
import { type StellarOptions, stellar } from '../index.ts';

// On the stand-in, which decodes with @stellar/stellar-base and keeps its own ledger: what was sent is read back, by its id and in the histories of all sides.

const xlm = 10_000_000n;

let engine: StellarEngine;
let chain: Chain;
let keys: readonly Keypair[];
let [me, friend, third, fourth, nobody]: string[] = [];
let demo: Asset;
let issuerKey: Keypair;

beforeAll(async () => {
  engine = await startStellar();
  chain = stellar.connect('stellar', engine.settings as unknown as StellarOptions) as Chain;
  const keyOf = (text: string) => Keypair.fromRawEd25519Seed(Buffer.from(stripHexPrefix(text), 'hex'));
  keys = engine.accounts.map(({ privateKey }) => keyOf(privateKey));
  [me, friend, third, fourth, nobody] = engine.accounts.map(({ address }) => address);
  issuerKey = keyOf(engine.issuers.demo.privateKey);
  demo = assetOf(engine.tokenIds.demo);
});
afterAll(() => engine?.stop());

function assetOf(id: string): Asset {
  const [code = '', issuer] = id.split(':');
  return new Asset(code, issuer);
}

interface Options {
  /** Whose sequence number it uses. By default the first account. */
  readonly by?: string;
  readonly memo?: Memo;
  /** Who pays for it, by a fee bump. */
  readonly payer?: string;
}

function keyOf(address: string): Keypair {
  const found = [...keys, issuerKey].find((key) => key.publicKey() === address);
  if (found === undefined) throw new Error(`Nobody signs for ${address}.`);
  return found;
}

/** Sends, and tells the id. Who signs follows from the operations. */
async function send(operations: readonly xdr.Operation[], { by = me ?? '', memo, payer }: Options = {}) {
  const sources = operations.flatMap((operation) => {
    const { source } = Operation.fromXDRObject(operation);
    return source === undefined ? [] : [keyOf(baseOf(source))];
  });
  return sendOwn(engine, {
    ...{ operations, by: keyOf(by), others: sources, memo },
    payer: payer === undefined ? undefined : keyOf(payer),
  });
}

const baseOf = (address: string) =>
  address.startsWith('M') ? MuxedAccount.fromAddress(address, '0').baseAccount().accountId() : address;

const muxed = (address: string, id: string) => new MuxedAccount(new Account(address, '0'), id).accountId();

async function read(id: string): Promise<ParsedTransaction> {
  return (await chain.transaction(id)).transaction.parsed as ParsedTransaction;
}

async function history(address: string, limit = 100): Promise<ParsedTransaction[]> {
  const found: ParsedTransaction[] = [];
  for (let nextPage: string | null | undefined; nextPage !== null; ) {
    const { transactions, pagination } = await chain.history(address, { limit, nextPage });
    found.push(...transactions.map(({ parsed }) => parsed as ParsedTransaction));
    nextPage = pagination.nextPage;
  }
  return found;
}

/** What everybody holds, by `address ticker`. */
async function holdings(): Promise<ReadonlyMap<string, bigint>> {
  const everybody = [...engine.accounts, engine.issuers.demo].map(({ address }) => address);
  const held = await Promise.all(
    everybody.flatMap((address) => [
      engine.balance(address).then((amount) => [`${address} XLM`, amount] as const),
      engine.balance(address, engine.tokenIds.demo).then((amount) => [`${address} DEMO`, amount] as const),
    ]),
  );
  return new Map(held);
}

/** Sends, reads it back by its id and in the histories of those whom it concerns, and compares its amounts with what the ledger took and gave. */
async function sendAndRead(
  operations: readonly xdr.Operation[],
  options: Options & { readonly sides?: string[] } = {},
) {
  const payer = options.payer ?? options.by ?? me ?? '';
  const before = await holdings();
  const { id, innerId } = await send(operations, options);
  const after = await holdings();
  const parsed = await read(id);
  const expected = new Map(before);
  const move = (address: string, ticker: string, amount: bigint) => {
    const key = `${baseOf(address)} ${ticker}`;
    if (expected.has(key)) expected.set(key, (expected.get(key) ?? 0n) + amount);
  };
  for (const { address, ticker, amount } of parsed.senders ?? []) move(address, ticker, -BigInt(amount));
  for (const { address, ticker, amount } of parsed.recipients ?? []) move(address, ticker, BigInt(amount));
  move(payer, 'XLM', -BigInt(parsed.fees?.amount ?? 0));
  expect(after).toEqual(expected);
  expect(parsed.fees?.payer ?? baseOf(parsed.senders?.[0]?.address ?? '')).toBe(payer);
  const { fees, confirmations, ...rest } = parsed;
  for (const side of [...(options.sides ?? [me ?? '']), payer]) {
    const [newest] = await history(side);
    // That nothing moved depends on who looks, so the transaction itself does not say it.
    const { warnings = [], ...entry } = newest ?? parsed;
    const kept = warnings.filter(({ code }) => code !== 'transaction.nothingMoved');
    expect({ ...entry, ...(kept.length > 0 ? { warnings: kept } : {}) }).toEqual(parsed);
  }
  expect(await read(innerId)).toEqual({ ...parsed, id: innerId });
  return rest;
}

const of = (address: string | undefined, amount: bigint, ticker = 'XLM') => ({
  address,
  amount: amount.toString(),
  ticker,
  ...(ticker === 'XLM' ? {} : { tokenId: engine.tokenIds.demo }),
});

const pay = (destination = friend ?? '', amount = '1', asset = Asset.native(), source?: string) =>
  Operation.payment({ destination, asset, amount, ...(source === undefined ? {} : { source }) });

/** Each test finds the ledger as it was. */
function check(name: string, run: () => Promise<void>): void {
  it(name, () => engine.rehearse(run));
}

describe('what was sent is read back:', () => {
  check('a payment', async () => {
    const sides = [me ?? '', friend ?? ''];
    expect(await sendAndRead([pay()], { memo: Memo.text('hello'), sides })).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{64}$/),
      mode: 'transfer',
      state: 'confirmed',
      blockHeight: String(engine.ledgers().core.sequence),
      timestamp: String(engine.now()),
      nonce: String(engine.accountState(me ?? '')?.sequence),
      memo: 'hello',
      senders: [of(me, xlm)],
      recipients: [of(friend, xlm)],
    });
  });

  check('memos of all kinds', async () => {
    const bytes = 'ab'.repeat(32);
    expect((await sendAndRead([pay()], { memo: Memo.id('18446744073709551615') })).memo).toBe(
      'id:18446744073709551615',
    );
    expect((await sendAndRead([pay()], { memo: Memo.hash(bytes) })).memo).toBe(`hash:${bytes}`);
    expect((await sendAndRead([pay()], { memo: Memo.return(bytes) })).memo).toBe(`return:${bytes}`);
    expect((await sendAndRead([pay()], { memo: Memo.text('text:x') })).memo).toBe('text:text:x');
  });

  check('a payment to oneself, and to a muxed account of oneself', async () => {
    const own = muxed(me ?? '', '9');
    expect(await sendAndRead([pay(me)])).toMatchObject({ senders: [of(me, xlm)], recipients: [of(me, xlm)] });
    expect(await sendAndRead([pay(own)])).toMatchObject({ senders: [of(me, xlm)], recipients: [of(own, xlm)] });
  });

  check('a new account', async () => {
    const create = Operation.createAccount({ destination: nobody ?? '', startingBalance: '20' });
    expect(await sendAndRead([create], { sides: [me ?? '', nobody ?? ''] })).toMatchObject({
      mode: 'transfer',
      recipients: [of(nobody, 20n * xlm)],
    });
  });

  check('an account that another one sponsors', async () => {
    const operations = [
      Operation.beginSponsoringFutureReserves({ sponsoredId: nobody ?? '' }),
      Operation.createAccount({ destination: nobody ?? '', startingBalance: '0' }),
      Operation.changeTrust({ asset: demo, source: nobody ?? '' }),
      Operation.endSponsoringFutureReserves({ source: nobody ?? '' }),
    ];
    const sides = [me ?? '', nobody ?? ''];
    expect(await sendAndRead(operations, { sides })).toMatchObject({ mode: 'unknown', recipients: [of(nobody, 0n)] });
  });

  check('an account that somebody sponsors who gives it nothing', async () => {
    const operations = [
      Operation.beginSponsoringFutureReserves({ sponsoredId: nobody ?? '', source: third ?? '' }),
      Operation.createAccount({ destination: nobody ?? '', startingBalance: '3' }),
      Operation.endSponsoringFutureReserves({ source: nobody ?? '' }),
    ];
    const sides = [me ?? '', third ?? '', nobody ?? ''];
    expect(await sendAndRead(operations, { sides })).toMatchObject({
      mode: 'transfer',
      senders: [of(me, 3n * xlm)],
      recipients: [of(nobody, 3n * xlm)],
    });
  });

  check('an account that is closed', async () => {
    const held = await engine.balance(third ?? '');
    const merge = Operation.accountMerge({ destination: friend ?? '' });
    const sides = [third ?? '', friend ?? ''];
    const parsed = await sendAndRead([merge], { by: third ?? '', sides });
    expect(parsed).toMatchObject({ mode: 'transfer', senders: [of(third, held - 100n)] });
    expect(await engine.balance(third ?? '')).toBe(0n);
  });

  check('a payment of an asset', async () => {
    const sides = [me ?? '', friend ?? ''];
    expect(await sendAndRead([pay(friend, '2', demo)], { sides })).toMatchObject({
      mode: 'transferToken',
      tokenId: engine.tokenIds.demo,
      senders: [of(me, 2n * xlm, 'DEMO')],
      recipients: [of(friend, 2n * xlm, 'DEMO')],
    });
  });

  check('a trustline, and its removal', async () => {
    for (const limit of ['922337203685.4775807', '0'])
      expect(
        await sendAndRead([Operation.changeTrust({ asset: demo, limit })], { by: fourth ?? '', sides: [fourth ?? ''] }),
      ).toMatchObject({ mode: 'enableToken', tokenId: engine.tokenIds.demo, senders: [of(fourth, 0n)] });
  });

  check('a path payment', async () => {
    const path = Operation.pathPaymentStrictSend({
      sendAsset: demo,
      sendAmount: '3',
      destination: friend ?? '',
      destAsset: demo,
      destMin: '3',
      path: [],
    });
    expect(await sendAndRead([path], { sides: [me ?? '', friend ?? ''] })).toMatchObject({
      mode: 'transferToken',
      senders: [of(me, 3n * xlm, 'DEMO')],
      recipients: [of(friend, 3n * xlm, 'DEMO')],
    });
  });

  check('a claimable balance, and its claim', async () => {
    const create = Operation.createClaimableBalance({
      asset: demo,
      amount: '4',
      claimants: [new Claimant(friend ?? '')],
    });
    expect(await sendAndRead([create], { sides: [me ?? '', friend ?? ''] })).toMatchObject({
      mode: 'transferToken',
      senders: [of(me, 4n * xlm, 'DEMO')],
    });
    const answer = await fetch(`${engine.url}/claimable_balances?claimant=${friend}`);
    const found = (await answer.json()) as { _embedded: { records: { id: string }[] } };
    const balanceId = found._embedded.records[0]?.id ?? '';
    const claim = Operation.claimClaimableBalance({ balanceId });
    const parsed = await sendAndRead([claim], { by: friend ?? '', sides: [friend ?? ''] });
    expect(parsed).toMatchObject({ mode: 'transferToken', recipients: [of(friend, 4n * xlm, 'DEMO')] });
    expect(parsed.senders).toBeUndefined();
  });

  check('several payments, with sources of their own', async () => {
    const operations = [pay(friend), pay(friend, '2'), pay(me, '3', Asset.native(), third)];
    expect(await sendAndRead(operations, { sides: [me ?? '', friend ?? '', third ?? ''] })).toMatchObject({
      mode: 'transfer',
      senders: [of(me, 3n * xlm), of(third, 3n * xlm)],
      recipients: [of(friend, 3n * xlm), of(me, 3n * xlm)],
    });
  });

  check('a hundred payments', async () => {
    const operations = Array.from({ length: 100 }, () => pay());
    const sides = [me ?? '', friend ?? ''];
    expect(await sendAndRead(operations, { sides })).toMatchObject({ recipients: [of(friend, 100n * xlm)] });
  });

  check('what another account paid for: by a fee bump, and with its own sequence number', async () => {
    const sides = [me ?? '', friend ?? ''];
    expect(await sendAndRead([pay()], { payer: third ?? '', sides })).toMatchObject({ senders: [of(me, xlm)] });
    const operations = [pay(friend, '1', Asset.native(), me)];
    expect(await sendAndRead(operations, { by: third ?? '', sides })).toMatchObject({ senders: [of(me, xlm)] });
  });

  check('the setting of options', async () => {
    expect(await sendAndRead([Operation.setOptions({ homeDomain: 'a.example' })])).toMatchObject({ mode: 'unknown' });
  });

  check('a failure whose first part would have been good', async () => {
    const sides = [me ?? '', friend ?? ''];
    const parsed = await sendAndRead([pay(), pay(friend, '99999')], { sides });
    expect(parsed).toMatchObject({ mode: 'transfer', state: 'failed', senders: [of(me, 0n)] });
    expect(parsed.recipients).toBeUndefined();
  });
});

describe('a history', () => {
  check('is the same in pages of all sizes', async () => {
    const ids: string[] = [];
    for (const operations of [
      [pay()],
      [pay(), pay(), pay()],
      [pay(friend, '99999')],
      [pay(friend, '1', demo)],
      [pay()],
    ])
      ids.unshift((await send(operations)).id);
    const whole = await history(me ?? '');
    expect(whole.slice(0, 5).map(({ id }) => id)).toEqual(ids);
    for (const limit of [1, 2, 3]) expect(await history(me ?? '', limit)).toEqual(whole);
  });

  check('ends where a server keeps nothing older', async () => {
    await send([pay()]);
    const { id } = await send([pay()]);
    const { pagination } = await chain.history(me ?? '', { limit: 1 });
    engine.prune();
    const rest = await chain.history(me ?? '', { limit: 1, nextPage: pagination.nextPage ?? undefined });
    expect([rest.transactions, rest.pagination.nextPage]).toEqual([[], null]);
    expect((await history(me ?? '')).map((each) => each.id)).toEqual([id]);
  });
});

describe('a transaction', () => {
  check('that waits, and one that was never sent, is not found', async () => {
    await engine.setAutomine(false);
    const state = engine.accountState(me ?? '');
    const transaction = new TransactionBuilder(new Account(me ?? '', String(state?.sequence)), {
      fee: '100',
      networkPassphrase: engine.passphrase,
      timebounds: { minTime: 0, maxTime: Math.floor(engine.now() / 1_000) + 600 },
    })
      .addOperation(pay())
      .build();
    transaction.sign(keyOf(me ?? ''));
    const id = transaction.hash().toString('hex');
    const refusal = { code: 'transaction.notFound' };
    await expect(chain.transaction(id)).rejects.toMatchObject(refusal);
    const body = new URLSearchParams({ tx: transaction.toEnvelope().toXDR('base64') });
    await fetch(`${engine.url}/transactions_async`, { method: 'POST', body });
    await expect(chain.transaction(id)).rejects.toMatchObject(refusal);
    await engine.closeLedger();
    expect(await read(id)).toMatchObject({ state: 'confirmed', confirmations: '1' });
    await engine.setAutomine(true);
  });
});
