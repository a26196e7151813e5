import * as z from 'zod';
import { chainIds } from '../chain-ids.ts';
import type { Mode } from './modes.ts';
import type { FieldsOfMode } from './wire-types.data.ts';

// Shapes only. Rules, such as canonical amounts and valid addresses, are in service/intent.ts, where each has its own code and message. Unknown
// fields are dropped, because clients also send fields of other modes.

const address = z.string().describe('Address or ID of the account.');
const amount = z.string().describe('Amount in the smallest unit. Use either this or `useMaxAmount`.');
const smallestUnit = z.string().describe('Amount in the smallest unit.');
const publicKey = z
  .string()
  .describe('Public key of the sender. Required in some situations; advisable to always provide.');
const tokenId = z.string().describe('Unique ID of a token (for example the contract address on EVM chains).');
const validator = z.string().describe('Address or ID of a validator.');
/** Beyond the specification, which wants it always. */
const stakeValidator = validator.describe(
  'Address or ID of a validator. May be left out beside a `stakeId` that tells it (Tron).',
);
const stakeId = z
  .string()
  .describe('Identifier of a staking position. If the account state returns it, it must be sent back.');

/** Fields of every mode. In an encode request they are wishes, in a broadcast they are what encode computed. */
const common = {
  fees: z.string().optional().describe('The most that the sender can be charged, in the smallest unit.'),
  gas: z.string().optional().describe('Gas, where relevant for the chain.'),
  nonce: z.string().optional().describe('Sequence number, where relevant for the chain.'),
  memo: z.string().optional().describe('Free text, on some chains.'),
  params: z.unknown().optional().describe('Chain-specific context computed by encode: send it back unchanged.'),
};

const either = {
  amount: amount.optional(),
  useMaxAmount: z
    .boolean()
    .optional()
    .describe('Lets the service compute the amount to use all available funds. Default false.'),
};

/**
 * The one account contract that `deployAccount` deploys. The specification does not spell the value ("the lowercase name of the one supported
 * account-contract provider"). Clients of services with this interface send `argentx`, Argent's account contract on Starknet, and look for an
 * address of that type.
 */
export const contractType = 'argentx';

/** One schema per mode: required and optional fields as in the specification. One field more is marked. */
export const dataOfMode = {
  deployAccount: z.object({
    mode: z.literal('deployAccount'),
    senderPubKey: publicKey,
    contractType: z.literal(contractType).optional(),
    ...common,
  }),
  transfer: z.object({
    mode: z.literal('transfer'),
    senderAddress: address,
    recipientAddress: address,
    senderPubKey: publicKey.optional(),
    ...either,
    ...common,
  }),
  stake: z.object({
    mode: z.literal('stake'),
    senderAddress: address,
    targetValidatorAddress: validator,
    senderPubKey: publicKey.optional(),
    sourceValidatorAddress: validator.optional(),
    ...either,
    ...common,
  }),
  transferToken: z.object({
    mode: z.literal('transferToken'),
    tokenId,
    senderAddress: address,
    recipientAddress: address,
    senderPubKey: publicKey.optional(),
    ...either,
    ...common,
  }),
  enableToken: z.object({
    mode: z.literal('enableToken'),
    tokenId,
    senderAddress: address,
    // Beyond the specification: some chains cannot tell the key of an account.
    senderPubKey: publicKey.optional(),
    ...common,
  }),
  unstake: z.object({
    mode: z.literal('unstake'),
    senderAddress: address,
    validatorAddress: stakeValidator,
    senderPubKey: publicKey.optional(),
    stakeId: stakeId.optional(),
    ...either,
    ...common,
  }),
  claimRewards: z.object({
    mode: z.literal('claimRewards'),
    senderAddress: address,
    validatorAddress: stakeValidator,
    senderPubKey: publicKey.optional(),
    stakeId: stakeId.optional(),
    compound: z
      .boolean()
      .optional()
      .describe('Adds rewards to the stake rather than cashing them, where available. Default false.'),
    ...common,
  }),
  withdraw: z.object({
    mode: z.literal('withdraw'),
    senderAddress: address,
    validatorAddress: stakeValidator,
    senderPubKey: publicKey.optional(),
    amount: amount.optional(),
    stakeId: stakeId.optional(),
    ...common,
  }),
  registerStake: z.object({
    mode: z.literal('registerStake'),
    senderPubKey: publicKey,
    senderForeignPubKey: z.string().describe('Staker public key on the foreign chain (hex).'),
    senderAddress: address,
    proofOfPossession: z
      .string()
      .describe('The staker address on this chain, signed with the foreign chain signer (hex).'),
    amount: z.string().describe('Staked amount on the foreign chain.'),
    validatorPubKey: z.string().describe('Validator public key on the foreign chain (hex).'),
    unsignedUnbondingTransaction: z
      .string()
      .describe('Unsigned unbonding transaction on the foreign chain, as returned by encode of the stake transaction.'),
    signedStakingTransaction: z.string().describe('Signed staking transaction on the foreign chain (hex).'),
    signedSlashingTransaction: z.string().describe('Signed slashing transaction on the foreign chain (hex).'),
    signedUnbondingSlashingTransaction: z
      .string()
      .describe('Signed unbonding slashing transaction on the foreign chain (hex).'),
    ...common,
  }),
  convertAsset: z.object({
    mode: z.literal('convertAsset'),
    from: z.object({ amount: smallestUnit, tokenId, address }),
    to: z.object({ amount: smallestUnit.optional(), chainId: z.enum(chainIds).optional(), tokenId, address }),
    includeFees: z.boolean(),
    slippage: z.number().min(0).max(1).optional(),
    ...common,
  }),
} as const;

/** The transaction data object, told apart by `mode`. */
export const transactionData = z.discriminatedUnion('mode', [
  dataOfMode.deployAccount,
  dataOfMode.transfer,
  dataOfMode.stake,
  dataOfMode.transferToken,
  dataOfMode.enableToken,
  dataOfMode.unstake,
  dataOfMode.claimRewards,
  dataOfMode.withdraw,
  dataOfMode.registerStake,
  dataOfMode.convertAsset,
]);

export type TransactionData = FieldsOfMode[Mode];

/** What a client wants, in one mode. */
export type Intent<M extends Mode = Mode> = Extract<TransactionData, { mode: M }>;

/** An intent with everything that its bytes depend on. */
export type CompletedData<M extends Mode = Mode> = Intent<M> & { fees: string };
