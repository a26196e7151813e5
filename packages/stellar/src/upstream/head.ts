import type { HttpAnswer } from '@isochain/core/upstream';

/** The latest ledger of the server that answered (stellar/stellar-horizon, internal/actions/helpers.go: LastLedgerHeaderName). Undefined if it does not tell. */
export function headOf({ headers }: Pick<HttpAnswer<unknown, unknown>, 'headers'>): bigint | undefined {
  const ledger = headers.get('latest-ledger') ?? '';
  return /^\d{1,10}$/.test(ledger) ? BigInt(ledger) : undefined;
}
