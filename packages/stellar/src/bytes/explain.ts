import {
  type EncodedItem,
  type Explanation,
  type Problem,
  problem,
  RefusedError,
  type TransactionData,
  toHex,
} from '@isochain/core';
import { checkAccount } from '../address/address.ts';
import type { NamedChain } from '../chains.ts';
import { buildTransaction } from './build.ts';
import { type Memo, memoTypes, readMemo, writeMemo } from './memo.ts';
import type { StellarMode } from './params.ts';
import { readTransaction } from './read-transaction.ts';
import { maxAmount } from './stroops.ts';
import type { StellarTransaction } from './transaction.ts';

const field = 'transaction.encoded';

/**
 * Says what encoded items do, from their bytes alone. It makes the envelope again from what it read. An envelope that does anything else then differs.
 *
 * The bytes do not hold the keys that sign. They do not name the network either: only the hash does.
 *
 * @returns Sender, recipient, amount, token, memo, fees and nonce as in a transaction data object, and the rest in `params`.
 * @throws RefusedError `request.invalid` if there is no unsigned transaction.
 */
export function explain({ chain }: NamedChain, encoded: readonly EncodedItem[], intent?: TransactionData): Explanation {
  const item = encoded.find(({ raw }) => raw?.format === 'XDR');
  const envelope = item?.raw?.value;
  if (item === undefined || envelope === undefined || envelope === '')
    throw new RefusedError([contradiction('it has no item in format XDR')]);
  const transaction = readTransaction(envelope, chain.passphrase);
  const action = transaction && actionOf(transaction);
  if (transaction === undefined || action === undefined) return { data: { mode: 'unknown' }, errors: [unusual] };
  const { source, fee, sequence, maxTime, memo } = transaction;
  const { params, wishes, untold, ...fields } = action;
  const text = writeMemo(memo);
  const hash = toHex(buildTransaction(transaction, chain.passphrase).hash());
  const isOther = item.hash !== undefined && item.hash.value !== hash;
  return {
    data: {
      ...fields,
      senderAddress: source,
      fees: fee.toString(),
      nonce: sequence.toString(),
      ...(text === undefined ? {} : { memo: text }),
      params: { maxTime: maxTime.toString(), ...params, ...(memo.type === 'none' ? {} : { memo }) },
    },
    ...(wishes === undefined ? {} : { wishes }),
    ...(untold === undefined ? {} : { untold }),
    ...confirmedOf(action, memo, intent),
    errors: [
      ...(encoded.length > 1 ? [contradiction('it has more items than encode gives out')] : []),
      ...(isOther ? [contradiction('its hash is not that of the transaction on this network')] : []),
    ],
  };
}

function confirmedOf(
  { wishes }: Action,
  memo: Memo,
  intent: TransactionData | undefined,
): Pick<Explanation, 'confirmed'> {
  // An answer of encode without its checksum removes a trustline by its limit.
  const { limit } = Object(intent?.params) as { readonly limit?: unknown };
  const confirmed = [
    ...(isMemoOf(memo, intent) ? ['memo'] : []),
    ...(wishes?.remove === true && limit === '0' ? ['params.remove'] : []),
  ];
  return confirmed.length === 0 ? {} : { confirmed };
}

/** Whether the memo of an intent is the same, in whatever spelling: its type can be a wish. */
function isMemoOf(memo: Memo, intent: TransactionData | undefined): boolean {
  if (intent?.memo === undefined) return false;
  const { memoType } = Object(intent.params) as { readonly memoType?: unknown };
  const read = readMemo(
    intent.memo,
    memoTypes.find((type) => type === memoType),
  );
  return !('fault' in read) && writeMemo(read) === writeMemo(memo);
}

/** Fields of a mode. */
interface Action extends Pick<Explanation, 'wishes' | 'untold'> {
  readonly mode: StellarMode;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly [field: string]: unknown;
}

/** What a transaction does, as fields of a mode. Undefined if encode makes no such transaction: the rules are those of the planner (plan.ts). */
function actionOf({ operation, source, fee, maxTime, sequence, memo }: StellarTransaction): Action | undefined {
  const read = checkAccount(source);
  if (!read.ok || fee === 0n || sequence <= 0n || maxTime === 0n || maxTime > maxAmount) return undefined;
  if (memo.type === 'text' && memo.value === '') return undefined;
  const sender = read.value.account;
  switch (operation.type) {
    case 'createAccount': {
      const { destination: recipientAddress, startingBalance } = operation;
      const params = { createAccount: true };
      return { mode: 'transfer', recipientAddress, amount: startingBalance.toString(), params };
    }
    case 'payment': {
      const { destination: recipientAddress, asset, amount } = operation;
      const fields = { recipientAddress, amount: amount.toString() };
      return asset === undefined
        ? { mode: 'transfer', ...fields }
        : {
            mode: 'transferToken',
            tokenId: asset.text,
            ...fields,
            untold: ['params.claimable', 'params.reclaimAfterSeconds'],
          };
    }
    case 'changeTrust':
      if (operation.asset.issuer === sender) return undefined;
      return {
        mode: 'enableToken',
        tokenId: operation.asset.text,
        params: { limit: operation.limit.toString() },
        ...(operation.limit === 0n ? { wishes: { remove: true } } : {}),
      };
    case 'accountMerge': {
      const { destination: recipientAddress } = operation;
      const to = checkAccount(recipientAddress);
      if (!to.ok || to.value.account === sender) return undefined;
      return { mode: 'transfer', recipientAddress, useMaxAmount: true, params: { closeAccount: true } };
    }
    case 'createClaimableBalance': {
      const { asset, amount, claimant, reclaim } = operation;
      if (reclaim.by !== sender || claimant === sender) return undefined;
      return {
        mode: 'transferToken',
        tokenId: asset.text,
        recipientAddress: claimant,
        amount: amount.toString(),
        params: { reclaimAfterSeconds: reclaim.afterSeconds.toString() },
        wishes: { claimable: true },
      };
    }
  }
}

function contradiction(reason: string): Problem {
  return problem('request.invalid', { field, expected: reason }, field);
}

const unusual = contradiction('it does something that encode never does');
