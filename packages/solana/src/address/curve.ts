// Addresses are public, so this code need not run in constant time.

/** The prime of the field, and the constant of the curve -x² + y² = 1 + dx²y². Source: RFC 8032, section 5.1. */
const p = 2n ** 255n - 19n;
const d = 37095705934669439343138083508754565189542113879843219016388785533085940283555n;

/**
 * Whether an address can be a public key. An address off the curve has no private key: only a program can act for it. We decide as the chain does,
 * which takes encodings that RFC 8032 refuses (curve25519-dalek, CompressedEdwardsY::decompress): y is taken modulo p, and the sign of x does not
 * matter.
 *
 * A library would compute the root itself, which takes four times the work.
 *
 * @param bytes - 32 bytes.
 */
export function isOnCurve(bytes: Uint8Array): boolean {
  const y2 = readY(bytes) ** 2n % p;
  // x² = (y² - 1) / (dy² + 1). The quotient is a square if the product is. The denominator is never 0: -1/d is no square.
  return jacobi(((y2 + p - 1n) * (d * y2 + 1n)) % p, p) >= 0;
}

/** Reads the number in the first 255 bits, lowest byte first. The last bit is the sign of x. */
function readY(bytes: Uint8Array): bigint {
  let hex = '0x';
  for (let i = 31; i >= 0; i--) hex += ((bytes[i] ?? 0) & (i === 31 ? 0x7f : 0xff)).toString(16).padStart(2, '0');
  return BigInt(hex);
}

/**
 * The Jacobi symbol (a/n). For a prime n it is 1 if a is a square modulo n, 0 if n divides a, and else -1. Computed by quadratic reciprocity, in the
 * steps of Euclid's algorithm (Cohen, A Course in Computational Algebraic Number Theory, algorithm 1.4.10).
 *
 * @param n - Odd.
 */
function jacobi(a: bigint, n: bigint): number {
  let sign = 1;
  let [top, bottom] = [a, n];
  while (top !== 0n) {
    const twos = trailingZeros(top);
    top >>= BigInt(twos);
    const residue = Number(bottom & 7n);
    if (twos % 2 === 1 && (residue === 3 || residue === 5)) sign = -sign;
    if (residue % 4 === 3 && Number(top & 3n) === 3) sign = -sign;
    [top, bottom] = [bottom % top, top];
  }
  return bottom === 1n ? sign : 0;
}

/** @param value - Not 0. */
function trailingZeros(value: bigint): number {
  let [rest, count] = [value, 0];
  let low = Number(rest & 0xffffffffn);
  for (; low === 0; low = Number(rest & 0xffffffffn)) {
    rest >>= 32n;
    count += 32;
  }
  return count + 31 - Math.clz32(low & -low);
}
