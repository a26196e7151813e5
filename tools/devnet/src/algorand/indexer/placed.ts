import { digest, toBase32 } from '../address.ts';
import type { Ledger } from '../ledger/ledger.ts';

/** A transaction that a test places in the history, with the members that every one has. */
export function placedTransaction(
  transaction: Readonly<Record<string, unknown>>,
  at: { readonly round: number; readonly time: number },
  { genesisHash, genesisId }: Ledger,
): Readonly<Record<string, unknown>> & { readonly id: string } {
  const id = toBase32(digest(Buffer.from(`placed ${at.round}`)));
  return {
    'close-rewards': 0,
    'closing-amount': 0,
    'confirmed-round': at.round,
    fee: 1_000,
    'first-valid': at.round - 1,
    'genesis-hash': Buffer.from(genesisHash).toString('base64'),
    'genesis-id': genesisId,
    'intra-round-offset': 0,
    'last-valid': at.round + 999,
    'receiver-rewards': 0,
    'round-time': at.time,
    'sender-rewards': 0,
    signature: { sig: Buffer.alloc(64, 1).toString('base64') },
    id,
    ...transaction,
  };
}
