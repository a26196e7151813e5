import type { CosmosChain, GasKind, KeyKind } from '../chains.ts';

// Gas limits of transactions that no node can simulate: the account has no coins yet, or the node refuses to simulate. Each holds what such a
// transaction used, with the margins of `gasLimitOf`.

/**
 * Used by a node of cosmos-sdk 0.54.4 on 2026-11-22: a transfer 78,600 units, a transfer of an IBC denomination 86,900, a first delegation 124,000,
 * one of a vesting account 158,000, a redelegation 245,000, a claim with its delegation 206,000. An execution of a contract on Osmosis used 166,955
 * (mined transaction 4AFF2D0D...). A registration uses 1,095,000 (delegation_creation_base_gas_fee of Babylon's x/btcstaking), and gas for its
 * bytes.
 */
const ofMost: Readonly<Record<GasKind, bigint>> = {
  transfer: 110_000n,
  token: 120_000n,
  contract: 250_000n,
  stake: 250_000n,
  redelegate: 420_000n,
  unstake: 300_000n,
  claim: 190_000n,
  compound: 320_000n,
  registration: 2_000_000n,
};

/**
 * The additional gas of other keys. Nodes charge 21,000 units for a signature of Ethereum's kind and 1,000 for a usual one (evmos/ethermint
 * app/ante/sigverify.go). A transfer used 139,494 units on injectived 1.20.1, on 2026-11-22: 60,900 more than the one above.
 */
const ofKeys: Readonly<Record<KeyKind, bigint>> = { secp256k1: 0n, ethermint: 30_000n, injective: 90_000n };

/**
 * The gas that is charged in advance for messages that run at the end of an epoch. The transaction's own gas comes on top (babylonlabs-io/babylon
 * x/epoching/types/params.go: DefaultExecuteGas, as of 2026-07-01).
 */
const ofEpochs: Readonly<Partial<Record<GasKind, bigint>>> = {
  stake: 130_000n,
  redelegate: 220_000n,
  unstake: 88_000n,
  compound: 130_000n,
};

/**
 * The gas limit of a transaction that cannot be simulated.
 *
 * @returns Units of gas. A claim is for one validator.
 */
export function defaultGasOf(
  { keys, staking, gas }: Pick<CosmosChain, 'keys' | 'staking' | 'gas'>,
  kind: GasKind,
): bigint {
  const own = gas?.[kind];
  if (own !== undefined) return BigInt(own);
  return ofMost[kind] + ofKeys[keys] + (staking === undefined ? 0n : (ofEpochs[kind] ?? 0n));
}

/** Bytes that a memo may have, if the chain does not say (cosmos-sdk x/auth/types/params.go: DefaultMaxMemoCharacters; its limit counts bytes). */
export const defaultMaxMemoBytes = 256;
