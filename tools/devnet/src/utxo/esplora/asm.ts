import { opcodes } from 'bitcoinjs-lib';

/** Names that only rust-bitcoin uses. Esplora prints scripts with it. */
const ownNames: Record<number, string> = {
  [opcodes.OP_0]: 'OP_0',
  [opcodes.OP_1NEGATE]: 'OP_PUSHNUM_NEG1',
  [opcodes.OP_CHECKLOCKTIMEVERIFY]: 'OP_CLTV',
  [opcodes.OP_CHECKSEQUENCEVERIFY]: 'OP_CSV',
};

const names = new Map<number, string>([
  // The table holds both directions.
  ...Object.entries(opcodes).flatMap(([name, code]): [number, string][] =>
    typeof code === 'number' ? [[code, name]] : [],
  ),
  ...Array.from({ length: 16 }, (_, i): [number, string] => [opcodes.OP_1 + i, `OP_PUSHNUM_${i + 1}`]),
  ...Object.entries(ownNames).map(([code, name]): [number, string] => [Number(code), name]),
]);

/** The number of bytes that hold the length of the push. */
const lengthBytes: Record<number, number> = {
  [opcodes.OP_PUSHDATA1]: 1,
  [opcodes.OP_PUSHDATA2]: 2,
  [opcodes.OP_PUSHDATA4]: 4,
};

/** A script in words, as Esplora writes it: 'OP_0 OP_PUSHBYTES_20 ea08…'. */
export function toAsm(hex: string): string {
  const script = Buffer.from(hex, 'hex');
  const words: string[] = [];
  let at = 0;
  while (at < script.length) {
    const code = script[at] ?? 0;
    const width = lengthBytes[code] ?? 0;
    at += 1;
    if (width === 0 && (code === opcodes.OP_0 || code > opcodes.OP_PUSHDATA4)) {
      words.push(names.get(code) ?? `OP_RETURN_${code}`);
      continue;
    }
    if (at + width > script.length) return [...words, '<unexpected end>'].join(' ');
    const length = width === 0 ? code : script.readUIntLE(at, width);
    at += width;
    const name = width === 0 ? `OP_PUSHBYTES_${code}` : `OP_PUSHDATA${width}`;
    if (at + length > script.length) return [...words, name, '<push past end>'].join(' ');
    words.push(name, ...(length === 0 ? [] : [script.toString('hex', at, at + length)]));
    at += length;
  }
  return words.join(' ');
}

/** The last push of a script, in hex. In a scriptSig that spends p2sh it is the inner script. */
export function lastPush(hex: string): string | undefined {
  return /(?:^| )OP_PUSH(?:BYTES_\d+|DATA\d) ([0-9a-f]+)$/.exec(toAsm(hex))?.[1];
}
