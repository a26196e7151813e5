import { cleanReason } from '@isochain/core/upstream';
import { textOf } from '../bytes/abi-values.ts';

/** Selectors of Error(string) and Panic(uint256) (docs.soliditylang.org, "Panic via assert and Error via require"). */
const errorSelector = '08c379a0';
const panicSelector = '4e487b71';

/** Why a contract reverted, in its own words. Its author chose them, so they are cleaned. */
export function revertReason(data: string): string {
  const hex = data.toLowerCase();
  if (hex.startsWith(errorSelector)) return cleanReason(textOf(hex.slice(8))) || silent;
  if (hex.startsWith(panicSelector) && hex.length === 72) {
    return `the contract panicked with code ${BigInt(`0x${hex.slice(8)}`)}`;
  }
  return hex.length < 8 ? silent : `the contract reverted with the error 0x${hex.slice(0, 8)}`;
}

const silent = 'the contract reverted without a reason';
