import { createHash, createPrivateKey, createPublicKey, sign as signBytes } from 'node:crypto';
import {
  describeFamily,
  type FamilySetup,
  interceptCalls,
  rpcRefusals,
  type Scene,
  type TestAccount,
  type TestEngine,
} from '@isochain/conformance';
import type { Chain, CompletedData, EncodedItem } from '@isochain/core';
import { type SolanaEngine, startSolana } from '@isochain/devnet/solana';
import { type Address, getBase58Decoder, getBase58Encoder, getCompiledTransactionMessageDecoder } from '@solana/kit';
import fc from 'fast-check';
import { deedsOf } from '../test/deeds/index.ts';
import { solana } from './index.ts';
import type { SolanaOptions } from './options.ts';
import type { Solana } from './types.ts';

// The Solana family's part of the conformance suite. Keys and signatures are Node's own, addresses and decoding @solana/kit's, balances the
// engine's.

interface Account extends TestAccount {
  readonly seed: Uint8Array;
}

const base58 = getBase58Decoder();
const sol = 1_000_000_000n;
let engine: SolanaEngine;

/** PKCS #8 of an Ed25519 key begins like this, and its seed follows (RFC 8410, section 7). */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex');

function keyOf(seed: Uint8Array) {
  return createPrivateKey({ key: Buffer.concat([pkcs8, seed]), format: 'der', type: 'pkcs8' });
}

function account(index: number): Account {
  const seed = createHash('sha256').update(`isochain conformance ${index}`).digest();
  const spki = createPublicKey(keyOf(seed)).export({ format: 'der', type: 'spki' });
  const publicKey = spki.subarray(-32);
  return { seed, address: base58.decode(publicKey), publicKey: publicKey.toString('hex') };
}

async function start(): Promise<TestEngine<Account, SolanaOptions>> {
  engine = await startSolana();
  const tokens = engine.tokens.map(({ id, name, ticker, decimals }) => ({
    ...{ type: 'SPL' as const, id, name, ticker },
    ...{ decimals: String(decimals), contractAddress: id },
  }));
  return {
    endpoints: [{ url: engine.url, maxBatch: 10 }],
    // Its clock stands still.
    options: { oldestBlockMs: 0 },
    tokens,
    account,
    async fund(address, amount, tokenId) {
      if (tokenId === undefined) return engine.fund(address, amount);
      const held = await tokenAccount(address, tokenId);
      if (held === undefined) await engine.createTokenAccount({ mint: tokenId, owner: address });
      await engine.mintTo(await engine.associatedTokenAddress(address, tokenId), amount);
    },
    async balance(address, tokenId) {
      if (tokenId !== undefined) return (await tokenAccount(address, tokenId)) ?? 0n;
      const { value } = await engine.rpc<{ value: number | bigint }>('getBalance', [
        address,
        { commitment: 'confirmed' },
      ]);
      return BigInt(value);
    },
    mine: () => engine.mine(),
    stop: () => engine.stop(),
  };
}

/** What the associated token account holds: u64 at offset 64 of its data (SPL Token, `Account`). */
async function tokenAccount(owner: string, mint: string): Promise<bigint | undefined> {
  const address = await engine.associatedTokenAddress(owner, mint);
  const config = { encoding: 'base64', commitment: 'confirmed' };
  const { value } = await engine.rpc<{ value: { data: [string, string] } | null }>('getAccountInfo', [address, config]);
  return value === null ? undefined : Buffer.from(value.data[0], 'base64').readBigUInt64LE(64);
}

