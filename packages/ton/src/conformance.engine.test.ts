import {
  describeFamily,
  type FamilySetup,
  type Interceptor,
  restRefusals,
  type Scene,
  type TestEngine,
} from '@isochain/conformance';
import type { Chain, CompletedData, EncodedItem } from '@isochain/core';
import { startTon, type TonEngine } from '@isochain/devnet/ton';
import { Address, beginCell, Cell, external, loadMessageRelaxed, storeMessage } from '@ton/core';
import fc from 'fast-check';
import { deedsOf } from '../test/deeds.ts';
import { sign as signHash } from '../test/ed25519.ts';
import { type TestKey, testKey } from '../test/keys.ts';
import { ton } from './index.ts';
import type { TonOptions } from './options.ts';
import type { Ton } from './types.ts';

// The TON family's part of the conformance suite. Keys and signatures are those of @ton/crypto, decoding and messages those of @ton/core, balances the
// engine's.

const coin = 1_000_000_000n;
let engine: TonEngine;
let nominators: string;
let liquid: string;

async function start(): Promise<TestEngine<TestKey, TonOptions>> {
  engine = await startTon();
  nominators = await engine.deployNominatorPool({ minStake: coin, maxNominators: 200 });
  liquid = await engine.deployLiquidPool();
  const tokens = engine.tokens.map(({ id, name, ticker, decimals }) => ({
    ...{ type: 'JETTON' as const, id, name, ticker },
    ...{ decimals: String(decimals), contractAddress: id },
  }));
  return {
    endpoints: [
      { url: engine.urls.v3, kind: 'toncenter-v3' },
      { url: engine.urls.tonapi, kind: 'tonapi' },
    ],
    // Its clock stands still.
    // Tickers of tokens come from the operator's list and the bundled one alone.
    options: { ...engine.settings.options, tokens: engine.tokens, oldestBlockMs: 0, now: () => engine.now() * 1000 },
    tokens,
    account: (index) => testKey(index),
    fund: (address, amount, tokenId) =>
      tokenId === undefined ? engine.fund(address, amount) : engine.mint(tokenId, address, amount),
    balance: async (address, tokenId) =>
      tokenId === undefined ? (await engine.state(address)).balance : engine.jettonBalance(tokenId, address),
    mine: () => engine.mine(),
    stop: () => engine.stop(),
  };
}

const forms = [
  'hex',
  'hex with 0x',
  'base64',
  'the signed message in base64',
  'the signed message in hex',
  'JSON of a wallet',
] as const;

type Form = (typeof forms)[number];

function sign({
  encoded,
  data,
  account,
}: {
  encoded: readonly EncodedItem[];
  data: CompletedData;
  account: TestKey;
}): Record<Form, string> {
  const [item, ...others] = encoded;
  if (item?.raw?.format !== 'BOC' || item.hash?.format !== 'sha256' || others.length > 0) {
    throw new Error('A transaction is one message with its hash.');
  }
  const signing = Cell.fromHex(item.raw.value);
  if (signing.hash().toString('hex') !== item.hash.value) throw new Error('The hash is of another message.');
  expectSame(signing, data);
  const signature = signHash(signing.hash(), account.secretKey);
  // v4r2: the signature stands before the message.
  const body = beginCell().storeBuffer(signature).storeSlice(signing.beginParse()).endCell();
  const message = beginCell()
    .store(storeMessage(external({ to: Address.parse(account.address), body })))
    .endCell()
    .toBoc();
  return {
    hex: signature.toString('hex'),
    'hex with 0x': `0x${signature.toString('hex')}`,
    base64: signature.toString('base64'),
    'the signed message in base64': message.toString('base64'),
    'the signed message in hex': message.toString('hex'),
    'JSON of a wallet': JSON.stringify({ signature: signature.toString('base64') }),
  };
}

