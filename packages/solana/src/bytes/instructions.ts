import type { Address } from '../address/address.ts';
import { bytesOf, decoded } from '../layouts/bytes.ts';
import { programs } from '../well-known.ts';
import { associatedTokenTags } from './programs/associated-token.ts';
import { computeBudgetTags } from './programs/compute-budget.ts';
import { stakeTags } from './programs/stake.ts';
import { systemTags } from './programs/system.ts';
import { tokenTags } from './programs/token.ts';

// What instructions say: those that our modes make, and their nearest relatives that others make. Sources: as in programs/*.ts.

/** What an instruction says, by name: accounts, and numbers in decimal. `program` is the one that it calls. */
export type Facts = Readonly<Record<string, string | undefined>>;

/** Where an instruction says what. */
interface Layout {
  /** Names of its accounts, in their order. */
  readonly keys?: readonly (string | undefined)[];
  /** Names of numbers, with their width and offset. */
  readonly numbers?: Readonly<Record<string, readonly ['u8' | 'u32' | 'u64', offset: number]>>;
  /** A byte that has to stand at an offset, where the tag is not all. */
  readonly only?: readonly [offset: number, byte: number];
}

interface ProgramLayouts {
  /** What the data begins with. */
  readonly tag: 'u8' | 'u32';
  readonly of: Readonly<Record<number, Layout>>;
}

const created = [undefined, 'createdTokenAccount', 'tokenOwner', 'tokenId', undefined, 'tokenProgram'] as const;

const token: ProgramLayouts = {
  tag: 'u8',
  of: {
    [tokenTags.transfer]: { keys: ['source', 'destination'], numbers: { tokens: ['u64', 1] } },
    [tokenTags.transferChecked]: {
      keys: ['source', 'tokenId', 'destination'],
      numbers: { tokens: ['u64', 1], decimals: ['u8', 9] },
    },
    // The transfer fee extension, and its transfer that names the fee (extension/transfer_fee/instruction.rs of Token-2022).
    26: { keys: ['source', 'tokenId', 'destination'], numbers: { tokens: ['u64', 2] }, only: [1, 1] },
  },
};

const layouts: Readonly<Record<string, ProgramLayouts>> = {
  [programs.system]: {
    tag: 'u32',
    of: {
      [systemTags.createAccount]: {},
      // Assign, Allocate, AssignWithSeed.
      1: {},
      8: {},
      10: {},
      [systemTags.allocateWithSeed]: {},
      // Behind the base and a seed of 32 bytes, as ours are.
      [systemTags.createAccountWithSeed]: { keys: [undefined, 'created'], numbers: { coins: ['u64', 76] } },
      [systemTags.transfer]: { keys: ['coinsFrom', 'coinsTo'], numbers: { coins: ['u64', 4] } },
      // TransferWithSeed: in between stands the account that signs for the first.
      11: { keys: ['coinsFrom', undefined, 'coinsTo'], numbers: { coins: ['u64', 4] } },
      [systemTags.advanceNonce]: { keys: ['nonceAccount'] },
    },
  },
  [programs.token]: token,
  [programs.token2022]: token,
  [programs.associatedToken]: {
    tag: 'u8',
    of: { [associatedTokenTags.create]: { keys: created }, [associatedTokenTags.createIdempotent]: { keys: created } },
  },
  [programs.stake]: {
    tag: 'u32',
    of: {
      [stakeTags.initialize]: {},
      // InitializeChecked.
      9: {},
      [stakeTags.delegate]: { keys: ['delegated', 'voteAccount'] },
      [stakeTags.split]: { keys: ['splitFrom', 'splitTo'], numbers: { split: ['u64', 4] } },
      [stakeTags.deactivate]: { keys: ['deactivated'] },
      [stakeTags.withdraw]: { keys: ['withdrawnFrom', 'withdrawnTo'], numbers: { withdrawn: ['u64', 4] } },
    },
  },
  [programs.computeBudget]: {
    tag: 'u8',
    of: {
      // RequestHeapFrame, SetLoadedAccountsDataSizeLimit, and one that is not used any more.
      0: {},
      1: {},
      4: {},
      [computeBudgetTags.setComputeUnitLimit]: { numbers: { units: ['u32', 1] } },
      [computeBudgetTags.setComputeUnitPrice]: { numbers: { computeUnitPrice: ['u64', 1] } },
    },
  },
};

/** Ours, the one before it, and the one that followed. Source: solana-program/memo. */
const memoPrograms: readonly (string | undefined)[] = [
  programs.memo,
  programs.memoV1,
  'Memo4c2pN8afCj432Lb7RMVKi9PbQnnW7ewFFaV3oAH',
];

/**
 * @param program - Index into the keys, like the accounts.
 * @returns Undefined for an instruction that is not known here, or cut short.
 */
export function readInstruction(
  keys: readonly Address[],
  program: number,
  accounts: readonly number[],
  data: Uint8Array,
): Facts | undefined {
  const address = keys[program] ?? '';
  if (memoPrograms.includes(address)) return { program: address, memo: new TextDecoder().decode(data) };
  const known = layouts[address];
  return decoded(() => {
    // The first version of the associated token program took no data for what is 0 by now.
    const bytes = bytesOf(data.length === 0 ? Uint8Array.of(0) : data);
    const layout = known?.of[bytes[known.tag](0)];
    if (layout === undefined || (layout.only && bytes.u8(layout.only[0]) !== layout.only[1])) return undefined;
    const facts: Record<string, string | undefined> = { program: address };
    layout.keys?.forEach((name, i) => {
      if (name !== undefined) facts[name] = keys[accounts[i] ?? -1];
    });
    for (const [name, [width, offset]] of Object.entries(layout.numbers ?? {})) {
      facts[name] = bytes[width](offset).toString();
    }
    return facts;
  });
}