const forms = [
  'hex',
  'hex with 0x',
  'base58',
  'base64',
  'the signed transaction in base64',
  'the signed transaction in base58',
  'the signed transaction in hex',
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
  account: Account;
}): Record<Form, string> {
  const [item, ...others] = encoded;
  if (item?.raw?.format !== 'BORSH' || item.hash !== undefined || others.length > 0) {
    throw new Error('A Solana transaction is one message, and no hash.');
  }
  const message = Buffer.from(item.raw.value, 'hex');
  expectSame(message, data, account);
  const signature = signBytes(null, message, keyOf(account.seed));
  const signed = Buffer.concat([Buffer.from([1]), signature, message]);
  return {
    hex: signature.toString('hex'),
    'hex with 0x': `0x${signature.toString('hex')}`,
    base58: base58.decode(signature),
    base64: signature.toString('base64'),
    'the signed transaction in base64': signed.toString('base64'),
    'the signed transaction in base58': base58.decode(signed),
    'the signed transaction in hex': signed.toString('hex'),
    'JSON of a wallet': JSON.stringify({ signature: base58.decode(signature), publicKey: account.address }),
  };
}

/** What a careful wallet looks at: who pays, and for transfers the last instruction's amount. */
function expectSame(message: Uint8Array, data: CompletedData, { address }: Account): void {
  const { staticAccounts, header, ...compiled } = getCompiledTransactionMessageDecoder().decode(message);
  if (header.numSignerAccounts !== 1 || staticAccounts[0] !== (address as Address))
    throw new Error('Somebody else signs.');
  if (data.mode !== 'transfer' && data.mode !== 'transferToken') return;
  const instructions = 'instructions' in compiled ? compiled.instructions : [];
  const bytes = Buffer.from(instructions.at(-1)?.data ?? []);
  const amount = bytes.readBigUInt64LE(data.mode === 'transfer' ? 4 : 1);
  if (amount !== BigInt(data.amount ?? 0))
    throw new Error(`The message moves ${amount}, the data says ${data.amount}.`);
}

/** The bytes of a signature in any spelling. */
function read(text: string): string | undefined {
  if (text.startsWith('{')) return read((JSON.parse(text) as { signature: string }).signature);
  const digits = text.replace(/^0x/, '');
  const bytes = /^[0-9a-f]{100,}$/i.test(digits)
    ? Buffer.from(digits, 'hex')
    : /^[1-9A-HJ-NP-Za-km-z]+$/.test(text)
      ? Buffer.from(getBase58Encoder().encode(text))
      : Buffer.from(text, 'base64');
  return bytes.length === 64 ? bytes.toString('hex') : bytes.subarray(1, 65).toString('hex');
}

function sameSignature(original: string, other: string): boolean {
  try {
    return read(original) === read(other);
  } catch {
    return false;
  }
}

/** Encodes, signs and broadcasts, to bring a chain into the state that an example begins in. */
async function carryOut(sender: Account, data: Record<string, unknown>): Promise<CompletedData> {
  const chain: Chain = solana.connect('solana', { endpoints: [{ url: engine.url, maxBatch: 10 }], oldestBlockMs: 0 });
  const { transaction, status } = await chain.encode({ ...data, senderAddress: sender.address });
  if (status.errors.length > 0) throw new Error(status.errors.map(({ message }) => message).join(' '));
  const completed = transaction.data as unknown as CompletedData;
  const signature = sign({ encoded: transaction.encoded, data: completed, account: sender }).hex;
  await chain.broadcast({ data: transaction.data, encoded: transaction.encoded, signature });
  await engine.mine();
  return completed;
}

const vote = () => engine.voteAccounts[0] ?? '';
const stakeOf = (data: CompletedData) => (data.params as { newStake: { account: string } }).newStake.account;

async function staked({ sender }: Scene<Account>): Promise<string> {
  const data = await carryOut(sender, { mode: 'stake', targetValidatorAddress: vote(), amount: String(3n * sol) });
  await engine.advanceEpochs(1);
  return stakeOf(data);
}

async function unstaked(scene: Scene<Account>): Promise<string> {
  const stakeId = await staked(scene);
  await carryOut(scene.sender, { mode: 'unstake', validatorAddress: vote(), stakeId, useMaxAmount: true });
  await engine.advanceEpochs(1);
  return stakeId;
}

