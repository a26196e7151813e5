export { bytesOf } from '@isochain/core';
export { compareBytes, concatBytes, equalBytes } from '@scure/btc-signer/utils.js';
