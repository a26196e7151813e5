import { formatAmount } from '@isochain/core';

/** All assets have seven decimals: 1 XLM = 10,000,000 stroops (stellar/stellar-docs, learn/fundamentals/stellar-data-structures/assets.mdx). */
export const decimals = 7;

/** The largest amount: amounts are signed numbers of 64 bits (stellar/stellar-xdr, Stellar-ledger-entries.x). */
export const maxAmount = 2n ** 63n - 1n;

/** The largest fee: fees have 32 bits (stellar/stellar-xdr, Stellar-transaction.x: Transaction). */
export const mostFee: bigint = 2n ** 32n - 1n;

/** Writes stroops for the SDK and for Horizon: `12345678` is `1.2345678`. */
export function toDecimal(stroops: bigint): string {
  return formatAmount(stroops, decimals);
}

/** Reads what Horizon and the SDK write: digits, and up to seven decimals. Undefined for another text, and beyond 64 bits. */
export function fromDecimal(text: string): bigint | undefined {
  const [, whole, fraction = ''] = /^(\d{1,12})(?:\.(\d{1,7}))?$/.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const stroops = BigInt(whole + fraction.padEnd(decimals, '0'));
  return stroops <= maxAmount ? stroops : undefined;
}
