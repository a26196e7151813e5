import { broadcastScenes } from './broadcast-scenes.ts';
import { encodeScenes } from './encode-scenes.ts';
import { readScenes } from './read-scenes.ts';
import type { CosmosScene } from './upstream.ts';

/** All that clients do. */
export const scenes: readonly CosmosScene[] = [...encodeScenes, ...readScenes, ...broadcastScenes];
