import type { Cell } from '@ton/core';
import { codes } from './codes.ts';

/** The names that toncenter gives to contracts, by the hash of their code in hex (index/detect/interfaces.go of toncenter/ton-indexer). */
const names: Readonly<Record<string, readonly string[]>> = {
  b61041a58a7980b946e8fb9e198e3c904d24799ffa36574ea4251c41a566f581: ['wallet_v3r1'],
  '84dafa449f98a6987789ba232358072bc0f76dc4524002a5d0918b9a75d2d599': ['wallet_v3r2'],
  '64dd54805522c5be8a9db59cea0105ccf0d08786ca79beb8cb79e880a8d7322d': ['wallet_v4r1'],
  feb5ff6820e2ff0d9483e7e0d62c817d846789fb4ae580c878866d959dabd5c0: ['wallet_v4r2'],
  '20834b7b72b112147e1b2fb457b84e74d1a30f04f737d4f62a668e9552d2b72f': ['wallet_v5r1'],
  [codes.jettonMinter.hash]: ['jetton_master'],
  [codes.jettonWallet.hash]: ['jetton_wallet'],
  [codes.mintlessMinter.hash]: ['jetton_master'],
  [codes.mintlessWallet.hash]: ['jetton_wallet'],
  [codes.poolJettonMinter.hash]: ['jetton_master'],
  [codes.poolJettonWallet.hash]: ['jetton_wallet'],
};

/** What toncenter says that a contract is. Empty for contracts that it does not know. */
export function interfacesOf(code: Cell | null | undefined): readonly string[] {
  return (code && names[code.hash().toString('hex')]) ?? [];
}
