import { type SignedTransaction, toBase64, toHex } from '@isochain/core';
import { internal, WalletContractV3R2, WalletContractV4, WalletContractV5R1 } from '@ton/ton';
import { describe, expect, it } from 'vitest';
import { sign } from '../test/ed25519.ts';
import { type TestWallet, testKey } from '../test/keys.ts';
import {
  type NodeFacts,
  now,
  openScripted,
  Refused,
  type Said,
  type ScriptedAccount,
} from '../test/scripted-endpoints.ts';
import { finalize } from './bytes/finalize.ts';
import type { TonPlan } from './bytes/transaction.ts';
import type { TonKind, TonOptions } from './options.ts';
import { Address, beginCell, Cell, storeMessage } from './ton-core.ts';
import { signingMessage } from './wallets/signing-message.ts';
import { defaultWalletId, walletCode } from './wallets/wallet.ts';

type Version = Exclude<TestWallet, 'v3r1'>;
const kinds: readonly TonKind[] = ['toncenter-v3', 'toncenter-v2', 'tonapi'];
const seconds = now / 1000;
const seqno = 8;
const key = testKey(1);
const recipient = Address.parse(testKey(2).address);

/** A message of our own bytes, signed with @ton/crypto. */
function made(version: Version = 'v4r2', { validUntil = seconds + 300, number = seqno, deploy = false } = {}) {
  const { address, publicKey, secretKey } = testKey(1, version);
  const wallet = {
    version,
    walletId: defaultWalletId(version, -239),
    publicKey: Uint8Array.from(Buffer.from(publicKey, 'hex')),
  };
  const message = { to: recipient, bounce: false, value: 10_000n, mode: 3 } as const;
  const plan: TonPlan = { wallet, seqno: number, validUntil, message, sender: Address.parse(address), deploy };
  const signing = signingMessage(plan);
  const signature = sign(signing.hash(), secretKey).toString('hex');
  return { plan, signed: finalize(plan, { signing }, signature), raw: plan.sender.toRawString() };
}

/** Another message of the same wallet, made by @ton/ton: two transfers at once. */
function another(
  number: number,
  version: Version = 'v4r2',
  secretKey = key.secretKey,
): { message: Cell; hash: string } {
  const publicKey = Buffer.from(testKey(1, version).publicKey, 'hex');
  const messages = [1, 2].map((value) => internal({ to: recipient, value: BigInt(value), bounce: false }));
  const terms = { seqno: number, secretKey, messages, sendMode: 3, timeout: seconds + 60 };
  const contracts = {
    v3r2: () => WalletContractV3R2.create({ workchain: 0, publicKey }).createTransfer(terms),
    v4r2: () => WalletContractV4.create({ workchain: 0, publicKey }).createTransfer(terms),
    v5r1: () => WalletContractV5R1.create({ workchain: 0, publicKey }).createTransfer(terms),
  };
  const body = contracts[version]();
  const to = Address.parse(testKey(1, version).address);
  const external = (forceRef: boolean) =>
    beginCell()
      .store(storeMessage({ info: { type: 'external-in', dest: to, importFee: 0n }, init: null, body }, { forceRef }))
      .endCell();
  return { message: external(false), hash: toHex(external(true).hash()) };
}

/** The wallet's account, with its next sequence number. */
function account(next: number, version: Version = 'v4r2', balance = 5_000_000_000n): ScriptedAccount {
  const data = beginCell();
  if (version === 'v5r1') data.storeBit(true);
  data.storeUint(next, 32);
  const id = defaultWalletId(version, -239);
  if (version === 'v5r1') data.storeInt(id, 32);
  else data.storeUint(id, 32);
  data.storeBuffer(Buffer.from(testKey(1, version).publicKey, 'hex'));
  if (version !== 'v3r2') data.storeBit(false);
  return { balance, status: 'active', code: walletCode(version), data: data.endCell() };
}

