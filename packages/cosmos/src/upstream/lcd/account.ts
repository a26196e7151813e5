import { fromBase64, fromHex, stripHexPrefix, toHex } from '@isochain/core';
import * as z from 'zod';
import { base64, uint64 } from './fields.ts';

/** What signing needs to know of an account. */
export interface AccountFacts {
  readonly address: string;
  readonly number: bigint;
  readonly sequence: bigint;
  /** The key that it signs with. Undefined before its first transaction. */
  readonly key: AccountKey | undefined;
  /** The account of a module. It has no key, so coins that are sent there are lost. */
  readonly isModule: boolean;
  /** On chains with an EVM: whether the account is a contract there. */
  readonly isContract: boolean;
}

export type AccountKey =
  /** 33 bytes; some chains keep the 65 of the first transaction. */
  | { readonly kind: 'single'; readonly typeUrl: string; readonly bytes: Uint8Array }
  /** Several keys have to sign. */
  | { readonly kind: 'multisig'; readonly typeUrl: string };

const key: z.ZodType<AccountKey> = z.union([
  z.object({ '@type': z.string(), key: base64 }).transform((found) => ({
    kind: 'single' as const,
    typeUrl: found['@type'],
    bytes: found.key,
  })),
  z
    .object({ '@type': z.string(), threshold: z.unknown(), public_keys: z.array(z.unknown()) })
    .transform((found) => ({ kind: 'multisig' as const, typeUrl: found['@type'] })),
]);

const base = z.object({
  address: z.string(),
  account_number: uint64,
  sequence: uint64,
  pub_key: key.nullish(),
});

/** Members that hold the inner account: of a vesting account, a module's, one of an EVM chain, one with a profile. */
const wrappers = ['base_vesting_account', 'base_account', 'account'] as const;

/** Deeper than any account that is known: profile, vesting of a chain's own, vesting, account. */
const deepest = 6;

/**
 * `GET /cosmos/auth/v1beta1/accounts/{address}`. There are many types of accounts, and chains add their own. Each has an account
 * inside.
 */
export const accountAnswer: z.ZodType<AccountFacts> = z
  .object({ account: z.looseObject({ '@type': z.string() }) })
  .transform(({ account }, refinement) => {
    const { data } = base.safeParse(innermost(account, deepest));
    if (data === undefined) {
      refinement.addIssue('no account inside');
      return z.NEVER;
    }
    return {
      address: data.address,
      number: data.account_number,
      sequence: data.sequence,
      key: data.pub_key ?? undefined,
      isModule: isModuleType(account['@type']),
      isContract: hasCode(account.code_hash),
    };
  });

/** keccak256 of nothing: the hash of the code of an account without code (Ethereum yellow paper, section 4.1). */
const noCode = 'c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470';

/**
 * Whether an account of a chain with an EVM has code there.
 *
 * @param codeHash - `code_hash` of an EthAccount, in hex with or without 0x (evmos/ethermint) or in base64 (Injective); or 32 bytes. Other accounts have none.
 */
export function hasCode(codeHash: unknown): boolean {
  const bytes = typeof codeHash === 'string' ? (fromHex(stripHexPrefix(codeHash)) ?? fromBase64(codeHash)) : codeHash;
  if (!(bytes instanceof Uint8Array) || bytes.length !== 32) return false;
  const hex = toHex(bytes);
  return hex !== noCode && /[^0]/.test(hex);
}

/** @param type - Of an account, as `google.protobuf.Any` has it. */
export function isModuleType(type: string): boolean {
  return /\.ModuleAccount$/.test(type);
}

function innermost(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || depth === 0 || Object.hasOwn(value, 'account_number'))
    return value;
  const wrapper = wrappers.find((name) => Object.hasOwn(value, name));
  return wrapper === undefined ? value : innermost((value as Record<string, unknown>)[wrapper], depth - 1);
}

/** `GET /cosmos/auth/v1beta1/params`: how many bytes a memo may have. */
export const authParams = z
  .object({ params: z.object({ max_memo_characters: uint64 }) })
  .transform(({ params }) => params.max_memo_characters);
