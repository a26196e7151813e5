import { fromBase64, withRaw } from '@isochain/core';
import {
  classifyRpcError,
  isOwnComplaint,
  jsonInteger,
  largeAnswer,
  mediumAnswer,
  type RpcCall,
  type RpcError,
} from '@isochain/core/upstream';
import * as z from 'zod';
import { type Address, checkAddress } from '../address/address.ts';
import { answerCodes } from '../failures.ts';
import {
  type Clock,
  decodeClock,
  decodeEpochSchedule,
  decodeRent,
  decodeStakeHistory,
  decodeTokenHolding,
  type Rent,
  tokenHoldingLength,
} from '../layouts/index.ts';
import { isMoment } from '../moments.ts';
import { sysvarOwner, sysvars } from '../well-known.ts';
import { isPossible } from './possible.ts';
import { remembered } from './remembered.ts';
import { type TransactionError, transactionError } from './transaction-error.ts';

// The only file that knows the JSON-RPC methods of a Solana node (https://solana.com/docs/rpc) and the shape of their answers. Only the fields that
// we use are parsed. An answer that does not fit is the endpoint's failure, and the next one is asked. Account data is asked for in base64 and read
// by layouts/: what `jsonParsed` answers depends on the node's version.

/** Lamports, slots and compute units have 64 bits on this chain. */
const u64 = jsonInteger().refine((value) => value >= 0n && value < 2n ** 64n, 'not a number of 64 bits');

/** Seconds since 1970, at a time that a date can show. */
const seconds = jsonInteger().refine(isMoment, 'not a time');

const address = z
  .string()
  .regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/)
  .transform((text) => text as Address);
/** Its length is checked, as it goes into transactions. */
const exactAddress = z
  .string()
  .refine((text) => checkAddress(text).ok)
  .transform((text) => text as Address);
/** A hash has the same length and spelling as an address. */
const hash = exactAddress;
const signature = z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{64,88}$/);

const base64 = z.tuple([z.string(), z.literal('base64')]).transform(([text], refinement) => {
  const bytes = fromBase64(text);
  if (bytes === undefined) refinement.addIssue('not base64');
  return bytes ?? new Uint8Array();
});

/** The most bytes of an account. Source: anza-xyz/solana-sdk, system-interface/src/lib.rs: MAX_PERMITTED_DATA_LENGTH. */
const maxSpace = 10 * 1024 * 1024;

const space = z.int().nonnegative().max(maxSpace);

const account = z
  .object({ lamports: u64, owner: address, data: base64, executable: z.boolean(), space: space.nullish() })
  .transform((found) => ({ ...found, space: found.space ?? found.data.length }))
  .refine(isPossible, 'not what a program writes');

/** An account of the chain. `space` is the length of all its data in bytes. `data` may be only the beginning. */
export type Account = z.infer<typeof account>;

/** Those of a list that can be read. */
function readEach<T>(schema: z.ZodType<T>, rows: readonly unknown[]): T[] {
  return rows.flatMap((raw) => {
    const { success, data } = schema.safeParse(raw);
    return success ? [data] : [];
  });
}

/** A list whose items are read one by one. Those that cannot be read are left out. */
function eachReadable<T>(item: z.ZodType<T>) {
  return z.array(z.unknown()).transform((rows) => readEach(item, rows));
}

/** A list whose items are read one by one. */
export interface ReadableList<T> {
  readonly items: readonly T[];
  /** Whether all of it could be read. What cannot be read is left out. */
  readonly isWhole: boolean;
}

/** A list to show, without repeated items: they would count twice. */
function readableList<T>(item: z.ZodType<T>, keyOf: (item: T) => unknown) {
  return z
    .array(z.unknown())
    .transform((rows): ReadableList<T> => {
      const items = readEach(item, rows);
      return { items, isWhole: items.length === rows.length };
    })
    .refine(({ items }) => hasNoDouble(items, keyOf), 'an item is repeated');
}

