import {
  AccountAddress,
  AccountAuthenticatorEd25519,
  ChainId,
  Deserializer,
  EntryFunction,
  Hex,
  Identifier,
  ModuleId,
  RawTransaction,
  SignedTransaction,
  TransactionAuthenticatorEd25519,
  TransactionPayloadEntryFunction,
  U64,
} from '@aptos-labs/ts-sdk';
import {
  describeFamily,
  type FamilySetup,
  type Interceptor,
  restRefusals,
  type Scene,
  type TestEngine,
} from '@isochain/conformance';
import type { Chain, CompletedData, EncodedItem } from '@isochain/core';
import { type AptosEngine, startAptos } from '@isochain/devnet/aptos';
import fc from 'fast-check';
import { deedsOf } from '../test/deeds.ts';
import { type TestKey, testKey } from '../test/sdk-keys.ts';
import { aptos } from './index.ts';
import type { AptosOptions } from './options.ts';
import type { Aptos } from './types.ts';

// The Aptos family's part of the conformance suite. The official SDK signs and decodes, and balances are those of the stand-in.

const apt = 100_000_000n;
let engine: AptosEngine;
let pool: string;
/** A coin that nobody has a store for. */
let coin: string;

async function start(): Promise<TestEngine<TestKey, AptosOptions>> {
  engine = await startAptos();
  const [active] = engine.validators().filter(({ state, hasAllowlist }) => state === 'active' && !hasAllowlist);
  if (active === undefined) throw new Error('the stand-in has no pool');
  pool = active.address;
  coin = engine.createCoin();
  const tokens = engine.tokens.map(({ id, name, ticker, decimals }) => ({
    ...{ type: 'APTOS_COIN' as const, id, name, ticker },
    ...{ decimals: String(decimals), contractAddress: id },
  }));
  return {
    endpoints: engine.settings.endpoints,
    // Its clock stands still.
    options: { oldestBlockMs: 0, now: () => engine.now(), tokens: engine.tokens },
    tokens,
    account: (index) => testKey(index),
    fund: (address, amount, tokenId) => engine.fund(address, amount, tokenId),
    balance: (address, tokenId) => engine.balance(address, tokenId),
    mine: () => engine.mine(),
    stop: () => engine.stop(),
  };
}

const forms = [
  'hex',
  'hex with 0x',
  'base64',
  'AIP-80',
  'JSON of wallets',
  'an authenticator',
  'the signed transaction',
] as const;

type Form = (typeof forms)[number];

/** SHA3-256 of APTOS::RawTransaction (aptos-labs/aptos-core, types/src/transaction). */
const prefix = 'b5e97db07fa0bd0e5598aa3643a9bc6f6693bddc1a9fec9e674a461eaa00b193';

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
  if (item?.raw?.format !== 'BCS' || item.hash !== undefined || others.length > 0)
    throw new Error('A transaction is one message without a hash.');
  const message = item.raw.value;
  if (!message.startsWith(prefix)) throw new Error('The prefix is another one.');
  const raw = RawTransaction.deserialize(
    new Deserializer(Hex.fromHexString(message.slice(prefix.length)).toUint8Array()),
  );
  expectSame(data, raw);
  const signature = account.signing.privateKey.sign(`0x${message}`);
  const { publicKey } = account.signing;
  const signed = new SignedTransaction(raw, new TransactionAuthenticatorEd25519(publicKey, signature));
  const hex = signature.toString().slice(2);
  return {
    hex,
    'hex with 0x': `0x${hex}`,
    base64: Buffer.from(hex, 'hex').toString('base64'),
    'AIP-80': `ed25519-sig-0x${hex}`,
    'JSON of wallets': JSON.stringify({ signature: `0x${hex}`, publicKey: publicKey.toString() }),
    'an authenticator': new AccountAuthenticatorEd25519(publicKey, signature).bcsToHex().toString(),
    'the signed transaction': signed.bcsToHex().toString().slice(2),
  };
}

