import { catalogue } from './catalogue.ts';
import { type ChainId, chainIds } from './chain-ids.ts';

/**
 * CAIP-2 ids of chains whose native id in the catalogue is no reference of CAIP-2, in lower case. Sources: ChainAgnostic/namespaces, the caip2.md of
 * each namespace. References of `bip122` and `solana` are the beginning of the genesis hash. TON is in the namespace `tvm`, by its global id.
 */
const caip2: Readonly<Partial<Record<string, ChainId>>> = {
  'bip122:000000000019d6689c085ae165831e93': 'bitcoin',
  // The fourth test network, and the third.
  'bip122:00000000da84f2bafbbc53dee25a72ae': 'bitcoin-testnet',
  'bip122:000000000933ea01ad0ee984209779ba': 'bitcoin-testnet',
  'bip122:00000008819873e925422c1ff0f99f7c': 'bitcoin-signet',
  'bip122:12a765e31ffd4059bada1e25190f6e98': 'litecoin',
  'bip122:1a91e3dace36e2be3bf030a65679fe82': 'dogecoin',
  'solana:5eykt4usfv8p8njdtrepy1vzqkqzkvdp': 'solana',
  'starknet:sn_main': 'starknet',
  'starknet:sn_sepolia': 'starknet-sepolia',
  'stellar:pubnet': 'stellar',
  'stellar:testnet': 'stellar-testnet',
  'algorand:wghe2pwdvd7s12bl5faop20egyesn73k': 'algorand',
  'aptos:1': 'aptos',
  'aptos:2': 'aptos-testnet',
  'tron:0x2b6653dc': 'tron',
  'tron:728126428': 'tron',
  'tvm:-239': 'ton',
};

/** The namespaces of CAIP-2 in which the reference is the native id. */
const namespaces: Readonly<Partial<Record<string, string>>> = { eip155: 'evm', cosmos: 'cosmos' };

/**
 * Finds the chain that a text names in another way: by its CAIP-2 id (`eip155:1`), by its native id (`1`, `0x1`, `cosmoshub-4`), by the reference of
 * its CAIP-2 id alone (`SN_MAIN`), or by its name (`BNB Smart Chain`).
 *
 * @returns undefined if no chain is called that, or several are.
 */
export function chainNamed(text: string): ChainId | undefined {
  const written = text.trim().toLowerCase();
  const [, namespace, reference = written] = /^([-a-z0-9]{3,8}):([-_a-z0-9]{1,32})$/.exec(written) ?? [];
  const known = Object.hasOwn(caip2, written) ? caip2[written] : undefined;
  if (known !== undefined) return known;
  const family = namespace === undefined ? undefined : namespaces[namespace];
  if (namespace !== undefined && family === undefined) return undefined;
  const native = /^0x[0-9a-f]{1,12}$/.test(reference) ? Number(reference).toString() : reference;
  const found = chainIds.filter((id) => {
    const chain = catalogue[id];
    if (family !== undefined) return chain.family === family && chain.nativeId.toLowerCase() === native;
    return chain.nativeId.toLowerCase() === native || chain.name.toLowerCase() === written;
  });
  if (found.length === 0 && namespace === undefined) found.push(...ofReference(written));
  return found.length === 1 ? found[0] : undefined;
}

/** Numbers alone stand for chains of other namespaces. */
function ofReference(reference: string): ChainId[] {
  if (/^-?\d+$/.test(reference)) return [];
  return Object.entries(caip2).flatMap(([id, chain]) =>
    chain !== undefined && id.endsWith(`:${reference}`) ? [chain] : [],
  );
}