/** What a careful wallet looks at: where a transfer goes, and how much it moves. */
function expectSame(signing: Cell, data: CompletedData): void {
  if (data.mode !== 'transfer') return;
  const slice = signing.beginParse();
  // Wallet id, end, sequence number, operation.
  slice.skip(3 * 32 + 8);
  const mode = slice.loadUint(8);
  const { info } = loadMessageRelaxed(slice.loadRef().beginParse());
  if (info.type !== 'internal' || !info.dest.equals(Address.parse(data.recipientAddress))) {
    throw new Error('The message goes elsewhere.');
  }
  const isSame = mode === 130 ? info.value.coins === 0n : info.value.coins === BigInt(data.amount ?? 0);
  if (!isSame) throw new Error(`The message moves ${info.value.coins}, the data says ${data.amount}.`);
}

/** The bytes of a signature in any spelling. */
function read(text: string): string | undefined {
  if (text.startsWith('{')) return read((JSON.parse(text) as { signature: string }).signature);
  const digits = text.replace(/^0x/, '');
  const bytes = /^[0-9a-f]{100,}$/i.test(digits) ? Buffer.from(digits, 'hex') : Buffer.from(text, 'base64');
  if (bytes.length === 64) return bytes.toString('hex');
  return Cell.fromBoc(bytes)[0]?.hash().toString('hex');
}

function sameSignature(original: string, other: string): boolean {
  try {
    return read(original) === read(other);
  } catch {
    return false;
  }
}

/** Completed data, as from encode, for any possible transfer. */
function randomCompleted(accounts: readonly TestKey[]): fc.Arbitrary<{ data: CompletedData; account: TestKey }> {
  const address = fc
    .tuple(fc.constantFrom(0, -1), fc.uint8Array({ minLength: 32, maxLength: 32 }))
    .map(([workchain, hash]) => new Address(workchain, Buffer.from(hash)));
  return fc
    .record({
      account: fc.constantFrom(...accounts),
      recipient: address,
      bounceable: fc.boolean(),
      amount: fc.bigInt({ min: 1n, max: 2n ** 63n }),
      useMaxAmount: fc.boolean(),
      bounce: fc.boolean(),
      seqno: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
      timeout: fc.integer({ min: 1, max: 2 ** 32 - 1 }),
      memo: fc.option(fc.string({ minLength: 1, maxLength: 300 }), { nil: undefined }),
      fees: fc.bigInt({ min: 1n, max: coin }),
    })
    .map(({ account, recipient, bounceable, amount, useMaxAmount, bounce, seqno, timeout, memo, fees }) => {
      const data: CompletedData = {
        mode: 'transfer',
        senderAddress: account.address,
        recipientAddress: recipient.toString({ bounceable }),
        senderPubKey: account.publicKey,
        amount: String(amount),
        useMaxAmount,
        ...(memo === undefined ? {} : { memo }),
        fees: String(fees),
        nonce: String(seqno),
        params: {
          timeout,
          walletVersion: 'v4r2',
          walletId: 698_983_191,
          publicKey: account.publicKey,
          deploy: false,
          bounce,
          sendMode: useMaxAmount ? 130 : 3,
        },
      };
      return { account, data };
    });
}

/** The test network: it does not know the sender. */
const anotherNetwork: Interceptor = async ({ method, path }, forward) => {
  if (path.startsWith('/blockchain/masterchain-head')) {
    return Response.json({ global_id: -3, gen_utime: engine.now() });
  }
  if (path.startsWith('/masterchainInfo')) {
    return Response.json({ last: { global_id: -3, gen_utime: String(engine.now()) } });
  }
  if (method === 'POST' && /\/message$/.test(path)) {
    const error =
      'LITE_SERVER_UNKNOWN: cannot apply external message to current state : Failed to unpack account state';
    return Response.json({ ok: false, code: 500, error }, { status: 500 });
  }
  return forward();
};

const by = ({ sender }: Scene<TestKey>) => ({ senderAddress: sender.address, senderPubKey: sender.publicKey });