/** What a careful wallet looks at: who sends, what it costs at most, and where a transfer goes. */
function expectSame(data: CompletedData, raw: RawTransaction): void {
  const from = 'senderAddress' in data ? data.senderAddress : '';
  if (raw.sender.toStringLong() !== from) throw new Error('Another account sends.');
  if ((raw.max_gas_amount * raw.gas_unit_price).toString() !== data.fees) throw new Error('It costs something else.');
  if (data.mode !== 'transfer') return;
  if (!(raw.payload instanceof TransactionPayloadEntryFunction)) throw new Error('It calls no entry function.');
  const [to, amount] = raw.payload.entryFunction.args.map((value) => value.bcsToBytes());
  if (`0x${Buffer.from(to ?? []).toString('hex')}` !== data.recipientAddress)
    throw new Error('The transfer goes elsewhere.');
  const moved = Buffer.from(amount ?? []).readBigUInt64LE();
  if (moved.toString() !== data.amount) throw new Error(`It moves ${moved}, the data says ${data.amount}.`);
}

/** The 64 bytes of a signature in any spelling. */
function read(text: string): string {
  if (text.startsWith('{')) return read((JSON.parse(text) as { signature: string }).signature);
  const plain = text.replace(/^ed25519-sig-/i, '').replace(/^0x/i, '');
  const hex = /^[0-9a-f]+$/i.test(plain) ? plain.toLowerCase() : Buffer.from(text, 'base64').toString('hex');
  return hex.slice(-128);
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
  const u64 = fc.bigInt({ min: 1n, max: 2n ** 63n });
  return fc
    .record({
      account: fc.constantFrom(...accounts),
      recipient: fc.uint8Array({ minLength: 32, maxLength: 32 }),
      amount: u64,
      nonce: fc.bigInt({ min: 0n, max: 2n ** 63n }),
      gas: fc.bigInt({ min: 28n, max: 20_000_000n }),
      gasUnitPrice: fc.bigInt({ min: 100n, max: 10_000_000_000n }),
      expiration: u64,
    })
    .map(({ account, recipient, amount, nonce, gas, gasUnitPrice, expiration }) => {
      const to = new AccountAddress(recipient);
      const module = new ModuleId(AccountAddress.ONE, new Identifier('aptos_account'));
      const call = new EntryFunction(module, new Identifier('transfer'), [], [to, new U64(amount)]);
      const payload = new TransactionPayloadEntryFunction(call);
      // The SDK takes the same values, which shows that they can be written.
      new RawTransaction(
        ...([
          AccountAddress.from(account.address),
          nonce,
          payload,
          gas,
          gasUnitPrice,
          expiration,
          new ChainId(1),
        ] as const),
      ).bcsToBytes();
      const data: CompletedData = {
        mode: 'transfer',
        senderAddress: account.address,
        senderPubKey: account.publicKey,
        recipientAddress: to.toStringLong(),
        amount: String(amount),
        useMaxAmount: false,
        fees: String(gas * gasUnitPrice),
        gas: String(gas),
        nonce: String(nonce),
        params: {
          chainId: 1,
          gasUnitPrice: String(gasUnitPrice),
          expirationTimestampSecs: String(expiration),
          publicKey: account.publicKey,
          scheme: 'ed25519',
          function: '0x1::aptos_account::transfer',
          typeArguments: [],
        },
      };
      return { account, data };
    });
}

/** The test network: its headers, its ledger and its indexer say 2. */
const anotherNetwork: Interceptor = async ({ method, path, body }, forward) => {
  if (path.endsWith('/graphql') && JSON.stringify(body ?? '').includes('ledger_infos'))
    return Response.json({ data: { ledger_infos: [{ chain_id: 2 }] } });
  if (method === 'POST' && path.endsWith('/transactions')) {
    const message = 'Invalid transaction: Type: Validation Code: BAD_CHAIN_ID';
    const refusal = { message, error_code: 'vm_error', vm_error_code: 23 };
    return Response.json(refusal, { status: 400, headers: { 'x-aptos-chain-id': '2' } });
  }
  const answer = await forward();
  const headers = new Headers(answer.headers);
  headers.set('x-aptos-chain-id', '2');
  const text = (await answer.text()).replaceAll('"chain_id":1,', '"chain_id":2,');
  headers.delete('content-length');
  return new Response(text, { status: answer.status, headers });
};

const by = ({ sender }: Scene<TestKey>) => ({ senderAddress: sender.address, senderPubKey: sender.publicKey });

