import {
  attempt,
  type EncodedItem,
  type Explanation,
  fromHex,
  type Intent,
  type Problem,
  parseAmount,
  problem,
  RefusedError,
  sha256,
  type TransactionData,
  toHex,
} from '@isochain/core';
import { toBase58Address } from '../address/address.ts';
import { checkTokenId } from '../address/token-id.ts';
import { type Contract, maxInt64 } from './contracts.ts';
import { paramsOfMode, type TronMode } from './params.ts';
import { sunOfVote } from './plan.ts';
import { readRawData } from './raw-data.ts';
import { readTransferCall, transferCall } from './token-call.ts';
import type { RawTransaction } from './transaction.ts';
import { walletTransaction } from './wallet-transaction.ts';

const field = 'transaction.encoded';

/**
 * Says what encoded items do, from their bytes alone. It assembles again what it read. Bytes that do anything more then differ.
 *
 * The bytes hold no fees, and no amount of a vote: they hold all votes of the account.
 *
 * @returns Sender, recipient, amounts, token and memo as in a transaction data object, with the transaction object of wallets in `params`.
 * @throws RefusedError `request.invalid` if there is no unsigned transaction.
 */
export function explain(encoded: readonly EncodedItem[], intent?: TransactionData): Explanation {
  const bytes = fromHex(encoded.find(({ raw }) => raw?.format === 'RAW_TRANSACTION')?.raw?.value ?? '');
  if (bytes === undefined || bytes.length === 0)
    throw new RefusedError([contradiction('it has no item in format RAW_TRANSACTION')]);
  const transaction = attempt(() => readRawData(bytes));
  const action = transaction && actionOf(transaction);
  if (transaction === undefined || action === undefined) return { data: { mode: 'unknown' }, errors: [unusual] };
  const { memo, owner, contract, feeLimit } = transaction;
  const params = walletTransaction(transaction, bytes);
  if (!paramsOfMode[action.mode].safeParse(params).success) return { data: { mode: 'unknown' }, errors: [unusual] };
  return {
    data: { ...action, senderAddress: toBase58Address(owner), ...(memo === undefined ? {} : { memo }), params },
    errors: [...contradictions(bytes, encoded), ...voteProblems(contract, intent)],
    // A call can cost its limit. Encode expects less of it where staked energy pays.
    leastFees: feeLimit ?? 0n,
    mayBeCovered: feeLimit !== undefined,
    wishes: wishesOf(transaction),
    untold: untoldOf(contract),
    confirmed: confirmedOf(contract, intent),
  };
}

/** The wishes that these bytes fulfil. */
function wishesOf({ contract, expiration, permissionId, feeLimit }: RawTransaction): Readonly<Record<string, unknown>> {
  const steps = { FreezeBalanceV2Contract: 'freeze', VoteWitnessContract: 'vote' } as const;
  const step = Object.entries(steps).find(([type]) => type === contract.type)?.[1];
  return {
    expiration,
    permissionId,
    ...(feeLimit === undefined ? {} : { feeLimit: feeLimit.toString() }),
    ...(step === undefined ? {} : { step }),
    ...('resource' in contract ? { resource: contract.resource } : {}),
  };
}

function untoldOf(contract: Contract): string[] {
  if (contract.type === 'FreezeBalanceV2Contract') return ['targetValidatorAddress'];
  return contract.type === 'VoteWitnessContract' ? ['amount', 'params.resource'] : [];
}

/** Of several votes, the one for the validator of the intent counts. Nobody has to ask for bandwidth. */
function confirmedOf(contract: Contract, intent: TransactionData | undefined): string[] {
  if (intent?.mode !== 'stake') return [];
  const { resource, raw_data: raw } = Object(intent.params) as {
    readonly resource?: unknown;
    readonly raw_data?: unknown;
  };
  const isUsual = contract.type === 'FreezeBalanceV2Contract' && contract.resource === 'BANDWIDTH';
  return [
    ...(voteFor(contract, intent) === undefined ? [] : ['targetValidatorAddress']),
    // An answer of encode without its checksum tells it in `raw_data`, which core compares.
    ...(resource === undefined && (isUsual || raw !== undefined) ? ['params.resource'] : []),
  ];
}

