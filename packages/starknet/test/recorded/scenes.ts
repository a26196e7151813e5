import type { RecordScenes } from '@isochain/conformance';
import { askedSepolia, askedWorld } from '../world/honest.ts';
import { modeScenes, sepoliaScenes, signatureScenes } from './mode-scenes.ts';
import { problemScenes } from './problem-scenes.ts';

const world = await askedWorld();
const sepolia = await askedSepolia();

/** What the records of this folder are made of, by file. */
export const scenes: RecordScenes = {
  scripted: {
    modes: [...modeScenes(world), ...sepoliaScenes(sepolia)],
    signatures: signatureScenes(world),
    problems: problemScenes(world),
  },
};
