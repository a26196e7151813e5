import type { Address } from '../address/address.ts';
import { bytesOf, decoded } from '../layouts/bytes.ts';
import { programs } from '../well-known.ts';
import { associatedTokenTags } from './programs/associated-token.ts';
import { computeBudgetTags } from './programs/compute-budget.ts';
import { stakeTags } from './programs/stake.ts';
import { systemTags } from './programs/system.ts';
import { tokenTags } from './programs/token.ts';

// Reads the instructions that our modes make, and similar ones that others make. Sources: as in programs/*.ts.

/** Accounts and numbers of an instruction, by name. Numbers are decimal. `program` is the program that it calls. */
export type Facts = Readonly<Record<string, string | undefined>>;

interface Layout {
  /** Names of the accounts, in order. */
  readonly keys?: readonly (string | undefined)[];
  /** Names of the numbers, with width and offset. */
  readonly numbers?: Readonly<Record<string, readonly ['u8' | 'u32' | 'u64', offset: number]>>;
  /** A second tag: a byte that must be at an offset. */
  readonly only?: readonly [offset: number, byte: number];
}

interface ProgramLayouts {
  /** Width of the tag at the start of the data. */
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
    // The transfer fee extension's transfer, which names the fee (extension/transfer_fee/instruction.rs of Token-2022).
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
      // The number comes after the base and a seed of 32 bytes, as ours are.
      [systemTags.createAccountWithSeed]: { keys: [undefined, 'created'], numbers: { coins: ['u64', 76] } },
      [systemTags.transfer]: { keys: ['coinsFrom', 'coinsTo'], numbers: { coins: ['u64', 4] } },
      // TransferWithSeed: the account in between signs for the first.
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
      // RequestHeapFrame, SetLoadedAccountsDataSizeLimit, and one that is no longer used.
      0: {},
      1: {},
      4: {},
      [computeBudgetTags.setComputeUnitLimit]: { numbers: { units: ['u32', 1] } },
      [computeBudgetTags.setComputeUnitPrice]: { numbers: { computeUnitPrice: ['u64', 1] } },
    },
  },
};

/** Our memo program, its predecessor and its successor. Source: solana-program/memo. */
const memoPrograms: readonly (string | undefined)[] = [
  programs.memo,
  programs.memoV1,
  'Memo4c2pN8afCj432Lb7RMVKi9PbQnnW7ewFFaV3oAH',
];

/**
 * @param program - Index into the keys, like the accounts.
 * @returns Undefined if the instruction is unknown, or cut short.
 */
export function readInstruction(
  keys: readonly (Address | undefined)[],
  program: number,
  accounts: readonly number[],
  data: Uint8Array,
): Facts | undefined {
  const address = keys[program] ?? '';
  if (memoPrograms.includes(address)) return { program: address, memo: new TextDecoder().decode(data) };
  const known = layouts[address];
  return decoded(() => {
    // The first version of the associated token program took no data for today's instruction 0.
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
