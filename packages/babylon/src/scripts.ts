import { attempt } from '@isochain/core';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { Script, type ScriptType } from '@scure/btc-signer/script.js';
import { PubT, tagSchnorr, taprootNumsKey, tapTweak, validatePubkey } from '@scure/btc-signer/utils.js';
import { compareBytes, concatBytes } from './bytes.ts';
import { leafHash, tapscript } from './transaction-bytes.ts';

// The scripts of Babylon's staking (babylonlabs-io/babylon, docs/staking-script): taproot outputs that nobody can spend by key. Their leaves say who
// can move a stake, and when.

/** Who can move a stake, and when. Keys are x-only (32 bytes). */
export interface StakeTerms {
  readonly staker: Uint8Array;
  /** Finality providers. Any one of them can slash, together with staker and covenant. */
  readonly providers: readonly Uint8Array[];
  readonly covenant: readonly Uint8Array[];
  /** Number of covenant members that must sign. */
  readonly quorum: number;
  /** Blocks until the staker alone can take the stake back. */
  readonly stakingTime: number;
  /** Blocks until the staker alone can take back the coins of an unbonded or slashed stake. */
  readonly unbondingTime: number;
}

/** One way to spend an output. */
export interface Leaf {
  readonly script: Uint8Array;
  readonly controlBlock: Uint8Array;
}

/** The output of a stake, and the ways to spend it. */
export interface StakingOutput {
  /** scriptPubKey. */
  readonly script: Uint8Array;
  /** Staker, covenant and a finality provider: to punish a provider after its key became public. */
  readonly slashing: Leaf;
  /** Staker and covenant, before the time is over. */
  readonly unbonding: Leaf;
  /** The staker alone, after the time is over. */
  readonly timelock: Leaf;
}

/** The x-only internal key of all these outputs. Nobody knows its private key (BIP341). */
export const internalKey: Uint8Array = /* @__PURE__ */ taprootNumsKey();

/** What is wrong with untrusted terms. Coins under scripts of wrong terms could be lost. Undefined if nothing is wrong. */
export function termsProblem({ staker, providers, covenant, ...terms }: StakeTerms): string | undefined {
  const keys = [staker, ...providers, ...covenant];
  if (!keys.every(isKey)) return 'one of the keys is no point of the curve';
  if (new Set(keys.map(String)).size < keys.length) return 'one key stands for two parties';
  if (providers.length === 0) return 'there is no finality provider';
  if (!isWithin(terms.quorum, covenant.length)) return 'the quorum does not fit the covenant';
  // BIP68: 16 bits.
  if (!isWithin(terms.stakingTime, 0xffff) || !isWithin(terms.unbondingTime, 0xffff))
    return 'a time is not from 1 to 65535 blocks';
  return undefined;
}

function isWithin(value: number, most: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= most;
}

/** Whether bytes are an x-only public key (BIP340): 32 bytes, for the point with this x and an even y. */
export function isKey(bytes: Uint8Array): boolean {
  return attempt(() => validatePubkey(bytes, PubT.schnorr)) !== undefined;
}

/**
 * The output of a stake (babylonlabs-io/babylon, staking-script.md: staking output).
 *
 * @throws Error if the terms have a problem (`termsProblem`).
 */
export function stakingOutput(terms: StakeTerms): StakingOutput {
  const { script, leaves } = lock([slashingScript(terms), [unbondingScript(terms), timelock(terms, 'stakingTime')]]);
  const [slashing, unbonding, timelocked] = leaves as [Leaf, Leaf, Leaf];
  return { script, slashing, unbonding, timelock: timelocked };
}

/** The output of a stake that was ended early (staking-script.md: unbonding output). */
export function unbondingOutput(terms: StakeTerms): Omit<StakingOutput, 'unbonding'> {
  const { script, leaves } = lock([slashingScript(terms), timelock(terms, 'unbondingTime')]);
  const [slashing, timelocked] = leaves as [Leaf, Leaf];
  return { script, slashing, timelock: timelocked };
}