function hasNoDouble<T>(items: readonly T[], keyOf: (item: T) => unknown): boolean {
  return new Set(items.map(keyOf)).size === items.length;
}

/** A list without repeated items: they would count twice. */
function once<T>(list: z.ZodType<T[]>, keyOf: (item: T) => unknown) {
  return list.refine((items) => hasNoDouble(items, keyOf), 'an item is repeated');
}

const keyedAccount = z.object({ pubkey: exactAddress, account });
/** Bytes are made for these accounts: all of them must be readable. */
const keyedAccounts = once(z.array(keyedAccount), ({ pubkey }) => pubkey);
const readableAccounts = readableList(keyedAccount, ({ pubkey }) => pubkey);

export type KeyedAccount = z.infer<typeof keyedAccounts>[number];

/** Most answers come with the slot that they are of. */
function atSlot<T>(schema: z.ZodType<T>) {
  return z.object({ value: schema }).transform(({ value }) => value);
}

/** Exactly as many accounts as were asked for: with more or fewer, accounts would get wrong addresses. */
const accountsAtSlot = remembered((count: number) => atSlot(z.array(account.nullable()).length(count)));

/** The same to show. Null also for an account that cannot be read. */
const readableAtSlot = remembered((count: number) => atSlot(z.array(account.nullable().catch(null)).length(count)));

/** Reads a sysvar. Only the chain itself writes it. */
function sysvar<T>(found: Account | null | undefined, decode: (data: Uint8Array) => T | undefined): T | undefined {
  return found?.owner === sysvarOwner ? decode(found.data) : undefined;
}

/** The accounts that a snapshot asks for. */
interface SnapshotShape {
  /** How many, without the sysvars of every snapshot. */
  readonly count: number;
  /** Index of the stake history among them. */
  readonly historyAt: number;
  /** The highest price of a byte that is believed, in lamports. */
  readonly maxRentPerByte: number;
}

interface SnapshotAccounts {
  readonly rent: Rent;
  readonly clock: Clock;
  readonly accounts: readonly (Account | null)[];
}

/** Sysvars that every cluster has come first, then the accounts that were asked for. */
const snapshotAccounts = remembered(
  ({ count, historyAt, maxRentPerByte }: SnapshotShape): z.ZodType<SnapshotAccounts> =>
    accountsAtSlot(2 + count).transform(([rentAccount, clockAccount, ...accounts], refinement) => {
      const rent = sysvar(rentAccount, (data) => decodeRent(data, maxRentPerByte));
      const clock = sysvar(clockAccount, decodeClock);
      const hasHistory = historyAt < 0 || sysvar(accounts[historyAt], decodeStakeHistory) !== undefined;
      if (rent && clock && hasHistory) return { rent, clock, accounts };
      refinement.addIssue('not the sysvars');
      return z.NEVER;
    }),
);

/** The most blocks that a blockhash can be valid. It is 150 today, and may be more some day. */
const longestLife = 10_000n;

/** Every block has a slot, so a height far beyond the answer's slot is wrong. */
const latestBlockhash = z
  .object({ context: z.object({ slot: u64 }), value: z.object({ blockhash: hash, lastValidBlockHeight: u64 }) })
  .refine(
    ({ context, value }) => value.lastValidBlockHeight > 0n && value.lastValidBlockHeight <= context.slot + longestLife,
    'not a height that this slot can have',
  )
  .transform(({ value }) => value);

const stakeSysvars = accountsAtSlot(3).transform(([clockAccount, historyAccount, scheduleAccount], refinement) => {
  const clock = sysvar(clockAccount, decodeClock);
  const history = sysvar(historyAccount, decodeStakeHistory);
  const schedule = sysvar(scheduleAccount, decodeEpochSchedule);
  if (clock && history && schedule) return { clock, history, schedule };
  refinement.addIssue('not the sysvars');
  return z.NEVER;
});

