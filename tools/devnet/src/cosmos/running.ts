import type { Token } from '../engine.ts';
import type { CosmosAccount, CosmosEngine } from './engine.ts';
import { createFaucet, faucetGas } from './faucet.ts';
import { createMine } from './mine.ts';
import type { CosmosNode } from './node.ts';
import { createRest } from './rest.ts';

interface Parts {
  /** The engine's name for people. */
  readonly name: string;
  readonly node: CosmosNode;
  readonly chainId: string;
  readonly nativeChainId: string;
  readonly prefix: string;
  readonly denom: string;
  /** The kind of the faucet's key. */
  readonly faucetKeys: 'secp256k1' | 'injective';
  /** The least that a unit of gas costs, as decimal text in `denom`. */
  readonly minGasPrice: string;
  readonly accounts: readonly CosmosAccount[];
  readonly tokens: readonly Token[];
  /** Monikers of the validators, all different. */
  readonly validators: readonly string[];
}

/** The parts of the node's answers that are read here. */
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

/** The engine around a node that has made its first block. */
export async function runningEngine(parts: Parts): Promise<CosmosEngine> {
  const { name, node, chainId, nativeChainId, prefix, denom, faucetKeys, minGasPrice, accounts, tokens } = parts;
  const rest = createRest(name, node.rest, node.process);
  const fee = timesRoundedUp(minGasPrice, faucetGas);
  const faucet = createFaucet({ prefix, keys: faucetKeys, chainId: nativeChainId, denom, fee, rest });

  async function height(): Promise<number> {
    const { block } = await rest<Answers['block']>('/cosmos/base/tendermint/v1beta1/blocks/latest');
    return Number(block.header.height);
  }

  const mine = createMine(node.rpc);
  const { validators } = await rest<Answers['validators']>('/cosmos/staking/v1beta1/validators?pagination.limit=1000');
  const operators = new Map(validators.map((one) => [one.description.moniker, one.operator_address]));
  return {
    name,
    chainId,
    family: 'cosmos',
    url: node.rest,
    rpcUrl: node.rpc,
    pid: node.process.pid,
    nativeChainId,
    denom,
    accounts,
    tokens,
    validators: parts.validators.map((moniker) => operators.get(moniker) ?? ''),
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
    mine: (blocks = 1) => mine(blocks),
    stop: () => node.process.stop(),
  };
}

/** Decimal text times a whole number. */
function timesRoundedUp(decimal: string, factor: bigint): bigint {
  const [whole = '', fraction = ''] = decimal.split('.');
  const unit = 10n ** BigInt(fraction.length);
  return (BigInt(whole + fraction) * factor + unit - 1n) / unit;
}