function open(): Chain {
  const { endpoints, options } = engine.settings;
  return ton.connect('ton', { ...options, endpoints, oldestBlockMs: 0, now: () => engine.now() * 1000 });
}

/** Encodes, signs and broadcasts, to bring a chain into the state that an example begins in. */
async function carryOut(scene: Scene<TestKey>, data: Record<string, unknown>): Promise<void> {
  const chain = open();
  const { transaction, status } = await chain.encode({ ...data, ...by(scene) });
  if (status.errors.length > 0) throw new Error(status.errors.map(({ message }) => message).join(' '));
  const completed = transaction.data as unknown as CompletedData;
  const signature = sign({ encoded: transaction.encoded, data: completed, account: scene.sender }).hex;
  await chain.broadcast({ data: transaction.data, encoded: transaction.encoded, signature });
}

async function positionsOf({ sender }: Scene<TestKey>) {
  const { balances } = await open().accountState(sender.address, { include: ['staking'] });
  return balances.staking?.positions ?? [];
}

async function staked(scene: Scene<TestKey>, pool: string): Promise<string> {
  await carryOut(scene, { mode: 'stake', targetValidatorAddress: pool, amount: String(5n * coin) });
  return pool;
}

/** A stake whose return was asked for while the pool's coins were with the validators. */
async function leaving(scene: Scene<TestKey>): Promise<string> {
  const isLeaving = (await positionsOf(scene)).some(({ status }) => status === 'unlocked');
  if (isLeaving) return nominators;
  await staked(scene, nominators);
  await engine.startRound(nominators);
  await carryOut(scene, { mode: 'unstake', validatorAddress: nominators, useMaxAmount: true });
  // The round is over, and nobody made the pool pay so far: its first field is the state.
  const { code = Cell.EMPTY, data = Cell.EMPTY } = await engine.state(nominators);
  const idle = beginCell().storeUint(0, 8).storeSlice(data.beginParse().skip(8)).endCell();
  await engine.setContract(nominators, { code, data: idle, balance: 1_000_000n * coin });
  return nominators;
}

/** As liteservers word them, in the body that toncenter and tonapi give them. */
const says = (text: string) => () =>
  Response.json(
    { ok: false, code: 500, error: `LITE_SERVER_UNKNOWN: cannot apply external message to current state : ${text}` },
    { status: 500 },
  );
const exit = (code: number) =>
  says(
    `External message was not accepted\nCannot run message on account: inbound external message rejected by transaction AB:\nexitcode=${code}, steps=23, gas_used=0`,
  );
const before =
  'External message was not accepted\nCannot run message on account: inbound external message rejected by account AB before smart-contract execution';
/** Each version of wallets has its own codes. */
const byVersion = ['broadcast.uncertain', 'broadcast.refused'] as const;

const refusals = restRefusals(
  new URL('./failures.ts', import.meta.url),
  ({ method, path }) => method === 'POST' && /\/(?:message|sendBocReturnHash)$/.test(path),
  [
    ['broadcast.uncertain', 'exit code 33: the sequence number', exit(33), byVersion],
    ['broadcast.uncertain', 'exit code 133: the sequence number', exit(133), byVersion],
    ['broadcast.uncertain', 'exit code 36: its time is over', exit(36), byVersion],
    ['broadcast.uncertain', 'exit code 136: its time is over', exit(136), byVersion],
    ['broadcast.uncertain', 'duplicate message', () => Response.json({ error: 'duplicate message' }, { status: 400 })],
    ['broadcast.insufficientFunds', 'rejected before execution', says(before)],
    ['broadcast.invalid', 'failed to parse', says('failed to parse external message')],
    ['broadcast.tooLarge', 'too large', says('failed to parse external message external message too large, rejecting')],
    ['broadcast.congested', 'too many', says('too many external messages to address 0:AB')],
    ['broadcast.refused', 'no exit code', says('External message was not accepted')],
    ['upstream.unavailable', 'words that nobody knows', says('computer says no')],
  ],
);

