import { type ParsedTransaction, toBase64, toHex } from '@isochain/core';
import { createUpstream } from '@isochain/core/upstream';
import { startTon, type TonEngine } from '@isochain/devnet/ton';
import { ed25519 } from '@noble/curves/ed25519.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canonicalAddress, walletAddress } from '../address/address.ts';
import { commentCell } from '../bytes/comment.ts';
import { jettonBurnCell, jettonTransferCell } from '../bytes/jetton-messages.ts';
import { liquidDepositCell, payoutCell } from '../bytes/pool-messages.ts';
import { contextOf } from '../context.ts';
import { ton } from '../index.ts';
import { Address, type Cell } from '../ton-core.ts';
import {
  externalMessage,
  normalizedHash,
  type OutMessage,
  signedBody,
  signingMessage,
} from '../wallets/signing-message.ts';
import { addressOfWallet, defaultWalletId, type Wallet, type WalletVersion, walletInit } from '../wallets/wallet.ts';
import { readHistory } from './history.ts';
import { readTransaction } from './transaction.ts';

const nobody = Address.parseRaw(`0:${'77'.repeat(32)}`);
const coin = 1_000_000_000n;

let engine: TonEngine;
beforeAll(async () => {
  engine = await startTon({ startTime: new Date('2026-06-01T00:00:00Z') });
});
afterAll(() => engine.stop());

const kinds = ['toncenter-v3', 'tonapi'] as const;
type Kind = (typeof kinds)[number];

function open(kind: Kind) {
  const endpoints = [{ url: kind === 'tonapi' ? engine.urls.tonapi : engine.urls.v3, kind, name: kind }];
  const upstream = createUpstream({ chainId: 'ton', endpoints, kinds: { 'toncenter-v3': {}, tonapi: {} } });
  return { context: contextOf('ton', { endpoints }), operation: upstream.operation() };
}

async function read(id: string, kind: Kind): Promise<ParsedTransaction | undefined> {
  const { context, operation } = open(kind);
  const found = await readTransaction(context, {}, id, operation);
  expect(operation.trace.roundTrips).toBe(1);
  return found?.parsed;
}

/** All pages of a history. */
async function readAll(account: Address, kind: Kind, limit: number, between = async () => {}) {
  const { context, operation } = open(kind);
  const { tokens } = engine;
  const entries: ParsedTransaction[] = [];
  let cursor: string | undefined;
  do {
    const page = await readHistory(context, { tokens }, account, { limit, cursor }, operation);
    expect(page.transactions.length).toBeLessThanOrEqual(limit);
    entries.push(...page.transactions.map(({ parsed }) => parsed));
    cursor = page.next;
    await between();
  } while (cursor !== undefined);
  return entries;
}

let people = 0;

/** A new wallet that sends over HTTP, in the family's own bytes. */
async function person(version: WalletVersion = 'v4r2') {
  people += 1;
  const key = new Uint8Array(32).fill(people);
  const wallet: Wallet = {
    version,
    walletId: defaultWalletId(version, -239),
    publicKey: ed25519.getPublicKey(key),
  };
  const address = addressOfWallet(wallet);
  await engine.fund(canonicalAddress(address), 2_000n * coin);
  let seqno = 0;
  let plain = '';
  return {
    /** The hash of the message that was sent last, as it was written. */
    plain: () => plain,
    address,
    name: walletAddress(address),
    async balance() {
      return (await engine.state(canonicalAddress(address))).balance;
    },
    /** @returns The normalized hash. */
    async send(message: Partial<OutMessage> & Pick<OutMessage, 'to' | 'value'>): Promise<string> {
      const whole = { bounce: false, mode: 3 as const, ...message };
      const signing = signingMessage({ wallet, seqno, validUntil: engine.now() + 60, message: whole });
      const body = signedBody(version, signing, ed25519.sign(signing.hash(), key));
      const external = externalMessage(address, body, seqno === 0 ? walletInit(wallet) : undefined);
      plain = external.hash().toString('hex');
      seqno += 1;
      const boc = toBase64(external.toBoc());
      const sent = await fetch(`${engine.urls.v3}/message`, { method: 'POST', body: JSON.stringify({ boc }) });
      expect([sent.status, await sent.text()]).toEqual([200, expect.any(String)]);
      return toHex(normalizedHash(address, body));
    },
  };
}

