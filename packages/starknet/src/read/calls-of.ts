import { toAddress } from '../address/address.ts';
import { type Call, readExecuteCalldata } from '../bytes/calls.ts';
import type { NodeTransaction } from '../upstream/transaction-schema.ts';
import { longestProven } from './prove-id.ts';

/** The calls that an account was to make. Undefined if the calldata has another form, or is too long to be proven. */
export function callsOf({ type, calldata }: NodeTransaction): readonly Call[] | undefined {
  if (type !== 'INVOKE' || !calldata || calldata.length > longestProven) return undefined;
  return readExecuteCalldata(calldata) ?? readOldCalldata(calldata);
}

/**
 * Reads calldata of accounts of Cairo 0: `[n, (to, selector, offset, length) * n, total, data…]` (OpenZeppelin/cairo-contracts, release 0.6:
 * account/library.cairo, `AccountCallArray`).
 */
function readOldCalldata(felts: readonly bigint[]): readonly Call[] | undefined {
  const count = felts[0] ?? 0n;
  if (count > BigInt(felts.length)) return undefined;
  const start = 2 + 4 * Number(count);
  const data = felts.slice(start);
  if (felts[start - 1] !== BigInt(data.length)) return undefined;
  const calls = Array.from({ length: Number(count) }, (_, i): Call | undefined => {
    const [to = 0n, selector = 0n, offset = 0n, length = 0n] = felts.slice(1 + 4 * i, 5 + 4 * i);
    if (offset + length > BigInt(data.length)) return undefined;
    return { to: toAddress(to), selector, calldata: data.slice(Number(offset), Number(offset + length)) };
  });
  const whole = calls.filter((call) => call !== undefined);
  return whole.length === calls.length && whole.length > 0 ? whole : undefined;
}
