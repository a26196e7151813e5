import type { HttpAnswer, Operation } from '@isochain/core/upstream';
import type { EsploraApi } from './esplora-api.ts';
import { requireSame } from './http-requests.ts';
import type { MerkleBlock } from './merkle-block.ts';

/** Asks Esplora for a proof; undefined if it has none. */
export async function esploraInclusion(
  api: EsploraApi,
  txid: string,
  operation: Operation,
): Promise<MerkleBlock | undefined> {
  const accept = (answer: HttpAnswer<MerkleBlock, unknown>) => {
    if (answer.ok) requireSame(txid, answer.value.txid);
  };
  const answer = await operation.http(api.inclusion(txid), { ...api.options, accept });
  return answer.ok ? answer.value : undefined;
}
