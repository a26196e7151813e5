import type { LieScene } from '@isochain/conformance';
import { broadcastScenes } from './broadcast-scenes.ts';
import { encodeScenes } from './encode-scenes.ts';
import { readScenes } from './read-scenes.ts';

/** All that clients do. */
export const scenes: readonly LieScene[] = [...encodeScenes, ...readScenes, ...broadcastScenes];
