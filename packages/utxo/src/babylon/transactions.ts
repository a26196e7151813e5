import type { Outpoint } from '../coin.ts';
import { outputWeight } from '../selection/weights.ts';
import type { Plan, PlannedInput, PlannedOutput } from '../transaction/plan.ts';
import { internalKey, type Leaf, refundOutput, type StakeTerms, stakingOutput, unbondingOutput } from './scripts.ts';

/** A stake on Bitcoin: where its output is. */
export interface Stake extends Outpoint {
  readonly terms: StakeTerms;
  /** Satoshi. */
  readonly value: bigint;
}

/** What the chain's parameters charge. Satoshi. */
export interface StakeCharges {
  readonly unbondingFee: bigint;
  /** scriptPubKey that what is slashed goes to. */
  readonly slashingScript: Uint8Array;
  /** Share of the stake that is slashed: `0.05`, with up to 4 decimals. */
  readonly slashingRate: string;
  readonly slashingFee: bigint;
}

/** How a stake is taken back: after its time, after it was ended early, or what slashing left of it. */
export type WithdrawalPath = 'expired' | 'unbonded' | 'slashed';

/**
 * The txid of a stake is registered before the stake is sent, and those of the transactions that spend it follow from it: no input may be
 * replaceable.
 */
export const finalSequence = 0xffff_ffff;

// Below these amounts Babylon takes no such transactions, whatever nodes relay (btcstaking module: dust by btcd's rule, minimum of unbonding).
const mostDust = 546n;
const leastUnbonded = 1_000n;

const opReturn = 0x6a;

/** Why a stake of this value could not be ended early or slashed; undefined if it can. */
export function chargesProblem(value: bigint, charges: StakeCharges): string | undefined {
  const { unbondingFee, slashingScript, slashingRate, slashingFee } = charges;
  if (slashingScript.length === 0 || readRate(slashingRate) === undefined) return 'what slashing takes is not told';
  const unbonded = value - unbondingFee;
  if (unbonded < leastUnbonded) return 'the unbonding fee would take the whole stake';
  // The smaller of the two that may be slashed.
  const slashed = slashedOf(unbonded, slashingRate);
  if (slashed <= mostDust && slashingScript[0] !== opReturn) return 'what slashing takes would be dust';
  if (unbonded - slashed - slashingFee <= mostDust) return 'what slashing leaves would be dust';
  return undefined;
}

/** Ends a stake early. */
export function planUnbonding(stake: Stake, fee: bigint, cosignatures: readonly Uint8Array[] = []): Plan {
  const { script, unbonding } = stakingOutput(stake.terms);
  const output = { value: stake.value - fee, script: unbondingOutput(stake.terms).script };
  return plan(spend(stake, { ...stake, script }, unbonding, finalSequence, cosignatures), output);
}

/** Takes the slashed part of a stake. The staker signs it in advance; provider and covenant complete it. */
export function planSlashing(stake: Stake, charges: StakeCharges): Plan {
  const { script, slashing } = stakingOutput(stake.terms);
  const input = spend(stake, { ...stake, script }, slashing, finalSequence);
  return plan(input, ...slashingOutputs(stake.terms, stake.value, charges));
}

/** The same for a stake that was ended early. */
export function planUnbondingSlashing(stake: Stake, unbondingTxid: string, charges: StakeCharges): Plan {
  const { script, slashing } = unbondingOutput(stake.terms);
  const value = stake.value - charges.unbondingFee;
  const input = spend(stake, { txid: unbondingTxid, vout: 0, value, script }, slashing, finalSequence);
  return plan(input, ...slashingOutputs(stake.terms, value, charges));
}

/** How long the coins of a path are locked, in blocks from the one they are in. */
export function lockTimeOf(terms: StakeTerms, path: WithdrawalPath): number {
  return path === 'expired' ? terms.stakingTime : terms.unbondingTime;
}

/**
 * Takes coins back whose lock is over.
 *
 * @param coin - The output of the path: of the staking, the unbonding or a slashing transaction.
 * @param recipient - scriptPubKey.
 */
export function planWithdrawal(
  terms: StakeTerms,
  path: WithdrawalPath,
  coin: Outpoint & { readonly value: bigint },
  recipient: Uint8Array,
  fee: bigint,
): Plan {
  const outputOf = { expired: stakingOutput, unbonded: unbondingOutput, slashed: refundOutput };
  const { script, timelock } = outputOf[path](terms);
  const input = spend({ terms }, { ...coin, script }, timelock, lockTimeOf(terms, path));
  return plan(input, { value: coin.value - fee, script: recipient });
}

/** Weight of a withdrawal once it is signed. */
export function withdrawalWeight({ inputs: [input], outputs }: Plan): number {
  if (input?.spend.type !== 'tapscript') throw new TypeError('not a withdrawal');
  // Version, lock time, both counts, and the input without its witness; then marker and flag, and a witness of three items, the signature being 64.
  const frame = 4 * (4 + 4 + 1 + 1 + 41) + 2;
  const witness = 1 + 65 + (1 + input.spend.leafScript.length) + (1 + input.spend.controlBlock.length);
  return frame + witness + outputs.reduce((sum, { script }) => sum + outputWeight(script), 0);
}

type Locked = Pick<PlannedInput, 'txid' | 'vout' | 'value' | 'script'>;

function spend(
  { terms }: Pick<Stake, 'terms'>,
  { txid, vout, value, script }: Locked,
  { script: leafScript, controlBlock }: Leaf,
  sequence: number,
  cosignatures: readonly Uint8Array[] = [],
): PlannedInput {
  const leaf = { leafScript, controlBlock, internalKey, signer: terms.staker, cosignatures };
  return { txid, vout, value, script, sequence, spend: { type: 'tapscript', ...leaf } };
}

function plan(input: PlannedInput, ...outputs: readonly PlannedOutput[]): Plan {
  return { version: 2, lockTime: 0, inputs: [input], outputs };
}

function slashingOutputs(terms: StakeTerms, value: bigint, charges: StakeCharges): PlannedOutput[] {
  const slashed = slashedOf(value, charges.slashingRate);
  return [
    { value: slashed, script: charges.slashingScript },
    { value: value - slashed - charges.slashingFee, script: refundOutput(terms).script },
  ];
}

/** Rounded half up, as Babylon does. */
function slashedOf(value: bigint, rate: string): bigint {
  return (value * (readRate(rate) ?? 0n) + 5_000n) / 10_000n;
}

/** In units of a ten-thousandth; undefined if it is no such share. */
function readRate(text: string): bigint | undefined {
  const digits = /^0\.(\d{1,4})0*$/.exec(text)?.[1];
  const rate = BigInt((digits ?? '').padEnd(4, '0'));
  return rate === 0n ? undefined : rate;
}