const clockAlone = accountsAtSlot(1).transform(([clockAccount], refinement) => {
  const clock = sysvar(clockAccount, decodeClock);
  if (clock) return { clock };
  refinement.addIssue('not the clock');
  return z.NEVER;
});

/** What the status of stakes depends on, all of the same slot. */
export type StakeSysvars = z.infer<typeof stakeSysvars>;

const voteAccount = z.object({
  votePubkey: address,
  nodePubkey: address,
  activatedStake: u64,
  /** Whether it was chosen for this epoch. */
  epochVoteAccount: z.boolean().nullish(),
  /** Percent. */
  commission: z.number(),
  /** In parts of 10,000. Since Agave 4.0. */
  inflationRewardsCommissionBps: z.number().nullish(),
});

const accountHead = z.object({ lamports: u64, owner: address, space: space.nullish() });

export type AccountHead = z.infer<typeof accountHead>;

/** The beginning of a token account. */
const holdingSlice = z.object({
  pubkey: address,
  account: z.object({
    owner: address,
    data: base64.refine((data) => decodeTokenHolding(data) !== undefined, 'not the beginning of a token account'),
  }),
});

export type AccountSlice = z.infer<typeof holdingSlice>;

const slices = readableList(holdingSlice, ({ pubkey }) => pubkey);

/** The token accounts of one owner and one program. An account of another owner would show somebody else's balance. */
const holdingsOf = remembered(({ owner, programId }: { readonly owner: string; readonly programId: string }) =>
  atSlot(slices).refine(
    ({ items }) =>
      items.every(({ account: head }) => head.owner === programId && decodeTokenHolding(head.data)?.owner === owner),
    'an account that was not asked for',
  ),
);

const confirmationStatus = z.string().nullish();

/** The parsed answer, and the node's own. In the latter, integers that JSON cannot carry safely are text. */
function keepRaw<T>(schema: z.ZodType<T>) {
  return withRaw(schema, withoutBigints);
}

function withoutBigints(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (Array.isArray(value)) return value.map(withoutBigints);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withoutBigints(member)]));
}

const signatureInfo = keepRaw(
  z.object({
    signature,
    slot: u64,
    /** Undefined if it cannot be read. */
    err: transactionError.nullable().optional().catch(undefined),
    /** `[5] hello; [3] you`: length and text of each memo. */
    memo: z.string().nullish().catch(undefined),
    /** Seconds since 1970. */
    blockTime: seconds.nullish().catch(undefined),
    confirmationStatus: confirmationStatus.catch(undefined),
    /** Place in the block. Since Agave 4.0. */
    transactionIndex: z.int().nonnegative().max(999_999_999).nullish().catch(undefined),
  }),
).transform(({ raw, value }) => ({ ...value, raw }));

export type SignatureInfo = z.infer<typeof signatureInfo>;

/** A list of transactions. */
interface SignatureList {
  readonly infos: readonly SignatureInfo[];
  /** How many rows there are, with those that cannot be read. */
  readonly count: number;
}

const signatureList = z
  .array(z.unknown())
  .transform((rows): SignatureList => ({ infos: readEach(signatureInfo, rows), count: rows.length }));

const index = z.int().nonnegative();

const tokenBalance = z.object({
  accountIndex: index,
  mint: address,
  /** Absent in transactions from before 2021. */
  owner: address.nullish(),
  uiTokenAmount: z.object({
    amount: z
      .string()
      .regex(/^\d{1,20}$/)
      .transform(BigInt)
      .refine((amount) => amount < 2n ** 64n, 'not a number of 64 bits'),
  }),
});

export type TokenBalance = z.infer<typeof tokenBalance>;

const instruction = z.object({ programIdIndex: index, accounts: z.array(index), data: z.string() });

export type NodeInstruction = z.infer<typeof instruction>;