const start = 'LITE_SERVER_UNKNOWN: cannot apply external message to current state : ';
const rejected = (code: number): Said => ({
  error: `${start}External message was not accepted\nCannot run message on account: inbound external message rejected by transaction AB:\nexitcode=${code}, steps=23, gas_used=0\nVM Log (truncated):\n...`,
});
const before = {
  error: `${start}External message was not accepted\nCannot run message on account: inbound external message rejected by account AB before smart-contract execution`,
};
const duplicate = new Refused(400, { error: 'duplicate message' });

const usual = made();
const cellOf = ({ raw }: SignedTransaction) => Cell.fromBase64(raw);
const own = cellOf(usual.signed);

function open(
  nodes: readonly (readonly [TonKind, NodeFacts | 'dead'])[],
  { plan, signed }: Pick<ReturnType<typeof made>, 'plan' | 'signed'> = usual,
  options: Partial<TonOptions> = {},
) {
  const scripted = openScripted(nodes, options);
  const { adapter } = scripted.chain;
  const operation = adapter.upstream.operation();
  const sends = () =>
    scripted.sent.filter(({ path }) => /^\/(?:message|sendBocReturnHash|blockchain\/message)$/.test(path));
  const run = () => adapter.submit(signed, plan, operation);
  const caught = () =>
    run().then(
      (hash) => expect.fail(`taken as ${hash}`),
      (error: unknown) => error,
    );
  return { ...scripted, adapter, operation, sends, run, caught };
}

const withWallet = (next: number, rest: NodeFacts, { raw } = usual, version: Version = 'v4r2'): NodeFacts => ({
  ...rest,
  accounts: { [raw]: account(next, version) },
});

