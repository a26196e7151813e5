import { attempt, fromHex, type Intent, parseAmount, problem, RefusedError } from '@isochain/core';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { bytesOf, equalBytes } from './bytes.ts';
import { inclusionSchema, isIncluded } from './inclusion-proof.ts';
import { chargesOf, providerKey, type StakingParameters, termsOf, writeTerms } from './parameters.ts';
import { type ProofOfPossession, readProof } from './proof-of-possession.ts';
import { type StakeTerms, stakingOutput, termsProblem } from './scripts.ts';
import { readBytes, readStakerSignature, readStakingTransaction, readUnsigned } from './signed-documents.ts';
import { type StrippedTransaction, serialize, txidOf } from './transaction-bytes.ts';
import { chargesProblem, planSlashing, planUnbonding, planUnbondingSlashing } from './transactions.ts';

/** Facts from Babylon that a registration needs. */
export interface RegistrationContext {
  /** The Bitcoin network of the stake. */
  readonly chainId: 'bitcoin' | 'bitcoin-signet';
  /**
   * The version that encode of the stake followed. For a stake that is registered before it is sent: the version in force at the tip of Babylon's
   * light client. For a stake that is on Bitcoin already: the version in force at the height of its block. `versionAt` finds both.
   */
  readonly parameters: StakingParameters;
  /**
   * For a stake that is on Bitcoin already: `params.inclusionProof` of the request. Without it Babylon expects the stake in a later block, never
   * activates it, and takes no second registration. `inclusionProblem` checks the depth of the block.
   */
  readonly inclusionProof?: unknown;
  /** In blocks. Needed if it is neither the longest nor the shortest time that the parameters allow. */
  readonly stakingTime?: number | undefined;
  /** The message that wallets signed to prove possession: `popMessage`. The address on Babylon by default. */
  readonly popMessage?: string | undefined;
}

/**
 * The fields of Babylon's `MsgCreateBTCDelegation`, except `staker_addr`, the address on Babylon. Amounts in satoshi, times in blocks. Transactions
 * are without witness, as in the message.
 */
export interface StakeRegistration {
  /** Id of the staking transaction, in hex. It names the stake on both chains. */
  readonly stakingTxid: string;
  /** `btc_pk`: x-only. */
  readonly stakerKey: Uint8Array;
  /** `fp_btc_pk_list`: x-only. */
  readonly providerKeys: readonly Uint8Array[];
  readonly proofOfPossession: ProofOfPossession;
  readonly stakingTime: number;
  readonly stakingValue: bigint;
  readonly stakingTransaction: Uint8Array;
  /** `staking_tx_inclusion_proof`: only for a stake that is on Bitcoin already. */
  readonly inclusionProof?: {
    /** `key.index` */
    readonly index: number;
    /** `key.hash`: 32 bytes, in internal byte order. */
    readonly headerHash: Uint8Array;
    /** `proof` */
    readonly proof: Uint8Array;
  };
  readonly slashingTransaction: Uint8Array;
  /** `delegator_slashing_sig`: 64 bytes. */
  readonly slashingSignature: Uint8Array;
  readonly unbondingTime: number;
  readonly unbondingTransaction: Uint8Array;
  readonly unbondingValue: bigint;
  readonly unbondingSlashingTransaction: Uint8Array;
  /** `delegator_unbonding_slashing_sig`: 64 bytes. */
  readonly unbondingSlashingSignature: Uint8Array;
}

/** BIP173. Signet has the prefix of the test network (Bitcoin Core, src/kernel/chainparams.cpp: SigNetParams). */
const addressPrefixes = { bitcoin: 'bc', 'bitcoin-signet': 'tb' };

type RegisterStake = Pick<
  Intent<'registerStake'>,
  | 'senderAddress'
  | 'senderForeignPubKey'
  | 'proofOfPossession'
  | 'amount'
  | 'validatorPubKey'
  | 'unsignedUnbondingTransaction'
  | 'signedStakingTransaction'
  | 'signedSlashingTransaction'
  | 'signedUnbondingSlashingTransaction'
>;

/**
 * Reads the signed documents of a stake, for mode `registerStake` of the Babylon chains. Makes all scripts and transactions again from the
 * parameters, and compares them. Verifies the signatures of both slashing transactions, the proof of possession, and an inclusion proof against the
 * header in it. The signatures of the staking transaction are not verified: they count only when it is sent to Bitcoin, and are checked there.
 *
 * A transaction may be a PSBT (version 0 or 2, finalized or not, hex or base64) or a raw transaction. For a slashing transaction, the signature
 * alone is enough.
 *
 * @throws RefusedError that names each field: `request.invalid`, `publicKey.invalid`, or a `signature.*` code.
 */