/** The output for the coins that slashing leaves to the staker (staking-script.md: the change of a slashing transaction). */
export function refundOutput(terms: StakeTerms): Pick<StakingOutput, 'script' | 'timelock'> {
  const { script, leaves } = lock(timelock(terms, 'unbondingTime'));
  return { script, timelock: leaves[0] as Leaf };
}

/** Keys in the order of the scripts. */
export function sorted(keys: readonly Uint8Array[]): Uint8Array[] {
  return keys.toSorted(compareBytes);
}

function timelock({ staker, ...times }: StakeTerms, time: 'stakingTime' | 'unbondingTime'): Uint8Array {
  return Script.encode([staker, 'CHECKSIGVERIFY', times[time], 'CHECKSEQUENCEVERIFY']);
}

function unbondingScript({ staker, covenant, quorum }: StakeTerms): Uint8Array {
  return Script.encode([staker, 'CHECKSIGVERIFY', ...multisig(covenant, quorum, false)]);
}

function slashingScript({ staker, providers, covenant, quorum }: StakeTerms): Uint8Array {
  const others = [...multisig(providers, 1, true), ...multisig(covenant, quorum, false)];
  return Script.encode([staker, 'CHECKSIGVERIFY', ...others]);
}

/** @param verifies - True if more of the script follows. */
function multisig(keys: readonly Uint8Array[], quorum: number, verifies: boolean): ScriptType {
  const [only] = keys;
  if (only !== undefined && keys.length === 1) return [only, verifies ? 'CHECKSIGVERIFY' : 'CHECKSIG'];
  const checks = sorted(keys).flatMap((key, i): ScriptType => [key, i === 0 ? 'CHECKSIG' : 'CHECKSIGADD']);
  return [...checks, quorum, verifies ? 'NUMEQUALVERIFY' : 'NUMEQUAL'];
}

type Tree = Uint8Array | readonly [Tree, Tree];

/** The taproot output of a tree (BIP341), with its leaves from left to right. */
function lock(tree: Tree): { readonly script: Uint8Array; readonly leaves: readonly Leaf[] } {
  const { key, parity } = tweakKey(internalKey, hash(tree));
  const head = concatBytes(Uint8Array.of(tapscript | parity), internalKey);
  return {
    script: p2tr(key),
    leaves: leavesOf(tree).map(({ script, path }) => ({ script, controlBlock: concatBytes(head, ...path) })),
  };
}

function hash(tree: Tree): Uint8Array {
  if (tree instanceof Uint8Array) return leafHash(tree);
  return tagSchnorr('TapBranch', ...sorted(tree.map(hash)));
}

/** Scripts, each with the sibling hashes of its merkle path, from the bottom up. */
function leavesOf(tree: Tree): { readonly script: Uint8Array; readonly path: readonly Uint8Array[] }[] {
  if (tree instanceof Uint8Array) return [{ script: tree, path: [] }];
  return tree.flatMap((side, i) => {
    const beside = hash(tree[1 - i] as Tree);
    return leavesOf(side).map(({ script, path }) => ({ script, path: [...path, beside] }));
  });
}

/**
 * The key of a taproot output (BIP341: `taproot_tweak_pubkey`). The library's function uses randomness, and `assemble` must not.
 *
 * @param key - The internal key, x-only.
 * @param root - Hash of the tree. Empty if there is no tree (BIP86).
 * @returns The key x-only, and 1 if its y is odd.
 * @throws Error if the internal key is not on the curve.
 */
export function tweakKey(key: Uint8Array, root: Uint8Array): { readonly key: Uint8Array; readonly parity: number } {
  const { Point } = secp256k1;
  const tweak = Point.BASE.multiplyUnsafe(tapTweak(key, root));
  const [head = 2, ...x] = Point.fromBytes(concatBytes(Uint8Array.of(2), key))
    .add(tweak)
    .toBytes();
  return { key: Uint8Array.from(x), parity: head - 2 };
}

/** @param outputKey - x-only, with the tweak. */
export function p2tr(outputKey: Uint8Array): Uint8Array {
  return concatBytes(Uint8Array.of(0x51, 0x20), outputKey);
}
