import { encode } from '@msgpack/msgpack';
import type { SignedTransaction } from '../codec/decode.ts';
import { encodeCanonical, signedToJson } from '../codec/encode.ts';
import type { ValueMap } from '../codec/value.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { RestError } from '../rest-error.ts';

/**
 * What the node knows of a transaction of its pool or of the last rounds (go-algorand:daemon/algod/api/server/v2/handlers.go PendingTransactionInformation).
 *
 * @throws RestError 400, 404
 */
export function pendingTransaction(ledger: Ledger, txId: string, format: 'json' | 'msgpack'): unknown {
  if (!/^[A-Z2-7]{52}$/.test(txId)) throw new RestError(400, 'no valid transaction ID was specified');
  const found = ledger.find(txId);
  if (found === undefined) {
    throw new RestError(
      404,
      'could not find the transaction in the transaction pool or in the last 1000 confirmed rounds',
    );
  }
  const signed = signedMap(found.transaction);
  if ('reason' in found) return write({ 'pool-error': found.reason }, signed, format);
  const { createdAsset, assetClosingAmount, closingAmount } = found.applied;
  const known = {
    'asset-closing-amount': assetClosingAmount,
    ...(createdAsset !== undefined && { 'asset-index': createdAsset }),
    'close-rewards': 0n,
    'closing-amount': closingAmount,
    'confirmed-round': BigInt(found.round),
    'pool-error': '',
    'receiver-rewards': 0n,
    'sender-rewards': 0n,
  };
  return write(known, signed, format);
}

const signedMap = ({ signed, txn }: SignedTransaction): ValueMap => ({ ...signed.fields, txn: txn.fields });

function write(known: ValueMap, signed: ValueMap, format: 'json' | 'msgpack'): unknown {
  if (format === 'msgpack') return encodeCanonical({ ...known, txn: signed });
  return { ...known, txn: signedToJson(signed) };
}

/** Transactions of the pool (go-algorand:daemon/algod/api/server/v2/handlers.go getPendingTransactions). */
export function pendingTransactions(ledger: Ledger, format: 'json' | 'msgpack'): unknown {
  const maps = ledger.pending.map(signedMap);
  if (format === 'msgpack') return encode({ 'top-transactions': [], 'total-transactions': maps.length });
  return { 'top-transactions': maps.map(signedToJson), 'total-transactions': maps.length };
}