type Person = Awaited<ReturnType<typeof person>>;

describe.each(kinds)('a transaction over %s', (kind) => {
  it('is found by what broadcast answers, also if it deploys the wallet, with the fees that were paid', async () => {
    for (const version of ['v3r1', 'v3r2', 'v4r2', 'v5r1'] as const) {
      const ann = await person(version);
      for (const [memo, nonce] of [
        ['Grüße', '0'],
        [undefined, '1'],
      ] as const) {
        const before = await ann.balance();
        const body: Cell | undefined = memo === undefined ? undefined : commentCell(memo);
        const id = await ann.send({ to: nobody, value: 3n * coin, body });
        const parsed = await read(id, kind);
        expect(parsed).toMatchObject({
          id,
          mode: 'transfer',
          state: 'confirmed',
          nonce,
          timestamp: String(engine.now() * 1000),
          senders: [{ address: ann.name, amount: '3000000000', ticker: 'TON' }],
          recipients: [{ address: walletAddress(nobody), amount: '3000000000', ticker: 'TON' }],
          fees: { amount: String(before - 3n * coin - (await ann.balance())), ticker: 'TON' },
        });
        expect(parsed?.memo).toBe(memo);
        if (nonce === '0') expect(ann.plain()).not.toBe(id);
        expect((await read(ann.plain(), kind))?.id).toBe(id);
      }
    }
  });

  it('is unknown if nobody sent it', async () => {
    expect(await read('00'.repeat(32), kind)).toBeUndefined();
  });

  it('is pending until it is in a block', async () => {
    const ann = await person();
    await engine.setAutomine(false);
    const id = await ann.send({ to: nobody, value: coin });
    expect(await read(id, kind)).toMatchObject({ id, mode: 'transfer', state: 'pending' });
    await engine.mine();
    await engine.setAutomine(true);
    expect(await read(id, kind)).toMatchObject({ id, mode: 'transfer', state: 'confirmed' });
  });

  it('is found by its own hash too, also as the recipient sees it', async () => {
    const [ann, bob] = [await person(), await person()];
    const id = await ann.send({ to: bob.address, value: 5n, body: commentCell('hello') });
    const answer = await fetch(`${engine.urls.v3}/transactions?account=${bob.name}&limit=1`);
    const { transactions } = (await answer.json()) as { transactions: { hash: string; in_msg: { hash: string } }[] };
    const [received] = transactions;
    const hex = (text: string | undefined) => Buffer.from(text ?? '', 'base64').toString('hex');
    const wanted = {
      id: hex(received?.hash),
      mode: 'transfer',
      state: 'confirmed',
      memo: 'hello',
      senders: [{ address: ann.name, amount: '5', ticker: 'TON' }],
      recipients: [{ address: bob.name, amount: '5', ticker: 'TON' }],
    };
    expect(await read(hex(received?.hash), kind)).toMatchObject(wanted);
    expect(await read(hex(received?.in_msg.hash), kind)).toMatchObject(wanted);
    expect((await read(id, kind))?.id).toBe(id);
  });

  it('failed if the recipient sent the coins back', async () => {
    const ann = await person();
    const id = await ann.send({ to: nobody, value: coin, bounce: true });
    // The address of `nobody` has no contract, so coins bounce.
    expect(await read(id, kind)).toMatchObject({ id, mode: 'transfer', state: 'failed' });
  });

  it('failed if the wallet skipped what it could not pay', async () => {
    const ann = await person();
    const id = await ann.send({ to: nobody, value: 5_000n * coin, body: commentCell('too much') });
    const parsed = await read(id, kind);
    expect(parsed).toMatchObject({ id, mode: 'transfer', state: 'failed', memo: 'too much' });
    expect([parsed?.senders, parsed?.recipients]).toEqual([
      [{ address: ann.name, amount: '0', ticker: 'TON' }],
      undefined,
    ]);
  });

  describe('of jettons', () => {
    let ann: Person;
    let master: string;
    let jettonWallet: Address;
    const transfer = (amount: bigint, more: object = {}) =>
      jettonTransferCell({ queryId: 0n, amount, to: nobody, excessTo: ann.address, forwardAmount: 1n, ...more });

    beforeAll(async () => {
      ann = await person();
      master = engine.tokens[0]?.id ?? '';
      await engine.mint(master, canonicalAddress(ann.address), 1_000_000n);
      jettonWallet = Address.parse(await engine.jettonWallet(master, canonicalAddress(ann.address)));
    });

    it('names the jetton by its master', async () => {
      const body = transfer(700n, { forwardPayload: commentCell('for you') });
      const id = await ann.send({ to: jettonWallet, value: coin / 10n, bounce: true, body });
      expect(await read(id, kind)).toMatchObject({
        id,
        mode: 'transferToken',
        tokenId: canonicalAddress(Address.parse(master)),
        state: 'confirmed',
        memo: 'for you',
        senders: [
          { address: ann.name, amount: '700', ticker: 'DEMO', tokenId: canonicalAddress(Address.parse(master)) },
        ],
        recipients: [
          { address: walletAddress(nobody), amount: '700', ticker: 'DEMO' },
          // It is what the recipient is told with.
          { address: walletAddress(nobody), amount: '1', ticker: 'TON' },
        ],
      });
    });

    it.each([
      ['more than there is', 9_000_000n, coin / 10n],
      ['too little for the fees', 5n, coin / 100n],
    ])('failed with %s', async (_, amount, value) => {
      const id = await ann.send({ to: jettonWallet, value, bounce: true, body: transfer(amount) });
      expect(await read(id, kind)).toMatchObject({ id, mode: 'transferToken', state: 'failed' });
    });
  });

  it('shows stakes in a nominator pool', async () => {
    const ann = await person();
    const pool = Address.parse(await engine.deployNominatorPool({ minStake: 100n * coin }));
    const name = canonicalAddress(pool);
    const tell = (text: string, value: bigint) => ann.send({ to: pool, value, bounce: true, body: commentCell(text) });
    expect(await read(await tell('d', 101n * coin), kind)).toMatchObject({
      mode: 'stake',
      state: 'confirmed',
      validators: { target: { address: name, amount: '100000000000', ticker: 'TON' } },
    });
    expect(await read(await tell('x', 101n * coin), kind)).toMatchObject({ mode: 'transfer', state: 'failed' });
    const parsed = await read(await tell('w', coin), kind);
    expect(parsed).toMatchObject({
      mode: 'unstake',
      state: 'confirmed',
      validators: { source: { address: name, ticker: 'TON' } },
    });
    // The chain takes the fee of the payment from the payment.
    const paid = BigInt(parsed?.validators?.source?.amount ?? 0);
    expect([paid > 99_900_000_000n, paid < 100_000_000_000n]).toEqual([true, true]);
  });

  it('shows stakes in a liquid pool, and that one it refuses failed though all contracts report success', async () => {
    const ann = await person();
    const pool = Address.parse(await engine.deployLiquidPool());
    const stake = await ann.send({ to: pool, value: 101n * coin, bounce: true, body: liquidDepositCell(0n) });
    expect(await read(stake, kind)).toMatchObject({
      mode: 'stake',
      state: 'confirmed',
      validators: { target: { address: canonicalAddress(pool), amount: '100000000000', ticker: 'TON' } },
    });
    const minter = 'EQC98_qAmNEptUtPc7W6xdHh_ZHrBUFpw5Ft_IzNU20QAJav';
    const tokens = Address.parse(await engine.jettonWallet(minter, canonicalAddress(ann.address)));
    const burn = (amount: bigint, payout: Parameters<typeof payoutCell>[0], to = tokens) =>
      ann.send({
        to,
        value: (105n * coin) / 100n,
        bounce: true,
        body: jettonBurnCell({ queryId: 0n, amount, excessTo: ann.address, customPayload: payoutCell(payout) }),
      });
    const before = await ann.balance();
    const paid = await read(await burn(10n * coin, { atRoundEnd: false, orNothing: true }), kind);
    const change = (await ann.balance()) - before;
    expect(paid).toMatchObject({
      mode: 'unstake',
      tokenId: minter,
      state: 'confirmed',
      senders: [
        {
          address: ann.name,
          amount: '10000000000',
          ticker: kind === 'tonapi' ? 'EQC9..AJav' : 'tsTON',
          tokenId: minter,
        },
        { address: canonicalAddress(pool), ticker: 'TON' },
      ],
      validators: { source: { address: canonicalAddress(pool), amount: '10000000000' } },
    });
    expect(BigInt(paid?.recipients?.[0]?.amount ?? 0) - BigInt(paid?.fees?.amount ?? 0)).toBe(change);
    const later = await read(await burn(10n * coin, { atRoundEnd: true, orNothing: false }), kind);
    expect(later).toMatchObject({
      mode: 'unstake',
      state: 'confirmed',
      validators: { source: { amount: '10000000000' } },
    });
    expect(later?.recipients).toBeUndefined();
    // The coins of this pool are with validators.
    const [poor, poorMinter] = [`0:${'12'.repeat(32)}`, `0:${'13'.repeat(32)}`];
    await engine.deployLiquidPool({ address: poor, minter: poorMinter, lent: 1_100_000n * coin });
    await ann.send({ to: Address.parse(poor), value: 111n * coin, bounce: true, body: liquidDepositCell(0n) });
    await engine.startRound(poor, 110n * coin);
    const held = await engine.jettonBalance(poorMinter, canonicalAddress(ann.address));
    const poorTokens = Address.parse(await engine.jettonWallet(poorMinter, canonicalAddress(ann.address)));
    const refused = await burn(held, { atRoundEnd: false, orNothing: true }, poorTokens);
    expect([held > 0n, await engine.jettonBalance(poorMinter, canonicalAddress(ann.address))]).toEqual([true, held]);
    expect(await read(refused, kind)).toMatchObject({ mode: 'unstake', state: 'failed' });
  });
});

