import {
  describeFamily,
  type FamilySetup,
  type Interceptor,
  restRefusals,
  type Scene,
  type TestEngine,
} from '@isochain/conformance';
import type { CompletedData, EncodedItem } from '@isochain/core';
import { type AlgorandEngine, startAlgorand } from '@isochain/devnet/algorand';
import fc from 'fast-check';
import { deedsOf, withoutDeeds } from '../test/deeds.ts';
import { addressOf, bytesOfAddress, decode, judgedBytes, judgedFields, mainnet, msgpack } from '../test/judge.ts';
import { type TestKey, testKey } from '../test/keys.ts';
import { algorand } from './index.ts';
import type { AlgorandOptions } from './options.ts';
import type { Algorand } from './types.ts';

// The Algorand family's part of the conformance suite. Node's own cryptography signs, `@msgpack/msgpack` decodes, and balances are those of the stand-in.

const algo = 1_000_000n;
let engine: AlgorandEngine;

async function start(): Promise<TestEngine<TestKey, AlgorandOptions>> {
  engine = await startAlgorand();
  const [demo] = engine.tokens;
  if (demo === undefined) throw new Error('The stand-in has no token.');
  const { id, name, ticker, decimals } = demo;
  return {
    endpoints: engine.settings.endpoints,
    // Its clock stands still.
    options: { oldestBlockMs: 0, now: () => engine.now() },
    tokens: [{ type: 'ASA', id, name, ticker, decimals: String(decimals) }],
    account: (index) => testKey(index),
    fund: (address, amount, tokenId) => engine.fund(address, amount, tokenId),
    balance: (address, tokenId) => engine.balance(address, tokenId),
    mine: () => engine.advance(3),
    stop: () => engine.stop(),
  };
}

const forms = [
  'hex',
  'hex with 0x',
  'base64',
  'JSON with the key',
  'the signed transaction',
  'the signed transaction in base64',
  'the list of a wallet',
] as const;

type Form = (typeof forms)[number];

type Fields = Readonly<Record<string, unknown>>;

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
  if (item?.raw?.format !== 'MSGPACK' || item.hash?.format !== 'sha512_256' || others.length > 0)
    throw new Error('A transaction is one item with what is signed.');
  const bytes = Buffer.from(item.raw.value, 'hex');
  const { hash, message, txId } = judgedBytes(bytes);
  if (hash !== item.hash.value) throw new Error('What is signed is something else.');
  const { params } = data as { params?: { txId?: string } };
  if (params?.txId !== txId) throw new Error('The id is another one.');
  const txn = decode(bytes) as Fields;
  expectSame(data, txn);
  const signature = account.sign(message);
  const signed = Buffer.from(msgpack({ sig: Buffer.from(signature, 'hex'), txn: txn as never }));
  const base64 = Buffer.from(signature, 'hex').toString('base64');
  return {
    hex: signature,
    'hex with 0x': `0x${signature}`,
    base64,
    'JSON with the key': JSON.stringify({ signature: base64, publicKey: account.publicKey }),
    'the signed transaction': signed.toString('hex'),
    'the signed transaction in base64': signed.toString('base64'),
    'the list of a wallet': JSON.stringify([signed.toString('base64')]),
  };
}

/** What a careful wallet looks at: who sends, what it costs, where a transfer goes, and that nothing closes or gives away the account. */
function expectSame(data: CompletedData, txn: Fields): void {
  const address = (bytes: unknown) => addressOf(bytes as Uint8Array);
  const from = 'senderAddress' in data ? data.senderAddress : '';
  if (address(txn.snd) !== from) throw new Error('Another account sends.');
  if (String(txn.fee) !== data.fees) throw new Error('It costs something else.');
  if (Buffer.from(txn.gh as Uint8Array).toString('base64') !== mainnet.genesisHash)
    throw new Error('It is for another network.');
  if ('rekey' in txn) throw new Error('It gives the account away.');
  const wished = (data.params ?? {}) as { closeAccount?: true; optOut?: true };
  if ('close' in txn && wished.closeAccount !== true) throw new Error('It closes the account.');
  if ('aclose' in txn && wished.optOut !== true) throw new Error('It opts out.');
  if (data.mode !== 'transfer') return;
  if (address(txn.rcv) !== data.recipientAddress) throw new Error('The transfer goes elsewhere.');
  if (String(txn.amt) !== data.amount) throw new Error(`It moves ${txn.amt}, the data says ${data.amount}.`);
}

