import { attempt } from '@isochain/core';
import { beginCell, type Cell } from '../ton-core.ts';

// Messages to pools. Nominator pools take comments: ton-blockchain/nominator-pool README. Liquid pools: ton-blockchain/liquid-staking-contract,
// contracts/op-codes.func and types.func.

/** Comments by which a nominator pool takes and returns stakes. */
export const nominatorComments = { deposit: 'd', withdraw: 'w' } as const;

/** What a nominator pool keeps of each deposit, in nanotons (func/pool.fc: DEPOSIT_PROCESSING_FEE). */
export const nominatorDepositFee: bigint = 1_000_000_000n;

/** What is sent along with a deposit to a liquid pool, in nanotons: the pool takes it off before it counts (contracts/pool.func: `DEPOSIT_FEE`). */
export const liquidDepositFee: bigint = 1_000_000_000n;

/** `pool::deposit` of liquid pools. */
export const liquidDeposit = 0x47d5_4391;

/** `pool::withdraw`: the minter tells its pool of a burn. */
export const liquidWithdraw = 0x319b_0cdc;

/** `pool::withdrawal`: the pool pays. */
export const liquidWithdrawal = 0x0a77_535c;

/** Coins for a liquid pool: the pool mints its jettons for them. */
export function liquidDepositCell(queryId: bigint): Cell {
  return beginCell().storeUint(liquidDeposit, 32).storeUint(queryId, 64).endCell();
}

/** @returns The query id. Undefined if it is no deposit without a partner code. */
export function readLiquidDeposit(cell: Cell): bigint | undefined {
  return attempt(() => {
    const slice = cell.beginParse();
    if (slice.loadUint(32) !== liquidDeposit) return undefined;
    const queryId = slice.loadUintBig(64);
    return slice.remainingBits + slice.remainingRefs > 0 ? undefined : queryId;
  });
}

/** When a liquid pool pays a stake back. */
export interface Payout {
  /** True: at the end of the round, at the best rate. False: now, if the pool has the coins. */
  readonly atRoundEnd: boolean;
  /** True: now or not at all. */
  readonly orNothing: boolean;
}

/** The payload of a burn that ends a stake. */
export function payoutCell({ atRoundEnd, orNothing }: Payout): Cell {
  return beginCell().storeBit(atRoundEnd).storeBit(orNothing).endCell();
}

/** @returns Undefined if it is no such payload. */
export function readPayout(cell: Cell): Payout | undefined {
  if (cell.bits.length !== 2 || cell.refs.length !== 0) return undefined;
  const slice = cell.beginParse();
  return { atRoundEnd: slice.loadBit(), orNothing: slice.loadBit() };
}
