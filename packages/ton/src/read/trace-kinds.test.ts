import type { ParsedTransaction } from '@isochain/core';
import { incomplete } from '@isochain/core/movements';
import type { Message } from '@ton/core';
import { describe, expect, it } from 'vitest';
import {
  externalIn,
  internalMessage,
  type Json,
  type Scripted,
  scriptedIndexes,
  scriptTime,
  transactionCell,
  v3Traces,
} from '../../test/scripted-traces.ts';
import { canonicalAddress, walletAddress } from '../address/address.ts';
import { commentCell } from '../bytes/comment.ts';
import { jettonOps, jettonTransferCell } from '../bytes/jetton-messages.ts';
import { liquidWithdraw, liquidWithdrawal } from '../bytes/pool-messages.ts';
import { Address, beginCell, Cell } from '../ton-core.ts';
import { readHistory } from './history.ts';
import { readTransaction } from './transaction.ts';

// What happens in one trace, as toncenter v3 tells it: each kind of movement that a history has to show, or must not show.

const address = (digit: string) => Address.parseRaw(`0:${digit.repeat(64)}`);
const [ann, bob, carl, dex, pool] = [address('a'), address('b'), address('c'), address('6'), address('8')];
const [master, other] = [address('d'), address('e')];
const [annsTokens, bobsTokens, carlsTokens, dexTokens, annsOther] = ['1', '2', '3', '7', '4'].map(address) as [
  Address,
  Address,
  Address,
  Address,
  Address,
];
const wallets = [
  [annsTokens, ann, master],
  [bobsTokens, bob, master],
  [carlsTokens, carl, master],
  [dexTokens, dex, master],
  [annsOther, ann, other],
] as const;
const [token, otherToken] = [canonicalAddress(master), canonicalAddress(other)];
const [mint, forced, signedInternal, call] = [21, 0x235c_af52, 0x7369_6e74, 0x25_938561];

const op = (code: number) => beginCell().storeUint(code, 32).storeUint(0, 64);
const excess = op(jettonOps.excesses).endCell();
const transferBody = (to: Address, amount: bigint, back: Address, text?: string) =>
  jettonTransferCell({
    ...{ queryId: 0n, amount, to, excessTo: back, forwardAmount: 1n },
    forwardPayload: text === undefined ? undefined : commentCell(text),
  });
/** @param from - Null for new jettons. */
const receiptBody = (amount: bigint, from: Address | null, text?: string) => {
  const head = op(jettonOps.internalTransfer).storeCoins(amount).storeAddress(from).storeAddress(ann).storeCoins(1n);
  return text === undefined
    ? head.storeBit(false).endCell()
    : head.storeBit(true).storeRef(commentCell(text)).endCell();
};
const noticeBody = (amount: bigint, from: Address | null) =>
  op(jettonOps.notification).storeCoins(amount).storeAddress(from).storeBit(false).endCell();
const burnBody = (amount: bigint) => op(jettonOps.burn).storeCoins(amount).storeAddress(ann).storeBit(false).endCell();
const burntBody = (amount: bigint) =>
  op(jettonOps.burnNotification).storeCoins(amount).storeAddress(ann).storeAddress(ann).endCell();

/** Builds a trace, message after message. */
class Story {
  readonly transactions: { -readonly [K in keyof Scripted]: Scripted[K] }[] = [];
  readonly #sent = new Map<Message, { -readonly [K in keyof Scripted]: Scripted[K] }>();
  #lt = 1n;

  /** Somebody's wallet takes a message from outside. */
  constructor(root: Address, body = beginCell().storeUint(1, 8).endCell()) {
    this.#add(root, externalIn(root, body));
  }

