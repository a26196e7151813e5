/** Exported for families: a family that needs only this hash needs no dependency for it. */
export { sha256 } from '@noble/hashes/sha2.js';