/** A transaction in a block, with its outcome. Amounts in lamports, and in the tokens' smallest units. */
export interface NodeTransaction {
  readonly slot: bigint;
  /** Seconds since 1970. */
  readonly blockTime: bigint | null | undefined;
  readonly signatures: readonly string[];
  /** How many of its first accounts signed it. */
  readonly signers: number;
  /** All accounts by index: its own, then those of lookup tables, writable ones first. Undefined for one that cannot be read. */
  readonly keys: readonly (Address | undefined)[];
  /** Undefined for one that cannot be read. */
  readonly instructions: readonly (NodeInstruction | undefined)[];
  /** Those that programs called. */
  readonly innerInstructions: readonly NodeInstruction[];
  readonly err: TransactionError | null;
  /** Undefined if it cannot be read. */
  readonly fee: bigint | undefined;
  /** Of each account. Undefined for one that cannot be read. */
  readonly preBalances: readonly (bigint | undefined)[];
  readonly postBalances: readonly (bigint | undefined)[];
  /** Of accounts whose balances can be read on both sides. */
  readonly preTokenBalances: readonly TokenBalance[];
  readonly postTokenBalances: readonly TokenBalance[];
  readonly computeUnitsConsumed: bigint | null | undefined;
  /** What could not be read: a noun for each. */
  readonly unread: readonly string[];
}

/** Without these, nothing of a transaction can be told. */
const anyTransaction = z.object({
  slot: u64,
  blockTime: z.unknown().optional(),
  transaction: z.object({
    signatures: z.array(signature).min(1),
    message: z.object({
      header: z.unknown().optional(),
      accountKeys: z.array(z.unknown()).min(1),
      instructions: z.array(z.unknown()),
    }),
  }),
  meta: z
    .object({
      err: transactionError.nullable(),
      fee: z.unknown().optional(),
      preBalances: z.array(z.unknown()),
      postBalances: z.array(z.unknown()),
      preTokenBalances: z.unknown().optional(),
      postTokenBalances: z.unknown().optional(),
      loadedAddresses: z.unknown().optional(),
      innerInstructions: z.unknown().optional(),
      computeUnitsConsumed: z.unknown().optional(),
    })
    .nullable(),
});

const loaded = z.object({ writable: z.array(z.unknown()), readonly: z.array(z.unknown()) }).nullish();
const header = z.object({ numRequiredSignatures: index });
const inner = z.array(z.object({ instructions: z.array(z.unknown()) })).nullish();

/** Reads each part of a transaction alone: an odd one is left out, and named. */
function toTransaction(
  found: z.infer<typeof anyTransaction>,
  meta: NonNullable<z.infer<typeof anyTransaction>['meta']>,
): NodeTransaction {
  const { message, signatures } = found.transaction;
  const unread: string[] = [];
  const part = <T>(schema: z.ZodType<T>, raw: unknown, name: string): T | undefined => {
    const { success, data } = schema.safeParse(raw);
    if (!success) unread.push(name);
    return success ? data : undefined;
  };
  const tables = part(loaded, meta.loadedAddresses, 'an account');
  const { before, after, isWhole } = tokenBalances(meta.preTokenBalances, meta.postTokenBalances);
  if (!isWhole) unread.push('a token balance');
  const keys = [...message.accountKeys, ...(tables?.writable ?? []), ...(tables?.readonly ?? [])].map((key) =>
    part(address, key, 'an account'),
  );
  const hasAll = [meta.preBalances, meta.postBalances].every(({ length }) => length === keys.length);
  if (!hasAll && !unread.includes('an account')) unread.push('a balance');
  return {
    slot: found.slot,
    blockTime: part(seconds.nullish(), found.blockTime, 'the time'),
    signatures,
    signers: header.safeParse(message.header).data?.numRequiredSignatures ?? signatures.length,
    keys,
    instructions: message.instructions.map((raw) => part(instruction, raw, 'an instruction')),
    innerInstructions: (part(inner, meta.innerInstructions, 'an instruction') ?? []).flatMap(({ instructions }) =>
      instructions.flatMap((raw) => part(instruction, raw, 'an instruction') ?? []),
    ),
    err: meta.err,
    fee: part(u64, meta.fee, 'the fee'),
    preBalances: meta.preBalances.map((raw) => part(u64, raw, 'a balance')),
    postBalances: meta.postBalances.map((raw) => part(u64, raw, 'a balance')),
    preTokenBalances: before,
    postTokenBalances: after,
    computeUnitsConsumed: part(u64.nullish(), meta.computeUnitsConsumed, 'the gas'),
    unread,
  };
}