describe.each(kinds)('a history over %s', (kind) => {
  it('has every trace once, newest first, whatever comes between its pages', async () => {
    const [ann, bob] = [await person(), await person()];
    const master = engine.tokens[0]?.id ?? '';
    await engine.mint(master, canonicalAddress(ann.address), 1_000n);
    const tokens = Address.parse(await engine.jettonWallet(master, canonicalAddress(ann.address)));
    const sent: string[] = [];
    for (let i = 0; i < 9; i++) {
      const body = commentCell(`number ${i}`);
      if (i % 3 === 0) await bob.send({ to: ann.address, value: BigInt(i + 1), body });
      else if (i % 3 === 1) sent.push(await ann.send({ to: bob.address, value: coin, body }));
      else {
        const transfer = { queryId: 0n, amount: 5n, to: bob.address, excessTo: ann.address, forwardAmount: 1n };
        const jettons = jettonTransferCell({ ...transfer, forwardPayload: body });
        sent.push(await ann.send({ to: tokens, value: coin / 10n, bounce: true, body: jettons }));
      }
    }
    const all = await readAll(ann.address, kind, 100);
    const shown = all.filter(({ memo }) => memo?.startsWith('number')).map(({ memo }) => memo);
    expect(shown).toEqual([8, 7, 6, 5, 4, 3, 2, 1, 0].map((i) => `number ${i}`));
    expect(all.filter(({ id }) => sent.includes(id)).map(({ id }) => id)).toEqual(sent.toReversed());
    expect(all[0]).toMatchObject({
      mode: 'transferToken',
      state: 'confirmed',
      tokenId: canonicalAddress(Address.parse(master)),
      senders: [{ address: ann.name, amount: '5', ticker: 'DEMO' }],
      recipients: [{ address: bob.name, amount: '5', ticker: 'DEMO' }],
    });
    expect(all[2]).toMatchObject({
      mode: 'transfer',
      senders: [{ address: bob.name, amount: '7', ticker: 'TON' }],
      recipients: [{ address: ann.name, amount: '7', ticker: 'TON' }],
    });
    for (const limit of [4]) {
      const later = async () => void (await bob.send({ to: ann.address, value: 1n }));
      const before = await readAll(ann.address, kind, 100);
      expect((await readAll(ann.address, kind, limit, later)).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    }
    for (const { id } of (await readAll(ann.address, kind, 100)).slice(-4)) {
      expect(await read(id, kind)).toMatchObject({ id: expect.any(String) });
    }
  });
});

it.each(kinds)('the entries over %s add up to the changes of balances', async (kind) => {
  const [ann, bob] = [await person('v5r1'), await person()];
  const master = engine.tokens[0]?.id ?? '';
  await engine.mint(master, canonicalAddress(ann.address), 1_000n);
  const tokens = Address.parse(await engine.jettonWallet(master, canonicalAddress(ann.address)));
  const transfer = { queryId: 0n, amount: 5n, to: bob.address, excessTo: ann.address, forwardAmount: 7n };
  const liquid = Address.parse(await engine.deployLiquidPool());
  const nominators = Address.parse(await engine.deployNominatorPool({ minStake: coin }));
  const orders: readonly (Partial<OutMessage> & Pick<OutMessage, 'to' | 'value'>)[] = [
    { to: bob.address, value: coin, body: commentCell('rent') },
    { to: nobody, value: coin, bounce: true },
    // toncenter lists no action of a wallet that sent nothing.
    ...(kind === 'tonapi' ? [{ to: bob.address, value: 5_000n * coin }] : []),
    { to: ann.address, value: coin },
    { to: tokens, value: coin / 10n, bounce: true, body: jettonTransferCell(transfer) },
    { to: tokens, value: coin / 10n, bounce: true, body: jettonTransferCell({ ...transfer, amount: 9_000n }) },
    { to: tokens, value: coin / 100n, bounce: true, body: jettonTransferCell(transfer) },
    { to: nominators, value: 11n * coin, bounce: true, body: commentCell('d') },
    { to: nominators, value: coin, bounce: true, body: commentCell('w') },
    { to: liquid, value: 11n * coin, bounce: true, body: liquidDepositCell(0n) },
  ];
  const held = async () => {
    const both = [ann, bob].map(async (one) => ({
      coins: await one.balance(),
      tokens: await engine.jettonBalance(master, canonicalAddress(one.address)),
    }));
    return Promise.all(both);
  };
  for (const [i, order] of orders.entries()) {
    const before = await held();
    const id = await ann.send(order);
    const after = await held();
    for (const [j, one] of [ann, bob].entries()) {
      const entries = await readAll(one.address, kind, 100);
      const entry = entries.find((each) => each.id === id);
      const told = (tokenId: string | undefined) => {
        const sum = (parties: ParsedTransaction['senders'] = []) =>
          parties.reduce(
            (all, each) => (each.address === one.name && each.tokenId === tokenId ? all + BigInt(each.amount) : all),
            0n,
          );
        const payer = entry?.fees?.payer ?? entry?.senders?.[0]?.address;
        const fees = tokenId === undefined && payer === one.name ? BigInt(entry?.fees?.amount ?? 0) : 0n;
        return sum(entry?.recipients) - sum(entry?.senders) - fees;
      };
      const [was, is] = [before[j], after[j]] as [{ coins: bigint; tokens: bigint }, { coins: bigint; tokens: bigint }];
      const id64 = canonicalAddress(Address.parse(master));
      expect([i, one.name, told(undefined), told(id64)], JSON.stringify(entry)).toEqual([
        ...[i, one.name],
        ...[is.coins - was.coins, is.tokens - was.tokens],
      ]);
    }
  }
});

it('are answered through the whole interface, in every spelling of an id', async () => {
  const ann = await person();
  const id = await ann.send({ to: nobody, value: coin, body: commentCell('hi') });
  const chain = ton.connect('ton', engine.settings as Parameters<typeof ton.connect>[1]);
  for (const spelling of [id, `0x${id.toUpperCase()}`, Buffer.from(id, 'hex').toString('base64url')]) {
    const { transaction } = await chain.transaction(spelling, { include: ['parsed', 'raw'] });
    expect(transaction).toMatchObject({ parsed: { id, state: 'confirmed', memo: 'hi' }, raw: { in_msg: {} } });
  }
  const page = await chain.history(ann.address.toRawString(), { limit: 1 });
  expect(page.transactions).toMatchObject([{ parsed: { id } }]);
  const next = await chain.history(ann.name, { limit: 1, nextPage: page.pagination.nextPage ?? '' });
  // The coins with which the engine funded the wallet.
  expect(next.transactions).toMatchObject([{ parsed: { mode: 'transfer', recipients: [{ address: ann.name }] } }]);
  await expect(chain.transaction('00'.repeat(32))).rejects.toThrow('is not known');
});