/** Completed data, as from encode, for any possible transfer. */
function randomCompleted(accounts: readonly Account[]): fc.Arbitrary<{ data: CompletedData; account: Account }> {
  const address = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => base58.decode(bytes));
  return fc
    .record({
      account: fc.constantFrom(...accounts),
      recipientAddress: address,
      blockhash: address,
      amount: fc.bigInt({ min: 1n, max: 2n ** 63n }),
      useMaxAmount: fc.boolean(),
      withKey: fc.boolean(),
      memo: fc.option(fc.string({ minLength: 1, maxLength: 40 }), { nil: undefined }),
      price: fc.option(fc.bigInt({ min: 1n, max: 1_000_000n }), { nil: undefined }),
      units: fc.bigInt({ min: 450n, max: 200_000n }),
      height: fc.nat(),
    })
    .map(({ account, recipientAddress, blockhash, amount, useMaxAmount, withKey, memo, price, units, height }) => {
      const fees = 5000n + (price === undefined ? 0n : (units * price + 999_999n) / 1_000_000n);
      const data: CompletedData = {
        mode: 'transfer',
        senderAddress: account.address,
        recipientAddress,
        amount: String(amount),
        useMaxAmount,
        ...(withKey && account.publicKey !== undefined ? { senderPubKey: account.publicKey } : {}),
        ...(memo === undefined ? {} : { memo }),
        ...(price === undefined ? {} : { gas: String(units) }),
        fees: String(fees),
        params: {
          profile: 'compat',
          blockhash,
          lastValidBlockHeight: String(height),
          ...(price === undefined ? {} : { computeUnitPrice: String(price) }),
        },
      };
      return { account, data };
    });
}

const preflight = (err: unknown) => ({
  code: -32002,
  message: 'Transaction simulation failed: …',
  data: { err, logs: [], unitsConsumed: 0 },
});

/** As agave answers them (anza-xyz/agave, rpc-client-api/src/custom_error.rs). */
const refusals = rpcRefusals(
  new URL('./failures.ts', import.meta.url),
  ['sendTransaction'],
  [
    ['broadcast.insufficientFunds', preflight('InsufficientFundsForFee')],
    ['broadcast.insufficientFunds', preflight({ InstructionError: [0, { Custom: 1 }] }), []],
    ['broadcast.fails', preflight({ InstructionError: [0, { Custom: 99 }] })],
    ['broadcast.congested', preflight('AccountInUse')],
    ['broadcast.invalid', preflight('SanitizeFailure')],
    ['broadcast.nodeBehind', preflight('BlockhashNotFound')],
    ['broadcast.refused', preflight('SomethingNew')],
    ['broadcast.refused', { code: -32123, message: 'computer says no' }, ['broadcast.uncertain']],
  ],
);