function open(): Chain {
  const { endpoints } = engine.settings;
  return aptos.connect('aptos', { endpoints, oldestBlockMs: 0, now: () => engine.now() }) as unknown as Chain;
}

/** Encodes, signs and broadcasts, to bring an account into the state that an example begins in. */
async function carryOut(scene: Scene<TestKey>, data: Record<string, unknown>): Promise<void> {
  const chain = open();
  const { transaction, status } = await chain.encode({ ...data, ...by(scene) });
  if (status.errors.length > 0) throw new Error(status.errors.map(({ message }) => message).join(' '));
  const completed = transaction.data as unknown as CompletedData;
  const signature = sign({ encoded: transaction.encoded, data: completed, account: scene.sender }).hex;
  await chain.broadcast({ data: transaction.data, encoded: transaction.encoded, signature });
}

async function staked(scene: Scene<TestKey>): Promise<string> {
  const { active } = engine.stakeOf(pool, scene.sender.address);
  if (active < 24n * apt)
    await carryOut(scene, { mode: 'stake', targetValidatorAddress: pool, amount: String(50n * apt) });
  return pool;
}

/** A stake that is being unlocked. */
async function unlocking(scene: Scene<TestKey>): Promise<string> {
  await staked(scene);
  if (engine.stakeOf(pool, scene.sender.address).pendingInactive === 0n)
    await carryOut(scene, { mode: 'unstake', validatorAddress: pool, amount: String(25n * apt) });
  return pool;
}

/** A stake whose lockup is over. */
async function due(scene: Scene<TestKey>): Promise<string> {
  if (engine.stakeOf(pool, scene.sender.address).inactive > 0n) return pool;
  await unlocking(scene);
  await engine.advance(15 * 24 * 60 * 60);
  return pool;
}

const refuses = (status: number, body: object) => () => Response.json(body, { status });
const invalid = (name: string, number: number) =>
  refuses(400, {
    message: `Invalid transaction: Type: Validation Code: ${name}`,
    ...{ error_code: 'vm_error', vm_error_code: number },
  });

/** aptos-labs/aptos-core, api/types/src/error.rs and vm_status.rs. */
const refusals = restRefusals(
  new URL('./failures.ts', import.meta.url),
  ({ method, path }) => method === 'POST' && path.endsWith('/transactions'),
  [
    [
      'broadcast.nonceTaken',
      'another update',
      refuses(400, { message: 'x', error_code: 'invalid_transaction_update' }),
    ],
    ['broadcast.nonceGap', 'SEQUENCE_NUMBER_TOO_NEW', invalid('SEQUENCE_NUMBER_TOO_NEW', 4)],
    ['broadcast.notFinal', 'too far ahead', invalid('TRANSACTION_EXPIRATION_TOO_FAR_IN_FUTURE', 0)],
    ['broadcast.insufficientFunds', 'too little', invalid('INSUFFICIENT_BALANCE_FOR_TRANSACTION_FEE', 5)],
    ['broadcast.gasRefused', 'too much gas', invalid('MAX_GAS_UNITS_EXCEEDS_MAX_GAS_UNITS_BOUND', 13)],
    ['broadcast.feeTooLow', 'GAS_UNIT_PRICE_BELOW_MIN_BOUND', invalid('GAS_UNIT_PRICE_BELOW_MIN_BOUND', 15)],
    ['broadcast.invalid', 'INVALID_SIGNATURE', invalid('INVALID_SIGNATURE', 1)],
    ['broadcast.tooLarge', 'EXCEEDED_MAX_TRANSACTION_SIZE', invalid('EXCEEDED_MAX_TRANSACTION_SIZE', 10)],
    [
      ...(['broadcast.chainTooLong', 'many of the account'] as const),
      refuses(507, {
        message: 'Mempool over capacity for account. Capacity per account: 100',
        error_code: 'mempool_is_full',
      }),
    ],
    ['broadcast.congested', 'full', refuses(507, { message: 'Mempool is full.', error_code: 'mempool_is_full' })],
    ['broadcast.refused', 'INVALID_AUTH_KEY', invalid('INVALID_AUTH_KEY', 2)],
    ['broadcast.uncertain', 'SEQUENCE_NUMBER_TOO_OLD', invalid('SEQUENCE_NUMBER_TOO_OLD', 3)],
    ['broadcast.uncertain', 'TRANSACTION_EXPIRED', invalid('TRANSACTION_EXPIRED', 6)],
    [
      'upstream.unavailable',
      'unknown words',
      refuses(400, { message: 'computer says no', error_code: 'internal_error' }),
    ],
  ],
);

