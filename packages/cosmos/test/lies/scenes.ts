import { encodeScenes } from './encode-scenes.ts';
import type { CosmosScene } from './upstream.ts';

/** All that clients do. */
export const scenes: readonly CosmosScene[] = [...encodeScenes];
