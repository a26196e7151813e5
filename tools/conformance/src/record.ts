import process from 'node:process';
import { parseArgs } from 'node:util';
import { findHandIns } from './hand-ins/find.ts';
import type { Exchange } from './records/exchange.ts';
import type { RecordScene, RecordsHandIn } from './records/hand-in.ts';
import { changedAnswers, makeRecord } from './records/make-records.ts';
import { describeDifferences } from './records/play.ts';
import { readStore, type StoredRecord, writeStore } from './records/store.ts';

// Makes the records of encode answers again: npm run record [-- [--engines] [family ...]]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { engines: { type: 'boolean', default: false } },
});

const handIns = await findHandIns();
const families = handIns.map(({ packageName }) => packageName);
const unknown = positionals.filter((name) => !families.includes(name));
if (unknown.length > 0) {
  console.error(`There are no records of ${unknown.join(', ')}, but of ${families.join(', ')}.`);
  process.exit(2);
}
for (const { packageName, records } of handIns) {
  if (positionals.length === 0 || positionals.includes(packageName)) await record(packageName, await records());
}

async function record(name: string, handIn: RecordsHandIn): Promise<void> {
  const before = readStore(handIn.folder);
  const { scripted, engines = {} } = await handIn.scenes();
  const exchanges = new Map<string, Exchange>();
  const records: Record<string, StoredRecord[]> = {};
  for (const [file, scenes] of Object.entries(scripted)) records[file] = await recordAll(handIn, scenes, exchanges);
  for (const [file, start] of Object.entries(engines)) {
    if (values.engines) {
      const { scenes, stop } = await start();
      records[file] = await recordAll(handIn, scenes, exchanges).finally(stop);
    } else {
      // They stay as they are: an engine does not say the same of blocks and hashes twice.
      records[file] = [...(before.records[file] ?? [])];
      for (const [id, exchange] of before.exchanges) exchanges.set(id, exchange);
    }
  }
  writeStore(handIn.folder, { records, exchanges });
  report(name, records, changedAnswers(before, records));
}

async function recordAll(
  handIn: RecordsHandIn,
  scenes: readonly RecordScene[],
  exchanges: Map<string, Exchange>,
): Promise<StoredRecord[]> {
  const records: StoredRecord[] = [];
  for (const scene of scenes) {
    try {
      records.push(await makeRecord(handIn, scene, exchanges));
    } catch (cause) {
      throw new Error(`"${scene.name}" cannot be recorded.`, { cause });
    }
  }
  return records;
}

function report(
  name: string,
  records: Readonly<Record<string, readonly StoredRecord[]>>,
  changed: ReturnType<typeof changedAnswers>,
): void {
  const counts = Object.entries(records).map(([file, list]) => `${list.length} ${file}`);
  console.log(`${name}: ${counts.join(', ')}`);
  for (const [record, differences] of changed) {
    console.log(`"${record}" is answered otherwise than before:\n${describeDifferences(differences)}`);
  }
  if (changed.size > 0) console.log(`${changed.size} records of ${name} are answered otherwise: look at each.`);
}