  /** The account that acted last, or the receiver of a message, sends another one. */
  send(
    to: Address,
    value: bigint,
    body = Cell.EMPTY,
    from: Message | undefined = undefined,
    more: object = {},
  ): Message {
    const sender = from === undefined ? this.transactions[0] : this.#sent.get(from);
    if (sender === undefined) throw new Error('Nobody sends that.');
    this.#lt += 1n;
    const message = internalMessage(sender.account, to, value, body, { createdLt: this.#lt, ...more });
    sender.outgoing = [...sender.outgoing, message];
    this.#sent.set(message, this.#add(to, message));
    return message;
  }

  /** The receiver of a message throws. The rest comes back, if a value is given. */
  fail(message: Message, back?: bigint): void {
    const receiver = this.#sent.get(message);
    if (receiver === undefined || message.info.type !== 'internal') throw new Error('Nobody received that.');
    receiver.succeeds = false;
    if (back !== undefined) this.send(message.info.src, back, message.body, message, { bounced: true });
  }

  #add(account: Address, incoming: Message) {
    this.#lt += 1n;
    const one = { account, lt: this.#lt, incoming, outgoing: [], succeeds: true, skippedActions: 0, totalFees: 3n };
    this.transactions.push(one);
    return one;
  }

  /** By how much the chain changed the coins of an account. */
  change(account: Address): bigint {
    const value = ({ info }: Message) => (info.type === 'internal' ? info.value.coins : 0n);
    return this.transactions
      .filter((each) => each.account.equals(account))
      .reduce(
        (sum, { incoming, outgoing, totalFees }) =>
          sum + value(incoming) - totalFees - outgoing.reduce((all, each) => all + value(each) + 44_445n, 0n),
        0n,
      );
  }
}

/** What a transaction or an entry says of the coins of an account. */
function told(parsed: ParsedTransaction | undefined, account: Address, tokenId?: string): bigint {
  const isOwn = (text: string | undefined) => text !== undefined && Address.parse(text).equals(account);
  const sum = (parties: ParsedTransaction['senders'] = []) =>
    parties.reduce(
      (all, each) => (isOwn(each.address) && each.tokenId === tokenId ? all + BigInt(each.amount) : all),
      0n,
    );
  const { senders, recipients, fees } = parsed ?? {};
  const payer = fees?.payer ?? senders?.[0]?.address;
  return sum(recipients) - sum(senders) - (tokenId === undefined && isOwn(payer) ? BigInt(fees?.amount ?? 0) : 0n);
}

function index({ transactions }: Story, more: (answer: Json) => void = () => undefined) {
  const answer = v3Traces(transactions, wallets);
  more(answer);
  const id = transactionCell(transactions[0] as Scripted)
    .hash()
    .toString('base64');
  const action = { trace_id: id, trace_end_lt: '50', end_utime: scriptTime, type: 'x' };
  return {
    '/actions': (query: URLSearchParams) => ({ actions: BigInt(query.get('end_lt') ?? 50) < 50n ? [] : [action] }),
    '/traces': () => answer,
    '/pendingTraces': () => ({ traces: [] }),
  };
}

/** The entry of an account, after a look at its coins and at what it has in common with the transaction. */
async function entry(
  story: Story,
  account = ann,
  more?: (answer: Json) => void,
): Promise<ParsedTransaction | undefined> {
  const { context, operation } = scriptedIndexes({ 'toncenter-v3': index(story, more) });
  const { transactions } = await readHistory(context, {}, account, { limit: 5, cursor: undefined }, operation());
  const parsed = transactions[0]?.parsed;
  expect(told(parsed, account), JSON.stringify(parsed)).toBe(story.change(account));
  const transaction = (await readTransaction(context, {}, parsed?.id ?? '', operation()))?.parsed;
  for (const name of ['id', 'mode', 'state', 'fees', 'tokenId', 'timestamp', 'blockHeight', 'nonce', 'gas'] as const) {
    const { payer: _, ...fees } = transaction?.fees ?? { payer: '', amount: '', ticker: '' };
    expect([name, name === 'fees' ? { ...parsed?.fees, payer: undefined } : parsed?.[name]]).toEqual([
      name,
      name === 'fees' ? { ...fees, payer: undefined } : transaction?.[name],
    ]);
  }
  return parsed;
}

const moved = (account: Address, amount: bigint, tokenId?: string) =>
  expect.objectContaining({
    ...{ address: walletAddress(account), amount: amount.toString() },
    ...(tokenId === undefined ? { ticker: 'TON' } : { tokenId }),
  });

describe('jettons of a mint', () => {
  it.each([true, false])('came, with a notice or not (%s)', async (hasNotice) => {
    const story = new Story(carl);
    const order = story.send(master, 150_000_000n, op(mint).endCell());
    const minted = story.send(annsTokens, 100_000_000n, receiptBody(1000n, null), order);
    if (hasNotice) story.send(ann, 1n, noticeBody(1000n, null), minted);
    const parsed = await entry(story);
    expect(parsed).toMatchObject({ mode: 'transferToken', tokenId: token, state: 'confirmed' });
    expect(parsed?.recipients).toContainEqual(moved(ann, 1000n, token));
    expect(parsed?.senders?.some(({ tokenId }) => tokenId === token) ?? false).toBe(false);
    expect(parsed?.fees).toMatchObject({ payer: walletAddress(carl) });
  });

  it('did not come if the wallet refused them, or if nobody but a stranger says so', async () => {
    const refused = new Story(carl);
    refused.fail(refused.send(annsTokens, 100_000_000n, receiptBody(1000n, null)), 90_000_000n);
    expect((await entry(refused))?.recipients).toBeUndefined();
    const stranger = new Story(carl);
    stranger.send(ann, 1n, noticeBody(1000n, carl));
    const parsed = await entry(stranger);
    expect(parsed?.recipients).toEqual([moved(ann, 1n)]);
    expect(told(parsed, ann, token)).toBe(0n);
  });
});

describe('an order that a relayer brings', () => {
  const relayed = () => {
    const story = new Story(carl);
    return { story, order: story.send(ann, 200_000_000n, op(signedInternal).endCell()) };
  };

  it('shows the jettons that left, and of the coins what stayed', async () => {
    const { story, order } = relayed();
    for (const [to, tokens, amount] of [
      [bob, bobsTokens, 100n],
      [carl, carlsTokens, 2n],
    ] as const) {
      const sent = story.send(annsTokens, 99_000_000n, transferBody(to, amount, carl), order);
      const arrived = story.send(tokens, 80_000_000n, receiptBody(amount, ann), sent);
      story.send(to, 1n, noticeBody(amount, ann), arrived);
      story.send(carl, 70_000_000n, excess, arrived);
    }
    const parsed = await entry(story);
    expect(parsed).toMatchObject({ mode: 'transferToken', tokenId: token });
    expect(parsed?.senders).toContainEqual(moved(ann, 102n, token));
    expect(parsed?.recipients).toContainEqual(moved(bob, 100n, token));
    expect(parsed?.recipients).toContainEqual(moved(carl, 2n, token));
    expect(told(parsed, ann)).toBe(200_000_000n - 198_000_000n - 88_893n);
    // The relayer paid for all of it, and got back what was left.
    const relayers = await entry(story, carl);
    expect(relayers?.fees?.amount).toBe(String(200_000_000n + 44_445n + 3n * 4n - 140_000_001n));
    expect(await entry(story, bob)).toMatchObject({
      mode: 'transferToken',
      recipients: [moved(bob, 100n, token), moved(bob, 1n)],
    });
  });

  it('shows the coins that left', async () => {
    const { story, order } = relayed();
    story.send(bob, 5_000_000_000n, commentCell('rent'), order);
    const parsed = await entry(story);
    expect(parsed).toMatchObject({ mode: 'transfer', senders: [moved(ann, 5_000_000_000n)] });
    expect(parsed?.recipients).toContainEqual(moved(bob, 5_000_000_000n));
    expect(await entry(story, bob)).toMatchObject({ memo: 'rent', recipients: [moved(bob, 5_000_000_000n)] });
  });

  it('is a gift if the wallet does not carry it out', async () => {
    const { story } = relayed();
    expect(await entry(story)).toMatchObject({ mode: 'transfer', recipients: [moved(ann, 200_000_000n)] });
  });
});

describe('a trace of one’s own shows what came back', () => {
  it('of coins for jettons', async () => {
    const story = new Story(ann);
    const paid = story.send(pool, 10_300_000_000n, op(call).endCell());
    const routed = story.send(dex, 10_200_000_000n, op(call).endCell(), paid);
    const sent = story.send(dexTokens, 200_000_000n, transferBody(ann, 30n, ann), routed);
    const arrived = story.send(annsTokens, 150_000_000n, receiptBody(30n, dex), sent);
    story.send(ann, 1n, noticeBody(30n, dex), arrived);
    story.send(ann, 120_000_000n, excess, arrived);
    const parsed = await entry(story);
    expect(parsed).toMatchObject({ mode: 'unknown', fees: { amount: String(44_445n + 9n) } });
    expect(parsed?.senders?.[0]).toEqual(moved(ann, 10_300_000_000n));
    expect(parsed?.recipients).toContainEqual(moved(ann, 30n, token));
    expect(parsed?.recipients).toContainEqual(moved(ann, 120_000_001n));
  });

  it('of jettons for coins, with fees that were paid', async () => {
    const story = new Story(ann);
    const order = story.send(annsTokens, 300_000_000n, transferBody(dex, 30n, ann));
    const arrived = story.send(dexTokens, 250_000_000n, receiptBody(30n, ann), order);
    const notice = story.send(dex, 200_000_000n, noticeBody(30n, ann), arrived);
    const swap = story.send(pool, 100_000_000n, op(call).endCell(), notice);
    story.send(ann, 9_000_000_000n, commentCell('swap out'), swap);
    const parsed = await entry(story);
    expect(parsed).toMatchObject({ mode: 'unknown', fees: { amount: String(300_000_000n + 44_445n + 6n) } });
    expect(parsed?.senders?.[0]).toEqual(moved(ann, 30n, token));
    expect(parsed?.recipients).toContainEqual(moved(ann, 9_000_000_000n));
  });

  it('of burned shares of a pool', async () => {
    const story = new Story(ann);
    const order = story.send(annsTokens, 400_000_000n, burnBody(50n));
    const burnt = story.send(master, 300_000_000n, burntBody(50n), order);
    story.send(ann, 2_000_000_000n, op(call).endCell(), burnt);
    const other = story.send(annsOther, 60_000_000n, receiptBody(77n, null), burnt);
    story.send(ann, 40_000_000n, excess, other);
    const parsed = await entry(story);
    expect(parsed).toMatchObject({ mode: 'unknown', state: 'confirmed' });
    expect(parsed?.senders).toContainEqual(moved(ann, 50n, token));
    expect(parsed?.recipients).toContainEqual(moved(ann, 2_000_000_000n));
    expect(parsed?.fees?.amount).toBe(String(400_000_000n + 44_445n + 9n - 40_000_000n));
  });

  it('beyond what was attached, and fees are never negative', async () => {
    const story = new Story(ann);
    const order = story.send(annsTokens, 50_000_000n, transferBody(dex, 30n, ann));
    const arrived = story.send(dexTokens, 40_000_000n, receiptBody(30n, ann), order);
    story.send(ann, 3_000_000_000n, excess, arrived);
    const parsed = await entry(story);
    expect(parsed?.fees?.amount).toBe(String(44_445n + 6n));
    expect(parsed?.recipients).toContainEqual(moved(ann, 2_950_000_000n));
  });
});

describe('the admin of a governed jetton', () => {
  it('moves jettons from one owner to another', async () => {
    const story = new Story(carl);
    const order = story.send(master, 200_000_000n, op(forced).endCell());
    const sent = story.send(annsTokens, 100_000_000n, transferBody(bob, 1000n, carl), order);
    const arrived = story.send(bobsTokens, 80_000_000n, receiptBody(1000n, ann), sent);
    story.send(bob, 1n, noticeBody(1000n, ann), arrived);
    const wanted = {
      ...{ mode: 'transferToken', tokenId: token, state: 'confirmed', blockHeight: '50000000' },
      senders: expect.arrayContaining([moved(ann, 1000n, token)]),
      recipients: expect.arrayContaining([moved(bob, 1000n, token)]),
    };
    expect(await entry(story)).toMatchObject({ ...wanted, fees: { payer: walletAddress(carl) } });
    expect(await entry(story, bob)).toMatchObject(wanted);
  });

  it('burns them', async () => {
    const story = new Story(carl);
    const order = story.send(master, 200_000_000n, op(forced).endCell());
    const burnt = story.send(annsTokens, 100_000_000n, burnBody(1000n), order);
    story.send(master, 80_000_000n, burntBody(1000n), burnt);
    const parsed = await entry(story);
    expect(parsed).toMatchObject({ mode: 'unknown', tokenId: token, blockHeight: '50000000' });
    expect(parsed?.senders).toEqual([moved(ann, 1000n, token)]);
    expect(parsed?.recipients).toBeUndefined();
  });
});

describe('what failed moved nothing but fees', () => {
  it('coins that bounced', async () => {
    const story = new Story(ann);
    story.fail(story.send(dex, 500_000_000n, op(call).endCell(), undefined, { bounce: true }), 400_000_000n);
    expect(await entry(story)).toMatchObject({
      ...{ state: 'failed', fees: { amount: String(100_000_000n + 44_445n + 6n) } },
      senders: [moved(ann, 0n)],
    });
  });

  it('jettons that came back, and a wallet that did nothing', async () => {
    const back = new Story(ann);
    const sent = back.send(annsTokens, 50_000_000n, transferBody(bob, 70n, ann));
    back.fail(back.send(bobsTokens, 40_000_000n, receiptBody(70n, ann), sent), 30_000_000n);
    expect(await entry(back)).toMatchObject({ state: 'failed', mode: 'transferToken', senders: [moved(ann, 0n)] });
    const still = new Story(ann);
    still.fail(still.send(annsTokens, 50_000_000n, transferBody(bob, 70n, ann)));
    expect(await entry(still)).toMatchObject({ state: 'failed', senders: [moved(ann, 0n)] });
  });

  it('a part of an order: the rest is shown', async () => {
    const story = new Story(ann);
    story.fail(story.send(dex, 500n, Cell.EMPTY, undefined, { bounce: true }), 400n);
    story.send(bob, 70n, commentCell('for Bob'));
    story.send(carl, 80n, commentCell('12345'));
    const parsed = await entry(story);
    expect(parsed).toMatchObject({ state: 'confirmed', mode: 'transfer', memo: 'for Bob\n12345' });
    expect(parsed?.recipients).toEqual([moved(bob, 70n), moved(carl, 80n)]);
    // Exchanges credit by it: what is for Carl is not for Bob.
    expect(await entry(story, bob)).toMatchObject({ memo: 'for Bob', recipients: [moved(bob, 70n)] });
  });
});

it('keeps two jettons with one ticker apart, and shows none that imitates the coin or a listed one', async () => {
  const name = (symbols: readonly [string, string]) => (answer: Json) => {
    [master, other].forEach((each, i) => {
      const info = { type: 'jetton_masters', valid: true, name: 'x', symbol: symbols[i], extra: { decimals: '9' } };
      answer.metadata[each.toRawString().toUpperCase()] = { is_indexed: true, token_info: [info] };
    });
  };
  const story = new Story(carl);
  story.send(annsTokens, 10n, receiptBody(1n, null), story.send(master, 100n, op(mint).endCell()));
  story.send(annsOther, 10n, receiptBody(2n, null), story.send(other, 100n, op(mint).endCell()));
  const tickers = async (symbols: readonly [string, string]) =>
    (await entry(story, ann, name(symbols)))?.recipients?.map((each) => [each.amount, each.ticker, each.tokenId]);
  expect(await tickers(['DEMO', 'DEMO'])).toEqual([
    ['1', 'DEMO', token],
    ['2', 'DEMO', otherToken],
  ]);
  expect(await tickers(['TON', 'USDT'])).toEqual([
    ['1', 'EQDd..3Rl2', token],
    ['2', expect.stringMatching(/^EQDu\.\./), otherToken],
  ]);
  expect(await tickers(['GRAM', 'NOT'])).toEqual([
    ['1', 'EQDd..3Rl2', token],
    ['2', expect.stringMatching(/^EQDu\.\./), otherToken],
  ]);
});

describe('who may spend', () => {
  const warned = async (body: Cell, root = ann) => {
    const story = new Story(root, body);
    return (await entry(story, root))?.warnings?.map(({ code, context }) => [code, context?.by]);
  };
  const head = (code: number) => beginCell().storeUint(code, 32).storeUint(1, 32).storeUint(2, 32).storeUint(3, 32);

  it('changes with an extension of a wallet of version 5', async () => {
    const next = beginCell().storeUint(4, 8).storeBit(false).endCell();
    const added = head(0x7369_676e).storeBit(false).storeBit(true).storeUint(2, 8).storeAddress(bob).storeRef(next);
    expect(await warned(added.storeUint(0, 256).storeUint(0, 256).endCell())).toEqual([
      ['transaction.changesControl', canonicalAddress(bob)],
      ['transaction.changesControl', 'its extensions alone'],
    ]);
  });

  it('changes with a plugin of a wallet of version 4', async () => {
    const signed = beginCell().storeUint(0, 256).storeUint(0, 256).storeUint(1, 32).storeUint(2, 32).storeUint(3, 32);
    const installed = signed.storeUint(2, 8).storeInt(0, 8).storeBuffer(bob.hash).storeCoins(1n).storeUint(0, 64);
    expect(await warned(installed.endCell())).toEqual([['transaction.changesControl', canonicalAddress(bob)]]);
  });

  it('stays with orders of any wallet to send', async () => {
    expect(await warned(head(0x7369_676e).storeBit(false).storeBit(false).storeUint(0, 256).endCell())).toBeUndefined();
    expect(await warned(beginCell().storeUint(1, 8).endCell())).toBeUndefined();
  });
});

describe('a wallet that somebody else has spend', () => {
  /** It owns no jettons of these tests. */
  const saver = address('9');
  const read = async (story: Story) => {
    const { context, operation } = scriptedIndexes({ 'toncenter-v3': index(story) });
    const [entry] = (await readHistory(context, {}, saver, { limit: 5, cursor: undefined }, operation())).transactions;
    const found = await readTransaction(context, {}, entry?.parsed.id ?? '', operation());
    return found?.parsed;
  };

  it('is named as a wallet, with all that it paid: coins that a plugin of version 4 takes', async () => {
    const story = new Story(carl);
    const asked = story.send(saver, 100n, op(0x706c_7567).storeCoins(5_000n).storeBit(false).endCell());
    story.send(carl, 5_090n, op(0xf06c_7567).endCell(), asked);
    const parsed = await read(story);
    expect(told(parsed, saver)).toBe(story.change(saver));
    expect(parsed?.senders?.map((sender) => sender.address)).toContain(walletAddress(saver));
  });

  it('is named as a wallet, with all that it paid: an order of version 5 that a relayer brings', async () => {
    const story = new Story(carl);
    const brought = story.send(saver, 100_000n, beginCell().storeUint(signedInternal, 32).storeUint(0, 96).endCell());
    story.send(bob, 5_000n, Cell.EMPTY, brought);
    const parsed = await read(story);
    expect(told(parsed, saver)).toBe(story.change(saver));
    expect(parsed?.senders).toContainEqual(moved(saver, 5_000n));
  });
});

describe('a transaction that does not fit', () => {
  it('costs only itself, and the entry says so', async () => {
    const story = new Story(carl);
    story.send(ann, 70n, commentCell('rent'));
    story.send(bob, 80n);
    const broken = (answer: Json) => {
      const rows: Json[] = Object.values(answer.traces[0].transactions);
      rows.find((row) => row.account.startsWith('0:B')).total_fees = -5;
    };
    const parsed = await entry(story, ann, broken);
    expect(parsed).toMatchObject({
      memo: 'rent',
      recipients: [moved(ann, 70n)],
      ...incomplete(['a transaction of its trace']),
    });
  });
});

describe('a transaction alone', () => {
  const alone = async (story: Story, account: Address) => {
    const { context, operation } = scriptedIndexes({ 'toncenter-v3': index(story) });
    const own = story.transactions.find((each) => each.account.equals(account)) as Scripted;
    return (await readTransaction(context, {}, transactionCell(own).hash().toString('hex'), operation()))?.parsed;
  };

  it('shows nobody as the recipient of coins that came back later', async () => {
    const story = new Story(carl);
    const called = story.send(dex, 9_000n, op(call).endCell());
    story.fail(story.send(bob, 7_000n, Cell.EMPTY, called), 6_000n);
    const parsed = await alone(story, dex);
    expect(parsed?.recipients).toEqual([moved(dex, 9_000n)]);
    expect(parsed?.senders).toContainEqual(moved(dex, 7_000n));
    expect((await entry(story, bob))?.recipients).toBeUndefined();
  });

  it('shows the recipient of coins that arrived', async () => {
    const story = new Story(carl);
    const called = story.send(dex, 9_000n, op(call).endCell());
    story.send(bob, 7_000n, Cell.EMPTY, called);
    expect((await alone(story, dex))?.recipients).toContainEqual(expect.objectContaining({ amount: '7000' }));
  });
});

describe('a liquid pool that pays at once', () => {
  /** @param more - What else the pool sends. */
  const burned = (more = 0n) => {
    const story = new Story(ann);
    const payload = beginCell().storeBit(false).storeBit(false).endCell();
    const body = op(jettonOps.burn).storeCoins(50n).storeAddress(ann).storeBit(true).storeRef(payload).endCell();
    const order = story.send(annsTokens, 1_050_000_000n, body);
    const notice = story.send(master, 1_040_000_000n, burntBody(50n), order);
    const asked = story.send(pool, 1_030_000_000n, op(liquidWithdraw).storeCoins(50n).endCell(), notice);
    // 60 coins, and what is left of the 1.03.
    story.send(ann, 60_000_000_000n + 1_030_000_000n - 44_445n - 3n, op(liquidWithdrawal).endCell(), asked);
    if (more > 0n) story.send(carl, more, Cell.EMPTY, asked);
    return story;
  };

  it('shows what it paid, and what was left of the order is no part of the fee', async () => {
    const parsed = await entry(burned());
    expect(parsed).toMatchObject({ mode: 'unstake', state: 'confirmed' });
    expect(parsed?.recipients?.filter(({ tokenId }) => tokenId === undefined)).toEqual([moved(ann, 60_000_000_000n)]);
    expect(BigInt(parsed?.fees?.amount ?? 0)).toBe(20_000_000n + 44_445n * 2n + 3n * 3n);
  });

  it('is believed whole where it sends more: then nobody knows who paid for what', async () => {
    expect((await entry(burned(5n)))?.recipients).toContainEqual(moved(ann, 61_029_955_552n));
  });
});

describe('a trace that lacks a transaction', () => {
  it('shows jettons once that passed through the missing one', async () => {
    const story = new Story(carl);
    const order = story.send(carlsTokens, 100_000_000n, transferBody(ann, 77n, carl));
    story.send(annsTokens, 90_000_000n, receiptBody(77n, carl), order);
    const isMissing = (row: Json) => row.account === carlsTokens.toRawString().toUpperCase();
    const { context, operation } = scriptedIndexes({
      'toncenter-v3': index(story, (answer) => {
        const { transactions } = answer.traces[0];
        const kept = Object.entries<Json>(transactions).filter(([, row]) => !isMissing(row));
        expect(kept).toHaveLength(2);
        answer.traces[0].transactions = Object.fromEntries(kept);
      }),
    });
    const { transactions } = await readHistory(context, {}, ann, { limit: 5, cursor: undefined }, operation());
    expect(transactions[0]?.parsed.recipients).toEqual([moved(ann, 77n, token)]);
  });
});
