import { toHex } from '@isochain/core';
import * as z from 'zod';
import { Address, type Cell, type CommonMessageInfo } from '../../ton-core.ts';
import { normalizedHash } from '../../wallets/signing-message.ts';
import { amount, boc64, coins, hash, rawAddress, seconds, uint64 } from '../fields.ts';
import { type ChainMessage, type ChainTransaction, hexHash, possibleHashes } from './transaction.ts';

// Transactions as toncenter v3 writes them: toncenter/ton-indexer, ton-index-go/index/models/blockchain.go.

/** Addresses outside the chain have other forms. They count as none. */
const anyAddress = z
  .union([rawAddress, z.string().transform(() => undefined)])
  .nullish()
  .transform((raw) => (raw == null ? undefined : Address.parseRaw(raw)));

const money = coins.nullish().transform((value) => value ?? 0n);
const flag = z
  .boolean()
  .nullish()
  .transform((value) => value ?? false);
const content = z.object({ hash: hash.nullish(), body: boc64.nullish() }).nullish();

const messageFields = z.object({
  hash,
  hash_norm: hash.nullish(),
  source: anyAddress,
  destination: anyAddress,
  value: money,
  value_extra_currencies: z.record(z.string(), z.unknown()).nullish(),
  fwd_fee: money,
  ihr_fee: money,
  extra_flags: amount.nullish(),
  created_lt: uint64.nullish(),
  created_at: seconds.nullish(),
  ihr_disabled: z.boolean().nullish(),
  bounce: flag,
  bounced: flag,
  import_fee: money,
  message_content: content,
  init_state: content,
});

type MessageFields = z.output<typeof messageFields>;

const message = messageFields.transform((said, refinement): ChainMessage => {
  const { source: from, destination: to, bounce, bounced, value, message_content: held } = said;
  const body = held?.body ?? undefined;
  if (body !== undefined && held?.hash != null && hexHash(body) !== held.hash) {
    refinement.addIssue('its body has another hash');
  }
  if (from === undefined && to && body && said.hash_norm != null) {
    if (toHex(normalizedHash(to, body)) !== said.hash_norm) {
      refinement.addIssue('its account and body have another normalized hash');
    }
  }
  const forwardFees = said.fwd_fee + (said.ihr_disabled === false ? said.ihr_fee : 0n);
  return { hash: said.hash, from, to, value, forwardFees, bounce, bounced, body, isProven: () => isProven(said, body) };
});

function isProven(said: MessageFields, body: Cell | undefined): boolean {
  if (body === undefined) return false;
  // The chain keeps flags in the place of the fee since version 12.
  return [...new Set([said.ihr_fee, said.extra_flags ?? 0n])].some((ihrFee) => {
    const info = infoOf(said, ihrFee);
    return info !== undefined && possibleHashes(info, said.init_state?.body ?? undefined, body).includes(said.hash);
  });
}

function infoOf(said: MessageFields, ihrFee: bigint): CommonMessageInfo | undefined {
  const { source: src, destination: dest } = said;
  // The hash of a message with other currencies is not computed here.
  if (dest === undefined || Object.keys(said.value_extra_currencies ?? {}).length > 0) return undefined;
  if (src === undefined) return { type: 'external-in', dest, importFee: said.import_fee };
  return {
    type: 'internal',
    ihrDisabled: said.ihr_disabled ?? true,
    bounce: said.bounce,
    bounced: said.bounced,
    src,
    dest,
    value: { coins: said.value },
    ihrFee,
    forwardFee: said.fwd_fee,
    createdLt: said.created_lt ?? 0n,
    createdAt: said.created_at ?? 0,
  };
}

const description = z.object({
  type: z.string(),
  compute_ph: z.object({ skipped: flag, success: z.boolean().nullish(), gas_used: amount.nullish() }).nullish(),
  action: z.object({ success: z.boolean().nullish(), skipped_actions: z.int().nullish() }).nullish(),
});

const fields = z.object({
  account: rawAddress,
  hash,
  lt: uint64,
  now: seconds,
  mc_block_seqno: z.int().nullish(),
  total_fees: coins,
  description,
  in_msg: message.nullish(),
  // Null for expected transactions without messages.
  out_msgs: z.array(message).nullish(),
  emulated: flag,
  // The Go model writes other values as `unknown_3`.
  finality: z.string().nullish(),
});

/** A transaction in an answer of toncenter v3. */
export const v3Transaction: z.ZodType<ChainTransaction> = z.unknown().transform((raw, refinement) => {
  const found = fields.safeParse(raw);
  if (!found.success) {
    for (const { message: text, path } of found.error.issues) {
      refinement.addIssue({ code: 'custom', message: text, path: [...path], input: raw });
    }
    return z.NEVER;
  }
  const said = found.data;
  const { compute_ph: compute, action, type } = said.description;
  const isOrdinary = type === 'ord';
  const hasRun = compute?.skipped === true ? false : compute?.success;
  // A contract that ran has acted, or failed to.
  const hasActed = hasRun === true ? action?.success : false;
  if (isOrdinary && (hasRun == null || hasActed == null)) {
    refinement.addIssue('it does not tell whether the contract ran');
    return z.NEVER;
  }
  const isApplied = !isOrdinary || hasActed === true;
  const isDone = isApplied && (!isOrdinary || (action?.skipped_actions ?? 0) === 0);
  const isFinal = said.finality == null || said.finality === 'finalized';
  return {
    account: Address.parseRaw(said.account),
    hash: said.hash,
    lt: said.lt,
    time: said.now,
    masterBlock: said.mc_block_seqno ? BigInt(said.mc_block_seqno) : undefined,
    finality: said.emulated ? 'emulated' : isFinal ? 'final' : 'included',
    isDone,
    isApplied,
    totalFees: said.total_fees,
    gas: compute?.gas_used ?? undefined,
    inMessage: said.in_msg ?? undefined,
    outMessages: said.out_msgs ?? [],
    raw,
  };
});
