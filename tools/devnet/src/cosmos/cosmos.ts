import { cosmosAccountsOf } from './accounts.ts';
import type {
  CosmosAccount,
  CosmosEngine,
  CosmosGenesisAccount,
  CosmosOptions,
  CosmosToken,
  CosmosValidator,
} from './engine.ts';
import { faucetAddress } from './faucet.ts';
import { type NodeSpec, startCosmosNode } from './node.ts';
import { runningEngine } from './running.ts';
import { coinsText, denomOf, describedToken, metadataOf, traceOf } from './tokens.ts';

/** All options, with their defaults. */
type Chain = Required<CosmosOptions> & { readonly testAccounts: readonly CosmosAccount[] };

/**
 * Starts a chain of the Cosmos SDK on free ports of 127.0.0.1: the standard modules, IBC transfers to itself over channel-0, keys of Cosmos Hub and
 * of Ethermint chains. It can take prefix, denomination and names of any chain.
 *
 * @throws EngineError when its node is not built (`cosmosEngineMissing`), or does not come up.
 *
 * @example
 * const engine = await startCosmos();
 * await engine.fund('cosmos1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqnrql8a', 5_000_000n);
 * await engine.rest('/cosmos/staking/v1beta1/params');
 * await engine.stop();
 */
export async function startCosmos(options: CosmosOptions = {}): Promise<CosmosEngine> {
  const chain = withDefaults(options);
  const { prefix, tokens, validators } = chain;
  const faucetKeys = 'secp256k1';
  const node = await startCosmosNode(specOf(chain, faucetAddress({ prefix, keys: faucetKeys })));
  try {
    return await runningEngine({
      ...chain,
      name: 'cosmos-devnet',
      node,
      faucetKeys,
      accounts: chain.testAccounts,
      tokens: tokens.map(describedToken),
      validators: validators.map(({ moniker }) => moniker),
    });
  } catch (cause) {
    await node.process.stop();
    throw cause;
  }
}

function withDefaults(options: CosmosOptions): Chain {
  const { decimals = 6, prefix = 'cosmos', keys = 'secp256k1' } = options;
  const whole = 10n ** BigInt(decimals);
  const testAccounts = cosmosAccountsOf(prefix, keys);
  return {
    chainId: 'cosmoshub-testnet',
    nativeChainId: 'provider',
    denom: 'uatom',
    minGasPrice: '0.005',
    blockMs: 200,
    unbondingSeconds: 10,
    balance: 10_000n * whole,
    tokens: demoTokens(testAccounts[0]?.address ?? ''),
    accounts: [],
    validators: [
      { moniker: 'Isochain One', tokens: 10_000_000n * whole },
      { moniker: 'Isochain Two', tokens: 1_000n * whole, commission: '0.1' },
      { moniker: 'Isochain Three', tokens: 1_000n * whole, commission: '0' },
      { moniker: 'Isochain Four', tokens: 1_000n * whole, commission: '1' },
    ],
    ...options,
    decimals,
    prefix,
    keys,
    testAccounts,
  };
}

function demoTokens(creator: string): readonly CosmosToken[] {
  return [
    { denom: `factory/${creator}/demo`, name: 'Isochain Demo Dollar', ticker: 'DEMO', decimals: 6 },
    { ibc: { channel: 'channel-0', base: 'uosmo' }, name: 'Osmosis', ticker: 'OSMO', decimals: 6 },
  ];
}

function specOf(chain: Chain, faucet: string): NodeSpec {
  const { denom, tokens, balance, testAccounts, accounts, validators } = chain;
  const whole = 10n ** BigInt(chain.decimals);
  const held = Object.fromEntries(tokens.map((token) => [denomOf(token), amountOf(token)]));
  return {
    chainId: chain.nativeChainId,
    prefix: chain.prefix,
    denom,
    decimals: chain.decimals,
    minGasPrice: `${chain.minGasPrice}${denom}`,
    blockMs: chain.blockMs,
    unbondingSeconds: chain.unbondingSeconds,
    accounts: [
      ...testAccounts.map(({ address }) => ({ address, coins: coinsText({ ...held, [denom]: balance }) })),
      { address: faucet, coins: coinsText({ ...held, [denom]: 10_000_000n * whole }) },
      ...accounts.map(genesisAccount),
    ],
    validators: validators.map(({ moniker, tokens: staked, commission = '0.05' }: CosmosValidator) => ({
      moniker,
      tokens: String(staked),
      commission,
    })),
    // A denomination that came over IBC has its metadata on the chain that it came from.
    metadata: tokens.filter(({ ibc }) => ibc === undefined).map((token) => metadataOf(denomOf(token), token)),
    ibcDenoms: tokens.flatMap(traceOf),
  };
}

function amountOf({ amount, decimals }: CosmosToken): bigint {
  return amount ?? 1_000_000n * 10n ** BigInt(decimals);
}

function genesisAccount({ address, coins = {}, vesting }: CosmosGenesisAccount): NodeSpec['accounts'][number] {
  const account = { address, coins: coinsText(coins) };
  if (vesting === undefined) return account;
  return {
    ...account,
    vesting: coinsText(vesting.coins),
    vestingStart: vesting.start,
    vestingEnd: vesting.end,
  };
}