/** A vote for fewer coins than the intent stakes. More may be there from before. */
function voteProblems(contract: Contract, intent: TransactionData | undefined): Problem[] {
  if (intent?.mode !== 'stake') return [];
  const votes = voteFor(contract, intent);
  const amount = parseAmount(intent.amount ?? '');
  if (votes === undefined || amount === undefined || votes * sunOfVote >= amount) return [];
  return [contradiction(`it has ${votes} votes for the validator, which are fewer than the amount`)];
}

function voteFor(contract: Contract, { targetValidatorAddress: target }: Intent<'stake'>): bigint | undefined {
  if (contract.type !== 'VoteWitnessContract') return undefined;
  return contract.votes.find(({ address }) => toBase58Address(address) === target)?.count;
}

function contradictions(raw: Uint8Array, encoded: readonly EncodedItem[]): Problem[] {
  if (encoded.length > 1) return [contradiction('it has more items than encode gives out')];
  const hash = encoded[0]?.hash;
  const isSame = hash?.format === 'sha256' && hash.value.toLowerCase() === toHex(sha256(raw));
  return isSame ? [] : [contradiction('its hash is not the SHA-256 of the transaction')];
}

/** Fields of a mode. */
interface Action {
  readonly mode: TronMode;
  readonly [field: string]: unknown;
}

/** What a transaction does, as fields of a mode. Undefined if encode makes no such transaction. */
function actionOf({ contract, feeLimit }: RawTransaction): Action | undefined {
  if ((contract.type === 'TriggerSmartContract') !== (feeLimit !== undefined)) return undefined;
  // As the chain reads it, a higher number is negative.
  if ('amount' in contract && (contract.amount === 0n || contract.amount > maxInt64)) return undefined;
  switch (contract.type) {
    case 'TransferContract':
      return {
        mode: 'transfer',
        recipientAddress: toBase58Address(contract.to),
        amount: contract.amount.toString(),
      };
    case 'TransferAssetContract':
      // Before 2018 tokens had names.
      if (!checkTokenId(contract.asset).ok) return undefined;
      return {
        mode: 'transferToken',
        tokenId: contract.asset,
        recipientAddress: toBase58Address(contract.to),
        amount: contract.amount.toString(),
      };
    case 'TriggerSmartContract': {
      const call = readTransferCall(contract.data);
      // What stands before the 20 bytes of the address would be lost here.
      if (call === undefined || transferCall(call.to, call.amount) !== contract.data) return undefined;
      if (contract.callValue !== undefined || call.amount === 0n) return undefined;
      return {
        mode: 'transferToken',
        tokenId: toBase58Address(contract.contract),
        recipientAddress: toBase58Address(call.to),
        amount: call.amount.toString(),
      };
    }
    case 'FreezeBalanceV2Contract':
      return { mode: 'stake', amount: contract.amount.toString() };
    case 'VoteWitnessContract': {
      const [vote, ...others] = contract.votes;
      if (vote === undefined) return undefined;
      return {
        mode: 'stake',
        ...(others.length === 0 ? { targetValidatorAddress: toBase58Address(vote.address) } : {}),
      };
    }
    case 'UnfreezeBalanceV2Contract':
      return { mode: 'unstake', amount: contract.amount.toString() };
    case 'WithdrawExpireUnfreezeContract':
      return { mode: 'withdraw' };
    case 'WithdrawBalanceContract':
      return { mode: 'claimRewards' };
    case 'DelegateResourceContract':
    case 'UnDelegateResourceContract':
    case 'CancelAllUnfreezeV2Contract':
      return undefined;
  }
}

function contradiction(reason: string): Problem {
  return problem('request.invalid', { field, expected: reason }, field);
}

const unusual = contradiction('it does something that encode never does');