export function readRegistration(data: RegisterStake, context: RegistrationContext): StakeRegistration {
  const { chainId, parameters } = context;
  const publicKey = readKey(data.senderForeignPubKey);
  const charges = chargesOf(parameters);
  const value = parseAmount(data.amount) ?? 0n;
  const reason = chargesProblem(value, charges);
  if (reason !== undefined) throw refused('amount', `makes no stake: ${reason}`);

  const staking = readStakingTransaction(data.signedStakingTransaction);
  if (staking === undefined) throw refused('signedStakingTransaction', 'must be a PSBT or a transaction');
  const inclusionProof = readInclusionProof(staking.txid, context);
  const { terms, vout } = findOutput(staking, publicKey.subarray(1), value, data, context);
  const stake = { txid: staking.txid, vout, value, terms };

  const unbonding = planUnbonding(stake, charges.unbondingFee);
  if (!equalBytes(readUnsigned(data.unsignedUnbondingTransaction), serialize(unbonding)))
    throw refused(
      'unsignedUnbondingTransaction',
      'must be the unbonding transaction of this stake, as encode returned it',
    );
  const slashing = planSlashing(stake, charges);
  const unbondingSlashing = planUnbondingSlashing(stake, txidOf(unbonding), charges);

  const proof = readProof(
    addressPrefixes[chainId],
    publicKey,
    data.senderAddress,
    context.popMessage ?? data.senderAddress,
    readBytes(data.proofOfPossession),
  );
  if ('reason' in proof)
    throw refused(
      'proofOfPossession',
      `must be senderAddress, signed as a message with the key senderForeignPubKey: ${proof.reason}`,
    );

  return {
    stakingTxid: staking.txid,
    stakerKey: terms.staker,
    providerKeys: terms.providers,
    proofOfPossession: proof,
    stakingTime: terms.stakingTime,
    stakingValue: value,
    stakingTransaction: staking.bytes,
    ...(inclusionProof === undefined ? {} : { inclusionProof }),
    slashingTransaction: serialize(slashing),
    slashingSignature: readStakerSignature(
      slashing,
      data.signedSlashingTransaction,
      'transaction.data.signedSlashingTransaction',
    ),
    unbondingTime: terms.unbondingTime,
    unbondingTransaction: serialize(unbonding),
    unbondingValue: value - charges.unbondingFee,
    unbondingSlashingTransaction: serialize(unbondingSlashing),
    unbondingSlashingSignature: readStakerSignature(
      unbondingSlashing,
      data.signedUnbondingSlashingTransaction,
      'transaction.data.signedUnbondingSlashingTransaction',
    ),
  };
}

/** @throws RefusedError `request.invalid` */
function readInclusionProof(
  txid: string,
  { inclusionProof: given, parameters }: RegistrationContext,
): StakeRegistration['inclusionProof'] {
  if (given === undefined || given === null) return undefined;
  const { data: proof } = inclusionSchema.safeParse(given);
  if (proof === undefined || !isIncluded(txid, proof))
    throw refused(
      'params.inclusionProof',
      'must prove that the staking transaction is in a block, as encode answered it',
    );
  if (proof.blockHeight < parameters.activationHeight)
    throw refused('params.inclusionProof', 'must be of a block in which the parameters are in force');
  return { index: proof.index, headerHash: bytesOf(proof.blockHash).toReversed(), proof: bytesOf(proof.proof) };
}

function findOutput(
  { outputs }: StrippedTransaction,
  staker: Uint8Array,
  value: bigint,
  { validatorPubKey }: RegisterStake,
  { parameters, stakingTime }: RegistrationContext,
): { readonly terms: StakeTerms; readonly vout: number } {
  const { minTime, maxTime } = parameters;
  if (!/^(?:0[23])?[0-9a-f]{64}$/i.test(validatorPubKey)) {
    throw refused(
      'validatorPubKey',
      'must be the key of a finality provider: 64 hexadecimal digits, or 66 with 02 or 03 in front',
    );
  }
  for (const time of stakingTime === undefined ? [maxTime, minTime] : [stakingTime]) {
    const terms = termsOf(staker, [providerKey(validatorPubKey)], writeTerms(parameters, time));
    const reason = termsProblem(terms);
    if (reason !== undefined) throw refused('validatorPubKey', `makes no stake: ${reason}`);
    const { script } = stakingOutput(terms);
    const vout = outputs.findIndex((output) => output.value === value && equalBytes(output.script, script));
    if (vout >= 0) return { terms, vout };
  }
  throw refused(
    'signedStakingTransaction',
    'must pay amount to the stake of senderForeignPubKey with validatorPubKey, by the parameters that are in force',
  );
}

/**
 * @param hex - 33 or 65 bytes (SEC 1).
 * @returns Compressed (33 bytes).
 */
function readKey(hex: string): Uint8Array {
  const key = attempt(() => secp256k1.Point.fromBytes(fromHex(hex.trim()) ?? new Uint8Array()).toBytes());
  if (key === undefined) throw refused('senderForeignPubKey', 'must be a public key of Bitcoin: 33 or 65 bytes in hex');
  return key;
}

function refused(name: keyof RegisterStake | 'params.inclusionProof', expected: string): RefusedError {
  const field = `transaction.data.${name}`;
  return new RefusedError([problem('request.invalid', { field, expected }, field)]);
}
