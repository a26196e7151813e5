import type { CatalogueEntry } from './catalogue.ts';
import type { CosmosChain } from './cosmos-chains.ts';

/** What the page says of a fee model. */
const feeModels: Readonly<Record<CosmosChain['feeModel'], string>> = {
  static: 'fixed',
  feemarket: 'fee market',
  'osmosis-base-fee': 'base fee',
  'injective-base-fee': 'base fee',
  'celestia-minfee': 'fixed, with a floor of the network',
  'ethermint-feemarket': 'base fee',
  'provenance-flat': 'a sum for each message',
};

/** The section of `docs/chains.md` about the Cosmos chains. */
export function renderCosmosSection(
  catalogue: Readonly<Record<string, CatalogueEntry>>,
  chains: Readonly<Record<string, CosmosChain>>,
): string {
  const rows = Object.entries(chains).map(([id, chain]) => [id, chain, catalogue[id] as CatalogueEntry] as const);
  const table = rows.map(([id, { denom, prefix, feeModel, gasPrice, stopped }, { nativeId, decimals }]) => {
    const price = stopped === undefined ? `${gasPrice.average}, ${feeModels[feeModel]}` : '[stopped](#stopped-chains)';
    return `| ${code(id)} | ${code(nativeId)} | ${code(denom)}, ${decimals} | ${code(`${prefix}1`)} | ${price} |`;
  });
  const replaced = rows.flatMap(([id, { replacedNativeId }, { nativeId }]) =>
    replacedNativeId === undefined ? [] : [`${code(id)} is ${code(nativeId)} and was ${code(replacedNativeId)}`],
  );
  const coinTypes = rows.flatMap(([id, { otherCoinTypes }, { signerSpec }]) =>
    (otherCoinTypes ?? []).map((other) => {
      return `| ${code(id)} | ${code(pathOf(signerSpec.coinType))} | ${code(pathOf(other))} |`;
    }),
  );
  const ethereum = rows.flatMap(([id, { keys }]) => (keys === 'secp256k1' ? [] : [code(id)]));
  return `## Cosmos chains

Gas prices are the usual ones, in the denomination, for a unit of gas. Where a chain has a price of its own at every block, that price and a tenth is paid if it is higher.

| chain | chain id | denomination, decimals | addresses | gas price |
| --- | --- | --- | --- | --- |
${table.join('\n')}

Three test networks were replaced: ${replaced.join('; ')}. A signature for the old network is worth nothing on the new one.

### Coin types of other services

A wallet makes keys from a phrase along a path, and the path has the coin type of the chain. Here the coin type is that of the [chain registry](https://github.com/cosmos/chain-registry), which wallets such as Keplr use too. Other
services with this interface told clients 118 for these chains:

| chain | path here, and in most wallets | path with such a service |
| --- | --- | --- |
${coinTypes.join('\n')}

The same phrase has two keys there, and two addresses. **Coins that you received with such a service are at the address of the second path. They are not lost, and nothing has to be moved.**

How to find them:

1. Make the key of the second path from your phrase. Wallets let you choose the coin type when you import a phrase; with @cosmjs it is \`stringToPath("m/44'/118'/0'/0/0")\`.
2. Send its public key to \`POST /api/{chainId}/address/encode\`. The answer has the address.
3. Read that account: \`GET /api/{chainId}/account/{accountId}/state\`. If the coins are there, go on with that key. Every call takes it: an address always follows from the key that you send, never from a coin type.

${ethereum.join(', ')} have keys of Ethereum's kind: there an address is made by keccak256, and so is the hash that is signed. A service that named sha256 for one of them gave hashes whose signatures no node takes.
`;
}

function pathOf(coinType: string): string {
  return `m/44'/${coinType}'/0'/0/0`;
}

export function code(text: string): string {
  return `\`${text}\``;
}
