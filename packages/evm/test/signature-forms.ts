import { der, type Numbers, patchRlp, upperHalf } from './signers.ts';

export const base64 = (digits: string) => Buffer.from(digits, 'hex').toString('base64');
export const hexByte = (value: number) => value.toString(16).padStart(2, '0');

/** One signature, and the transaction that it makes. */
export interface Signed {
  readonly numbers: Numbers;
  /** EIP-155 chain id. */
  readonly nativeId: number;
  /** The signed transaction. */
  readonly signed: string;
}

/** Every form in which a signature may come. */
export function formsOf({ numbers, nativeId, signed }: Signed): Record<string, string> {
  const { r, s, y } = numbers;
  const high = upperHalf(numbers);
  const compact = r + (BigInt(`0x${s}`) | (BigInt(y) << 255n)).toString(16).padStart(64, '0');
  const v155 = (35 + 2 * nativeId + y).toString(16);
  return {
    'r, s and 27 or 28': `${r}${s}${hexByte(27 + y)}`,
    'the same with 0x': `0x${r}${s}${hexByte(27 + y)}`,
    'the same in capitals': `0X${r}${s}${hexByte(27 + y)}`.toUpperCase(),
    'r, s and 00 or 01': `${r}${s}0${y}`,
    'r, s and one digit': `${r}${s}${y}`,
    'r and s': `${r}${s}`,
    'r and s with 0x': `0x${r}${s}`,
    'r, s and the word undefined': `${r}${s}undefined`,
    'r, s and the word null': `${r}${s}null`,
    'r, s and v after EIP-155': `${r}${s}${v155}`,
    'r, s and v after EIP-155 in whole bytes': `${r}${s}${v155.padStart(v155.length + (v155.length % 2), '0')}`,
    // Devices answer one byte (LedgerHQ/app-ethereum, doc/ethapp.adoc).
    'r, s and the last byte of v after EIP-155': `${r}${s}${hexByte((35 + 2 * nativeId + y) % 256)}`,
    'JSON of ethers': JSON.stringify({ _type: 'signature', networkV: null, r: `0x${r}`, s: `0x${s}`, v: 27 + y }),
    'JSON of viem': JSON.stringify({ r: `0x${r}`, s: `0x${s}`, v: String(27 + y), yParity: y }),
    'JSON of web3.js': JSON.stringify({ rawTransaction: signed, transactionHash: '0x', r: `0x${r}`, s: `0x${s}` }),
    'with spaces around': `\n ${r}${s}${hexByte(27 + y)} `,
    'base64 of r and s': base64(r + s),
    'base64 of r, s and v': base64(`${r}${s}${hexByte(27 + y)}`),
    'base64 for URLs, not padded': base64(r + s)
      .replace(/\+/g, '-')
      .replace(/\//g, '_')
      .replace(/=/g, ''),
    DER: der(numbers),
    'DER with 0x': `0x${der(numbers)}`,
    'base64 of DER': base64(der(numbers)),
    'EIP-2098': compact,
    'base64 of EIP-2098': base64(compact),
    'a high s': `${high.r}${high.s}`,
    'a high s and v': `${high.r}${high.s}${hexByte(27 + high.y)}`,
    'a high s and one digit': `${high.r}${high.s}${high.y}`,
    'DER with a high s': der(high),
    'base64 of a high s': base64(high.r + high.s),
    'the signed transaction': signed,
    'the signed transaction without 0x': signed.slice(2),
    'the signed transaction in capitals': signed.toUpperCase(),
    'the signed transaction with a high s': patchRlp(signed, {
      [-1]: `0x${high.s}`,
      [-3]: signed.startsWith('0x02') ? (high.y === 0 ? '0x' : '0x01') : toBytes(35 + 2 * nativeId + high.y),
    }),
  };
}

const toBytes = (value: number) =>
  `0x${value.toString(16).padStart(2 * Math.ceil(value.toString(16).length / 2), '0')}`;
