import type { Code } from '@isochain/core';
import type { RpcError } from '@isochain/core/upstream';

/** What a node's refusal of a transaction means to us. */
export type Meaning = 'known' | 'nonce' | Extract<Code, `broadcast.${string}`>;

/** Codes of refusals (starknet-specs, api/starknet_write_api.json). */
const meanings: Readonly<Record<number, Meaning>> = {
  52: 'nonce',
  53: 'broadcast.feeTooLow',
  54: 'broadcast.insufficientFunds',
  55: 'broadcast.invalid',
  59: 'known',
  64: 'broadcast.replacementFeeTooLow',
  65: 'broadcast.feeTooLow',
};

/** @returns What a refusal means. Undefined if it says something about the endpoint. */
export function meaningOf({ code }: RpcError): Meaning | undefined {
  return meanings[code];
}
