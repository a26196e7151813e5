import type { Abi, Hex as PrefixedHex } from 'viem';
import { encodeAbiParameters, encodeDeployData, encodeFunctionData, keccak256, stringToHex } from 'viem/utils';
import { EngineError } from '../engine.ts';
import { evmAddress, type HexAddress } from './address.ts';
import type { Chain } from './chain.ts';
import { contracts } from './contracts.data.ts';
import { newAccount } from './state.ts';
import { ownAddress } from './witnesses.ts';

/**
 * How a TRC-20 token behaves: by the book, as USDT on Tron, burning 1 % of each transfer, reverting with a text, breaking off on an overdraw, or with
 * `name` and `symbol` as bytes32.
 */
export type Trc20Kind = 'standard' | 'usdt' | 'burning' | 'reverting' | 'asserting' | 'bytes32';

const contractNames = {
  standard: 'DemoToken',
  usdt: 'TetherToken',
  burning: 'FeeOnTransferToken',
  reverting: 'RevertingToken',
  asserting: 'AssertingToken',
  bytes32: 'Bytes32Token',
} as const satisfies Record<Trc20Kind, keyof typeof contracts>;

export interface Trc20Options {
  readonly kind?: Trc20Kind;
  readonly name?: string;
  readonly symbol?: string;
  readonly decimals?: number;
  /** Where the contract lies. By default it follows from the order of deployments. */
  readonly address?: HexAddress;
  /** Each holds `amountEach` from the start. */
  readonly holders?: readonly HexAddress[];
  readonly amountEach?: bigint;
}

/** Token metadata, as an index knows it. */
export interface TokenInfo {
  readonly address: HexAddress;
  readonly name: string;
  readonly symbol: string;
  readonly decimals: number;
}

/** The slot of `balanceOf` in every token (contracts/TokenBase.sol). */
const balanceSlot = 1n;

/** All plain variables of the tokens. */
const plainSlots = 8;

/** Who deployed the tokens and administers them. Its key is nobody's. */
const tokenOwner: HexAddress = '4100000000000000000000000000000000000de401';

/** TRC-20 contracts. */
export class Tokens {
  readonly #chain: Chain;
  readonly #known = new Map<HexAddress, TokenInfo>();

  constructor(chain: Chain) {
    this.#chain = chain;
  }

  info(address: HexAddress): TokenInfo | undefined {
    return this.#known.get(address);
  }

  async deploy(options: Trc20Options = {}): Promise<HexAddress> {
    const { kind = 'standard', decimals = kind === 'usdt' ? 6 : 18, holders = [], amountEach = 0n } = options;
    const { name = kind === 'usdt' ? 'Tether USD' : 'Test Token', symbol = kind === 'usdt' ? 'USDT' : 'TEST' } =
      options;
    const contractName = contractNames[kind];
    const { abi, bytecode } = contracts[contractName];
    const text = (value: string) => (kind === 'bytes32' ? stringToHex(value, { size: 32 }) : value);
    const args = [text(name), text(symbol), decimals, holders.map(evmAddress), amountEach];
    const vm = this.#chain.vm;
    const deployed = await vm.deploy(encodeDeployData({ abi: abi as Abi, bytecode, args }));
    const address = options.address ?? deployed;
    if (address !== deployed) {
      await vm.copy(deployed, address, plainSlots);
      for (const holder of holders) await this.#setBalance(address, holder, amountEach);
    }
    await this.#register(address, contractName);
    this.#known.set(address, { address, name, symbol, decimals });
    return address;
  }

  /** Deploys what spends tokens of its callers (contracts/tron/Distributor.sol). */
  async deployDistributor(): Promise<HexAddress> {
    const address = await this.#chain.vm.deploy(contracts.Distributor.bytecode);
    await this.#register(address, 'Distributor');
    return address;
  }

  /** The tokens that an address has, with base units. */
  async balancesOf(holder: HexAddress): Promise<{ token: HexAddress; amount: bigint }[]> {
    const all = [...this.#known.keys()].map(async (token) => ({ token, amount: await this.balance(token, holder) }));
    return (await Promise.all(all)).filter(({ amount }) => amount > 0n);
  }

  async balance(token: HexAddress, holder: HexAddress): Promise<bigint> {
    return this.#chain.vm.storage(token, slotOf(holder));
  }

  /** Adds base units to a balance. No event tells of it. */
  async mint(token: HexAddress, holder: HexAddress, amount: bigint): Promise<void> {
    await this.#setBalance(token, holder, (await this.balance(token, holder)) + amount);
  }

  /** Calls a function of a token as its administrator. */
  async administer(token: HexAddress, functionName: string, args: readonly unknown[]): Promise<void> {
    const abi = contracts.TetherToken.abi as unknown as Abi;
    const data = encodeFunctionData({ abi, functionName, args }).slice(2);
    await this.#chain.vm.apply({ from: tokenOwner, to: token, data, value: 0n, energy: 0n });
  }

  /** Lets the ledger know a contract. */
  #register(address: HexAddress, name: keyof typeof contracts): Promise<void> {
    const { abi, bytecode } = contracts[name];
    return this.#chain.change((state) => {
      const account = state.accounts.get(address) ?? newAccount(address, this.#chain.head.header.timestamp);
      account.type = 'Contract';
      account.ownerPermission = undefined;
      account.activePermissions = [];
      state.accounts.set(address, account);
      state.contracts.set(address, {
        ...{ address, origin: tokenOwner, name },
        ...{ abi: abi.map(entryOf), bytecode: bytecode.slice(2), energyFactor: 0n },
      });
    });
  }

  #setBalance(token: HexAddress, holder: HexAddress, amount: bigint): Promise<void> {
    return this.#chain.vm.setStorage(token, slotOf(holder), amount);
  }
}

function slotOf(holder: HexAddress): bigint {
  const key = encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [evmAddress(holder), balanceSlot]);
  return BigInt(keccak256(key as PrefixedHex));
}

/** An entry of an ABI as nodes write it. */
function entryOf(entry: object): Record<string, unknown> {
  const { type, stateMutability, ...rest } = entry as Record<string, string>;
  const capital = (text = '') => text.slice(0, 1).toUpperCase() + text.slice(1);
  return {
    ...rest,
    type: capital(type),
    ...(stateMutability === undefined ? {} : { stateMutability: capital(stateMutability) }),
  };
}

export function unknownToken(token: string): EngineError {
  return new EngineError(`There is no token ${token}.`);
}

/** The first TRC-10 token of the engine. On mainnet new ones have numbers above 1,005,000 (2026). */
export const firstTrc10 = 1_009_001;

/** The account that issued the engine's TRC-10 tokens. */
export const issuer = ownAddress('issuer');
