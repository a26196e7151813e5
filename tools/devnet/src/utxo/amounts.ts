const decimals = 8;

/** A node's amount of coins in the smallest unit. Exact as long as the amount has 15 digits: ten million coins. */
export function toSmallestUnit(coins: number): bigint {
  return BigInt(coins.toFixed(decimals).replace('.', ''));
}

/** An amount in the smallest unit, in the text that a node takes: '1.00000000'. */
export function toCoins(amount: bigint): string {
  const digits = String(amount).padStart(decimals + 1, '0');
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
