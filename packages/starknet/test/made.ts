import { type CompletedData, type EncodedItem, itemsOf, type SignedTransaction, signedOf } from '@isochain/core';
import { getPublicKey, sign } from '@scure/starknet';
import { bytesOf } from '../src/bytes/index.ts';
import type { StarknetMode } from '../src/bytes/params.ts';
import type { StarknetChainId } from '../src/chains.ts';
import { judgedAddress } from './judge.ts';

// Completed data as encode answers them. Transactions stand in them as this file writes them, so that the bytes are compared with something else.

/** What completed data encode to. */
export function itemsOfData(data: CompletedData, chainId: StarknetChainId = 'starknet'): EncodedItem[] {
  return itemsOf(bytesOf(chainId), data);
}

export function signedOfData(
  data: CompletedData,
  signature: string,
  chainId: StarknetChainId = 'starknet',
): Promise<SignedTransaction> {
  return signedOf(bytesOf(chainId), data, signature);
}

const felt = (value: bigint) => `0x${value.toString(16)}`;
const padded = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`;

/** A key of @scure/starknet. */
export interface TestKey {
  /** Private, in hex. */
  readonly key: string;
  readonly x: bigint;
  readonly y: bigint;
  /** 04, x and y, in hex. */
  readonly point: string;
  /** Signs a number. */
  sign(hash: bigint): { readonly r: bigint; readonly s: bigint };
}

/** @param key - Private, in hex. */
export function keyOf(key: string): TestKey {
  const point = Buffer.from(getPublicKey(key, false)).toString('hex');
  return {
    key,
    x: BigInt(`0x${point.slice(2, 66)}`),
    y: BigInt(`0x${point.slice(66)}`),
    point,
    sign: (hash) => sign(hash.toString(16).padStart(64, '0'), key),
  };
}

/** The key that signs in tests. */
export const senderKey: TestKey = keyOf('0123456789abcdef0123456789abcdef0123456789abcdef0123');
/** Somebody else's. */
export const otherKey: TestKey = keyOf('fedcba9876543210fedcba9876543210fedcba9876543210fedc');

/** What contracts are called by (starknet_keccak of the names, found with starknet.js 10.8.0 and written down). */
export const selectors = {
  transfer: 0x83afd3f4caedc6eebf44246fe54e38c95e3179a5ec9ea81740eca5b482d12en,
  approve: 0x219209e083275171774dab1df80982e9df2096516f06319c5c6d71ae0a8480cn,
  enter: 0x28d4193fb8ce46eddddb440a7045e0abfb03313d85424642281b927d824a9cn,
  add: 0x2ec6c127d4ffe4bdc6597d95c3aeac9ab96edeb735da12054582c9a20034db2n,
  intent: 0x3a8373903fa7946f74e89e626260495125e0bc54dcb43e90c895f69f69b00afn,
  action: 0x1a1e389f01dfd06ed80e78e8bd82085fa725e99292dd3507d80bbfd8c889efan,
  switch: 0xf6c64d1968e8a2fda72fc38a898e15653b6ed651d25142219ad011c1a7337cn,
  claim: 0x89c7b1cc4866e9e58d867cb66844bcc9c17cfdabb8ab640b05d2bc53efc556n,
} as const;

/** The contract of STRK. */
export const strkNumber = 0x04718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938dn;

/** Classes that begin with a transaction of their own (argentlabs/argent-contracts-starknet, deployments/account.txt). */
export const deployable = {
  'argent-0.4.0': 0x036078334509b514626504edc9fb252328d1a240e4e948bef8d0c08dff45927fn,
  'argent-0.5.0': 0x073414441639dcd11d1846f287650a00c60c416b9d3ba45d31c651672125b2c2n,
} as const;

/** The accounts and contracts of tests. */
export const parties = {
  sender: 0x05b614322c40801f07646174dfd2e8756d63faa8a2e5f1373ac3b30228a9e929n,
  recipient: 0x028cced05d2b693b92012478dbede9483a805b0eb51f16cba011d2c580125966n,
  token: 0x033068f6539f8e6e6b131e6b2b814e6c34a5224bc66947c47dab9dfee93b35fbn,
  pool: 0x00d3c2a1b4f5968778695a4b3c2d1e0f0011223344556677889900aabbccddeen,
  sourcePool: 0x01a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e6f70819aabbccddeeff01n,
  staker: 0x02c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f90a1n,
  sourceStaker: 0x03d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2n,
} as const;

export type Parties = { readonly [name in keyof typeof parties]: bigint };

/** A call: a contract, a selector, and its calldata. */
type MadeCall = readonly [to: bigint, selector: bigint, ...calldata: readonly bigint[]];

/** The two halves of a u256, the low one first. */
const halves = (amount: bigint) => [amount % 2n ** 128n, amount / 2n ** 128n] as const;

interface Kind {
  readonly mode: Exclude<StarknetMode, 'deployAccount'>;
  /** Fields of data beside the sender. */
  fields(who: Parties, amount: bigint): object;
  /** What `params` hold beside those of all modes. */
  params?(who: Parties, amount: bigint): object;
  calls(who: Parties, amount: bigint): readonly MadeCall[];
}

/** What was waiting before. */
const pending = 7n;

/** What each kind of transaction says and does. */
export const invokeKinds = {
  transfer: {
    mode: 'transfer',
    fields: ({ recipient }, amount) => ({ recipientAddress: padded(recipient), amount: amount.toString() }),
    calls: ({ recipient }, amount) => [[strkNumber, selectors.transfer, recipient, ...halves(amount)]],
  },
  token: {
    mode: 'transferToken',
    fields: ({ recipient, token }, amount) => ({
      recipientAddress: padded(recipient),
      tokenId: padded(token),
      amount: amount.toString(),
    }),
    calls: ({ recipient, token }, amount) => [[token, selectors.transfer, recipient, ...halves(amount)]],
  },
  enter: {
    mode: 'stake',
    fields: ({ staker }, amount) => ({ targetValidatorAddress: padded(staker), amount: amount.toString() }),
    params: ({ pool }) => ({ pool: padded(pool), entry: 'enter' }),
    calls: ({ sender, pool }, amount) => [
      [strkNumber, selectors.approve, pool, ...halves(amount)],
      [pool, selectors.enter, sender, amount],
    ],
  },
  add: {
    mode: 'stake',
    fields: ({ staker }, amount) => ({ targetValidatorAddress: padded(staker), amount: amount.toString() }),
    params: ({ pool }) => ({ pool: padded(pool), entry: 'add' }),
    calls: ({ sender, pool }, amount) => [
      [strkNumber, selectors.approve, pool, ...halves(amount)],
      [pool, selectors.add, sender, amount],
    ],
  },
  move: {
    mode: 'stake',
    fields: ({ staker, sourceStaker }, amount) => ({
      targetValidatorAddress: padded(staker),
      sourceValidatorAddress: padded(sourceStaker),
      amount: amount.toString(),
    }),
    params: ({ pool, sourcePool }) => ({
      pool: padded(pool),
      source: { pool: padded(sourcePool), waiting: pending.toString() },
    }),
    calls: ({ staker, pool, sourcePool }, amount) => [
      [sourcePool, selectors.intent, amount + pending],
      [sourcePool, selectors.switch, staker, pool, amount],
    ],
  },
  /** The target is named by its pool. */
  moveToPool: {
    mode: 'stake',
    fields: ({ pool, sourceStaker }, amount) => ({
      targetValidatorAddress: padded(pool),
      sourceValidatorAddress: padded(sourceStaker),
      amount: amount.toString(),
    }),
    params: ({ staker, pool, sourcePool }) => ({
      pool: padded(pool),
      source: { pool: padded(sourcePool), waiting: pending.toString(), toStaker: padded(staker) },
    }),
    calls: ({ staker, pool, sourcePool }, amount) => [
      [sourcePool, selectors.intent, amount + pending],
      [sourcePool, selectors.switch, staker, pool, amount],
    ],
  },
  unstake: {
    mode: 'unstake',
    fields: ({ staker }, amount) => ({ validatorAddress: padded(staker), amount: amount.toString() }),
    params: ({ pool }) => ({ pool: padded(pool), waiting: pending.toString() }),
    calls: ({ pool }, amount) => [[pool, selectors.intent, amount + pending]],
  },
  withdraw: {
    mode: 'withdraw',
    fields: ({ staker }) => ({ validatorAddress: padded(staker) }),
    params: ({ pool }) => ({ pool: padded(pool) }),
    calls: ({ sender, pool }) => [[pool, selectors.action, sender]],
  },
  claim: {
    mode: 'claimRewards',
    fields: ({ staker }) => ({ validatorAddress: padded(staker) }),
    params: ({ pool }) => ({ pool: padded(pool) }),
    calls: ({ sender, pool }) => [[pool, selectors.claim, sender]],
  },
} as const satisfies Readonly<Record<string, Kind>>;

export type InvokeKind = keyof typeof invokeKinds;

/** Amounts and prices: l1_gas, l2_gas, l1_data_gas. */
type MadeBounds = readonly (readonly [amount: bigint, price: bigint])[];

/** Bounds, tip and nonce of tests: vector 6 of the notes that the family was written from. */
const usual = {
  bounds: [
    [0n, 0x1dcd65000n * 10_000n],
    [0x150000n, 0x2cb417800n],
    [0x200n, 0x5f5e100n],
  ],
  tip: 3n,
  nonce: 5n,
} as const;

export interface Numbers {
  readonly bounds: MadeBounds;
  readonly tip: bigint;
  readonly nonce: bigint;
}

const resources = ['l1_gas', 'l2_gas', 'l1_data_gas'] as const;

function boundsOf(bounds: MadeBounds): object {
  return Object.fromEntries(
    resources.map((name, i) => [
      name,
      { max_amount: felt(bounds[i]?.[0] ?? 0n), max_price_per_unit: felt(bounds[i]?.[1] ?? 0n) },
    ]),
  );
}

function feesOf({ bounds, tip }: Pick<Numbers, 'bounds' | 'tip'>): bigint {
  return bounds.reduce((sum, [amount, price]) => sum + amount * price, 0n) + (bounds[1]?.[0] ?? 0n) * tip;
}

/** The calldata of an account. */
export function calldataOf(kind: InvokeKind, who: Parties, amount: bigint): readonly bigint[] {
  const calls: readonly MadeCall[] = invokeKinds[kind].calls(who, amount);
  return [
    BigInt(calls.length),
    ...calls.flatMap(([to, selector, ...calldata]) => [to, selector, BigInt(calldata.length), ...calldata]),
  ];
}

export interface InvokeChanges extends Partial<Numbers> {
  readonly who?: Parties;
  readonly amount?: bigint;
  readonly account?: string;
  readonly owner?: TestKey;
}

/** Completed data of a transaction that calls contracts. */
export function invokeData(kind: InvokeKind, changes: InvokeChanges = {}): CompletedData & { readonly params: object } {
  const { who = parties, amount = 2_500_000n, account = 'argent-0.4.0', owner = senderKey, ...numbers } = changes;
  const { bounds, tip, nonce } = { ...usual, ...numbers };
  const { mode, fields, params }: Kind = invokeKinds[kind];
  const shared = { resource_bounds: boundsOf(bounds), tip: felt(tip) };
  return {
    mode,
    senderAddress: padded(who.sender),
    ...fields(who, amount),
    fees: feesOf({ bounds, tip }).toString(),
    gas: (bounds[1]?.[0] ?? 0n).toString(),
    nonce: nonce.toString(),
    params: {
      account,
      ownerPubKey: owner.point,
      resourceBounds: shared.resource_bounds,
      tip: shared.tip,
      ...params?.(who, amount),
      transaction: {
        type: 'INVOKE',
        version: '0x3',
        sender_address: felt(who.sender),
        calldata: calldataOf(kind, who, amount).map(felt),
        account_deployment_data: [],
        nonce: felt(nonce),
        ...shared,
        ...fixed,
      },
    },
  } as unknown as CompletedData & { readonly params: object };
}

/** What all transactions have. */
const fixed = { paymaster_data: [], nonce_data_availability_mode: 'L1', fee_data_availability_mode: 'L1' };

export type Deployable = keyof typeof deployable;

/** Completed data of a deployment. */
export function deployData(
  account: Deployable = 'argent-0.4.0',
  changes: Partial<Omit<Numbers, 'nonce'>> & { readonly owner?: Pick<TestKey, 'x' | 'point'> } = {},
): CompletedData & { readonly params: object } {
  const { owner = senderKey, ...numbers } = changes;
  const { bounds, tip } = { ...usual, ...numbers };
  const calldata = [0n, owner.x, 1n];
  const classHash = deployable[account];
  const shared = { resource_bounds: boundsOf(bounds), tip: felt(tip) };
  return {
    mode: 'deployAccount',
    senderPubKey: felt(owner.x),
    contractType: 'argentx',
    fees: feesOf({ bounds, tip }).toString(),
    gas: (bounds[1]?.[0] ?? 0n).toString(),
    nonce: '0',
    params: {
      account,
      ownerPubKey: owner.point,
      resourceBounds: shared.resource_bounds,
      tip: shared.tip,
      contractAddress: padded(judgedAddress({ classHash, salt: owner.x, calldata })),
      transaction: {
        type: 'DEPLOY_ACCOUNT',
        version: '0x3',
        class_hash: felt(classHash),
        contract_address_salt: felt(owner.x),
        constructor_calldata: calldata.map(felt),
        nonce: '0x0',
        ...shared,
        ...fixed,
      },
    },
  } as unknown as CompletedData & { readonly params: object };
}

/** All kinds of data. */
export const kinds = [...(Object.keys(invokeKinds) as InvokeKind[]), 'deploy'] as const;

export type DataKind = (typeof kinds)[number];

export function dataOf(kind: DataKind): CompletedData & { readonly params: object } {
  return kind === 'deploy' ? deployData() : invokeData(kind);
}

/** The number that is signed. */
export function hashOf(data: CompletedData): bigint {
  return BigInt(`0x${itemsOfData(data)[0]?.hash?.value}`);
}