const setup: FamilySetup<Ton, TestKey, Form> = {
  family: ton,
  chainId: 'ton',
  start,
  forms,
  sign,
  sameSignature,
  // One nanoton shows exchanges that tokens came.
  comesWithTokens: 1n,
  keyOnlyOnChain: true,
  // A pool takes a stake by a comment of its own.
  withoutMemo: ['stake', 'unstake', 'withdraw'],
  amounts: { funds: 600n * coin, usual: 2n * coin, least: 1n, tokenFunds: 5_000_000n, token: 1_234_567n },
  examples: [
    {
      name: 'stake',
      mode: 'stake',
      intent: (scene) => ({
        mode: 'stake',
        ...by(scene),
        targetValidatorAddress: nominators,
        amount: String(3n * coin),
      }),
    },
    {
      name: 'stake: liquid',
      mode: 'stake',
      intent: (scene) => ({ mode: 'stake', ...by(scene), targetValidatorAddress: liquid, amount: String(3n * coin) }),
    },
    {
      name: 'unstake',
      mode: 'unstake',
      intent: async (scene) => ({
        mode: 'unstake',
        ...by(scene),
        validatorAddress: await staked(scene, nominators),
        useMaxAmount: true,
      }),
    },
    {
      name: 'unstake: liquid',
      mode: 'unstake',
      intent: async (scene) => ({
        mode: 'unstake',
        ...by(scene),
        validatorAddress: await staked(scene, liquid),
        amount: String(2n * coin),
      }),
    },
    {
      name: 'withdraw',
      mode: 'withdraw',
      intent: async (scene) => ({ mode: 'withdraw', ...by(scene), validatorAddress: await leaving(scene) }),
    },
  ],
  deeds: deedsOf(() => engine),
  // The bytes of a maximum and of a stake that is taken back hold no amount of coins.
  granted: { timeout: 4_000_000_000, atRoundEnd: true },
  wishes: { timeout: 1, atRoundEnd: true, orNothing: true },
  unbound: ({ mode, params }) => [
    ...['useMaxAmount', 'fees', 'senderPubKey', 'params.deploy'],
    ...(mode === 'unstake' || mode === 'withdraw' || (params as { sendMode: number }).sendMode === 130
      ? ['amount']
      : []),
  ],
  unsupported: [
    'write.transaction.type.deployAccount',
    'write.transaction.type.enableToken',
    'write.transaction.type.claimRewards',
    'write.transaction.type.registerStake',
    'write.transaction.type.convertAsset',
  ],
  invalid: {
    addresses: [
      'x',
      '0x12f7464C9Ff094098d3F1d987a7C0Ce958E1cC17',
      // The show room's address with another last character, for test networks only, and in a workchain that there is not.
      'UQAQ113dWkP2MOfXN2uv0qPFB-097flcLBhyv0_lhgXEUhwA',
      Address.parse('UQAQ113dWkP2MOfXN2uv0qPFB-097flcLBhyv0_lhgXEUhwz').toString({ testOnly: true }),
      `1:${'ab'.repeat(32)}`,
    ],
    tokens: ['USDT', '0x1234'],
    transactions: ['x', 'ab'.repeat(31), `0x${'ab'.repeat(33)}`],
    publicKeys: ['02'.repeat(31), '02'.repeat(33), 'zz'],
  },
  unknown: { transaction: 'ab'.repeat(32), token: new Address(0, Buffer.alloc(32, 9)).toString() },
  speaks: { 'toncenter-v3': 'rest', tonapi: 'rest' },
  wrongNetwork: { intercept: anotherNetwork },
  refusals,
  roundTrips: [
    {
      maxBatch: undefined,
      encode: {
        transfer: 1,
        'transfer max': 1,
        transferToken: 2,
        'transferToken max': 2,
        ...{ stake: 1, 'stake: liquid': 1, unstake: 1, 'unstake: liquid': 3, withdraw: 1 },
      },
      state: 1,
      broadcast: 1,
    },
  ],
  randomCompleted,
};

describeFamily(setup);
