import { Secp256k1Signature } from '@cosmjs/crypto';
import type { Deed, FamilySetup, Scene, TestEngine } from '@isochain/conformance';
import { type Chain, type CompletedData, type EncodedItem, RefusedError } from '@isochain/core';
import { SignDoc, TxBody, TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx';
import fc from 'fast-check';
import { type Cosmos, type CosmosChainId, type CosmosOptions, cosmos } from '../src/index.ts';
import { refusals } from './broadcast-refusals.ts';
import { hashOf, signHash, type TestKey, testKey } from './keys.ts';
import { registrationOf } from './registration.ts';
import { unpackMessage } from './stand-in/messages.ts';
import type { StandInChain } from './stand-in/types.ts';

// What the Cosmos family hands to the conformance suite. Keys and signatures are @cosmjs/crypto's, decoding is cosmjs-types'. The engine is a real
// node, or the stand-in if no node of the chain can run.

/** The chain that an engine plays, and what only tests do with it. */
export interface Setting {
  readonly chainId: CosmosChainId;
  readonly otherChainId: CosmosChainId;
  readonly chain: StandInChain;
  start(): Promise<TestEngine<TestKey, CosmosOptions>>;
  /** Addresses of two validators. */
  validators(): readonly [string, string];
  /** Lets rewards of a delegation grow. */
  reward(delegator: string, validator: string): Promise<void>;
  /** How often a name may be looked up beside the balances. */
  readonly stateTrips: number;
  /** Lets rewards of a stake of Bitcoin grow, on chains that register them. */
  bitcoinReward?(account: string): Promise<void>;
  readonly drifting?: readonly string[];
  /** What happens beside intents. The stand-in has neither allowances nor grants. */
  readonly deeds?: readonly Deed<TestKey>[];
}

/** The stand-in has no module for what is no intent. */
const played = 'The suite on a real node plays it.';

const onRealNode: NonNullable<FamilySetup['withoutDeeds']> = {
  'a transaction that fails': played,
  'fees that another account pays': played,
  'several movements in one transaction': played,
  'a contract that pays back': played,
  'a sender from outside': played,
};

const forms = [
  'hex',
  'hex with 0x',
  'hex with v',
  'base64',
  'DER in hex',
  'the signed transaction in base64',
  'the signed transaction in hex',
  'JSON of Keplr',
] as const;

type Form = (typeof forms)[number];

/** Nodes do not know a transaction before it is in a block. */
async function isConfirmed(chain: Chain, hash: string): Promise<boolean> {
  try {
    return (await chain.transaction(hash)).transaction.parsed?.state === 'confirmed';
  } catch (error) {
    if (error instanceof RefusedError && error.code === 'transaction.notFound') return false;
    throw error;
  }
}

export function setupFor(setting: Setting): FamilySetup<Cosmos, TestKey, Form> {
  const { chainId, chain } = setting;
  const registers = chain.wrapsStaking === true;
  const amount = (value: bigint) => value * 10n ** (chain.denom.startsWith('u') ? 0n : 12n);
  let engine: TestEngine<TestKey, CosmosOptions>;

  async function carryOut(sender: TestKey, data: Record<string, unknown>): Promise<void> {
    const { endpoints, fetch, options } = engine;
    const opened: Chain = cosmos.connect(chainId, { endpoints, fetch, ...options } as CosmosOptions);
    const { transaction, status } = await opened.encode({
      ...data,
      senderAddress: sender.address,
      senderPubKey: sender.publicKey,
    });
    if (status.errors.length > 0) throw new Error(status.errors.map(({ message }) => message).join(' '));
    const completed = transaction.data as unknown as CompletedData;
    const signature = sign(chain, { encoded: transaction.encoded, data: completed, account: sender }).hex;
    const { hash } = await opened.broadcast({ data: transaction.data, encoded: transaction.encoded, signature });
    // Where blocks are short, it need not be in the next one.
    for (let blocks = 0; blocks < 100; blocks++) {
      await engine.mine();
      if (await isConfirmed(opened, hash)) return;
    }
    throw new Error(`The transaction ${hash} was not confirmed.`);
  }

  async function staked({ sender }: Scene<TestKey>): Promise<string> {
    const [validator] = setting.validators();
    await carryOut(sender, { mode: 'stake', targetValidatorAddress: validator, amount: String(amount(5_000_000n)) });
    await setting.reward(sender.address, validator);
    return validator;
  }

  const by = ({ sender }: Scene<TestKey>) => ({ senderAddress: sender.address, senderPubKey: sender.publicKey });

  return {
    family: cosmos,
    chainId,
    async start() {
      engine = await setting.start();
      return engine;
    },
    forms,
    sign: (request) => sign(chain, request),
    sameSignature: (original, other) => {
      const read = bytesOf(original);
      return read !== undefined && read === bytesOf(other);
    },
    amounts: {
      ...{ funds: amount(50_000_000n), usual: amount(2_000_000n), least: 1n },
      ...{ tokenFunds: 5_000_000n, token: 1_234_567n },
    },
    // The bytes hold the key's address and the amount of a maximum.
    wishes: { feeDenom: 'another', signMode: 'amino', stakingTime: 7, inclusionProof: {} },
    unbound: ({ mode }) => [
      'useMaxAmount',
      // The documents do not bind these: limits that the stake is within, version and height of the parameters, and a rate with a rounded result.
      ...(mode === 'registerStake'
        ? ['version', 'minValue', 'maxValue', 'minTime', 'maxTime', 'activationHeight', 'slashingRate'].map(
            (name) => `params.parameters.${name}`,
          )
        : []),
    ],
    examples: [
      {
        name: 'stake',
        mode: 'stake',
        intent: (scene) => ({
          ...{ mode: 'stake', ...by(scene) },
          ...{ targetValidatorAddress: setting.validators()[0], amount: String(amount(3_000_000n)) },
        }),
      },
      {
        name: 'stake: redelegate',
        mode: 'stake',
        intent: async (scene) => ({
          ...{ mode: 'stake', ...by(scene), sourceValidatorAddress: await staked(scene) },
          ...{ targetValidatorAddress: setting.validators()[1], amount: String(amount(1_000_000n)) },
        }),
      },
      {
        name: 'unstake',
        mode: 'unstake',
        intent: async (scene) => ({
          mode: 'unstake',
          ...by(scene),
          validatorAddress: await staked(scene),
          useMaxAmount: true,
        }),
      },
      {
        name: 'claimRewards',
        mode: 'claimRewards',
        intent: async (scene) => ({ mode: 'claimRewards', ...by(scene), validatorAddress: await staked(scene) }),
      },
      {
        name: 'claimRewards: compound',
        mode: 'claimRewards',
        intent: async (scene) => ({
          mode: 'claimRewards',
          ...by(scene),
          validatorAddress: await staked(scene),
          compound: true,
        }),
      },
      ...(registers
        ? [
            {
              name: 'registerStake',
              mode: 'registerStake' as const,
              intent: (scene: Scene<TestKey>) => ({ ...registrationOf(scene.sender.address), ...by(scene) }),
            },
            {
              name: 'claimRewards: of a stake of Bitcoin',
              mode: 'claimRewards' as const,
              async intent(scene: Scene<TestKey>) {
                await setting.bitcoinReward?.(scene.sender.address);
                return { mode: 'claimRewards', ...by(scene), validatorAddress: 'btc_staker' };
              },
            },
          ]
        : []),
    ],
    ...(setting.deeds === undefined ? { withoutDeeds: onRealNode } : { deeds: setting.deeds }),
    unsupported: [
      'write.transaction.type.deployAccount',
      'write.transaction.type.enableToken',
      'write.transaction.type.withdraw',
      ...(registers ? [] : (['write.transaction.type.registerStake'] as const)),
      'write.transaction.type.convertAsset',
    ],
    invalid: {
      addresses: [
        'x',
        '0x12f7464C9Ff094098d3F1d987a7C0Ce958E1cC17',
        // With a wrong last character, of another chain, and of a validator.
        'cosmos15yk64u7zc9g9k2yr2wmzeva5qgwxps6yxj00e8',
        testKey({ ...chain, prefix: chain.prefix === 'juno' ? 'osmo' : 'juno' }, 1).address,
        testKey({ ...chain, prefix: chain.validatorPrefix }, 1).address,
      ],
      tokens: ['ibc/1234', 'a', '1up'],
      transactions: ['x', 'ab'.repeat(31), `0x${'ab'.repeat(33)}`],
      publicKeys: ['02'.repeat(31), 'zz', '05'.repeat(33)],
    },
    unknown: { transaction: 'AB'.repeat(32), token: `ibc/${'AB'.repeat(32)}` },
    drifting: setting.drifting ?? [],
    speaks: { rest: 'rest', rpc: 'json-rpc' },
    wrongNetwork: {
      intercept: ({ kind, path, method, body }, forward) =>
        kind === 'rpc' ? elsewhereOverRpc(chain, body ?? '', forward) : elsewhereOverRest(`${method} ${path}`, forward),
    },
    refusals,
    otherChainId: setting.otherChainId,
    roundTrips: [
      {
        maxBatch: undefined,
        encode: {
          ...{ transfer: 2, 'transfer max': 2, transferToken: 2, 'transferToken max': 2 },
          ...{
            stake: 2,
            'stake: redelegate': 2,
            unstake: 2,
            claimRewards: 2,
            'claimRewards: compound': 2,
            ...(registers ? { registerStake: 2, 'claimRewards: of a stake of Bitcoin': 2 } : {}),
          },
        },
        state: setting.stateTrips,
        broadcast: 1,
      },
    ],
    randomCompleted: (accounts) => randomCompleted(setting, accounts),
  };
}

/** The other network refuses a signature for this chain. */
const refused =
  'signature verification failed; please verify account number (1) and chain-id (another-1): unauthorized';

async function elsewhereOverRest(request: string, forward: () => Promise<Response>): Promise<Response> {
  if (request.endsWith('/node_info')) return Response.json({ default_node_info: { network: 'another-1' } });
  if (!/^POST .*\/txs$/.test(request)) return forward();
  return Response.json({ tx_response: { height: '0', txhash: '', codespace: 'sdk', code: 4, raw_log: refused } });
}

async function elsewhereOverRpc(
  { nativeId }: StandInChain,
  body: string,
  forward: () => Promise<Response>,
): Promise<Response> {
  const parsed = JSON.parse(body) as { id: number; method: string } | { id: number; method: string }[];
  const calls = [parsed].flat();
  if (!calls.some(({ method }) => method === 'broadcast_tx_sync')) {
    const text = await (await forward()).text();
    return new Response(text.replaceAll(`"network":"${nativeId}"`, '"network":"another-1"'));
  }
  const results: Readonly<Record<string, object>> = {
    status: { node_info: { network: 'another-1' }, sync_info: { latest_block_time: new Date().toISOString() } },
    broadcast_tx_sync: { code: 4, codespace: 'sdk', log: refused, data: '', hash: '' },
  };
  const answers = calls.map(({ id, method }) => ({ jsonrpc: '2.0', id, result: results[method] }));
  return Response.json(Array.isArray(parsed) ? answers : answers[0]);
}

interface Request {
  readonly encoded: readonly EncodedItem[];
  readonly data: CompletedData;
  readonly account: TestKey;
}

/** Signs as a wallet would: it first reads what the document does. */
function sign(chain: StandInChain, { encoded, data, account }: Request): Record<Form, string> {
  const [direct, json, ...others] = encoded;
  if (direct?.raw?.format !== 'SIGNDOC_DIRECT' || json?.raw?.format !== 'SIGNDOC_DIRECT_JSON' || others.length > 0) {
    throw new Error('A transaction is a sign document, and the same as JSON.');
  }
  const document = Buffer.from(direct.raw.value, 'hex');
  const { bodyBytes, chainId } = SignDoc.decode(document);
  if (chainId !== chain.nativeId) throw new Error(`The document is for ${chainId}.`);
  expectSame(chain, bodyBytes, data, account);
  return signedForms(chain, encoded, account);
}

/** A signature of what encode answered, in every form. */
export function signedForms(
  chain: StandInChain,
  [direct]: readonly EncodedItem[],
  account: TestKey,
): Record<Form, string> {
  const document = Buffer.from(direct?.raw?.value ?? '', 'hex');
  const { bodyBytes, authInfoBytes, chainId } = SignDoc.decode(document);
  const hash = hashOf(chain.keys, document);
  if (direct?.hash?.value !== Buffer.from(hash).toString('hex')) throw new Error('The hash is another one.');
  const signature = Buffer.from(signHash(hash, account));
  const tx = Buffer.from(TxRaw.encode({ bodyBytes, authInfoBytes, signatures: [signature] }).finish());
  const der = Secp256k1Signature.fromFixedLength(signature).toDer();
  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
  return {
    hex: signature.toString('hex'),
    'hex with 0x': `0x${signature.toString('hex')}`,
    'hex with v': `${signature.toString('hex')}1b`,
    base64: signature.toString('base64'),
    'DER in hex': Buffer.from(der).toString('hex'),
    'the signed transaction in base64': tx.toString('base64'),
    'the signed transaction in hex': tx.toString('hex'),
    'JSON of Keplr': JSON.stringify({
      signed: { bodyBytes: base64(bodyBytes), authInfoBytes: base64(authInfoBytes), chainId },
      signature: {
        pub_key: {
          type: 'tendermint/PubKeySecp256k1',
          value: Buffer.from(account.publicKey, 'hex').toString('base64'),
        },
        signature: signature.toString('base64'),
      },
    }),
  };
}

/** What a careful wallet looks at: who sends what. */
function expectSame(chain: StandInChain, bodyBytes: Uint8Array, data: CompletedData, { address }: TestKey): void {
  const { messages, memo } = TxBody.decode(bodyBytes);
  if (memo !== ('memo' in data ? (data.memo ?? '') : '')) throw new Error('The memo is another one.');
  const [first] = messages.map((packed) => unpackMessage(packed, chain.wrapsStaking === true));
  if (first?.kind !== 'send') return;
  const { fromAddress, toAddress, amount } = first.value;
  if (fromAddress !== address) throw new Error('Somebody else pays.');
  if (!('recipientAddress' in data) || toAddress !== data.recipientAddress) throw new Error('Somebody else is paid.');
  if (amount[0]?.amount !== data.amount)
    throw new Error(`The document moves ${amount[0]?.amount}, the data says ${data.amount}.`);
}

/** The 64 bytes of a signature in any spelling, in hex. Undefined if the text is not a signature. */
function bytesOf(text: string): string | undefined {
  try {
    if (text.startsWith('{')) {
      const { signature } = JSON.parse(text) as { signature: { signature: string } };
      return bytesOf(signature.signature);
    }
    const digits = text.replace(/^0x/, '');
    const bytes = /^[0-9a-f]{100,}$/i.test(digits) ? Buffer.from(digits, 'hex') : Buffer.from(text, 'base64');
    if (bytes.length > 72) return Buffer.from(TxRaw.decode(bytes).signatures[0] ?? []).toString('hex');
    if (bytes.length > 65) return Buffer.from(Secp256k1Signature.fromDer(bytes).toFixedLength()).toString('hex');
    return bytes.subarray(0, 64).toString('hex');
  } catch {
    return undefined;
  }
}

/** Completed data, as from encode, for any possible transfer. */
function randomCompleted(
  { chain }: Setting,
  accounts: readonly TestKey[],
): fc.Arbitrary<{ data: CompletedData; account: TestKey }> {
  const recipients = [1, 2, 3].map((index) => testKey(chain, 1000 + index).address);
  const uint64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
  return fc
    .record({
      account: fc.constantFrom(...accounts),
      recipientAddress: fc.constantFrom(...recipients),
      amount: fc.bigInt({ min: 1n, max: 2n ** 128n }),
      memo: fc.option(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }), { nil: undefined }),
      ...{ fees: fc.bigInt({ min: 0n, max: 2n ** 80n }), gas: uint64, nonce: uint64, accountNumber: uint64 },
    })
    .map(({ account, recipientAddress, amount, memo, fees, gas, nonce, accountNumber }) => ({
      account,
      data: {
        mode: 'transfer',
        senderAddress: account.address,
        senderPubKey: account.publicKey,
        recipientAddress,
        amount: String(amount),
        useMaxAmount: false,
        ...(memo === undefined ? {} : { memo }),
        ...{ fees: String(fees), gas: String(gas), nonce: String(nonce) },
        params: { nativeId: chain.nativeId, accountNumber: String(accountNumber), feeDenom: chain.denom },
      } as CompletedData,
    }));
}
