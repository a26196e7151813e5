import { ascii, asciiText, byteArray, hex, padded } from './felt.ts';

/** Where a failure passed: a contract and the function that it was in. */
export interface Place {
  readonly address: bigint;
  readonly classHash: bigint;
  readonly selector: bigint;
}

/** Marks a ByteArray in the data of a panic: core::byte_array::BYTE_ARRAY_MAGIC of Cairo's library. */
const byteArrayMagic = 0x46a6158a16a947e5916b2a2ca68501a45e93d7110e81aa2d6438b1c57c879a3n;

const entryPointFailed = ascii('ENTRYPOINT_FAILED');

/** A Cairo panic: felts that say why. Contracts that call one another pass it on, with one more felt for each. */
export class Panic extends Error {
  override readonly name = 'Panic';
  readonly felts: readonly bigint[];
  /** Outermost first, as far as nobody caught it. */
  readonly places: readonly Place[];

  constructor(felts: readonly bigint[], places: readonly Place[] = []) {
    super(formatPanic(felts));
    this.felts = felts;
    this.places = places;
  }

  /** As the caller of the failed function sees it. */
  passedOn(place: Place): Panic {
    return new Panic([...this.felts, entryPointFailed], [place, ...this.places]);
  }
}

/** A call of an address without a contract. It ends the whole transaction: no contract can catch it. */
export class NotDeployed extends Error {
  override readonly name = 'NotDeployed';
  readonly address: bigint;
  /** The calls of contracts that led there, outermost first. The last one is of the address itself. */
  readonly places: readonly Place[];

  constructor(address: bigint, places: readonly Place[] = []) {
    super(`Requested contract address ${padded(address)} is not deployed.`);
    this.address = address;
    this.places = places;
  }

  passedOn(place: Place): NotDeployed {
    return new NotDeployed(this.address, [place, ...this.places]);
  }
}

/** Fails with a short string, as old contracts and `assert(…, 'text')` do. */
export function panic(text: string): never {
  throw new Panic([ascii(text)]);
}

/** Fails with a ByteArray, as `assert!` and `panic!` do. */
export function panicWithText(text: string): never {
  throw new Panic([byteArrayMagic, ...byteArray(text)]);
}

/**
 * Felts of a panic in words, as the node prints them: `0x… ('text')`, ByteArrays in double quotes, several in parentheses
 * (starkware-libs/cairo:crates/cairo-lang-runner/src/casm_run/mod.rs, recorded from starknet-devnet 0.8.1).
 */
export function formatPanic(felts: readonly bigint[]): string {
  const parts: string[] = [];
  for (let index = 0; index < felts.length; ) {
    const text = readByteArray(felts, index);
    if (text !== undefined) {
      parts.push(JSON.stringify(text.text));
      index = text.end;
      continue;
    }
    const felt = felts[index] ?? 0n;
    const word = asciiText(felt);
    parts.push(word === undefined ? hex(felt) : `${hex(felt)} ('${word}')`);
    index += 1;
  }
  const [only] = parts;
  return parts.length === 1 && only !== undefined ? only : `(${parts.join(', ')})`;
}

function readByteArray(felts: readonly bigint[], index: number): { text: string; end: number } | undefined {
  if (felts[index] !== byteArrayMagic) return undefined;
  const count = Number(felts[index + 1] ?? -1n);
  const end = index + 2 + count + 2;
  if (count < 0 || end > felts.length) return undefined;
  const words = felts.slice(index + 2, index + 2 + count).map((word) => word.toString(16).padStart(62, '0'));
  const rest = felts[end - 2] ?? 0n;
  const length = Number(felts[end - 1] ?? 0n);
  const tail = length === 0 ? '' : rest.toString(16).padStart(length * 2, '0');
  return { text: Buffer.from([...words, tail].join(''), 'hex').toString('utf8'), end };
}

/** `contract address: …, class hash: …, selector: …`, as in all texts of the node. */
export function formatPlace({ address, classHash, selector }: Place): string {
  return `(contract address: ${padded(address)}, class hash: ${padded(classHash)}, selector: ${padded(selector)})`;
}
