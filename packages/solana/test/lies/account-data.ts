import {
  address,
  bytes,
  f64,
  i64,
  join,
  type Layout,
  list,
  rest,
  struct,
  text32,
  text64,
  u8,
  u16,
  u32,
  u64,
} from './layouts.ts';

// What stands in accounts, in the order of the structs of the programs.

const transferFee = struct({ epoch: u64, maximumFee: u64, basisPoints: u16 });

/** By number of the extension. Source: solana-program/token-2022, interface/src/extension/mod.rs and the folders beside it. */
const extensions: Readonly<Record<number, readonly [name: string, Layout]>> = {
  1: [
    'transferFeeConfig',
    struct({
      // Two authorities, and what was withheld at the mint.
      before: bytes(72),
      older: transferFee,
      newer: transferFee,
    }),
  ],
  6: ['defaultAccountState', struct({ state: u8 })],
  8: ['memoTransfer', struct({ required: u8 })],
  9: ['nonTransferable', rest],
  10: ['interestBearing', rest],
  12: ['permanentDelegate', struct({ delegate: address })],
  14: ['transferHook', struct({ authority: bytes(32), program: address })],
  18: ['metadataPointer', struct({ authority: bytes(32), address })],
  19: ['tokenMetadata', struct({ before: bytes(64), name: text32, symbol: text32, rest })],
  25: [
    'scaledAmount',
    struct({ authority: bytes(32), multiplier: bytes(8), newFrom: bytes(8), newMultiplier: bytes(8) }),
  ],
  26: ['pausable', struct({ authority: bytes(32), paused: u8 })],
};

const plainTokenAccount = 165;

/** Behind the base: zeros up to the length of a token account, what kind of account it is, and entries of type, length and value. */
const extended: Layout = {
  read(data, offset) {
    if (data.length <= plainTokenAccount) return [{}, data.length];
    const found: unknown[] = [];
    let at = Math.max(offset, plainTokenAccount) + 1;
    while (at + 4 <= data.length) {
      const [type] = u16.read(data, at);
      const [length] = u16.read(data, at + 2);
      const value = data.slice(at + 4, at + 4 + Number(length));
      const [name, layout] = extensions[Number(type)] ?? [`extension ${type}`, rest];
      found.push({ [name]: layout.read(value, 0)[0] });
      at += 4 + Number(length);
    }
    return [{ accountType: data[plainTokenAccount], extensions: found }, data.length];
  },
  write(value) {
    const { accountType, extensions: told = [] } = value as { accountType?: number; extensions?: object[] };
    if (accountType === undefined) return new Uint8Array();
    const entries = told.flatMap(Object.entries).map(([name, inner]) => {
      const [type, [, layout]] = Object.entries(extensions).find(([, known]) => known[0] === name) ?? [0, ['', rest]];
      const bytes = layout.write(inner);
      return join([u16.write(Number(type)), u16.write(bytes.length), bytes]);
    });
    return join([Uint8Array.of(accountType), ...entries]);
  },
};

/** Pads what stands before extensions, if there are any. Source: solana-program/token, interface/src/state.rs. */
function withExtensions(base: Layout): Layout {
  return {
    read(data, offset) {
      const [value, end] = base.read(data, offset);
      const [more] = extended.read(data, end);
      return [{ ...(value as object), ...(more as object) }, data.length];
    },
    write(value) {
      const start = base.write(value);
      const more = extended.write(value);
      if (more.length === 0) return start;
      return join([start, new Uint8Array(Math.max(0, plainTokenAccount - start.length)), more]);
    },
  };
}

/**
 * By name. Sources: anza-xyz/solana-sdk (clock, rent, epoch-schedule, nonce, vote-interface), solana-program/stake, solana-program/token,
 * metaplex-foundation/mpl-token-metadata (Metadata), anza-xyz/agave (account-decoder/src/validator_info.rs).
 */
export const layouts = {
  clock: struct({ slot: u64, epochStartTimestamp: i64, epoch: u64, leaderScheduleEpoch: bytes(8), unixTimestamp: i64 }),
  rent: struct({ lamportsPerByteYear: u64, exemptionThreshold: f64, burnPercent: bytes(1) }),
  epochSchedule: struct({
    slotsPerEpoch: u64,
    between: bytes(17),
    firstNormalSlot: u64,
  }),
  stakeHistory: struct({
    entries: list(u64, struct({ epoch: u64, effective: u64, activating: u64, deactivating: u64 })),
  }),
  mint: withExtensions(
    struct({
      authority: bytes(36),
      supply: u64,
      decimals: u8,
      isInitialized: u8,
      freezeAuthority: bytes(36),
    }),
  ),
  token: withExtensions(
    struct({
      mint: address,
      owner: address,
      amount: u64,
      delegate: bytes(36),
      state: u8,
      // What a native token reserves, what is delegated, and who may close it.
      more: bytes(56),
    }),
  ),
  /** The beginning of a token account. */
  holding: struct({ mint: address, owner: address, amount: u64 }),
  stake: struct({
    state: u32,
    rentExemptReserve: u64,
    staker: address,
    withdrawer: address,
    lockupTimestamp: i64,
    lockupEpoch: u64,
    custodian: bytes(32),
    voter: address,
    stake: u64,
    activationEpoch: u64,
    deactivationEpoch: u64,
    // The rate of warming up, credits and flags.
    more: bytes(20),
  }),
  vote: struct({ version: u32, node: address, withdrawer: bytes(32), commission: u8, rest }),
  nonce: struct({ version: u32, state: u32, authority: address, nonce: address, lamportsPerSignature: bytes(8) }),
  metaplex: struct({
    key: u8,
    updateAuthority: bytes(32),
    mint: address,
    name: text32,
    symbol: text32,
    uri: text32,
    // The fee of sellers, no creators, two flags, and no edition.
    more: bytes(6),
    hasTokenStandard: u8,
    tokenStandard: u8,
  }),
  validatorInfo: struct({ keys: u8, type: address, isTypeSigner: u8, node: address, isNodeSigner: u8, json: text64 }),
} as const;

export type DataKind = keyof typeof layouts;

/** The data of an account of one kind. */
export const dataOf = (kind: DataKind, value: object): Uint8Array => layouts[kind].write(value);

const programs = {
  token: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  token2022: 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
  stake: 'Stake11111111111111111111111111111111111111',
  vote: 'Vote111111111111111111111111111111111111111',
  metaplex: 'metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s',
  config: 'Config1111111111111111111111111111111111111',
};

/** What an account holds, told by its owner and its length; undefined for what has no name here. */
export function kindOf(owner: string, data: Uint8Array): DataKind | undefined {
  if (owner === programs.token || owner === programs.token2022) {
    if (data.length === 72) return 'holding';
    return data.length === 82 || data[plainTokenAccount] === 1 ? 'mint' : 'token';
  }
  if (owner === programs.stake) return 'stake';
  if (owner === programs.vote) return 'vote';
  if (owner === programs.metaplex) return 'metaplex';
  if (owner === programs.config) return 'validatorInfo';
  return data.length === 80 ? 'nonce' : undefined;
}
