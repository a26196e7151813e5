import type { xdr } from '@stellar/stellar-base';
import { accountId, assetId, native, party } from '../asset.ts';
import { lineKey } from '../state.ts';
import type { Inner } from './submission.ts';

/** The keys of the ledger that a transaction may use: its source, and what its operations name (stellar-core doesAccessFrozenKey of each frame, CAP-77). */
export function frozenKeys(inner: Inner): string[] {
  return [inner.source.account, ...inner.operations.flatMap((operation) => keysOf(operation, inner))];
}

function keysOf(operation: xdr.Operation, inner: Inner): string[] {
  const own = operation.sourceAccount();
  const source = own == null ? inner.source.account : party(own).account;
  const body = operation.body();
  switch (body.switch().name) {
    case 'createAccount':
      return [source, accountId(body.createAccountOp().destination())];
    case 'payment': {
      const asset = assetId(body.paymentOp().asset());
      const to = party(body.paymentOp().destination()).account;
      return asset === native ? [source, to] : [source, lineKey(source, asset), lineKey(to, asset)];
    }
    default:
      return [source];
  }
}
