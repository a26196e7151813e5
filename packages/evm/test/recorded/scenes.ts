import type { RecordScenes } from '@isochain/conformance';
import { startEngineScenes } from './engine-scenes.ts';
import { problemScenes } from './problem-scenes.ts';
import { signatureScenes, transferScenes } from './transfer-scenes.ts';
import { wishScenes } from './wish-scenes.ts';

/** What the records of this folder are made of, by file. */
export const scenes: RecordScenes = {
  scripted: { transfers: transferScenes, signatures: signatureScenes, wishes: wishScenes, problems: problemScenes },
  engines: { anvil: startEngineScenes },
};
