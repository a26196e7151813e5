export const l1BlockAddress = '0x4200000000000000000000000000000000000015';

/** The fees of an OP-stack chain beside gas. See contracts/GasPriceOracle.sol for the formulas. */
export interface L1Fees {
  /** Wei per L1 gas. */
  l1BaseFee: bigint;
  /** Weight of `l1BaseFee`, in millionths. 32 bits. */
  baseFeeScalar: bigint;
  /** Wei per blob gas. */
  blobBaseFee: bigint;
  /** Weight of `blobBaseFee`, in millionths. 32 bits. */
  blobBaseFeeScalar: bigint;
  /** Millionths of a wei per gas. 32 bits. */
  operatorFeeScalar: bigint;
  /** Wei per transaction. 64 bits. */
  operatorFeeConstant: bigint;
}

/**
 * The L1 prices of OP Mainnet: 185,053,300,000 wei for a transfer. Operator fees are zero on OP Mainnet and Base today. Here they are neither zero
 * nor round, so that tests notice code that forgets or rounds them.
 */
export const realisticL1Fees: L1Fees = {
  l1BaseFee: 10_000_000_000n,
  baseFeeScalar: 5227n,
  blobBaseFee: 1_000_000_000n,
  blobBaseFeeScalar: 1_014_213n,
  operatorFeeScalar: 1_234_567_891n,
  operatorFeeConstant: 7_000_000_003n,
};

// The place of each fee in the storage of L1Block: contracts/L1Block.sol.
const fields: Record<keyof L1Fees, { slot: bigint; shift: bigint; bits: bigint }> = {
  l1BaseFee: { slot: 1n, shift: 0n, bits: 256n },
  blobBaseFeeScalar: { slot: 3n, shift: 64n, bits: 32n },
  baseFeeScalar: { slot: 3n, shift: 96n, bits: 32n },
  blobBaseFee: { slot: 7n, shift: 0n, bits: 256n },
  operatorFeeConstant: { slot: 8n, shift: 0n, bits: 64n },
  operatorFeeScalar: { slot: 8n, shift: 64n, bits: 32n },
};

/** Writes fees into the storage that the engine reads them from. Fees that are left out stay. */
export async function writeL1Fees(
  engine: { rpc<T>(method: string, params: readonly unknown[]): Promise<T> },
  fees: Partial<L1Fees>,
): Promise<void> {
  const words = new Map<bigint, bigint>();
  for (const [name, { slot, shift, bits }] of Object.entries(fields)) {
    // Object.entries forgets the key type of a record.
    const value = fees[name as keyof L1Fees];
    if (value === undefined) continue;
    if (value < 0n || value >= 1n << bits) throw new RangeError(`${name} must fit in ${bits} bits, not ${value}.`);
    const before =
      words.get(slot) ?? BigInt(await engine.rpc<string>('eth_getStorageAt', [l1BlockAddress, hex(slot), 'latest']));
    const mask = ((1n << bits) - 1n) << shift;
    words.set(slot, (before & ~mask) | (value << shift));
  }
  for (const [slot, word] of words) {
    await engine.rpc('anvil_setStorageAt', [l1BlockAddress, hex(slot), `0x${word.toString(16).padStart(64, '0')}`]);
  }
}

function hex(value: bigint): string {
  return `0x${value.toString(16)}`;
}
