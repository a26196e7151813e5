import { toBase64 } from '../address.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { RestError } from '../rest-error.ts';

/** Version 41 of the protocol (go-algorand:protocol/consensus.go). */
const consensus = 'https://github.com/algorandfoundation/specs/tree/953304de35264fc3ef91bcd05c123242015eeaed';

/** go-algorand:daemon/algod/api/server/v2/handlers.go TransactionParams. @throws RestError 503 */
export function transactionParamsJson(ledger: Ledger): Record<string, unknown> {
  const { settings, genesisHash, genesisId, round } = ledger;
  if (settings.status.catchpoint) throw new RestError(503, 'operation not available during catchup');
  return {
    'consensus-version': consensus,
    fee: settings.perByte,
    'genesis-hash': toBase64(genesisHash),
    'genesis-id': genesisId,
    'last-round': round,
    'min-fee': settings.minFee,
  };
}

const nanoseconds = (milliseconds: number): bigint => BigInt(Math.round(milliseconds)) * 1_000_000n;

/** go-algorand:daemon/algod/api/server/v2/handlers.go GetStatus */
export function statusJson(ledger: Ledger): Record<string, unknown> {
  const { round, sinceLastRound } = ledger;
  const {
    timeSinceLastRoundMs = sinceLastRound,
    catchupTimeMs = 0,
    stopped = false,
    catchpoint,
  } = ledger.settings.status;
  return {
    catchpoint: catchpoint ? `${round}#STANDIN` : '',
    'catchpoint-acquired-blocks': 0,
    'catchpoint-processed-accounts': 0,
    'catchpoint-processed-kvs': 0,
    'catchpoint-total-accounts': 0,
    'catchpoint-total-blocks': 0,
    'catchpoint-total-kvs': 0,
    'catchpoint-verified-accounts': 0,
    'catchpoint-verified-kvs': 0,
    'catchup-time': nanoseconds(catchupTimeMs),
    'last-catchpoint': '',
    'last-round': round,
    'last-version': consensus,
    'next-version': consensus,
    'next-version-round': round + 1,
    'next-version-supported': !stopped,
    'stopped-at-unsupported-round': stopped,
    'time-since-last-round': nanoseconds(timeSinceLastRoundMs),
  };
}