const setup: FamilySetup<Aptos, TestKey, Form> = {
  family: aptos,
  chainId: 'aptos',
  otherChainId: 'aptos-testnet',
  start,
  forms,
  sign,
  sameSignature,
  keyOnlyOnChain: true,
  // The chain charges what was used. The rest of the fees stays.
  maxLeaves: ({ fees }) => BigInt(fees),
  amounts: { funds: 500n * apt, usual: 50n * apt, least: 1n, tokenFunds: 5_000_000n, token: 1_234_567n },
  examples: [
    {
      name: 'enableToken',
      mode: 'enableToken',
      intent: async (scene) => {
        const { sender } = scene;
        // This mode has no field for the key, so the account shows it before.
        if (engine.sequenceNumber(sender.address) === 0n)
          await carryOut(scene, { mode: 'transfer', recipientAddress: sender.address, amount: '1' });
        return { mode: 'enableToken', senderAddress: sender.address, tokenId: coin };
      },
    },
    {
      name: 'stake',
      mode: 'stake',
      intent: (scene) => ({
        ...{ mode: 'stake', ...by(scene) },
        ...{ targetValidatorAddress: pool, amount: String(20n * apt) },
      }),
    },
    {
      name: 'stake: take an unstake back',
      mode: 'stake',
      intent: async (scene) => ({
        ...{ mode: 'stake', ...by(scene), targetValidatorAddress: await unlocking(scene) },
        ...{ amount: String(11n * apt), params: { reactivate: true } },
      }),
    },
    {
      name: 'unstake',
      mode: 'unstake',
      intent: async (scene) => ({
        ...{ mode: 'unstake', ...by(scene) },
        ...{ validatorAddress: await staked(scene), amount: String(12n * apt) },
      }),
    },
    {
      name: 'withdraw',
      mode: 'withdraw',
      intent: async (scene) => ({ mode: 'withdraw', ...by(scene), validatorAddress: await due(scene) }),
    },
  ],
  deeds: deedsOf(() => engine),
  // The bytes hold no key. The signature is checked against the key in `params`, and nodes against the account.
  granted: { gasUnitPrice: '777', orderless: true },
  wishes: {
    expirationTimestampSecs: '4102444800',
    gasUnitPrice: '777',
    orderless: true,
    feePayer: { address: `0x${'ab'.repeat(32)}` },
    publicKey: 'ab'.repeat(32),
    reactivate: true,
  },
  unbound: () => ['useMaxAmount', 'senderPubKey', 'stakeId', 'params.scheme'],
  unsupported: [
    'write.transaction.type.deployAccount',
    'write.transaction.type.claimRewards',
    'write.transaction.type.registerStake',
    'write.transaction.type.convertAsset',
    'write.transaction.field.memo',
  ],
  invalid: {
    addresses: ['x', '0x12f7464C9Ff094098d3F1d987a7C0Ce958E1cC17', `0x${'ab'.repeat(33)}`, `${'ab'.repeat(31)}zz`],
    tokens: ['USDC', '0x1234', '0x1::coin', '0x1::coin::Coin<', `${'ab'.repeat(32)}::a`],
    transactions: ['x', 'ab'.repeat(31), `0x${'ab'.repeat(33)}`],
    publicKeys: ['02'.repeat(31), '02'.repeat(33), 'zz'],
  },
  unknown: { transaction: `0x${'ab'.repeat(32)}`, token: `0x${'cd'.repeat(32)}` },
  speaks: { node: 'rest', indexer: 'rest' },
  wrongNetwork: { intercept: anotherNetwork },
  refusals,
  roundTrips: [
    {
      maxBatch: undefined,
      encode: {
        ...{ transfer: 2, 'transfer max': 2, transferToken: 2, 'transferToken max': 2, enableToken: 2 },
        ...{ stake: 2, 'stake: take an unstake back': 2, unstake: 2, withdraw: 2 },
      },
      state: 1,
      broadcast: 1,
    },
  ],
  randomCompleted,
};

describeFamily(setup);
