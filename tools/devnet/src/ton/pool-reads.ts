import { Address, type Cell, Dictionary } from '@ton/core';
import type { Chain } from './chain.ts';
import { runGetMethod } from './get-method.ts';
import type { Jettons } from './jettons.ts';

/** A nominator's position. Amounts are nanotons. */
interface Position {
  readonly nominator: Address;
  readonly amount: bigint;
  readonly pending: bigint;
  /** Whether all of it is paid when the round ends. */
  readonly leaves: boolean;
}

/** What a nominator pool says of itself. */
export interface NominatorPoolState {
  readonly state: number;
  readonly count: number;
  readonly sent: bigint;
  readonly validatorAmount: bigint;
  readonly validator: Address;
  readonly rewardShare: number;
  readonly maxNominators: number;
  readonly minValidatorStake: bigint;
  readonly minNominatorStake: bigint;
  readonly stakeAt: number;
  readonly positions: readonly Position[];
}

/** Reads a nominator pool. Undefined if there is none. */
export async function readNominatorPool(chain: Chain, address: Address): Promise<NominatorPoolState | undefined> {
  const { exitCode, stack } = await runGetMethod(chain, address, 'get_pool_data');
  if (exitCode !== 0 || stack.length !== 17) return undefined;
  const number = (index: number): bigint => {
    const item = stack[index];
    return item?.type === 'int' ? item.value : 0n;
  };
  const dictionary = (index: number): Cell | undefined => {
    const item = stack[index];
    return item?.type === 'cell' ? item.cell : undefined;
  };
  const addresses = Dictionary.Keys.Buffer(32);
  const nominators = dictionary(9);
  const requests = dictionary(10);
  const asked = requests ? Dictionary.loadDirect(addresses, Dictionary.Values.BitString(0), requests) : undefined;
  const values = {
    parse: (slice: ReturnType<Cell['beginParse']>) => [slice.loadCoins(), slice.loadCoins()] as const,
    serialize: () => {},
  };
  const list = nominators ? [...Dictionary.loadDirect(addresses, values, nominators)] : [];
  return {
    state: Number(number(0)),
    count: Number(number(1)),
    sent: number(2),
    validatorAmount: number(3),
    validator: new Address(-1, Buffer.from(number(4).toString(16).padStart(64, '0'), 'hex')),
    rewardShare: Number(number(5)),
    maxNominators: Number(number(6)),
    minValidatorStake: number(7),
    minNominatorStake: number(8),
    stakeAt: Number(number(11)),
    positions: list.map(([hash, [amount, pending]]) => ({
      nominator: new Address(0, hash),
      amount,
      pending,
      leaves: asked?.has(hash) ?? false,
    })),
  };
}

/** What a liquid pool says of itself. */
export interface LiquidPoolState {
  readonly totalBalance: bigint;
  readonly supply: bigint;
  readonly minter: Address;
}

export async function readLiquidPool(chain: Chain, address: Address): Promise<LiquidPoolState | undefined> {
  const { exitCode, stack } = await runGetMethod(chain, address, 'get_pool_full_data');
  const [balance, minter, supply] = [stack[2], stack[12], stack[13]];
  if (exitCode !== 0 || balance?.type !== 'int' || supply?.type !== 'int' || minter?.type !== 'slice') return undefined;
  return { totalBalance: balance.value, supply: supply.value, minter: minter.cell.beginParse().loadAddress() };
}

/** What an owner's jettons of a liquid pool are worth now. */
export async function liquidPosition(chain: Chain, jettons: Jettons, pool: Address, owner: Address): Promise<bigint> {
  const state = await readLiquidPool(chain, pool);
  if (state === undefined || state.supply === 0n) return 0n;
  return ((await jettons.balance(state.minter, owner)) * state.totalBalance) / state.supply;
}
