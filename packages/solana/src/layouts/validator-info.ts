import type { Address } from '../address/address.ts';
import { bytesOf, decoded } from './bytes.ts';

// Source: anza-xyz/agave, account-decoder/src/parse_config.rs; solana-program/config, ConfigKeys.

/** The key that marks a config account as validator info (account-decoder/src/validator_info.rs). */
export const validatorInfoKey = 'Va1idator1nfo111111111111111111111111111111';

/** What a validator says about itself. It chose the texts: clean them before showing. */
export interface ValidatorInfo {
  /** Identity of the validator, which signed this. */
  readonly node: Address;
  readonly name: string;
}

/** @returns Undefined if the data is not validator info, or has no name. */
export function decodeValidatorInfo(data: Uint8Array): ValidatorInfo | undefined {
  return decoded(() => {
    const bytes = bytesOf(data);
    // First a count of one byte, which is 2. Then two keys of 32 bytes, each with a byte that says whether it signed.
    if (bytes.u8(0) !== 2 || bytes.address(1) !== validatorInfoKey || bytes.u8(66) !== 1) return undefined;
    const length = Number(bytes.u64(67));
    const info = parse(new TextDecoder().decode(bytes.slice(75, length)));
    return typeof info?.name === 'string' ? { node: bytes.address(34), name: info.name } : undefined;
  });
}

function parse(json: string): { name?: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
