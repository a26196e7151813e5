import { attempt, fromBase64, fromHex, toHex } from '@isochain/core';
import type { Leg } from '@isochain/core/movements';
import { StrKey } from '@stellar/stellar-sdk/base';
import * as z from 'zod';
import { checkAccount } from '../address/address.ts';
import { checkTokenId, type TokenId } from '../address/token-id.ts';
import { writeMemo } from '../bytes/memo.ts';
import { decimals } from '../bytes/stroops.ts';

// What a contract moved of XLM and of issued assets, by the word of the server (stellar/go, protocols/horizon/operations/main.go: AssetContractBalanceChange). The
// kinds are those of stellar/go, support/contractevents: any other kind moves nothing.

/** `G…`, `M…`, or a contract (`C…`). */
const party = z.string().refine((text) => StrKey.isValidContract(text) || checkAccount(text).ok);

/** Amounts of contracts have 128 bits. */
const amount = z
  .string()
  .regex(/^\d{1,39}(?:\.\d{1,7})?$/)
  .transform((text) => {
    const [whole = '', fraction = ''] = text.split('.');
    return BigInt(whole + fraction.padEnd(decimals, '0'));
  });

/** For whom at the recipient it is: the number of a muxed account, or what a memo would say (CAP-67). */
const forWhom = {
  destination_muxed_id: z.union([z.string(), z.int().nonnegative()]).transform(String).nullish(),
  destination_muxed_id_type: z.string().nullish(),
};

const common = {
  asset_type: z.string(),
  asset_code: z.string().nullish(),
  asset_issuer: z.string().nullish(),
  amount,
};

const change = z.discriminatedUnion('type', [
  z.object({ ...common, ...forWhom, type: z.literal('transfer'), from: party, to: party }),
  z.object({ ...common, ...forWhom, type: z.literal('mint'), to: party }),
  z.object({ ...common, type: z.enum(['burn', 'clawback']), from: party }),
]);

/** What a contract moved. */
export interface Changed {
  readonly legs: readonly Leg<TokenId>[];
  /** What it says to the recipient, as `data.memo` writes it. */
  readonly memo: string | undefined;
  /** Whether each change could be read. */
  readonly isWhole: boolean;
}

/** What accounts and contracts gave and got. A change that cannot be read is left out. */
export function changedBalances(changes: readonly unknown[]): Changed {
  const read = changes.map((each) => attempt(() => readChange(each)));
  return {
    legs: read.flatMap((each) => each?.legs ?? []),
    memo: memoOf(read.flatMap((each) => each ?? [])),
    isWhole: !read.includes(undefined),
  };
}

/** What all accounts that get something are told. A contract on the way may tell anything to anybody, and that must not be taken for the memo of a payment. */
function memoOf(changes: readonly Pick<Changed, 'legs' | 'memo'>[]): string | undefined {
  const received = changes.flatMap(({ legs, memo }) =>
    legs.flatMap(({ way, address }) => (way === 'in' ? [{ memo, isContract: StrKey.isValidContract(address) }] : [])),
  );
  const accounts = received.filter(({ isContract }) => !isContract);
  const memos = new Set((accounts.length > 0 ? accounts : received).map(({ memo }) => memo));
  return memos.size === 1 ? [...memos][0] : undefined;
}

function readChange(raw: unknown): Omit<Changed, 'isWhole'> | undefined {
  const { success, data } = change.safeParse(raw);
  if (!success) return undefined;
  const token = data.asset_type === 'native' ? undefined : checkTokenId(`${data.asset_code}:${data.asset_issuer}`);
  if (token?.ok === false) return undefined;
  const piece = { amount: data.amount, token: token?.value };
  const given: Leg<TokenId>[] = 'from' in data ? [{ way: 'out', address: data.from, ...piece }] : [];
  if (!('to' in data)) return { legs: given, memo: undefined };
  const { address, memo } = recipientOf(
    data.to,
    data.destination_muxed_id ?? undefined,
    data.destination_muxed_id_type,
  );
  return { legs: [...given, { way: 'in', address, ...piece }], memo };
}

/**
 * Who gets it. A number makes a muxed account of an account. Everything else stands as the memo would.
 *
 * @param type - `uint64`, `string`, or `bytes` (CAP-67). Without it, digits are a number.
 */
function recipientOf(
  to: string,
  id: string | undefined,
  type: string | null | undefined,
): { readonly address: string; readonly memo: string | undefined } {
  if (id === undefined || id === '') return { address: to, memo: undefined };
  const isNumber = (type == null || type === 'uint64') && /^\d{1,20}$/.test(id) && BigInt(id) < 2n ** 64n;
  if (isNumber && StrKey.isValidEd25519PublicKey(to)) return { address: muxed(to, BigInt(id)), memo: undefined };
  if (isNumber) return { address: to, memo: to.startsWith('M') ? undefined : `id:${BigInt(id)}` };
  const bytes = type === 'bytes' ? (fromHex(id) ?? fromBase64(id)) : undefined;
  const memo =
    bytes?.length === hashLength
      ? writeMemo({ type: 'hash', value: toHex(bytes) })
      : writeMemo({ type: 'text', value: id });
  return { address: to, memo };
}

/** Bytes of a hash. */
const hashLength = 32;

/** The muxed account of an account and a number: its key, then the number in 8 bytes (SEP-23). */
function muxed(account: string, id: bigint): string {
  const key = StrKey.decodeEd25519PublicKey(account);
  const bytes = new Uint8Array(key.length + 8);
  bytes.set(key);
  new DataView(bytes.buffer).setBigUint64(key.length, id);
  return StrKey.encodeMed25519PublicKey(bytes);
}