describe('submit', () => {
  it.each(kinds)('answers the hash of a message that %s takes', async (kind) => {
    const { run, sends } = open([[kind, {}]]);
    expect(await run()).toBe(usual.signed.hash);
    expect(sends().map(({ body }) => body)).toEqual([{ boc: usual.signed.raw }]);
  });

  it.each(kinds)('takes one round trip over %s once the chain was seen moving', async (kind) => {
    const { adapter, operation, run } = open([[kind, {}]]);
    await run();
    const later = adapter.upstream.operation();
    await adapter.submit(usual.signed, usual.plan, later);
    expect(later.trace.roundTrips).toBe(1);
    expect(operation.trace.roundTrips).toBe(2);
  });

  it('sends to all endpoints at once, and answers as soon as one took it', async () => {
    const { run, sends } = open([
      ['toncenter-v3', { says: before }],
      ['toncenter-v3', 'dead'],
      ['tonapi', { says: 'hangs' }],
      ['toncenter-v2', {}],
    ]);
    expect(await run()).toBe(usual.signed.hash);
    expect(sends()).toHaveLength(4);
  });

  it('takes the hash of a message that deploys: the normalized one differs from the plain one', async () => {
    const first = made('v4r2', { number: 0, deploy: true });
    expect(toHex(cellOf(first.signed).hash())).not.toBe(first.signed.hash);
    for (const kind of kinds) expect(await open([[kind, {}]], first).run()).toBe(first.signed.hash);
  });

  describe('counts a message as sent if an endpoint has it already', () => {
    it.each(kinds)('%s: its liteserver just checked it', async (kind) => {
      const says = { error: 'LITE_SERVER_UNKNOWN: cannot send external message : duplicate message' };
      expect(await open([[kind, { says }]]).run()).toBe(usual.signed.hash);
    });

    it.each(kinds)('%s: whatever it answers, if the message is in a block', async (kind) => {
      for (const says of [rejected(33), rejected(36), before, duplicate, 'dead'] as const) {
        const { run } = open([[kind, withWallet(seqno + 1, { says, taken: [another(seqno + 1).message, own] })]]);
        expect(await run()).toBe(usual.signed.hash);
      }
    });

    it('v3: it waits for the next block', async () => {
      const pending = [Buffer.from(usual.signed.hash, 'hex').toString('base64')];
      expect(await open([['toncenter-v3', { says: rejected(33), pending }]]).run()).toBe(usual.signed.hash);
    });

    it('v3 without a mempool still finds it in a block', async () => {
      const refused = new Refused(500, { error: 'emulatedTracesRepository is not initialized' });
      const facts = { says: rejected(33), taken: [own], own: { '/pendingTraces': refused } };
      expect(await open([['toncenter-v3', facts]]).run()).toBe(usual.signed.hash);
    });

    it('another endpoint may have it', async () => {
      const { run } = open([
        ['toncenter-v3', { says: rejected(33) }],
        ['tonapi', { says: 'dead', taken: [own] }],
      ]);
      expect(await run()).toBe(usual.signed.hash);
    });

    it('but does not believe one that shows another message', async () => {
      const other = {
        transactions: [
          {
            account: usual.raw,
            in_msg: { source: null, hash: toBase64(another(7).message.hash()), message_content: null },
          },
        ],
      };
      const { run } = open([['toncenter-v3', { says: rejected(33), own: { '/transactionsByMessage': other } }]]);
      await expect(run()).rejects.toMatchObject({ code: 'broadcast.uncertain' });
    });
  });

  describe('of a sequence number that is used', () => {
    it.each(kinds.flatMap((kind) => (['v3r2', 'v4r2', 'v5r1'] as const).map((version) => [kind, version] as const)))(
      'names the message that used it: %s, %s',
      async (kind, version) => {
        const sent = made(version);
        const secret = testKey(1, version).secretKey;
        const user = another(seqno, version, secret);
        const taken = [
          another(seqno + 1, version, secret).message,
          user.message,
          another(seqno - 1, version, secret).message,
        ];
        const says = rejected(version === 'v5r1' ? 133 : 33);
        const { caught } = open([[kind, withWallet(seqno + 2, { says, taken }, sent, version)]], sent);
        expect(await caught()).toMatchObject({
          code: 'broadcast.nonceUsed',
          problems: [{ context: { nonce: String(seqno), transaction: user.hash } }],
        });
      },
    );

    it.each<[string, NodeFacts]>([
      ['nothing is found', { taken: [] }],
      ['only others are found', { taken: [another(seqno + 1).message, another(seqno - 1).message] }],
      ['another key signed it', { taken: [another(seqno, 'v4r2', testKey(7).secretKey).message] }],
    ])('does not say so if %s', async (_, facts) => {
      for (const kind of kinds) {
        const { caught } = open([[kind, withWallet(seqno + 1, { says: rejected(33), ...facts })]]);
        expect(await caught()).toMatchObject({
          code: 'broadcast.uncertain',
          maybeSent: true,
          hash: usual.signed.hash,
          problems: [{ context: { maybeSent: true, hash: usual.signed.hash } }],
        });
      }
    });

    it('does not believe an endpoint that says so while another took the message', async () => {
      const { run } = open([
        ['toncenter-v3', withWallet(seqno + 1, { says: rejected(33), taken: [another(seqno).message] })],
        ['toncenter-v2', {}],
      ]);
      expect(await run()).toBe(usual.signed.hash);
    });

    it('does not believe an endpoint whose own state shows that it is free', async () => {
      const { caught } = open([['toncenter-v3', withWallet(seqno, { says: rejected(33) })]]);
      expect(await caught()).toMatchObject({ code: 'broadcast.uncertain', maybeSent: true });
    });

    it('says that the message may have been sent if an endpoint did not answer', async () => {
      const { caught } = open([
        ['toncenter-v3', withWallet(seqno + 1, { says: rejected(33) })],
        ['tonapi', { says: 'dead' }],
      ]);
      expect(await caught()).toMatchObject({ maybeSent: true });
    });
  });

  it.each(kinds)('tells a sequence number that is too far ahead, over %s', async (kind) => {
    const { caught } = open([[kind, withWallet(seqno - 3, { says: rejected(33) })]]);
    expect(await caught()).toMatchObject({
      code: 'broadcast.nonceGap',
      problems: [{ context: { nonce: String(seqno) } }],
    });
    // One endpoint lags, and the other one knows that the number is used.
    const mixed = open([
      [kind, withWallet(seqno - 3, { says: rejected(33) })],
      [kind, withWallet(seqno + 1, { says: rejected(33), taken: [another(seqno).message] })],
    ]);
    expect(await mixed.caught()).toMatchObject({ code: 'broadcast.nonceUsed' });
  });

  describe('of a message whose time is over', () => {
    const late = { validUntil: seconds - 1 };

    it.each<[Version, number]>([
      ['v3r2', 35],
      ['v4r2', 36],
      ['v5r1', 136],
    ])('says so if the wallet shows that it was not carried out: %s', async (version, code) => {
      const sent = made(version, late);
      for (const kind of kinds) {
        const { caught } = open([[kind, withWallet(seqno, { says: rejected(code) }, sent, version)]], sent);
        expect(await caught()).toMatchObject({ code: 'broadcast.expired' });
      }
    });

    it('says so of the first message of a wallet that is not deployed', async () => {
      const sent = made('v4r2', { ...late, number: 0, deploy: true });
      const accounts: NodeFacts['accounts'] = { [sent.raw]: { balance: 5_000_000n, status: 'uninit' } };
      for (const kind of kinds) {
        const { caught } = open([[kind, { says: rejected(36), accounts }]], sent);
        expect(await caught()).toMatchObject({ code: 'broadcast.expired' });
      }
    });

    it('does not say so if the wallet went on: it may be this very message that was carried out', async () => {
      const sent = made('v4r2', late);
      for (const kind of kinds) {
        const { caught } = open([[kind, withWallet(seqno + 1, { says: rejected(36) })]], sent);
        expect(await caught()).toMatchObject({ code: 'broadcast.uncertain', maybeSent: true, hash: sent.signed.hash });
        const used = open(
          [[kind, withWallet(seqno + 1, { says: rejected(36), taken: [another(seqno).message] })]],
          sent,
        );
        expect(await used.caught()).toMatchObject({ code: 'broadcast.nonceUsed' });
      }
    });

    it('does not say so if no endpoint shows the wallet', async () => {
      const refused = new Refused(500, { error: 'internal server error' });
      const { caught } = open(
        [['toncenter-v3', { says: rejected(36), own: { '/accountStates': refused } }]],
        made('v4r2', late),
      );
      expect(await caught()).toMatchObject({ code: 'broadcast.uncertain', maybeSent: true });
    });

    it.each<[Version, number]>([
      ['v3r2', 35],
      ['v4r2', 36],
      ['v5r1', 136],
    ])('does not say so while our own clock is before it: %s', async (version, code) => {
      const sent = made(version, { validUntil: seconds + 300 });
      for (const kind of kinds) {
        const { caught } = open([[kind, withWallet(seqno, { says: rejected(code) }, sent, version)]], sent);
        expect(await caught()).toMatchObject({ code: 'broadcast.uncertain', maybeSent: true, hash: sent.signed.hash });
      }
    });

    it('says so if our clock is a little slow, and the endpoint shows a block of that time', async () => {
      const codeOf = async (secondsLeft: number, latestAt: number) => {
        const sent = made('v4r2', { validUntil: seconds + secondsLeft });
        const facts = withWallet(seqno, { says: rejected(36), latestAt });
        return ((await open([['toncenter-v3', facts]], sent).caught()) as { code: string }).code;
      };
      expect(await codeOf(60, now + 60_000)).toBe('broadcast.expired');
      expect(await codeOf(60, now + 59_000)).toBe('broadcast.uncertain');
      expect(await codeOf(61, now + 600_000)).toBe('broadcast.uncertain');
    });

    it('does not say so because an endpoint claims a later time', async () => {
      const { caught } = open([['toncenter-v3', withWallet(seqno, { says: rejected(36), latestAt: now + 600_000 })]]);
      expect(await caught()).toMatchObject({ code: 'broadcast.uncertain', maybeSent: true, hash: usual.signed.hash });
    });

    it('says so beside a lost answer once no endpoint can show an older state', async () => {
      const codeAt = async (secondsLate: number) => {
        const sent = made('v4r2', { validUntil: seconds - secondsLate });
        const { caught } = open(
          [
            ['tonapi', { says: 'dead' }],
            ['toncenter-v3', withWallet(seqno, { says: rejected(36) })],
          ],
          sent,
        );
        return ((await caught()) as { code: string }).code;
      };
      // An endpoint may be ten minutes behind, and its guard is believed for one.
      expect(await codeAt(659)).toBe('broadcast.uncertain');
      expect(await codeAt(660)).toBe('broadcast.expired');
    });
  });

  describe('of a wallet that cannot pay', () => {
    it.each(kinds)('says so if the message was not carried out, over %s', async (kind) => {
      const { caught } = open([[kind, withWallet(seqno, { says: before })]]);
      expect(await caught()).toMatchObject({ code: 'broadcast.insufficientFunds' });
    });

    it.each(kinds)('does not say so if this very message may have emptied it, over %s', async (kind) => {
      const { caught } = open([[kind, withWallet(seqno + 1, { says: before })]]);
      expect(await caught()).toMatchObject({ code: 'broadcast.uncertain', maybeSent: true });
    });
  });

  it('does not know what became of a message that tonapi calls a duplicate: it says so after a refusal too', async () => {
    const { caught } = open([['tonapi', { says: duplicate }]]);
    expect(await caught()).toMatchObject({ code: 'broadcast.uncertain', maybeSent: true, hash: usual.signed.hash });
    // Another endpoint does not know better: tonapi may have passed the message on.
    const both = open([
      ['tonapi', { says: duplicate }],
      ['toncenter-v3', withWallet(seqno, { says: before })],
    ]);
    expect(await both.caught()).toMatchObject({
      code: 'broadcast.uncertain',
      maybeSent: true,
      hash: usual.signed.hash,
    });
  });

  it.each<Said>([before, rejected(35), rejected(9), { error: `${start}too many external messages to address 0:AB` }])(
    'is in doubt beside a lost answer, whatever another endpoint says: %j',
    async (says) => {
      for (const kind of kinds) {
        const lost = [kind, { says: 'dead' }] as const;
        const refuses = ['toncenter-v3', withWallet(seqno, { says })] as const;
        for (const nodes of [
          [lost, refuses],
          [refuses, lost],
        ]) {
          const error = await open(nodes).caught();
          expect(error).toMatchObject({ maybeSent: true, hash: usual.signed.hash });
          expect(String(error)).not.toContain('ncode again.');
        }
      }
    },
  );

  describe('says why endpoints refuse', () => {
    it.each<[Said, string]>([
      [rejected(35), 'broadcast.invalid'],
      [rejected(34), 'broadcast.invalid'],
      [rejected(9), 'broadcast.refused'],
      [{ error: `${start}External message was not accepted` }, 'broadcast.refused'],
      [
        { error: `${start}failed to parse external message external message too large, rejecting` },
        'broadcast.tooLarge',
      ],
      [{ error: `${start}too many external messages to address 0:AB` }, 'broadcast.congested'],
      // With other statuses, as proxies and tonapi write it (406), and with 200.
      [
        new Refused(406, { error: `error code: 0 message: ${start}External message was not accepted` }),
        'broadcast.refused',
      ],
      [
        new Refused(542, { ok: false, code: 542, error: `${start}External message was not accepted` }),
        'broadcast.refused',
      ],
    ])('%j', async (says, code) => {
      for (const kind of kinds) {
        const { caught, sends } = open([[kind, withWallet(seqno, { says })]]);
        expect(await caught()).toMatchObject({ code });
        // A refusal is not a failure of the endpoint, so nothing is sent twice.
        expect(sends()).toHaveLength(1);
      }
    });

    it('also with status 200', async () => {
      const said = { ok: false, error: `${start}External message was not accepted` };
      for (const [kind, path] of [
        ['toncenter-v3', '/message'],
        ['toncenter-v2', '/sendBocReturnHash'],
      ] as const) {
        expect(await open([[kind, { own: { [path]: said } }]]).caught()).toMatchObject({ code: 'broadcast.refused' });
      }
    });
  });

  it.each<[string, Said]>([
    ['its node has no time', { error: 'LITE_SERVER_NETWORK: timeout', status: 504 }],
    ['its node is not ready', { error: 'LITE_SERVER_NOTREADY: not ready' }],
    [
      'its node cannot read the configuration',
      {
        error: `${start}External message was not accepted: cannot fetch config params: configuration parameter 43 is invalid`,
      },
    ],
    ['it wants fewer requests', new Refused(429, { ok: false, code: 429, result: 'Ratelimit exceed' })],
    ['it does not know the key', new Refused(401, { ok: false, error: 'API key does not exist' })],
    ['it answers a page of its own', new Refused(502, '<html>')],
    ['it hangs up', 'dead'],
  ])('does not call it a refusal if %s', async (_, says) => {
    for (const kind of kinds) {
      // Among several endpoints none is asked twice.
      const { caught } = open([
        [kind, { says }],
        ['tonapi', 'dead'],
      ]);
      expect(await caught()).toMatchObject({ name: 'UpstreamError', code: 'upstream.unavailable' });
      const { run } = open([
        [kind, { says }],
        ['toncenter-v3', {}],
      ]);
      expect(await run()).toBe(usual.signed.hash);
    }
  });

  it('believes no page with status 200 in place of an answer', async () => {
    for (const [kind, path] of [
      ['toncenter-v3', '/message'],
      ['toncenter-v2', '/sendBocReturnHash'],
      ['tonapi', '/blockchain/message'],
    ] as const) {
      for (const page of ['Welcome', { ok: true }, { status: 'ok', result: {} }])
        expect(await open([[kind, { own: { [path]: page } }]]).caught()).toMatchObject({
          code: 'upstream.unavailable',
          maybeSent: true,
        });
    }
  });

  it('believes no endpoint of another network that it took the message', async () => {
    for (const kind of kinds) {
      const { caught } = open([[kind, { globalId: -3, zeroState: 'gj+B8wb/AmlPk1z1AhVI484rhrUpgSr2oSFIh56VoSg=' }]]);
      expect(await caught()).toMatchObject({ code: 'upstream.unavailable' });
    }
  });

  it('believes no endpoint that says it took another message', async () => {
    const hash = Buffer.alloc(32, 7).toString('base64');
    for (const kind of ['toncenter-v3', 'toncenter-v2'] as const) {
      const { caught } = open([[kind, { answersHash: { plain: toBase64(own.hash()), normalized: hash } }]]);
      expect(await caught()).toMatchObject({ code: 'upstream.unavailable', maybeSent: true });
    }
  });

  describe('while the chain stands still', () => {
    const hourAgo = now - 3_600_000;

    it.each(kinds)('sends nothing, over %s', async (kind) => {
      const { caught, sends } = open([[kind, { latestAt: hourAgo }]]);
      expect(await caught()).toMatchObject({ code: 'chain.standsStill' });
      expect(sends()).toHaveLength(0);
    });

    it('sends nothing if the endpoints of all kinds stand still', async () => {
      const { caught, sends } = open([
        ['toncenter-v3', { latestAt: hourAgo }],
        ['toncenter-v3', 'dead'],
        ['toncenter-v2', { latestAt: hourAgo }],
        ['tonapi', { latestAt: hourAgo }],
      ]);
      expect(await caught()).toMatchObject({ code: 'chain.standsStill' });
      expect(sends()).toHaveLength(0);
    });

    it('sends if one endpoint moves, or if the operator does not check it', async () => {
      const { run } = open([
        ['toncenter-v3', { latestAt: hourAgo }],
        ['tonapi', {}],
      ]);
      expect(await run()).toBe(usual.signed.hash);
      const unchecked = open([['toncenter-v3', { latestAt: hourAgo }]], usual, { oldestBlockMs: 0 });
      expect(await unchecked.run()).toBe(usual.signed.hash);
    });
  });
});