const setup: FamilySetup<Solana, Account, Form> = {
  family: solana,
  chainId: 'solana',
  start,
  forms,
  sign,
  sameSignature,
  amounts: { funds: 20n * sol, usual: 2n * sol, least: 1n, tokenFunds: 5_000_000n, token: 1_234_567n },
  async prepareRecipient(recipient, token) {
    // An account must hold this much to exist, so it cannot receive less at first.
    if (token === undefined) return engine.fund(recipient.address, 890_880n);
    // The deposit for a new token account is no fee.
    await engine.createTokenAccount({ mint: token.id, owner: recipient.address });
  },
  // An address is its key, and the amount tells the maximum. When a transaction expires is only for people and programs to know; and what is wholly
  // unstaked has no amount in its bytes.
  wishes: { nonceAccount: 'SysvarC1ock11111111111111111111111111111111' },
  unbound: ({ mode }) => [
    ...['params.lastValidBlockHeight', 'params.expiresAt', 'useMaxAmount', 'senderPubKey'],
    ...(mode === 'unstake' || mode === 'withdraw' ? ['amount'] : []),
  ],
  examples: [
    {
      name: 'enableToken',
      mode: 'enableToken',
      async intent({ sender }) {
        return { mode: 'enableToken', senderAddress: sender.address, tokenId: await engine.createMint() };
      },
      async check({ sender }, data) {
        if (data.mode === 'enableToken') expectToBe(await tokenAccount(sender.address, data.tokenId), 0n);
      },
    },
    {
      name: 'stake',
      mode: 'stake',
      intent: ({ sender }) => ({
        mode: 'stake',
        senderAddress: sender.address,
        targetValidatorAddress: vote(),
        amount: String(2n * sol),
      }),
      check: async (_, data) => expectToBe(await lamportsOf(stakeOf(data)), 2n * sol),
    },
    {
      name: 'unstake',
      mode: 'unstake',
      intent: async (scene) => ({
        mode: 'unstake',
        senderAddress: scene.sender.address,
        validatorAddress: vote(),
        stakeId: await staked(scene),
        useMaxAmount: true,
      }),
    },
    {
      name: 'withdraw',
      mode: 'withdraw',
      intent: async (scene) => ({
        mode: 'withdraw',
        senderAddress: scene.sender.address,
        validatorAddress: vote(),
        stakeId: await unstaked(scene),
      }),
      async check(_, data) {
        if (data.mode === 'withdraw') expectToBe(await lamportsOf(data.stakeId ?? ''), 0n);
      },
    },
  ],
  deeds: deedsOf(() => engine),
  unsupported: [
    'write.transaction.type.deployAccount',
    'write.transaction.type.claimRewards',
    'write.transaction.type.registerStake',
    'write.transaction.type.convertAsset',
  ],
  invalid: {
    addresses: [
      '1111',
      '0x12f7464C9Ff094098d3F1d987a7C0Ce958E1cC17',
      `${'1'.repeat(31)}0`,
      'kU9cUgRW9BY8mk5pCMowmkYQuTkPm1GMr3yAcBm4NSUU',
      'x'.repeat(50),
    ],
    tokens: ['USDC', '0x1234'],
    transactions: ['x', '1'.repeat(10), `0x${'ab'.repeat(32)}`],
    publicKeys: ['02'.repeat(31), '02'.repeat(33), 'zz'],
  },
  unknown: { transaction: base58.decode(new Uint8Array(64).fill(7)), token: base58.decode(new Uint8Array(32).fill(9)) },
  speaks: 'json-rpc',
  refusals,
  // Of devnet, which does not know the blockhashes of another cluster either.
  wrongNetwork: {
    intercept: interceptCalls(({ method }) => {
      if (method === 'getGenesisHash') return { result: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG' };
      if (method !== 'sendTransaction') return undefined;
      const message = 'Transaction simulation failed: Blockhash not found';
      return { error: { code: -32002, message, data: { err: 'BlockhashNotFound', logs: [], unitsConsumed: 0 } } };
    }),
    outcomes: ['rejected', 'unavailable'],
  },
  roundTrips: [
    {
      maxBatch: 10,
      encode: {
        ...{ transfer: 1, 'transfer max': 1, transferToken: 1, 'transferToken max': 1 },
        // Modes that move stakes are simulated.
        ...{ enableToken: 1, stake: 2, unstake: 2, withdraw: 2 },
      },
      // Only the token accounts tell which mints to read.
      state: 2,
      broadcast: 1,
    },
  ],
  randomCompleted,
};

async function lamportsOf(address: string): Promise<bigint> {
  const { value } = await engine.rpc<{ value: number | bigint }>('getBalance', [address, { commitment: 'confirmed' }]);
  return BigInt(value);
}

function expectToBe(actual: unknown, expected: unknown): void {
  if (actual !== expected) throw new Error(`${String(actual)} instead of ${String(expected)}`);
}

describeFamily(setup);
