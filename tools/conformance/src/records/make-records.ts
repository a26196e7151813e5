import type { RecordedAnswer, RecordedRefusal } from './answer.ts';
import { applyChanges } from './changes.ts';
import { type Difference, differencesOf } from './differences.ts';
import type { Conversation, Exchange } from './exchange.ts';
import type { RecordScene, RecordsHandIn } from './hand-in.ts';
import { broadcastOver, encodeOver, playRecord } from './play.ts';
import { createRecorder, type Recorder } from './recorder.ts';
import { sorted, stableJson } from './stable-json.ts';
import {
  type Asked,
  type BroadcastOutcome,
  idOf,
  type Store,
  type StoredBroadcast,
  type StoredRecord,
} from './store.ts';

type Exchanges = Map<string, Exchange>;

/**
 * Plays a scene over its upstream and keeps what was said. The record is replayed before it counts: it must answer the same again.
 *
 * @param exchanges - What the scene adds is put here.
 */
export async function makeRecord(
  handIn: RecordsHandIn,
  scene: RecordScene,
  exchanges: Exchanges,
): Promise<StoredRecord> {
  const { name, chainId, options, now } = scene;
  // As it will be read: warnings come in the order of the fields.
  const intent = sorted(scene.intent) as RecordScene['intent'];
  const encoding = await connect(handIn, scene);
  const { answer, transaction } = await encodeOver(encoding.chain, intent);
  const record: StoredRecord = {
    ...{ name, chainId, now },
    ...(options === undefined ? {} : { options }),
    endpoints: encoding.endpoints.map(({ url: _, ...endpoint }) => endpoint),
    intent,
    upstream: keep(await encoding.recorder.exchanges(), exchanges),
    answer,
  };
  const isSigned = scene.sign !== undefined && transaction !== undefined && transaction.encoded.length > 0;
  const made = isSigned ? { ...record, broadcasts: await broadcasts(handIn, scene, transaction, exchanges) } : record;
  const differences = await playRecord(handIn, made, exchanges);
  if (differences.length > 0) throw new Error(`"${name}" is answered otherwise each time: ${stableJson(differences)}`);
  return made;
}

async function broadcasts(
  handIn: RecordsHandIn,
  scene: RecordScene,
  transaction: Parameters<NonNullable<RecordScene['sign']>>[0],
  exchanges: Exchanges,
): Promise<StoredBroadcast[]> {
  const ended = new Map<string, { signatures: Record<string, string>; upstream: Asked; outcome: BroadcastOutcome }>();
  for (const [form, signature] of Object.entries((await scene.sign?.(transaction)) ?? {})) {
    const { chain, recorder } = await connect(handIn, scene);
    const answered = await broadcastOver(chain, transaction, signature);
    const upstream = keep(await recorder.exchanges(), exchanges);
    const outcome = { sent: recorder.sent(), ...answered };
    const key = stableJson({ upstream, outcome });
    const same = ended.get(key) ?? { signatures: {}, upstream, outcome };
    same.signatures[form] = signature;
    ended.set(key, same);
  }
  return [...ended.values()];
}

async function connect(handIn: RecordsHandIn, { chainId, options, now, upstream }: RecordScene) {
  const { endpoints, fetch } = await upstream();
  const recorder: Recorder = createRecorder(handIn, { endpoints, fetch });
  const chain = handIn.connect(chainId, { ...options, endpoints, fetch: recorder.fetch, now: () => now });
  return { chain, recorder, endpoints };
}

/** @returns Ids, in an order that does not depend on the one in which was asked. Endpoints that were asked nothing are left out. */
function keep(conversation: Conversation, exchanges: Exchanges): Asked {
  const entries = [...conversation].map(([endpoint, asked]) => [
    endpoint,
    asked.map((each) => put(each, exchanges)).sort(),
  ]);
  return Object.fromEntries(entries.filter(([, ids]) => ids?.length !== 0));
}

function put(exchange: Exchange, exchanges: Exchanges): string {
  const id = idOf(exchange);
  const known = exchanges.get(id);
  if (known !== undefined && stableJson(known) !== stableJson(exchange)) {
    throw new Error(`Two exchanges have the id ${id}.`);
  }
  exchanges.set(id, exchange);
  return id;
}

/** What is answered otherwise than in the records that were there before, by record. */
export function changedAnswers(before: Store, now: Store['records']): Map<string, Difference[]> {
  const known = new Map(
    Object.values(before.records)
      .flat()
      .map((record) => [record.name, record]),
  );
  const changed = new Map<string, Difference[]>();
  for (const record of Object.values(now).flat()) {
    const old = known.get(record.name);
    if (old === undefined) continue;
    const answers = applyChanges(before.changes, old.answer, record.answer);
    const found = differencesOf(comparable(answers.recorded, old), comparable(answers.now, record));
    if (found.length > 0) changed.set(record.name, found);
  }
  return changed;
}

function comparable(answer: RecordedAnswer | RecordedRefusal, { broadcasts = [] }: StoredRecord): object {
  const outcomes = broadcasts.flatMap(({ signatures, outcome }) =>
    Object.keys(signatures).map((form) => [form, outcome] as const),
  );
  return { ...answer, broadcast: Object.fromEntries(outcomes) };
}
