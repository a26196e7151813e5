// Tokens that a family knows: a bundled list, the operator's own, and those that were looked up.

export { distinctTicker } from './distinct-ticker.ts';
export { beyondKnown, type KnownToken, knownTokens, type ListedToken, tokensOption } from './known-tokens.ts';
export { createTokenMemory, type TokenMemory } from './token-memory.ts';
