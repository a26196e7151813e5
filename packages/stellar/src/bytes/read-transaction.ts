import { attempt, toHex } from '@isochain/core';
import {
  type OperationRecord,
  type Memo as SdkMemo,
  StrKey,
  Transaction,
  TransactionBuilder,
  type xdr,
} from '@stellar/stellar-sdk/base';
import { checkTokenId, type TokenId } from '../address/token-id.ts';
import { buildTransaction } from './build.ts';
import type { Memo } from './memo.ts';
import { codeIn } from './sdk-asset.ts';
import { fromDecimal } from './stroops.ts';
import type { Operation, StellarTransaction } from './transaction.ts';

/**
 * Reads an envelope, and makes it again from what was read. Undefined if that gives other bytes: then it does something that is not understood here.
 *
 * @param envelope - In base64, without signatures.
 */
export function readTransaction(envelope: string, passphrase: string): StellarTransaction | undefined {
  return attempt(() => {
    const read = TransactionBuilder.fromXdr(envelope, passphrase);
    if (!(read instanceof Transaction)) return undefined;
    const [record] = read.operations;
    const [wire] = read.tx.operations;
    const operation = record && wire && readOperation(record, wire.body);
    const memo = readMemo(read.memo);
    if (operation === undefined || memo === undefined || read.timeBounds === undefined) return undefined;
    const transaction: StellarTransaction = {
      source: read.source,
      fee: BigInt(read.fee),
      sequence: BigInt(read.sequence),
      maxTime: BigInt(read.timeBounds.maxTime),
      memo,
      operation,
    };
    const again = buildTransaction(transaction, passphrase).toEnvelope().toXdr('base64');
    return again === envelope ? transaction : undefined;
  });
}

/** A memo that the library read. Undefined for a text that is not UTF-8. */
export function readMemo(memo: SdkMemo): Memo | undefined {
  const { type, value } = memo;
  if (type === 'none' || value === null) return { type: 'none' };
  if (type === 'id') return { type, value: String(value) };
  const bytes = typeof value === 'string' ? new TextEncoder().encode(value) : value;
  if (type !== 'text') return { type, value: toHex(bytes) };
  const text = attempt(() => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  return text === undefined ? undefined : { type, value: text };
}

/** @param body - What the library read the record from. It changes the codes of some assets (sdk-asset.ts). */
function readOperation(record: OperationRecord, body: xdr.OperationBody): Operation | undefined {
  const asset = readAsset(body);
  switch (record.type) {
    case 'createAccount': {
      const startingBalance = fromDecimal(record.startingBalance);
      if (!startingBalance) return undefined;
      return { type: 'createAccount', destination: record.destination, startingBalance };
    }
    case 'payment': {
      const amount = fromDecimal(record.amount);
      if (!amount || asset === undefined) return undefined;
      const { destination } = record;
      return { type: 'payment', destination, asset: asset === 'native' ? undefined : asset, amount };
    }
    case 'changeTrust': {
      const limit = fromDecimal(record.limit);
      if (limit === undefined || asset === undefined || asset === 'native') return undefined;
      return { type: 'changeTrust', asset, limit };
    }
    case 'accountMerge':
      return { type: 'accountMerge', destination: record.destination };
    case 'createClaimableBalance': {
      const amount = fromDecimal(record.amount);
      const [claimant, own] = record.claimants;
      const afterSeconds = own && secondsOf(own.predicate);
      if (!amount || asset === undefined || asset === 'native' || claimant === undefined || afterSeconds === undefined)
        return undefined;
      const reclaim = { by: own?.destination ?? '', afterSeconds };
      return { type: 'createClaimableBalance', asset, amount, claimant: claimant.destination, reclaim };
    }
    default:
      return undefined;
  }
}

/** The asset of an operation. Undefined if it has none, and for shares of a pool. */
function readAsset(body: xdr.OperationBody): TokenId | 'native' | undefined {
  switch (body.type) {
    case 'payment':
    case 'createClaimableBalance':
      return fromXdrAsset(body.value.asset);
    case 'changeTrust':
      return fromXdrAsset(body.value.line);
    default:
      return undefined;
  }
}

function fromXdrAsset(asset: xdr.Asset | xdr.ChangeTrustAsset): TokenId | 'native' | undefined {
  if (asset.type === 'assetTypeNative') return 'native';
  if (asset.type === 'assetTypePoolShare') return undefined;
  const { assetCode, issuer } = asset.value;
  const checked = checkTokenId(`${codeIn(assetCode)}:${StrKey.encodeEd25519PublicKey(issuer.value.toBytes())}`);
  return checked.ok ? checked.value : undefined;
}

type Predicate = Extract<OperationRecord, { type: 'createClaimableBalance' }>['claimants'][number]['predicate'];

/** The seconds of the predicate "not before". */
function secondsOf(predicate: Predicate): bigint | undefined {
  if (predicate.type !== 'claimPredicateNot') return undefined;
  const before = predicate.notPredicate;
  return before?.type === 'claimPredicateBeforeRelativeTime' ? BigInt(before.relBefore) : undefined;
}
