import type { RecordScenes } from '@isochain/conformance';
import { babylonScenes } from './babylon-scenes.ts';
import { startEngineScenes } from './engine-scenes.ts';
import { problemScenes, wishScenes } from './problem-scenes.ts';
import { signatureScenes, transferScenes } from './transfer-scenes.ts';

/** What the records of this folder are made of, by file. */
export const scenes: RecordScenes = {
  scripted: {
    transfers: transferScenes,
    signatures: signatureScenes,
    babylon: babylonScenes,
    wishes: wishScenes,
    problems: problemScenes,
  },
  engines: { litecoind: startEngineScenes },
};
