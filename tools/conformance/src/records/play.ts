import type { Chain, EncodeResult } from '@isochain/core';
import { type RecordedAnswer, type RecordedRefusal, toRecordedAnswer, toRecordedRefusal } from './answer.ts';
import { applyChanges, type Changes, type Used } from './changes.ts';
import { type Difference, describeDifference, differencesOf } from './differences.ts';
import type { Exchange } from './exchange.ts';
import type { RecordsHandIn } from './hand-in.ts';
import { createReplay, type Replay } from './replay.ts';
import type { Asked, BroadcastOutcome, StoredRecord } from './store.ts';

/** What encode answers or refuses, as records keep it; and what broadcast needs of it. */
export async function encodeOver(
  chain: Chain,
  intent: Readonly<Record<string, unknown>>,
): Promise<{ answer: RecordedAnswer | RecordedRefusal; transaction?: EncodeResult['transaction'] }> {
  let result: EncodeResult;
  try {
    result = await chain.encode(intent);
  } catch (error) {
    return { answer: toRecordedRefusal(error) };
  }
  return { answer: toRecordedAnswer(result), transaction: result.transaction };
}

export async function broadcastOver(
  chain: Chain,
  transaction: EncodeResult['transaction'],
  signature: string,
): Promise<Pick<BroadcastOutcome, 'hash' | 'refused'>> {
  try {
    const { hash } = await chain.broadcast({ ...transaction, signature });
    return { hash };
  } catch (error) {
    return toRecordedRefusal(error);
  }
}

/**
 * Plays a record: encodes its intent over what the upstream said then, and broadcasts its signatures.
 *
 * @returns Where the answers differ from the recorded ones.
 * @throws UnrecordedQuestion if the code asks something that the record has no answer to.
 */
export async function playRecord(
  handIn: RecordsHandIn,
  record: StoredRecord,
  exchanges: ReadonlyMap<string, Exchange>,
  changes: Changes = {},
  used: Used = new Set(),
): Promise<Difference[]> {
  const { intent, broadcasts = [] } = record;
  const encoding = open(handIn, record, exchanges, record.upstream);
  const { answer, transaction } = await encoding.replay.during(encodeOver(encoding.chain, intent));
  const compared = applyChanges(changes, record.answer, answer, used);
  const found = differencesOf(compared.recorded, compared.now);
  if (transaction === undefined || transaction.encoded.length === 0) return found;
  for (const { signatures, upstream, outcome } of broadcasts) {
    for (const [form, signature] of Object.entries(signatures)) {
      const { chain, replay } = open(handIn, record, exchanges, upstream);
      const now = await replay.during(broadcastOver(chain, transaction, signature));
      found.push(...differencesOf(outcome, { sent: replay.sent(), ...now }, `broadcast (${form})`));
    }
  }
  return found;
}

/** What a test prints of a record that is answered otherwise. */
export function describeDifferences(differences: readonly Difference[], most = 12): string {
  const lines = differences.slice(0, most).map((difference) => `  ${describeDifference(difference)}`);
  if (differences.length > most) lines.push(`  and ${differences.length - most} more`);
  return lines.join('\n');
}

function open(
  handIn: RecordsHandIn,
  { chainId, options, now, endpoints }: StoredRecord,
  exchanges: ReadonlyMap<string, Exchange>,
  asked: Asked,
): { chain: Chain; replay: Replay } {
  const exchangeOf = (id: string): Exchange => {
    const exchange = exchanges.get(id);
    if (exchange === undefined) throw new Error(`upstream.jsonl has no line ${id}`);
    return exchange;
  };
  const conversation = new Map(Object.entries(asked).map(([endpoint, ids]) => [endpoint, ids.map(exchangeOf)]));
  const replay = createReplay(handIn, endpoints, conversation);
  const connection = { ...options, endpoints: replay.endpoints, fetch: replay.fetch, now: () => now };
  return { chain: handIn.connect(chainId, connection), replay };
}