/** The 64 bytes of a signature in any spelling, in hex. */
function read(text: string): string {
  if (text.startsWith('[')) return read((JSON.parse(text) as [string])[0]);
  if (text.startsWith('{')) return read((JSON.parse(text) as { signature: string }).signature);
  const plain = text.replace(/^0x/i, '');
  const isHex = /^[0-9a-f]+$/i.test(plain) && plain.length % 2 === 0;
  const bytes = isHex ? Buffer.from(plain, 'hex') : Buffer.from(text, 'base64');
  if (bytes.length === 64) return bytes.toString('hex');
  return Buffer.from((decode(bytes) as { sig: Uint8Array }).sig).toString('hex');
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
  const uint64 = { min: 1n, max: 2n ** 64n - 1n };
  return fc
    .record({
      account: fc.constantFrom(...accounts),
      recipient: fc.uint8Array({ minLength: 32, maxLength: 32 }).filter((bytes) => bytes.some((byte) => byte > 0)),
      amount: fc.bigInt(uint64),
      fee: fc.bigInt({ min: 1n, max: 10_000_000n }),
      firstValid: fc.bigInt({ ...uint64, max: uint64.max - 1000n }),
      rounds: fc.bigInt({ min: 0n, max: 1000n }),
      memo: fc.option(fc.string({ minLength: 1, maxLength: 200, unit: 'grapheme' }), { nil: undefined }),
      lease: fc.option(
        fc.uint8Array({ minLength: 32, maxLength: 32 }).filter((bytes) => bytes.some((byte) => byte > 0)),
        { nil: undefined },
      ),
    })
    .map(({ account, recipient, amount, fee, firstValid, rounds, memo, lease }) => {
      const { txId } = judgedFields({
        ...{ type: 'pay', snd: bytesOfAddress(account.address), rcv: recipient, amt: amount, fee },
        ...{ fv: firstValid, lv: firstValid + rounds, gen: mainnet.genesisId },
        gh: Buffer.from(mainnet.genesisHash, 'base64'),
        note: memo === undefined ? undefined : Buffer.from(memo),
        lx: lease,
      });
      const data: CompletedData = {
        mode: 'transfer',
        senderAddress: account.address,
        recipientAddress: addressOf(recipient),
        amount: String(amount),
        useMaxAmount: false,
        fees: String(fee),
        ...(memo === undefined ? {} : { memo }),
        params: {
          ...mainnet,
          firstValid: String(firstValid),
          lastValid: String(firstValid + rounds),
          ...(lease === undefined ? {} : { lease: Buffer.from(lease).toString('base64') }),
          txId,
        },
      };
      return { account, data };
    });
}

/** Hash of the genesis of the test network (go-algorand, installer/genesis/testnet). Signatures for the main network are not valid there. */
const testnet = { genesisId: 'testnet-v1.0', genesisHash: 'SGO1GKSzyE7IEPItTxCByw9x8FmnrCDexi9/cOUJOiI=' };

const anotherNetwork: Interceptor = async ({ method }, forward) => {
  if (method === 'POST')
    return Response.json(
      { message: `tx.GenesisHash <${mainnet.genesisHash}> does not match expected <${testnet.genesisHash}>` },
      { status: 400 },
    );
  const answer = await forward();
  const headers = new Headers(answer.headers);
  const text = (await answer.text())
    .replaceAll(mainnet.genesisHash, testnet.genesisHash)
    .replaceAll(mainnet.genesisId, testnet.genesisId);
  headers.delete('content-length');
  return new Response(text, { status: answer.status, headers });
};

const by = ({ sender }: Scene<TestKey>) => ({ senderAddress: sender.address, senderPubKey: sender.publicKey });

/** Any keys that a node could have made. */
const keysOf = (round: number) => ({
  voteKey: Buffer.alloc(32, 7).toString('base64'),
  selectionKey: Buffer.alloc(32, 8).toString('base64'),
  stateProofKey: Buffer.alloc(64, 9).toString('base64'),
  voteFirst: round,
  voteLast: round + 3_000_000,
  voteKeyDilution: 1732,
});

const says = (message: string) => () => Response.json({ message }, { status: 400 });
const pool = (text: string) => says(`TransactionPool.Remember: ${text}`);
const somebody = 'A'.repeat(58);

