import { isPoint } from '../account/curve.ts';
import { p2tr } from '../account/scripts.ts';
import { taggedHash, tweakKey } from '../account/taproot.ts';
import { bytesOf, compareBytes, concatBytes } from '../bytes.ts';
import { leafHash, tapscript } from '../transaction/digests.ts';
import { push } from '../transaction/unsigned.ts';

// The scripts of Babylon's staking (babylonlabs-io/babylon, docs/staking-script): taproot outputs that nobody
// can spend by key, and whose leaves say who can move a stake, and when.

/** Who can move a stake, and when. Keys are x-only (32 bytes). */
export interface StakeTerms {
  readonly staker: Uint8Array;
  /** Finality providers: any one of them can slash, together with staker and covenant. */
  readonly providers: readonly Uint8Array[];
  readonly covenant: readonly Uint8Array[];
  /** How many of the covenant have to sign. */
  readonly quorum: number;
  /** Blocks until the staker alone can take the stake back. */
  readonly stakingTime: number;
  /** Blocks until the staker alone can take the coins of an unbonded or slashed stake back. */
  readonly unbondingTime: number;
}

/** One way to spend an output. */
export interface Leaf {
  readonly script: Uint8Array;
  readonly controlBlock: Uint8Array;
}

/** Where the stake lies. */
export interface StakingOutput {
  /** scriptPubKey. */
  readonly script: Uint8Array;
  /** Staker, covenant and a finality provider: once the provider's key is out, to punish it. */
  readonly slashing: Leaf;
  /** Staker and covenant: early. */
  readonly unbonding: Leaf;
  /** The staker alone, later. */
  readonly timelock: Leaf;
}

/** The internal key of all these outputs: nobody knows its private key (BIP341). */
export const internalKey: Uint8Array = /* @__PURE__ */ bytesOf(
  '50929b74c1a04954b78b4b6035e97a5e078a5a0f28ec96d547bfee9ace803ac0',
);

// Opcodes (https://github.com/bitcoin/bitcoin/blob/master/src/script/script.h).
const checkSig = 0xac;
const checkSigVerify = 0xad;
const checkSequenceVerify = 0xb2;
const checkSigAdd = 0xba;
const numEqual = 0x9c;
const numEqualVerify = 0x9d;
const firstNumber = 0x50;

/** What is wrong with terms that come from outside: coins under such scripts could be lost. Undefined if nothing is. */
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

/** Whether bytes are an x-only public key (BIP340): they stand for the point whose y is even. */
export function isKey(bytes: Uint8Array): boolean {
  return isPoint(concatBytes(Uint8Array.of(2), bytes));
}

export function stakingOutput(terms: StakeTerms): StakingOutput {
  const { script, leaves } = lock([slashingScript(terms), [unbondingScript(terms), timelock(terms, 'stakingTime')]]);
  const [slashing, unbonding, timelocked] = leaves as [Leaf, Leaf, Leaf];
  return { script, slashing, unbonding, timelock: timelocked };
}

/** Where the coins of a stake lie that is ended early. */
export function unbondingOutput(terms: StakeTerms): Omit<StakingOutput, 'unbonding'> {
  const { script, leaves } = lock([slashingScript(terms), timelock(terms, 'unbondingTime')]);
  const [slashing, timelocked] = leaves as [Leaf, Leaf];
  return { script, slashing, timelock: timelocked };
}

/** Where what slashing leaves to the staker lies. */
export function refundOutput(terms: StakeTerms): Pick<StakingOutput, 'script' | 'timelock'> {
  const { script, leaves } = lock(timelock(terms, 'unbondingTime'));
  return { script, timelock: leaves[0] as Leaf };
}

/** Keys in the order in which scripts have them. */
export function sorted(keys: readonly Uint8Array[]): Uint8Array[] {
  return keys.toSorted(compareBytes);
}

function timelock({ staker, ...times }: StakeTerms, time: 'stakingTime' | 'unbondingTime'): Uint8Array {
  return concatBytes(
    push(staker),
    Uint8Array.of(checkSigVerify),
    number(times[time]),
    Uint8Array.of(checkSequenceVerify),
  );
}

function unbondingScript({ staker, covenant, quorum }: StakeTerms): Uint8Array {
  return concatBytes(push(staker), Uint8Array.of(checkSigVerify), multisig(covenant, quorum, false));
}

function slashingScript({ staker, providers, covenant, quorum }: StakeTerms): Uint8Array {
  return concatBytes(
    ...[push(staker), Uint8Array.of(checkSigVerify)],
    ...[multisig(providers, 1, true), multisig(covenant, quorum, false)],
  );
}

/** @param verifies - Whether more of the script follows. */
function multisig(keys: readonly Uint8Array[], quorum: number, verifies: boolean): Uint8Array {
  const [only] = keys;
  if (only !== undefined && keys.length === 1)
    return concatBytes(push(only), Uint8Array.of(verifies ? checkSigVerify : checkSig));
  return concatBytes(
    ...sorted(keys).flatMap((key, i) => [push(key), Uint8Array.of(i === 0 ? checkSig : checkSigAdd)]),
    number(quorum),
    Uint8Array.of(verifies ? numEqualVerify : numEqual),
  );
}

/** A positive number as scripts push it: in as few bytes as it takes, the highest bit being the sign. */
function number(value: number): Uint8Array {
  if (value <= 16) return Uint8Array.of(firstNumber + value);
  const bytes: number[] = [];
  for (let rest = value; rest > 0; rest >>= 8) bytes.push(rest & 0xff);
  if ((bytes.at(-1) ?? 0) >= 0x80) bytes.push(0);
  return push(Uint8Array.from(bytes));
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
  return taggedHash('TapBranch', ...sorted(tree.map(hash)));
}

/** Scripts, each with the hashes beside it, from the bottom up. */
function leavesOf(tree: Tree): { readonly script: Uint8Array; readonly path: readonly Uint8Array[] }[] {
  if (tree instanceof Uint8Array) return [{ script: tree, path: [] }];
  return tree.flatMap((side, i) => {
    const beside = hash(tree[1 - i] as Tree);
    return leavesOf(side).map(({ script, path }) => ({ script, path: [...path, beside] }));
  });
}
