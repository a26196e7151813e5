import { type HttpAnswer, servesAnotherChain } from '@isochain/core/upstream';

/** What a node says of its ledger in the headers of every answer (aptos-labs/aptos-core, api/types/src/headers.rs). */
export interface Ledger {
  readonly chainId: number;
  /** Milliseconds since 1970: the time of the latest block. */
  readonly time: number;
  /** Number of the latest transaction. */
  readonly version: bigint;
}

/** @returns Undefined if a header is missing: a proxy in front of the node dropped it. */
export function ledgerOf({ headers }: Pick<HttpAnswer<unknown, unknown>, 'headers'>): Ledger | undefined {
  const [chainId, time, version] = ['x-aptos-chain-id', 'x-aptos-ledger-timestampusec', 'x-aptos-ledger-version'].map(
    (name) => headers.get(name) ?? '',
  ) as [string, string, string];
  if (![chainId, time, version].every((text) => /^\d{1,20}$/.test(text))) return undefined;
  return { chainId: Number(chainId), time: Math.floor(Number(time) / 1_000), version: BigInt(version) };
}

/** @throws RejectedAnswer if the answer comes from another chain. */
export function requireChain(chainId: number, answers: readonly HttpAnswer<unknown, unknown>[]): void {
  const isForeign = answers.some((answer) => (ledgerOf(answer)?.chainId ?? chainId) !== chainId);
  if (isForeign) throw servesAnotherChain();
}

/** How far a node's ledger goes, if its headers tell it. */
export interface HeadOfLedger {
  /** The height of the latest block. */
  readonly head: bigint | undefined;
  /** The time of the latest block, in milliseconds since 1970. */
  readonly headTime: number | undefined;
}

export function headOf(answer: Pick<HttpAnswer<unknown, unknown>, 'headers'>): HeadOfLedger {
  const height = answer.headers.get('x-aptos-block-height') ?? '';
  return { head: /^\d{1,20}$/.test(height) ? BigInt(height) : undefined, headTime: ledgerOf(answer)?.time };
}
