import type { RecordScenes } from '@isochain/conformance';
import { modeScenes, signatureScenes } from './mode-scenes.ts';
import { problemScenes } from './problem-scenes.ts';

/** What the records of this folder are made of, by file. */
export const scenes: RecordScenes = {
  scripted: {
    modes: modeScenes,
    signatures: signatureScenes,
    problems: problemScenes,
  },
};
