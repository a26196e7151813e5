import { type CosmosChainId, cosmos } from '@isochain/cosmos';
import { signedForms } from '../../../../packages/cosmos/test/conformance.ts';
import { signHash, type TestKey, testKey } from '../../../../packages/cosmos/test/keys.ts';
import { type StandIn, startStandIn } from '../../../../packages/cosmos/test/stand-in/index.ts';
import { operatorsOf, standInChain } from '../../../../packages/cosmos/test/stand-in/setting.ts';
import { type Behaviour, type ChainNetwork, type Encoded, honest, openChainNetwork } from '../chain-network.ts';

// A gateway in front of a chain in memory.

export interface NetworkOptions {
  /** Nodes by name, in the order in which they are asked. One honest node by default. */
  readonly nodes?: Readonly<Record<string, Behaviour>>;
  /** Set if the operator names none. */
  readonly endpoints?: 'none';
  /** The chain's own id, if its nodes serve another network than the table of chains says. */
  readonly serves?: string;
  /** The clock of the chain. */
  readonly now?: () => number;
  /** Settings of the chain beside its endpoints. */
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly limits?: Readonly<Record<string, unknown>>;
}

export interface Network extends ChainNetwork {
  readonly chain: StandIn['ledger'];
  /** Addresses of the validators. */
  readonly validators: readonly string[];
  /** How many requests to nodes were broadcasts. */
  broadcasts(): number;
  /** The account of a key, with coins. Without an amount it has none. */
  funded(index: number, amount?: bigint): TestKey;
  key(index: number): TestKey;
  sign(transaction: Encoded, key: TestKey): string;
  /** @param hash - In hex. */
  signHash(hash: string, key: TestKey): string;
}

export async function openNetwork(chainId: CosmosChainId, options: NetworkOptions = {}): Promise<Network> {
  const { nodes = { node: honest }, endpoints, serves, now, settings, limits } = options;
  const table = standInChain(chainId);
  const played = { ...table, nativeId: serves ?? table.nativeId };
  const validators = operatorsOf(played);
  const { ledger, fetch: ask } = startStandIn(played, validators, now);
  const network = await openChainNetwork({
    ...{ chainId, endpoints, settings, limits },
    families: { cosmos: async () => cosmos },
    behaviours: nodes,
    endpointOf: () => ({ kind: 'rest' }),
    forward: (url, init) => ask(url, init),
  });
  return {
    ...network,
    ...{ chain: ledger, validators },
    broadcasts: () => network.asked.filter(({ method, path }) => method === 'POST' && path.endsWith('/txs')).length,
    key: (index) => testKey(played, index),
    funded(index, amount) {
      const key = testKey(played, index);
      if (amount === undefined) ledger.account(key.address);
      else ledger.credit(key.address, played.denom, amount);
      return key;
    },
    sign: ({ encoded }, key) => signedForms(played, encoded, key).hex,
    signHash: (hash, key) => Buffer.from(signHash(Buffer.from(hash, 'hex'), key)).toString('hex'),
  };
}
