import { Address, beginCell, type Cell } from '@ton/core';
import { createShardAccount } from '@ton/sandbox';
import { EngineError } from '../engine.ts';
import type { Chain } from './chain.ts';
import { codes } from './codes.ts';
import { faucet, pay } from './faucet.ts';
import { runGetMethod } from './get-method.ts';
import { onChainContent } from './jetton-content.ts';
import type { Jettons } from './jettons.ts';

const coin = 1_000_000_000n;

/** The pool of Tonstakers on mainnet and the master of its jetton tsTON. The engine puts its own contracts there, because clients know these addresses. */
export const tonstakers = {
  pool: 'EQCkWxfyhAkim3g2DjKQQg8T5P4g-Q1-K_jErGcDJZ4i-vqR',
  minter: 'EQC98_qAmNEptUtPc7W6xdHh_ZHrBUFpw5Ft_IzNU20QAJav',
} as const;

export interface LiquidPoolOptions {
  /** Defaults to the address of Tonstakers' pool. */
  readonly address?: string;
  /** The jetton's master. Defaults to that of tsTON. */
  readonly minter?: string;
  /** Coins in the pool, in nanotons. Defaults to 1,100,000 coins. */
  readonly totalBalance?: bigint;
  /** Jettons that stand for them. Defaults to 1,000,000. */
  readonly supply?: bigint;
  /** Coins of the pool that are with validators, in nanotons: what is left can be paid at once. Defaults to 1,000,000 coins. */
  readonly lent?: bigint;
  /** Whether stakes and unstakes may happen at once. Defaults to `true`. */
  readonly optimistic?: boolean;
  /** Defaults to `true`. */
  readonly depositsOpen?: boolean;
  /** Defaults to `false`. */
  readonly halted?: boolean;
}

/** Writes a pool with its jetton. Nobody who has a key holds any of it. */
export async function deployLiquidPool(
  chain: Chain,
  jettons: Jettons,
  options: LiquidPoolOptions = {},
): Promise<Address> {
  const { totalBalance = 1_100_000n * coin, supply = 1_000_000n * coin, lent = 1_000_000n * coin } = options;
  const { optimistic = true, depositsOpen = true, halted = false } = options;
  const pool = Address.parse(options.address ?? tonstakers.pool);
  const minter = Address.parse(options.minter ?? tonstakers.minter);
  const data = beginCell()
    .storeBit(halted)
    .storeBit(optimistic)
    .storeBit(depositsOpen)
    .storeCoins(totalBalance)
    .storeCoins(supply)
    .storeCoins(0) // profit that is expected
    .storeCoins(0) // jettons on bills
    .storeUint(0, 64)
    .storeDict(null)
    .storeDict(null)
    .storeRef(beginCell().storeAddress(minter).storeAddress(faucet).endCell())
    .storeRef(beginCell().storeRef(codes.poolBill.cell).storeRef(codes.poolJettonWallet.cell).endCell())
    .endCell();
  const metadata = { name: 'Tonstakers TON', symbol: 'tsTON', decimals: '9' };
  const minterData = beginCell()
    .storeCoins(supply)
    .storeAddress(pool)
    .storeRef(onChainContent(metadata))
    .storeRef(codes.poolJettonWallet.cell)
    .endCell();
  await write(chain, pool, codes.liquidPool.cell, data, totalBalance - lent + 20n * coin);
  await write(chain, minter, codes.poolJettonMinter.cell, minterData, coin);
  jettons.list(minter);
  return pool;
}

/** A round ends: what was lent comes back with a profit, and all bills are paid. */
export async function finishLiquidRound(
  chain: Chain,
  pool: Address,
  { returned = 0n, profit = 0n } = {},
): Promise<void> {
  const body = beginCell().storeUint(2, 32).storeUint(0, 64).storeCoins(profit).endCell();
  await order(chain, pool, returned + profit + coin, body);
}

/** Coins go to validators, who are expected to make a profit. */
export async function lend(chain: Chain, pool: Address, amount: bigint, profit = 0n): Promise<void> {
  const body = beginCell().storeUint(1, 32).storeUint(0, 64).storeCoins(amount).storeCoins(profit).endCell();
  await order(chain, pool, coin, body);
}

async function order(chain: Chain, pool: Address, value: bigint, body: Cell): Promise<void> {
  const { exitCode } = await runGetMethod(chain, pool, 'get_pool_full_data');
  if (exitCode !== 0) throw new EngineError(`There is no liquid pool ${pool}.`);
  await pay(chain, { to: pool, value, body });
}

async function write(chain: Chain, address: Address, code: Cell, data: Cell, balance: bigint): Promise<void> {
  await chain.blockchain.setShardAccount(address, createShardAccount({ address, code, data, balance }));
}
