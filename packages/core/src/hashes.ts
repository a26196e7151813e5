/** For families too: those that need no more than this hash need no library of their own for it. */
export { sha256 } from '@noble/hashes/sha2.js';
