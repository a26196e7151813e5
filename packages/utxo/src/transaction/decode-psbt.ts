import { readWhole } from '../byte-reader.ts';
import { equalBytes } from '../bytes.ts';
import { type ExtendedKeyPath, type LeafScript, type Psbt, type PsbtInput, type PsbtV2, psbtMagic } from './psbt.ts';
import { type Field, globalFields, inputFields, outputFields } from './psbt-fields.ts';
import { readMap } from './psbt-maps.ts';

/**
 * Reads a PSBT of version 0 (BIP174).
 *
 * @throws RangeError if the bytes are none, or anything more.
 */
export function decodePsbt(bytes: Uint8Array): Psbt {
  return decode<Psbt>(bytes, 0, ({ unsignedTx }) => [unsignedTx.inputs.length, unsignedTx.outputs.length]);
}

/**
 * Reads a PSBT of version 2 (BIP370).
 *
 * @throws RangeError if the bytes are none, or anything more.
 */
export function decodePsbtV2(bytes: Uint8Array): PsbtV2 {
  return decode<PsbtV2>(bytes, 2, ({ inputCount, outputCount }) => [inputCount, outputCount]);
}

function decode<T extends Psbt | PsbtV2>(
  bytes: Uint8Array,
  version: 0 | 2,
  countsOf: (global: T['global']) => readonly [inputs: number, outputs: number],
): T {
  return readWhole(bytes, (reader) => {
    if (!equalBytes(reader.take(psbtMagic.length), psbtMagic)) throw new RangeError();
    const read = (table: readonly Field[]) => readMap(reader, table, version);
    const global = read(globalFields) as unknown as T['global'];
    const [inputCount, outputCount] = countsOf(global);
    const inputs: readonly PsbtInput[] = reader.times(inputCount, () => read(inputFields));
    const outputs = reader.times(outputCount, () => read(outputFields));
    const { version: told = 0, xpub = [] } = global;
    const leaves = inputs.flatMap(({ tapLeafScript = [] }) => tapLeafScript);
    if (told !== version || !xpub.every(leadsToKey) || !leaves.every(isOfVersion)) throw new RangeError();
    // What the maps have the tables say, and the types say it again.
    return { global, inputs, outputs } as unknown as T;
  });
}

/** BIP174: a path has as many steps as its key is deep. */
function leadsToKey([{ depth }, { path }]: ExtendedKeyPath): boolean {
  return depth === path.length;
}

/** BIP371: the version of a leaf stands behind its script, and in its control block beside a bit that says whether the output key is odd. */
function isOfVersion([controlBlock, leaf]: LeafScript): boolean {
  const version = leaf.at(-1) ?? 1;
  return version % 2 === 0 && ((controlBlock[0] ?? 0) & ~1) === version;
}