/** Balances of token accounts before and after. An account whose balance is odd on one side, or told twice, is left out on both: it would seem to gain or lose everything. */
function tokenBalances(rawBefore: unknown, rawAfter: unknown) {
  const [first, second] = [readTokenBalances(rawBefore), readTokenBalances(rawAfter)];
  // A node that tells one side alone has left out the other. What it tells would seem to have come, or gone, as a whole.
  const isOneSided = (rawBefore == null) !== (rawAfter == null) && first.rows.length + second.rows.length > 0;
  const sides = isOneSided
    ? [{ ...nothing, isNameless: true }, nothing]
    : [ownedBy(first, second), ownedBy(second, first)];
  const odd = new Set(sides.flatMap((side) => [...side.odd]));
  const [before = [], after = []] = sides.map(({ rows }, i) => {
    const other = sides[1 - i];
    const told = new Set(other?.rows.map(({ accountIndex }) => accountIndex));
    // What is odd on the other side may be any account.
    return rows.filter(
      ({ accountIndex }) => !odd.has(accountIndex) && (other?.isNameless !== true || told.has(accountIndex)),
    );
  });
  return { before, after, isWhole: odd.size === 0 && sides.every(({ isNameless }) => !isNameless) };
}

/** A node may tell the owner on one side alone. Without it, the tokens would seem to go from the owner to the account. */
function ownedBy(side: TokenBalanceSide, other: TokenBalanceSide): TokenBalanceSide {
  const rows = side.rows.map((row) => {
    const same = other.rows.find(({ accountIndex, mint }) => accountIndex === row.accountIndex && mint === row.mint);
    return row.owner == null && same?.owner != null ? { ...row, owner: same.owner } : row;
  });
  return { ...side, rows };
}

interface TokenBalanceSide {
  readonly rows: readonly TokenBalance[];
  /** Indexes of accounts whose balance is odd. */
  readonly odd: ReadonlySet<number>;
  /** Whether something is odd of which not even the account can be read. */
  readonly isNameless: boolean;
}

const nothing: TokenBalanceSide = { rows: [], odd: new Set(), isNameless: false };

function readTokenBalances(raw: unknown): TokenBalanceSide {
  if (raw === null || raw === undefined) return nothing;
  if (!Array.isArray(raw)) return { rows: [], odd: new Set(), isNameless: true };
  const indexes = raw.map((each) => z.object({ accountIndex: index }).safeParse(each).data?.accountIndex);
  const rows = readEach(tokenBalance, raw);
  const readable = new Set(rows.map(({ accountIndex }) => accountIndex));
  const odd = indexes.filter(
    (each, i) => each !== undefined && (!readable.has(each) || indexes.indexOf(each) !== i),
  ) as number[];
  return { rows, odd: new Set(odd), isNameless: indexes.includes(undefined) };
}

/** With the node's own answer. `value` is null if the node does not have the transaction, or nothing of it can be read. */
export interface FoundTransaction {
  readonly value: NodeTransaction | null;
  /** Seconds since 1970, also if nothing else can be read. */
  readonly blockTime?: bigint | undefined;
  readonly raw: unknown;
}

/** Must be the transaction that was asked for. Some old transactions have no known outcome any more: they count as not found. */
const onlyTransaction = remembered((id: string) =>
  z.unknown().transform((raw, refinement): FoundTransaction => {
    if (raw === null) return { value: null, raw };
    const { success, data } = anyTransaction.safeParse(raw);
    const signatures = success ? data.transaction.signatures : signaturesIn.safeParse(raw).data?.transaction.signatures;
    if (signatures?.includes(id) !== true) {
      refinement.addIssue('not the transaction that was asked for');
      return z.NEVER;
    }
    const value = success && data.meta !== null ? toTransaction(data, data.meta) : null;
    return { value, blockTime: timeIn.safeParse(raw).data?.blockTime, raw: withoutBigints(raw) };
  }),
);

