import { Cell } from '@ton/core';
import { jettonMinterCode, jettonWalletCode, walletV4r1Code } from './codes.data.ts';
import { contracts } from './contracts.data.ts';

/** A contract's code. */
export interface Code {
  readonly cell: Cell;
  /** Hex. */
  readonly hash: string;
}

function codeOf(base64: string): Code {
  const cell = Cell.fromBase64(base64);
  return { cell, hash: cell.hash().toString('hex') };
}

/** The contracts that the engine deploys. Those of pools and mintless jettons are our own: see contracts/ton. */
export const codes = {
  jettonMinter: codeOf(jettonMinterCode),
  jettonWallet: codeOf(jettonWalletCode),
  walletV4r1: codeOf(walletV4r1Code),
  mintlessMinter: codeOf(contracts['mintless-minter']),
  mintlessWallet: codeOf(contracts['mintless-wallet']),
  nominatorPool: codeOf(contracts['nominator-pool']),
  liquidPool: codeOf(contracts['liquid-pool']),
  poolBill: codeOf(contracts['pool-bill']),
  poolJettonMinter: codeOf(contracts['pool-jetton-minter']),
  poolJettonWallet: codeOf(contracts['pool-jetton-wallet']),
} as const;
