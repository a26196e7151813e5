import type { RecordScenes } from '@isochain/conformance';
import { startEngineScenes } from './engine-scenes.ts';
import { modeScenes, signatureScenes } from './mode-scenes.ts';
import { problemScenes, wishScenes } from './problem-scenes.ts';

/** What the records of this folder are made of, by file. */
export const scenes: RecordScenes = {
  scripted: { modes: modeScenes, signatures: signatureScenes, wishes: wishScenes, problems: problemScenes },
  engines: { litesvm: startEngineScenes },
};