const timeIn = z.object({ blockTime: seconds });
const signaturesIn = z.object({ transaction: z.object({ signatures: z.array(z.unknown()) }) });

// Reads are coalesced only if they have the same schema object, so each is made once.
const answers = {
  clock: clockAlone,
  stakeSysvars,
  blockhash: latestBlockhash,
  prioritizationFees: eachReadable(z.object({ prioritizationFee: u64 })),
  integerAtSlot: atSlot(u64),
  blockTime: seconds.nullable(),
  performanceSamples: eachReadable(z.object({ numSlots: z.int().positive(), samplePeriodSecs: z.int().positive() })),
  keyedAccountsAtSlot: atSlot(keyedAccounts),
  accountHead: atSlot(accountHead.nullable()),
  signatures: signatureList,
  voteAccounts: z
    .object({ current: eachReadable(voteAccount), delinquent: eachReadable(voteAccount) })
    .refine(
      ({ current, delinquent }) => hasNoDouble([...current, ...delinquent], ({ votePubkey }) => votePubkey),
      'an item is repeated',
    ),
  simulation: atSlot(
    z.object({
      err: transactionError.nullable(),
      logs: eachReadable(z.string()).nullish(),
      unitsConsumed: u64.nullish(),
      /** All fees of the transaction, in lamports. Since Agave 3.0. */
      fee: u64.nullish(),
    }),
  ),
  signatureStatuses: atSlot(
    z.array(z.object({ err: transactionError.nullable(), confirmationStatus, slot: u64 }).nullable()).length(1),
  ),
};

export type Simulation = z.infer<typeof answers.simulation>;
export type RpcVoteAccount = z.infer<typeof voteAccount>;
export type RpcVoteAccounts = z.infer<typeof answers.voteAccounts>;

// An error of these calls is the endpoint's failure, and the next one is asked. Calls that may fail for a reason of their own are asked as `fallible`
// with their reasons, or as `optional`.

/** @param maxBytes - Size limit of the answer, if it may be more than small. */
const call = <T>(method: string, params: readonly unknown[], schema: z.ZodType<T>, maxBytes?: number): RpcCall<T> => ({
  method,
  params,
  schema,
  ...(maxBytes === undefined ? {} : { maxBytes }),
});

/** A call with the chain's clock in its answer, which tells how old the node's latest block is. */
type TimedCall<T> = RpcCall<T> & { readonly timed: true };

const timed = <T extends { readonly clock: Clock }>(asked: RpcCall<T>): TimedCall<T> => ({ ...asked, timed: true });

/** Whether the answer of a call has the chain's clock in it. */
export const tellsTime = (call: RpcCall): boolean => 'timed' in call;

/** Most of the stake has voted for the block. No such block has ever been dropped. */
const commitment = 'confirmed';

/**
 * The newest transaction version that we read. Its answers look like older ones, without lookup tables, and with the budget in
 * `message.transactionConfig`. On mainnet-beta since epoch 1035 (2026-09-15). Source: SIMD-0385. Nodes answer newer versions with an error.
 */
const newestVersion = 1;

/** Part of an account's data. */
function slice(offset: number, length: number) {
  return { offset, length };
}

/** Bytes. The longest account that we read to its end is the stake history, with 16,392: this is twice as many. */
const longestData = 32_768;

/** Accounts for one call of getMultipleAccounts. Source: anza-xyz/agave, rpc-client-types: MAX_MULTIPLE_ACCOUNTS. */
export const accountsPerCall = 100;

