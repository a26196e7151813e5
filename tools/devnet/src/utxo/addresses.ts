import { address, opcodes, script as scripts } from 'bitcoinjs-lib';
import { EngineError } from '../engine.ts';
import { scriptTypeOf } from './script-type.ts';

/** The prefixes of a network's addresses. */
export interface Prefixes {
  /** The prefix of segwit addresses; undefined if the network has none. */
  readonly bech32: string | undefined;
  readonly p2pkh: number;
  readonly p2sh: number;
}

const testnet: Prefixes = { bech32: 'tb', p2pkh: 0x6f, p2sh: 0xc4 };

// chainparams.cpp of Bitcoin Core, Litecoin Core and Dogecoin Core: base58Prefixes and bech32_hrp.
const prefixesByChain = {
  bitcoin: { bech32: 'bc', p2pkh: 0x00, p2sh: 0x05 },
  'bitcoin-testnet': testnet,
  'bitcoin-signet': testnet,
  litecoin: { bech32: 'ltc', p2pkh: 0x30, p2sh: 0x32 },
  dogecoin: { bech32: undefined, p2pkh: 0x1e, p2sh: 0x16 },
} as const satisfies Record<string, Prefixes>;

/** The node's own network. */
export const regtestPrefixes: Prefixes = { bech32: 'rltc', p2pkh: 0x6f, p2sh: 0x3a };

const known: readonly Prefixes[] = [...Object.values(prefixesByChain), regtestPrefixes];

/** The prefixes of a chain id's network, or the node's for an unknown id. */
export function prefixesOf(chainId: string): Prefixes {
  return (prefixesByChain as Record<string, Prefixes>)[chainId] ?? regtestPrefixes;
}

/**
 * The script of an address. A node judges scripts, so an address of any network will do.
 *
 * @param networks - The networks of accepted addresses. Defaults to all networks of the family.
 * @throws EngineError for an address of another network, or a malformed one.
 */
export function scriptOf(text: string, networks: readonly Prefixes[] = known): Uint8Array {
  const segwit = attempt(() => address.fromBech32(text));
  if (segwit !== undefined && networks.some(({ bech32 }) => bech32 === segwit.prefix)) {
    return scripts.compile([segwit.version === 0 ? opcodes.OP_0 : opcodes.OP_1 + segwit.version - 1, segwit.data]);
  }
  const base58 = attempt(() => address.fromBase58Check(text));
  if (base58 !== undefined && networks.some(({ p2pkh }) => p2pkh === base58.version)) {
    const { OP_DUP, OP_HASH160, OP_EQUALVERIFY, OP_CHECKSIG } = opcodes;
    return scripts.compile([OP_DUP, OP_HASH160, base58.hash, OP_EQUALVERIFY, OP_CHECKSIG]);
  }
  // Litecoin writes 0x32 and still reads bitcoin's 0x05. Regtest writes 0x3a and reads 0xc4. The tables of other networks here have these old bytes.
  if (base58 !== undefined && networks.some(({ p2sh }) => p2sh === base58.version)) {
    return scripts.compile([opcodes.OP_HASH160, base58.hash, opcodes.OP_EQUAL]);
  }
  throw new EngineError(`${text} is not an address that this engine knows.`);
}

/** The address of a script, or undefined if the network has none for it. */
export function addressOf(script: Uint8Array, { bech32, p2pkh, p2sh }: Prefixes): string | undefined {
  switch (scriptTypeOf(script)) {
    case 'p2pkh':
      return address.toBase58Check(script.subarray(3, 23), p2pkh);
    case 'p2sh':
      return address.toBase58Check(script.subarray(2, 22), p2sh);
    case 'v0_p2wpkh':
    case 'v0_p2wsh':
      return bech32 && address.toBech32(script.subarray(2), 0, bech32);
    case 'v1_p2tr':
      return bech32 && address.toBech32(script.subarray(2), 1, bech32);
    default:
      return undefined;
  }
}

function attempt<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}
