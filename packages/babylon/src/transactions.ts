import { internalKey, type Leaf, refundOutput, type StakeTerms, stakingOutput, unbondingOutput } from './scripts.ts';
import type { Output, StakeInput, StakeTransaction } from './transaction-bytes.ts';

/** Names an output. */
export interface Outpoint {
  /** Hex, as explorers show it. */
  readonly txid: string;
  readonly vout: number;
}

/** A stake on Bitcoin: where its output is. */
export interface Stake extends Outpoint {
  readonly terms: StakeTerms;
  /** Satoshi. */
  readonly value: bigint;
}

/** Fees and rates of the chain's parameters. Amounts in satoshi. */
export interface StakeCharges {
  readonly unbondingFee: bigint;
  /** scriptPubKey that gets the slashed coins. */
  readonly slashingScript: Uint8Array;
  /** Share of the stake that is slashed: `0.05`, with up to 4 decimals. */
  readonly slashingRate: string;
  readonly slashingFee: bigint;
}

/** How a stake is taken back: after its time, after it was ended early, or after slashing (the rest). */
export type WithdrawalPath = 'expired' | 'unbonded' | 'slashed';

/**
 * The txid of a stake is registered before the stake is sent, and the txids of the transactions that spend it depend on it. So no input may be
 * replaceable.
 */
export const finalSequence = 0xffff_ffff;

// Babylon refuses transactions below these amounts, even if nodes relay them (btcstaking module: dust by btcd's rule, minimum of unbonding).
const mostDust = 546n;
const leastUnbonded = 1_000n;

const opReturn = 0x6a;

/** Why a stake of this value cannot be ended early or slashed. Undefined if it can. */
export function chargesProblem(value: bigint, charges: StakeCharges): string | undefined {
  const { unbondingFee, slashingScript, slashingRate, slashingFee } = charges;
  if (slashingScript.length === 0 || readRate(slashingRate) === undefined) return 'what slashing takes is not told';
  const unbonded = value - unbondingFee;
  if (unbonded < leastUnbonded) return 'the unbonding fee would take the whole stake';
  // Of the two values that may be slashed (staked, unbonded) this is the smaller one.
  const slashed = slashedOf(unbonded, slashingRate);
  if (slashed <= mostDust && slashingScript[0] !== opReturn) return 'what slashing takes would be dust';
  if (unbonded - slashed - slashingFee <= mostDust) return 'what slashing leaves would be dust';
  return undefined;
}

/**
 * Ends a stake early.
 *
 * @param fee - Satoshi.
 * @param cosignatures - Signatures of the covenant, in the order of `witnessOf`.
 */
export function planUnbonding(stake: Stake, fee: bigint, cosignatures: readonly Uint8Array[] = []): StakeTransaction {
  const { script, unbonding } = stakingOutput(stake.terms);
  const output = { value: stake.value - fee, script: unbondingOutput(stake.terms).script };
  return plan(spend(stake, { ...stake, script }, unbonding, finalSequence, cosignatures), output);
}

/** Takes the slashed part of a stake. The staker signs it in advance; provider and covenant complete it. */
export function planSlashing(stake: Stake, charges: StakeCharges): StakeTransaction {
  const { script, slashing } = stakingOutput(stake.terms);
  const input = spend(stake, { ...stake, script }, slashing, finalSequence);
  return plan(input, ...slashingOutputs(stake.terms, stake.value, charges));
}

/** Like `planSlashing`, for a stake that was ended early. */
export function planUnbondingSlashing(stake: Stake, unbondingTxid: string, charges: StakeCharges): StakeTransaction {
  const { script, slashing } = unbondingOutput(stake.terms);
  const value = stake.value - charges.unbondingFee;
  const input = spend(stake, { txid: unbondingTxid, vout: 0, value, script }, slashing, finalSequence);
  return plan(input, ...slashingOutputs(stake.terms, value, charges));
}

/** How long the coins of a path are locked: blocks after their own. */
export function lockTimeOf(terms: StakeTerms, path: WithdrawalPath): number {
  return path === 'expired' ? terms.stakingTime : terms.unbondingTime;
}

/**
 * Takes back coins after their lock is over.
 *
 * @param coin - The output of the path: of the staking, the unbonding or a slashing transaction.
 * @param recipient - scriptPubKey.
 * @param fee - Satoshi.
 */
export function planWithdrawal(
  terms: StakeTerms,
  path: WithdrawalPath,
  coin: Outpoint & { readonly value: bigint },
  recipient: Uint8Array,
  fee: bigint,
): StakeTransaction {
  const outputOf = { expired: stakingOutput, unbonded: unbondingOutput, slashed: refundOutput };
  const { script, timelock } = outputOf[path](terms);
  const input = spend({ terms }, { ...coin, script }, timelock, lockTimeOf(terms, path));
  return plan(input, { value: coin.value - fee, script: recipient });
}

type Locked = Pick<StakeInput, 'txid' | 'vout' | 'value' | 'script'>;

function spend(
  { terms }: Pick<Stake, 'terms'>,
  { txid, vout, value, script }: Locked,
  { script: leafScript, controlBlock }: Leaf,
  sequence: number,
  cosignatures: readonly Uint8Array[] = [],
): StakeInput {
  const leaf = { leafScript, controlBlock, internalKey, signer: terms.staker, cosignatures };
  return { txid, vout, value, script, sequence, spend: { type: 'tapscript', ...leaf } };
}

function plan(input: StakeInput, ...outputs: readonly Output[]): StakeTransaction {
  return { version: 2, lockTime: 0, inputs: [input], outputs };
}

function slashingOutputs(terms: StakeTerms, value: bigint, charges: StakeCharges): Output[] {
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

/** In ten-thousandths. Undefined if the text is not such a share. */
function readRate(text: string): bigint | undefined {
  const digits = /^0\.(\d{1,4})0*$/.exec(text)?.[1];
  const rate = BigInt((digits ?? '').padEnd(4, '0'));
  return rate === 0n ? undefined : rate;
}