/**
 * Errors about the accounts that were asked for: no such mint (-32602), and accounts that the node leaves out of its index of tokens (-32010). Source:
 * anza-xyz/agave, rpc/src/rpc.rs (get_token_program_id_and_mint) and rpc-client-api/src/custom_error.rs (KEY_EXCLUDED_FROM_SECONDARY_INDEX).
 */
export const isAboutAccounts = ({ code, message }: RpcError) =>
  code === -32010 || (code === -32602 && /\bmint\b/i.test(message));

/** For questions that not every endpoint takes, and that have an answer without it. */
export const isUnsupported = (error: RpcError) => classifyRpcError(error).means === 'unsupported';

/** Errors of sendTransaction that are not known as the endpoint's own. */
const isRefusal = (error: RpcError) => answerCodes.includes(error.code) || !isOwnComplaint(error);

/** JSON-RPC codes for a slot without a block. Source: anza-xyz/agave, rpc-client-api/src/custom_error.rs (SLOT_SKIPPED, LONG_TERM_STORAGE_SLOT_SKIPPED). */
const skippedSlotCodes: readonly number[] = [-32007, -32009];

/** Whether a slot has no block. The code alone does not tell: a provider has -32007 for its rate limit. */
export const isSkippedSlot = ({ code, message }: RpcError) =>
  skippedSlotCodes.includes(code) && /\bskipped\b/i.test(message);

export type ProgramFilter =
  | { readonly dataSize: number }
  | { readonly memcmp: { readonly offset: number; readonly bytes: string } };

