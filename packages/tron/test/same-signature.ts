/** Whether two texts are one signature in two spellings. */
export function sameSignature(original: string, other: string): boolean {
  try {
    const [one, two] = [read(original), read(other)];
    if (one.rs !== two.rs) return false;
    // Those who change a v are told apart elsewhere. In the compact spelling the parity is a part of s.
    if (!one.isCompact && !two.isCompact) return true;
    return one.parity === undefined || two.parity === undefined || one.parity === two.parity;
  } catch {
    return false;
  }
}

interface Spelled {
  /** r and s in hex. */
  readonly rs: string;
  /** Undefined if the spelling does not tell it. */
  readonly parity: number | undefined;
  /** With a parity of 1 as EIP-2098 writes it (https://eips.ethereum.org/EIPS/eip-2098): the top bit of s. */
  readonly isCompact: boolean;
}

function read(text: string): Spelled {
  const digits = digitsOf(text);
  const [rs, v] = [digits.slice(0, 128), digits.slice(128)];
  const first = Number.parseInt(rs.charAt(64), 16);
  if (v === '' && first >= 8) return { rs: rs.slice(0, 64) + (first - 8) + rs.slice(65), parity: 1, isCompact: true };
  const number = Number.parseInt(v, 16);
  return { rs, parity: v === '' ? undefined : number < 27 ? number : number - 27, isCompact: false };
}

/** r, s and v, as far as the text has them. */
function digitsOf(text: string): string {
  if (text.startsWith('{')) return (JSON.parse(text) as { signature: [string] }).signature[0];
  const digits = text.replace(/^0x/, '').toLowerCase();
  if (!/^[0-9a-f]*$/.test(digits)) return Buffer.from(text, 'base64').toString('hex');
  return digits.length > 160 ? digits.slice(-130) : digits;
}
