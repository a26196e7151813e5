import { readFileSync } from 'node:fs';
import type { ChainId } from '@isochain/core';
import { describe, expect, it } from 'vitest';
import { type Used, unusedChanges } from './changes.ts';
import type { RecordsHandIn } from './hand-in.ts';
import { describeDifferences, playRecord } from './play.ts';
import { readStore } from './store.ts';

/** The chains of the specification. Chains that were added beside them get records with the next recording. */
const specified: { readonly chains: Readonly<Record<string, unknown>> } = JSON.parse(
  readFileSync(new URL('../../../chain-data/sources/chains.json', import.meta.url), 'utf8'),
);

/**
 * Replays all records of a family. Call it at the top of a `recorded.test.ts` in the folder of the records.
 *
 * Each encode must answer what it answered when it was recorded, to the byte, and each signature must end in the same bytes that are sent.
 */
export function describeRecords(handIn: RecordsHandIn): void {
  const { records, exchanges, changes } = readStore(handIn.folder);
  const all = Object.values(records).flat();
  const used: Used = new Set();

  // In their order: the last test needs what all records used.
  describe(handIn.name, { shuffle: false }, () => {
    describe.each(Object.entries(records))('records of %s', (_, list) => {
      it.each(list.map((record) => [record.name, record] as const))('%s', async (name, record) => {
        const differences = await playRecord(handIn, record, exchanges, changes, used);
        if (differences.length > 0) {
          expect.fail(
            `"${name}" on ${record.chainId} is not answered as recorded:\n${describeDifferences(differences)}`,
          );
        }
      });
    });

    describe('records', () => {
      it('have names of their own', () => {
        const names = all.map(({ name }) => name);
        expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
      });

      // A chain that was added beside the specification gets its records when all are made again the next time.
      it('are of every chain of the specification and of every mode, each encoded at least once', () => {
        const encoded = all.filter(({ answer }) => 'encoded' in answer && answer.encoded.length > 0);
        const chainIds = new Set(encoded.map(({ chainId }) => chainId));
        const modes = new Set(encoded.map(({ intent }) => intent.mode));
        const supported = handIn.chainIds.map((chainId) => [chainId, modesOf(handIn, chainId)] as const);
        const wanted = supported.filter(([id, own]) => own.length > 0 && Object.hasOwn(specified.chains, id));
        expect(wanted.flatMap(([id]) => (chainIds.has(id) ? [] : [id]))).toEqual([]);
        expect([...new Set(supported.flatMap(([, own]) => own))].filter((mode) => !modes.has(mode))).toEqual([]);
      });

      it('need each of the changes that are accepted', () => {
        expect(unusedChanges(changes, used)).toEqual([]);
      });
    });
  });
}

/** Those that a chain has with its public endpoints. */
function modesOf({ connect }: RecordsHandIn, chainId: ChainId): string[] {
  const fetch = () => Promise.reject(new Error('Nothing is asked here.'));
  const { type } = connect(chainId, { fetch, now: () => 0 }).detail().supportedFeatures.write.transaction;
  return Object.entries(type).flatMap(([mode, isSupported]) => (isSupported ? [mode] : []));
}
