import { ascii } from '../vm/felt.ts';
import type { Input } from '../vm/input.ts';
import type { Frame } from '../vm/machine.ts';
import { Panic } from '../vm/panic.ts';

/**
 * Runs the calls of `__execute__` one after the other, and answers the result of each.
 *
 * @param onFailure - Makes the account's own panic of that of a call.
 */
export function runCalls(frame: Frame, input: Input, onFailure: (cause: Panic, index: number) => Panic): bigint[][] {
  const calls = input.calls();
  input.end();
  return calls.map(({ to, selector, calldata }, index) => {
    try {
      return [...frame.callSelector(to, selector, calldata)];
    } catch (cause) {
      throw cause instanceof Panic ? onFailure(cause, index) : cause;
    }
  });
}

/** Array<Span<felt>> as felts. */
export function spans(results: readonly bigint[][]): bigint[] {
  return [BigInt(results.length), ...results.flatMap((result) => [BigInt(result.length), ...result])];
}

/** Only the sequencer may call `__validate__` and `__execute__`, and only for a version that the contract knows. */
export function assertTransaction(frame: Frame, callerText: string, versionText: string): void {
  if (frame.caller !== 0n) throw new Panic([ascii(callerText)]);
  if (frame.transaction.version !== 3n) throw new Panic([ascii(versionText)]);
}
