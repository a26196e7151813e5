import * as bitcoin from 'bitcoinjs-lib';

// PSBTs as maps of keys and values (BIP174): one for the whole, and one for each input and output.

/** One map. Keys (with their type in front) and values in hex. */
export interface PsbtMap {
  readonly kind: 'global' | 'input' | 'output';
  readonly fields: [key: string, value: string][];
}

/** @throws Error if the bytes are not a sequence of the right number of maps. */
export function maps(psbt: Uint8Array): PsbtMap[] {
  const bytes = Buffer.from(psbt);
  let at = 5;
  const take = (length: number) => {
    if (at + length > bytes.length) throw new Error('The PSBT ends too early.');
    at += length;
    return bytes.subarray(at - length, at);
  };
  const size = (): number => {
    const first = take(1).readUInt8();
    return first < 0xfd ? first : first === 0xfd ? take(2).readUInt16LE() : take(4).readUInt32LE();
  };
  const fields = () => {
    const list: [string, string][] = [];
    for (let length = size(); length > 0; length = size())
      list.push([take(length).toString('hex'), take(size()).toString('hex')]);
    return list;
  };
  const global: PsbtMap = { kind: 'global', fields: fields() };
  const unsigned = fieldOf(global, '00');
  const counts =
    unsigned === undefined
      ? [Number(`0x${fieldOf(global, '04')}`), Number(`0x${fieldOf(global, '05')}`)]
      : [bitcoin.Transaction.fromHex(unsigned).ins.length, bitcoin.Transaction.fromHex(unsigned).outs.length];
  const [inputs = 0, outputs = 0] = counts;
  const list = [
    global,
    ...Array.from({ length: inputs }, (): PsbtMap => ({ kind: 'input', fields: fields() })),
    ...Array.from({ length: outputs }, (): PsbtMap => ({ kind: 'output', fields: fields() })),
  ];
  if (at !== bytes.length) throw new Error('Something follows the PSBT.');
  return list;
}

export function fieldOf({ fields }: PsbtMap, key: string): string | undefined {
  return fields.find(([name]) => name === key)?.[1];
}

export function writeMaps(list: readonly PsbtMap[]): Uint8Array {
  const sized = (text: string) => [compactSize(text.length / 2), Buffer.from(text, 'hex')];
  return Buffer.concat([
    Buffer.from('70736274ff', 'hex'),
    ...list.flatMap(({ fields }) => [...fields.flat().flatMap(sized), Buffer.of(0)]),
  ]);
}

/** Writes numbers up to 65,535. No test needs a larger one. */
function compactSize(value: number): Buffer {
  if (value < 0xfd) return Buffer.of(value);
  const bytes = Buffer.from([0xfd, 0, 0]);
  bytes.writeUInt16LE(value, 1);
  return bytes;
}

/** The same PSBT in version 2 (BIP370), as written by wallets that only know version 2. */
export function psbtV2(psbt: Uint8Array): Uint8Array {
  const [global, ...rest] = maps(psbt);
  const { version, locktime, ins, outs } = bitcoin.Transaction.fromHex((global && fieldOf(global, '00')) ?? '');
  const others = global?.fields.filter(([key]) => key !== '00' && key !== 'fb') ?? [];
  const uint32 = (value: number) => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32LE(value);
    return bytes.toString('hex');
  };
  const uint64 = (value: bigint) => {
    const bytes = Buffer.alloc(8);
    bytes.writeBigUInt64LE(value);
    return bytes.toString('hex');
  };
  const head: [string, string][] = [
    ['02', uint32(version)],
    ['03', uint32(locktime)],
    ['04', compactSize(ins.length).toString('hex')],
    ['05', compactSize(outs.length).toString('hex')],
    ...others,
    ['fb', uint32(2)],
  ];
  return writeMaps([
    { kind: 'global', fields: head },
    ...rest.map(({ kind, fields }, i): PsbtMap => {
      const input = ins[i];
      const output = outs[i - ins.length];
      const added: [string, string][] =
        kind === 'input' && input !== undefined
          ? [
              ['0e', Buffer.from(input.hash).toString('hex')],
              ['0f', uint32(input.index)],
              ['10', uint32(input.sequence)],
            ]
          : [
              ['03', uint64(output?.value ?? 0n)],
              ['04', Buffer.from(output?.script ?? []).toString('hex')],
            ];
      return { kind, fields: [...fields, ...added].sort(([a], [b]) => (a < b ? -1 : 1)) };
    }),
  ]);
}
