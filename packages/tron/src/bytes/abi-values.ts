import { attempt, fromHex } from '@isochain/core';
import { decodeAbiParameters } from 'viem/utils';

// Values that contracts answer (docs.soliditylang.org, "Contract ABI Specification"), in hex without 0x.

/** The only word of an answer. Undefined if it is not one word. */
export function wordOf(data: string): bigint | undefined {
  return /^[0-9a-f]{64}$/i.test(data) ? BigInt(`0x${data}`) : undefined;
}

/** A string, or the bytes32 of older tokens. Empty if it is neither. */
export function textOf(data: string): string {
  if (data.length === 64) {
    const bytes = fromHex(data)?.filter((byte) => byte !== 0) ?? new Uint8Array();
    return new TextDecoder().decode(bytes);
  }
  return attempt(() => decodeAbiParameters([{ type: 'string' }], `0x${data}`))?.[0] ?? '';
}
