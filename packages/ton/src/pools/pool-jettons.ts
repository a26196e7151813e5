import { type Operation, RejectedAnswer } from '@isochain/core/upstream';
import type { TonContext } from '../context.ts';
import type { Address } from '../ton-core.ts';
import { askOne } from '../upstream/ask.ts';
import { walletAddress, walletData } from '../upstream/queries/jetton-holding.ts';
import { mapped, type Query } from '../upstream/query.ts';
import type { LiquidPool } from './liquid-pool.ts';

/** The jettons of a liquid pool that an account has. */
export interface PoolJettons {
  /** The account's jetton wallet, which the master of the pool's jettons confirmed. */
  readonly wallet: Address;
  /** In their smallest unit. */
  readonly held: bigint;
}

/** The pool names the master of its jettons, the master names the wallet of the owner, and the wallet tells what it holds. */
export async function readPoolJettons(
  context: TonContext,
  { minter }: Pick<LiquidPool, 'minter'>,
  owner: Address,
  operation: Operation,
): Promise<PoolJettons> {
  const wallet = await askOne(context, confirmedWallet(owner, minter), operation);
  const held = await askOne(context, heldIn(wallet, owner, minter), operation);
  return { wallet, held };
}

function confirmedWallet(owner: Address, minter: Address): Query<Address> {
  return mapped(walletAddress(owner, minter), (word) => {
    if ('wallet' in word) return word.wallet;
    throw new RejectedAnswer('the master of the jettons of a pool names no wallet');
  });
}

function heldIn(wallet: Address, owner: Address, minter: Address): Query<bigint> {
  return mapped(walletData(wallet), (data) => {
    if (data === undefined) return 0n;
    if (data.owner?.equals(owner) && data.master?.equals(minter)) return data.balance;
    throw new RejectedAnswer('it answers another jetton wallet');
  });
}