export const rpc = {
  genesisHash: () => call('getGenesisHash', [], hash),
  /** At most `accountsPerCall` keys. Null for an account that does not exist. Data is cut, as accounts of programs may have megabytes. */
  multipleAccounts: (keys: readonly string[]) =>
    call(
      'getMultipleAccounts',
      [keys, { encoding: 'base64', commitment, dataSlice: slice(0, longestData) }],
      accountsAtSlot(keys.length),
      largeAnswer,
    ),
  /** The same for facts of many tokens. Null also for an account that cannot be read. */
  readableAccounts: (keys: readonly string[]) =>
    call(
      'getMultipleAccounts',
      [keys, { encoding: 'base64', commitment, dataSlice: slice(0, longestData) }],
      readableAtSlot(keys.length),
      largeAnswer,
    ),
  /**
   * The sysvars that all transactions depend on, and accounts in the order of `keys`. At most `accountsPerCall` minus 2 keys.
   *
   * @param maxRentPerByte - Lamports for a byte of an account. A node that asks for more is not believed.
   */
  snapshotAccounts: (keys: readonly string[], maxRentPerByte: number) =>
    timed(
      call(
        'getMultipleAccounts',
        [[sysvars.rent, sysvars.clock, ...keys], { encoding: 'base64', commitment, dataSlice: slice(0, longestData) }],
        snapshotAccounts({ count: keys.length, historyAt: keys.indexOf(sysvars.stakeHistory), maxRentPerByte }),
        mediumAnswer,
      ),
    ),
  clock: () => timed(call('getMultipleAccounts', [[sysvars.clock], { encoding: 'base64', commitment }], answers.clock)),
  latestBlockhash: () => call('getLatestBlockhash', [{ commitment }], answers.blockhash),
  blockHeight: () => call('getBlockHeight', [{ commitment }], u64),
  /** In micro-lamports per compute unit, for transactions that wrote to these accounts (at most 128). One for each of the last 150 slots. */
  recentPrioritizationFees: (writable: readonly string[]) =>
    call('getRecentPrioritizationFees', [writable], answers.prioritizationFees),
  /** Newest first. */
  recentPerformanceSamples: (limit: number) => call('getRecentPerformanceSamples', [limit], answers.performanceSamples),
  stakeMinimumDelegation: () => call('getStakeMinimumDelegation', [{ commitment }], answers.integerAtSlot),
  voteAccount: (key: string) =>
    call('getVoteAccounts', [{ votePubkey: key, keepUnstakedDelinquents: true, commitment }], answers.voteAccounts),
  programAccounts: (program: string, filters: readonly ProgramFilter[]) =>
    call('getProgramAccounts', [program, { encoding: 'base64', commitment, filters }], keyedAccounts, largeAnswer),
  /** The same to show: without accounts that cannot be read. */
  readableProgramAccounts: (program: string, filters: readonly ProgramFilter[]) =>
    call('getProgramAccounts', [program, { encoding: 'base64', commitment, filters }], readableAccounts, largeAnswer),
  tokenAccountsByOwner: (owner: string, of: { readonly mint: string } | { readonly programId: string }) =>
    call(
      'getTokenAccountsByOwner',
      [owner, of, { encoding: 'base64', commitment }],
      answers.keyedAccountsAtSlot,
      largeAnswer,
    ),
  /** Without the account's data, which may be large. */
  accountHead: (key: string) =>
    call('getAccountInfo', [key, { encoding: 'base64', commitment, dataSlice: slice(0, 0) }], answers.accountHead),
  /** Only mint, owner and amount of each token account: see decodeTokenHolding. */
  tokenHoldings: (owner: string, programId: string) =>
    call(
      'getTokenAccountsByOwner',
      [owner, { programId }, { encoding: 'base64', commitment, dataSlice: slice(0, tokenHoldingLength) }],
      holdingsOf({ owner, programId }),
      largeAnswer,
    ),
  stakeSysvars: () =>
    timed(
      call(
        'getMultipleAccounts',
        [[sysvars.clock, sysvars.stakeHistory, sysvars.epochSchedule], { encoding: 'base64', commitment }],
        answers.stakeSysvars,
        // The history of 512 epochs has 16,392 bytes.
        mediumAnswer,
      ),
    ),
  voteAccounts: () =>
    call('getVoteAccounts', [{ keepUnstakedDelinquents: false, commitment }], answers.voteAccounts, largeAnswer),
  slot: () => call('getSlot', [{ commitment }], u64),
  /** Seconds since 1970. Null if the time is unknown. `isSkippedSlot` tells the error for a slot without a block. */
  blockTime: (slot: bigint) => call('getBlockTime', [Number(slot)], answers.blockTime),
  /**
   * Newest first.
   *
   * @param page.before - A transaction of any account: the list begins below its place in the chain.
   */
  signaturesForAddress: (of: string, page: { readonly limit: number; readonly before: string | undefined }) =>
    call(
      'getSignaturesForAddress',
      [of, { limit: page.limit, commitment, ...(page.before === undefined ? {} : { before: page.before }) }],
      answers.signatures,
      mediumAnswer,
    ),
  /** Null if the node does not have it. The answer's meta names the accounts of lookup tables. */
  transaction: (id: string) =>
    call(
      'getTransaction',
      [id, { encoding: 'json', commitment, maxSupportedTransactionVersion: newestVersion }],
      onlyTransaction(id),
      // With everything that its programs logged.
      mediumAnswer,
    ),
  /** The transaction needs no signatures. */
  simulateTransaction: (transaction: string) =>
    call(
      'simulateTransaction',
      [transaction, { encoding: 'base64', sigVerify: false, replaceRecentBlockhash: true, commitment }],
      answers.simulation,
      // With everything that its programs logged.
      mediumAnswer,
    ),
  /** A node's refusal of a transaction is an answer: see failures.ts. The node sends the transaction to the leaders again until it is too old. */
  sendTransaction: (transaction: string): RpcCall<string> => ({
    method: 'sendTransaction',
    params: [transaction, { encoding: 'base64', preflightCommitment: commitment }],
    schema: signature,
    // A refusal includes the logs of the simulation.
    maxBytes: mediumAnswer,
    isAnswer: isRefusal,
  }),
  /** Null for a transaction in no block. */
  signatureStatuses: (signatures: readonly string[]) =>
    call('getSignatureStatuses', [signatures, { searchTransactionHistory: true }], answers.signatureStatuses),
};
