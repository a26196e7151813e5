import type { Token } from '../engine.ts';
import { EngineError } from '../engine.ts';
import { cosmosAccountsOf } from './accounts.ts';
import type {
  CosmosAccount,
  CosmosEngine,
  CosmosGenesisAccount,
  CosmosOptions,
  CosmosToken,
  CosmosValidator,
} from './engine.ts';
import { type CosmosFaucet, createFaucet, faucetAddress } from './faucet.ts';
import { type CosmosNode, type NodeSpec, startCosmosNode } from './node.ts';
import { coinsText, denomOf, metadataOf, traceOf } from './tokens.ts';

/** The options with nothing left out. */
type Chain = Required<CosmosOptions> & { readonly testAccounts: readonly CosmosAccount[] };

/**
 * Starts a chain of the Cosmos SDK on free ports of 127.0.0.1: the standard modules, IBC transfers to itself over channel-0, keys of Cosmos Hub and
 * of Ethermint chains. Prefix, denomination and names are those of any chain.
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
  const { prefix, minGasPrice, denom } = chain;
  const node = await startCosmosNode(specOf(chain, await faucetAddress(prefix)));
  try {
    return await createEngine(
      chain,
      node,
      createFaucet({ prefix, rpcUrl: node.rpc, gasPrice: `${minGasPrice}${denom}` }),
    );
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
    // A denomination that came over IBC has its name where it came from.
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

const name = 'cosmos-devnet';

/** What each method here reads of the answers. */
interface Answers {
  readonly validators: {
    readonly validators: readonly {
      readonly operator_address: string;
      readonly description: { readonly moniker: string };
    }[];
  };
  readonly balance: { readonly balance: { readonly amount: string } };
  readonly block: { readonly block: { readonly header: { readonly height: string } } };
}

async function createEngine(chain: Chain, node: CosmosNode, faucet: CosmosFaucet): Promise<CosmosEngine> {
  const { denom } = chain;

  async function rest<T>(path: string): Promise<T> {
    const response = await fetch(`${node.rest}${path}`).catch((cause: unknown) => {
      const ended = node.process.ended();
      const fate = ended === undefined ? 'did not answer' : `is gone (${ended}), so nothing answers`;
      throw new EngineError(`${name} ${fate} ${path}. It wrote last:\n${node.process.tail().trimEnd()}`, { cause });
    });
    const text = await response.text();
    if (!response.ok) throw new EngineError(`${name} refused ${path}: HTTP ${response.status} ${text}`);
    return JSON.parse(text);
  }

  async function height(): Promise<number> {
    const { block } = await rest<Answers['block']>('/cosmos/base/tendermint/v1beta1/blocks/latest');
    return Number(block.header.height);
  }

  const { validators } = await rest<Answers['validators']>('/cosmos/staking/v1beta1/validators?pagination.limit=1000');
  const operators = new Map(validators.map((one) => [one.description.moniker, one.operator_address]));
  const tokens: readonly Token[] = chain.tokens.map((token) => {
    const { name: full, ticker, decimals } = token;
    return { id: denomOf(token), name: full, ticker, decimals };
  });
  return {
    name,
    chainId: chain.chainId,
    family: 'cosmos',
    url: node.rest,
    rpcUrl: node.rpc,
    pid: node.process.pid,
    nativeChainId: chain.nativeChainId,
    denom,
    accounts: chain.testAccounts,
    tokens,
    validators: chain.validators.map(({ moniker }) => operators.get(moniker) ?? ''),
    settings: {
      endpoints: [
        { url: node.rest, name, kind: 'rest' },
        { url: node.rpc, name: `${name}-rpc`, kind: 'rpc' },
      ],
      oldestBlockMs: 0,
      options: {},
    },
    rest,
    fund: (address, amount, ofDenom = denom) => faucet.pay(address, amount, ofDenom),
    async balanceOf(address, ofDenom = denom) {
      const path = `/cosmos/bank/v1beta1/balances/${address}/by_denom?denom=${encodeURIComponent(ofDenom)}`;
      return BigInt((await rest<Answers['balance']>(path)).balance.amount);
    },
    height,
    async mine(blocks = 1) {
      const target = (await height()) + blocks;
      while ((await height()) < target) await new Promise((resolve) => setTimeout(resolve, 20));
    },
    async stop() {
      faucet.close();
      await node.process.stop();
    },
  };
}
