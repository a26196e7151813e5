import {
  describeFamily,
  type FamilySetup,
  type Interceptor,
  restRefusals,
  type Scene,
  type TestEngine,
} from '@isochain/conformance';
import type { Chain, CompletedData, EncodedItem } from '@isochain/core';
import { startTron, type TronEngine } from '@isochain/devnet/tron';
import { sha256 } from 'ethers';
import fc from 'fast-check';
import { utils } from 'tronweb';
import { deedsOf, withoutDeeds } from '../test/deeds/index.ts';
import { type TestKey, testKey } from '../test/keys.ts';
import { sameSignature } from '../test/same-signature.ts';
import { tron } from './index.ts';
import type { TronOptions } from './options.ts';
import type { Tron } from './types.ts';

// The Tron family's part of the conformance suite. Signatures are those of ethers, decoding that of tronweb, balances those of the stand-in.

const trx = 1_000_000n;
let engine: TronEngine;
let representative: string;

async function start(): Promise<TestEngine<TestKey, TronOptions>> {
  engine = await startTron({ solidLag: 0 });
  representative = engine.witnesses()[0]?.address ?? '';
  const tokens = engine.tokens.map(({ id, name, ticker, decimals }) => ({
    ...{ type: 'TRC20' as const, id, name, ticker },
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
  'rsv in hex',
  'hex with 0x',
  'rs in hex',
  'base64',
  'DER',
  'JSON of tronweb',
  'the signed transaction',
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
  if (item?.raw?.format !== 'RAW_TRANSACTION' || item.hash?.format !== 'sha256' || others.length > 0) {
    throw new Error('A transaction is one item with its hash.');
  }
  if (sha256(`0x${item.raw.value}`) !== `0x${item.hash.value}`) throw new Error('The hash is of other bytes.');
  expectSame(data);
  const { serialized, r, s } = account.signing.sign(`0x${item.hash.value}`);
  const rsv = serialized.slice(2);
  const raw = Buffer.from(item.raw.value, 'hex');
  const length = raw.length < 128 ? [raw.length] : [(raw.length & 0x7f) | 0x80, raw.length >> 7];
  const signed = Buffer.concat([Buffer.from([0x0a, ...length]), raw, Buffer.from([0x12, 65]), Buffer.from(rsv, 'hex')]);
  return {
    'rsv in hex': rsv,
    'hex with 0x': serialized,
    'rs in hex': rsv.slice(0, 128),
    base64: Buffer.from(rsv.slice(0, 128), 'hex').toString('base64'),
    DER: der(r, s),
    'JSON of tronweb': JSON.stringify({ raw_data_hex: item.raw.value, signature: [rsv] }),
    'the signed transaction': signed.toString('hex'),
  };
}

/** X.690, SEQUENCE { INTEGER r, INTEGER s }. */
function der(r: string, s: string): string {
  const integer = (hex: string) => {
    const digits = hex.slice(2).replace(/^(?:00)+/, '');
    const positive = Number.parseInt(digits.slice(0, 2), 16) < 0x80 ? digits : `00${digits}`;
    return `02${(positive.length / 2).toString(16).padStart(2, '0')}${positive}`;
  };
  const both = integer(r) + integer(s);
  return `30${(both.length / 2).toString(16).padStart(2, '0')}${both}`;
}

interface Wallet {
  readonly txID: string;
  readonly raw_data: {
    readonly contract: readonly [{ readonly parameter: { readonly value: Readonly<Record<string, unknown>> } }];
  };
  readonly raw_data_hex: string;
}

/** What a careful wallet looks at: that the object is the bytes, and where a transfer goes. */
function expectSame(data: CompletedData): void {
  const params = data.params as unknown as Wallet;
  if (!utils.transaction.txCheck(params as never)) throw new Error('tronweb makes other bytes of the object.');
  if (data.mode !== 'transfer') return;
  const { to_address: to, amount } = params.raw_data.contract[0].parameter.value;
  if (utils.address.fromHex(String(to)) !== data.recipientAddress) throw new Error('The transfer goes elsewhere.');
  if (String(amount) !== data.amount) throw new Error(`It moves ${amount}, the data says ${data.amount}.`);
}

/** Completed data, as from encode, for any possible transfer. */
function randomCompleted(accounts: readonly TestKey[]): fc.Arbitrary<{ data: CompletedData; account: TestKey }> {
  return fc
    .record({
      account: fc.constantFrom(...accounts),
      recipient: fc.uint8Array({ minLength: 20, maxLength: 20 }),
      amount: fc.bigInt({ min: 1n, max: 2n ** 53n - 1n }),
      block: fc.uint8Array({ minLength: 10, maxLength: 10 }),
      timestamp: fc.integer({ min: 1_500_000_000_000, max: 2_500_000_000_000 }),
      memo: fc.option(fc.string({ minLength: 1, maxLength: 300 }), { nil: undefined }),
      permission: fc.option(fc.integer({ min: 2, max: 9 }), { nil: undefined }),
      fees: fc.bigInt({ min: 0n, max: trx }),
    })
    .map(({ account, recipient, amount, block, timestamp, memo, permission, fees }) => {
      const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
      const to = `41${hex(recipient)}`;
      const value = { amount: Number(amount), owner_address: utils.address.toHex(account.address), to_address: to };
      const type_url = 'type.googleapis.com/protocol.TransferContract';
      const contract = {
        ...{ parameter: { value, type_url }, type: 'TransferContract' },
        ...(permission === undefined ? {} : { Permission_id: permission }),
      };
      const raw_data = {
        contract: [contract],
        ref_block_bytes: hex(block.subarray(0, 2)),
        ref_block_hash: hex(block.subarray(2)),
        expiration: timestamp + 600_000,
        timestamp,
        ...(memo === undefined ? {} : { data: Buffer.from(memo, 'utf8').toString('hex') }),
      };
      const pb = utils.transaction.txJsonToPb({ raw_data } as never);
      const data: CompletedData = {
        mode: 'transfer',
        senderAddress: account.address,
        recipientAddress: utils.address.fromHex(to),
        amount: String(amount),
        useMaxAmount: false,
        ...(memo === undefined ? {} : { memo }),
        fees: String(fees),
        params: {
          visible: false,
          txID: utils.transaction.txPbToTxID(pb).replace(/^0x/, ''),
          raw_data,
          raw_data_hex: utils.transaction.txPbToRawDataHex(pb).toLowerCase(),
        },
      };
      return { account, data };
    });
}

/** The test network Nile: block 0 is another one. */
const anotherNetwork: Interceptor = async ({ path, body }, forward) => {
  const isGenesis = path.startsWith('/wallet/getblock') && JSON.stringify(body ?? '').includes('id_or_num');
  if (isGenesis) return Response.json({ blockID: '0000000000000000d698d4192c56cb6be724a558448e2684802de4d6cd8690dc' });
  if (path.startsWith('/wallet/broadcast')) {
    return Response.json({ code: 'TAPOS_ERROR', message: 'Tapos check error.' });
  }
  return forward();
};

function open(): Chain {
  return tron.connect('tron', {
    endpoints: engine.settings.endpoints,
    oldestBlockMs: 0,
    now: () => engine.now(),
  }) as unknown as Chain;
}

/** Encodes, signs and broadcasts, to bring an account into the state that an example begins in. */
async function carryOut({ sender }: Scene<TestKey>, data: Record<string, unknown>): Promise<void> {
  const chain = open();
  const { transaction, status } = await chain.encode({ ...data, senderAddress: sender.address });
  if (status.errors.length > 0) throw new Error(status.errors.map(({ message }) => message).join(' '));
  const completed = transaction.data as unknown as CompletedData;
  const signature = sign({ encoded: transaction.encoded, data: completed, account: sender })['rsv in hex'];
  await chain.broadcast({ data: transaction.data, encoded: transaction.encoded, signature });
  await engine.mine();
}

const staking = (amount: bigint) => ({
  mode: 'stake',
  targetValidatorAddress: representative,
  amount: String(amount),
});

async function frozen(scene: Scene<TestKey>, amount: bigint): Promise<void> {
  await carryOut(scene, { ...staking(amount), params: { step: 'freeze' } });
}

async function voted(scene: Scene<TestKey>): Promise<string> {
  await frozen(scene, 10n * trx);
  await carryOut(scene, staking(10n * trx));
  return representative;
}

async function unfrozen(scene: Scene<TestKey>): Promise<string> {
  await voted(scene);
  await carryOut(scene, { mode: 'unstake', validatorAddress: representative, amount: String(4n * trx) });
  await engine.endUnfreezing(scene.sender.address);
  return representative;
}

const says =
  (code: string, message = '') =>
  () =>
    Response.json({ code, message, txid: '' });

/** As java-tron answers them (framework, Wallet.java: broadcastTransaction). */
const refusals = restRefusals(
  new URL('./failures.ts', import.meta.url),
  ({ path }) => /\/wallet\/broadcast(?:hex|transaction)$/.test(path),
  [
    ['broadcast.invalid', 'SIGERROR', says('SIGERROR', 'Validate signature error: Signature size is 64')],
    ['broadcast.refused', 'SIGERROR, other permissions', says('SIGERROR', 'Validate signature error: sig error')],
    ['broadcast.blockUnknown', 'TAPOS_ERROR', says('TAPOS_ERROR', 'Tapos check error.')],
    ['broadcast.insufficientFunds', 'BANDWITH_ERROR', says('BANDWITH_ERROR', 'Account resource insufficient error.')],
    ['broadcast.tooLarge', 'TOO_BIG_TRANSACTION_ERROR', says('TOO_BIG_TRANSACTION_ERROR')],
    ['broadcast.fails', 'CONTRACT_VALIDATE_ERROR', says('CONTRACT_VALIDATE_ERROR', 'Contract validate error : no')],
    ['broadcast.congested', 'SERVER_BUSY', says('SERVER_BUSY', 'Server busy.')],
    [
      'broadcast.uncertain',
      'TRANSACTION_EXPIRATION_ERROR',
      says('TRANSACTION_EXPIRATION_ERROR', 'Transaction expired'),
    ],
    ['broadcast.uncertain', 'DUP_TRANSACTION_ERROR', says('DUP_TRANSACTION_ERROR', 'Transaction already exists.')],
    [
      ...(['broadcast.uncertain', 'NOT_ENOUGH_EFFECTIVE_CONNECTION'] as const),
      says('NOT_ENOUGH_EFFECTIVE_CONNECTION', 'P2P broadcast failed.'),
    ],
    ['upstream.unavailable', 'a code that nobody knows', says('OTHER_ERROR', 'Error: computer says no')],
  ],
);

const setup: FamilySetup<Tron, TestKey, Form> = {
  family: tron,
  chainId: 'tron',
  start,
  forms,
  sign,
  sameSignature,
  keyOnlyOnChain: true,
  onlyTokensToSelf: true,
  amounts: { funds: 500n * trx, usual: 50n * trx, least: 1n, tokenFunds: 5_000_000n, token: 1_234_567n },
  examples: [
    {
      name: 'stake: freeze',
      mode: 'stake',
      intent: ({ sender }) => ({ ...staking(20n * trx), senderAddress: sender.address }),
    },
    {
      name: 'stake: vote',
      mode: 'stake',
      intent: async (scene) => {
        await frozen(scene, 20n * trx);
        return { ...staking(20n * trx), senderAddress: scene.sender.address };
      },
    },
    {
      name: 'unstake',
      mode: 'unstake',
      intent: async (scene) => ({
        ...{ mode: 'unstake', senderAddress: scene.sender.address },
        ...{ validatorAddress: await voted(scene), amount: String(4n * trx) },
      }),
    },
    {
      name: 'withdraw',
      mode: 'withdraw',
      intent: async (scene) => ({
        ...{ mode: 'withdraw', senderAddress: scene.sender.address },
        validatorAddress: await unfrozen(scene),
      }),
    },
    {
      name: 'claimRewards',
      mode: 'claimRewards',
      intent: async (scene) => {
        const validatorAddress = await voted(scene);
        await engine.addReward(scene.sender.address, 7n * trx);
        return { mode: 'claimRewards', senderAddress: scene.sender.address, validatorAddress };
      },
    },
  ],
  // Bytes hold no fees. Those of a vote hold all votes of the account, and those of the others move all there is.
  granted: { feeLimit: '100000000', permissionId: 0 },
  wishes: { expiration: 1, permissionId: 5, feeLimit: '1', step: 'neither', resource: 'neither' },
  unbound: ({ mode, params }) => [
    ...['useMaxAmount', 'fees', 'gas', 'senderPubKey'],
    ...(mode === 'withdraw' || mode === 'claimRewards' ? ['amount', 'validatorAddress', 'stakeId'] : []),
    ...(mode === 'unstake' ? ['validatorAddress', 'stakeId'] : []),
    ...(mode === 'stake' && isFreeze(params) ? ['targetValidatorAddress'] : []),
    ...(mode === 'stake' && !isFreeze(params) ? ['amount'] : []),
  ],
  deeds: deedsOf(() => engine),
  withoutDeeds,
  unsupported: [
    'write.transaction.type.deployAccount',
    'write.transaction.type.enableToken',
    'write.transaction.type.registerStake',
    'write.transaction.type.convertAsset',
  ],
  invalid: {
    addresses: [
      'x',
      '0x12f7464C9Ff094098d3F1d987a7C0Ce958E1cC17',
      // A recorded address with another last character, and the same address in hex.
      'TVKG4gUar24bpAVrDv4GSzyDRtPkjPkogM',
      '41d43543fa38eabb1d10a302dd4c249662f0da3de9',
    ],
    tokens: ['USDT', '0x1234', '12', 'TVKG4gUar24bpAVrDv4GSzyDRtPkjPkogM'],
    transactions: ['x', 'ab'.repeat(31), `0x${'ab'.repeat(33)}`],
    publicKeys: ['02'.repeat(31), '02'.repeat(34), 'zz'],
  },
  unknown: { transaction: 'ab'.repeat(32), token: 'TVKG4gUar24bpAVrDv4GSzyDRtPkjPkogL' },
  speaks: 'rest',
  wrongNetwork: { intercept: anotherNetwork },
  refusals,
  roundTrips: [
    {
      maxBatch: undefined,
      encode: {
        ...{ transfer: 1, 'transfer max': 1, transferToken: 1, 'transferToken max': 2 },
        ...{ 'stake: freeze': 1, 'stake: vote': 1, unstake: 1, withdraw: 1, claimRewards: 1 },
      },
      state: 1,
      broadcast: 1,
    },
  ],
  randomCompleted,
};

function isFreeze(params: unknown): boolean {
  return (
    (params as { raw_data: { contract: [{ type: string }] } }).raw_data.contract[0].type === 'FreezeBalanceV2Contract'
  );
}

describeFamily(setup);