/** As go-algorand words them. */
const refusals = restRefusals(
  new URL('./failures.ts', import.meta.url),
  ({ method, path }) => method === 'POST' && path.endsWith('/v2/transactions'),
  [
    [
      'broadcast.congested',
      'reached capacity',
      says('TransactionPool.checkPendingQueueSize: transaction pool has reached capacity'),
    ],
    ['broadcast.feeTooLow', 'below threshold', pool('fee {{} 1000} below threshold 2470 (10 per byte * 247 bytes)')],
    ['broadcast.insufficientFunds', 'overspend', pool(`transaction X: overspend (account ${somebody}, data {})`)],
    ['broadcast.fails', 'below min', pool(`transaction X: account ${somebody} balance 1 below min 100000 (0 assets)`)],
    ['broadcast.leaseTaken', 'lease', pool('transaction X using an overlapping lease (sender, lease):(A, B)')],
    ['broadcast.invalid', 'malformed', says('transaction note too big: 1025 > 1024')],
    ['broadcast.nodeBehind', 'behind', pool('txn dead: round 1 outside of 2--3'), []],
    ['broadcast.notFinal', 'far behind', pool('txn dead: round 1 outside of 900--1900'), []],
    ['broadcast.refused', 'words of the pool', pool('computer says no')],
    ['broadcast.uncertain', 'broadcast queue full', says('broadcast queue full')],
    ['broadcast.uncertain', 'words that nobody knows', says('computer says no')],
  ],
);

const setup: FamilySetup<Algorand, TestKey, Form> = {
  family: algorand,
  chainId: 'algorand',
  start,
  forms,
  sign,
  sameSignature,
  keyOnlyOnChain: true,
  // An account opts in to a token before it can receive any. For that it must hold 0.2 ALGO.
  async prepareRecipient({ address }, token) {
    if ((await engine.balance(address)) === 0n) await engine.fund(address, algo);
    if (token !== undefined) engine.placeHolding(address, token.id);
  },
  withoutAmount: ['stake', 'unstake'],
  needsWishes: ['stake'],
  // The minimum balance of the account, and that of its holding.
  maxLeaves: () => 200_000n,
  amounts: { funds: 500n * algo, usual: 50n * algo, least: 1n, tokenFunds: 5_000_000n, token: 1_234_567n },
  examples: [
    {
      name: 'enableToken',
      mode: 'enableToken',
      intent: ({ sender }) => ({
        mode: 'enableToken',
        senderAddress: sender.address,
        tokenId: engine.assetIds.usdc,
      }),
    },
    {
      name: 'stake',
      mode: 'stake',
      intent: (scene) => ({
        ...{ mode: 'stake', ...by(scene), targetValidatorAddress: scene.sender.address, useMaxAmount: true },
        params: keysOf(engine.rounds().node),
      }),
    },
    {
      name: 'unstake',
      mode: 'unstake',
      intent: (scene) => {
        engine.placeAccount(scene.sender.address, { status: 'Online', participation: keysOf(engine.rounds().node) });
        return { mode: 'unstake', ...by(scene), validatorAddress: scene.sender.address, useMaxAmount: true };
      },
    },
  ],
  deeds: deedsOf(() => engine),
  withoutDeeds,
  // The bytes hold no key. The signature is checked against the address of the sender, or of the key that it was rekeyed to.
  granted: { lease: 'ab'.repeat(32) },
  wishes: {
    lastValid: '5',
    lease: 'ab'.repeat(32),
    closeAccount: true,
    optOut: true,
    voteKey: 'cd'.repeat(32),
    selectionKey: 'cd'.repeat(32),
    stateProofKey: 'cd'.repeat(64),
    voteFirst: 7,
    voteLast: 9,
    voteKeyDilution: 3,
    rewards: true,
  },
  unbound: () => ['useMaxAmount', 'senderPubKey'],
  unsupported: [
    'read.validators',
    'write.transaction.type.deployAccount',
    'write.transaction.type.claimRewards',
    'write.transaction.type.withdraw',
    'write.transaction.type.registerStake',
    'write.transaction.type.convertAsset',
  ],
  invalid: {
    addresses: [
      'x',
      '0x12f7464C9Ff094098d3F1d987a7C0Ce958E1cC17',
      // The last character changed.
      'XTNEJTKVSDVMMRR6JZ7P2M2JMOHIUXU2CQAPL6WGEXNJ2L2HUBGW2OVQ6A',
      'GAB2CB576PHBBPQ5ODORRZ2LYCMWPZGWGCN2KDK7DXOIMZASKUY3QZ6Q',
    ],
    tokens: ['USDC', '-1', '18446744073709551616', '007'],
    transactions: ['x', 'A'.repeat(51), 'ab'.repeat(32)],
    publicKeys: ['02'.repeat(31), '02'.repeat(33), 'zz'],
  },
  unknown: {
    transaction: 'A'.repeat(52),
    token: '999999999999',
  },
  speaks: 'rest',
  wrongNetwork: { intercept: anotherNetwork },
  refusals,
  roundTrips: [
    {
      maxBatch: undefined,
      encode: {
        ...{ transfer: 1, 'transfer max': 1, transferToken: 1, 'transferToken max': 1 },
        ...{ enableToken: 1, stake: 1, unstake: 1 },
      },
      state: 1,
      broadcast: 1,
    },
  ],
  randomCompleted,
};

describeFamily(setup);
