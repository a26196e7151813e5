import { babylonScenes } from './babylon-scenes.ts';
import { broadcastScenes } from './broadcast-scenes.ts';
import { encodeScenes } from './encode-scenes.ts';
import { readScenes } from './read-scenes.ts';
import type { UtxoScene } from './upstream.ts';

/** All that clients do. */
export const scenes: readonly UtxoScene[] = [...encodeScenes, ...readScenes, ...broadcastScenes, ...babylonScenes];
