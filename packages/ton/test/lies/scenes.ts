import { broadcastScenes } from './broadcast-scenes.ts';
import { encodeScenes } from './encode-scenes.ts';
import type { TonScene } from './upstream.ts';

/** All that clients do. */
export const scenes: readonly TonScene[] = [...encodeScenes, ...broadcastScenes];
