import type { RecordScenes } from '@isochain/conformance';
import { askedWorld } from '../world/honest.ts';
import { modeScenes, signatureScenes } from './mode-scenes.ts';
import { problemScenes } from './problem-scenes.ts';

const world = await askedWorld();

/** What the records of this folder are made of, by file. */
export const scenes: RecordScenes = {
  scripted: { modes: modeScenes(world), signatures: signatureScenes(world), problems: problemScenes(world) },
};
