import { type CompletedData, type EncodedItem, parseAmount, toHex } from '@isochain/core';
import { type Address, checkAddress } from './address.ts';
import { stakeAccountLength } from './layouts/stake.ts';
import { compileMessage, encodeMessage, type Instruction } from './message.ts';
import { altered, isChecked, newStakeAddress, readTerms, stakeSeed, type Terms } from './params.ts';
import { associatedTokenAccount } from './pda.ts';
import { createIdempotent } from './programs/associated-token.ts';
import { setComputeUnitLimit, setComputeUnitPrice } from './programs/compute-budget.ts';
import { memo } from './programs/memo.ts';
import * as stake from './programs/stake.ts';
import * as system from './programs/system.ts';
import * as token from './programs/token.ts';
import { programs } from './well-known.ts';

/**
 * Makes the bytes to sign. Same data in, same bytes out: broadcast calls this again and refuses anything that differs.
 *
 * @returns One item: the legacy message in hex. It is signed as it is, without a hash; clients that find a hash sign that instead.
 * @throws RefusedError `data.altered` if the data contradicts itself.
 */
export function assemble(data: CompletedData): EncodedItem[] {
  // The format is what clients of this interface know the bytes by; they have nothing to do with Borsh.
  return [{ raw: { format: 'BORSH', value: toHex(toMessageBytes(data)) } }];
}

/** The message that is signed, in bytes. */
export function toMessageBytes(data: CompletedData): Uint8Array {
  const terms = readTerms(data);
  const plan = planOf(data, terms);
  const payer = senderOf(data);
  const instructions = [...preamble(payer, terms), ...withMemo(data.memo, plan)];
  return encodeMessage(compileMessage({ payer, blockhash: terms.blockhash, instructions }, plan.first));
}

/** What a mode does. The memo comes before `steps` and after `before`. */
interface Plan {
  readonly before?: readonly Instruction[];
  readonly steps: readonly Instruction[];
  /** Keys that public verifiers look for at fixed places. */
  readonly first: readonly Address[];
}

/** The nonce has to be the very first; the budget counts wherever it stands. */
function preamble(payer: Address, { nonceAccount, units, computeUnitPrice }: Terms): Instruction[] {
  return [
    ...(nonceAccount === undefined ? [] : [system.advanceNonce(nonceAccount, payer)]),
    ...(units === undefined ? [] : [setComputeUnitLimit(Number(units))]),
    ...(computeUnitPrice === undefined ? [] : [setComputeUnitPrice(computeUnitPrice)]),
  ];
}

/** Token-2022 looks for a memo right before the transfer. */
function withMemo(text: string | undefined, { before = [], steps }: Plan): Instruction[] {
  return [...before, ...(text === undefined ? [] : [memo(text)]), ...steps];
}

function planOf(data: CompletedData, terms: Terms): Plan {
  switch (data.mode) {
    case 'transfer':
      return planTransfer(data);
    case 'transferToken':
      return planTransferToken(data, terms);
    case 'enableToken':
      if (terms.token?.create !== true || terms.token.source !== undefined) throw altered('params');
      return { steps: [createTokenAccount(data, data.senderAddress as Address, terms)], first: [] };
    case 'stake':
      return planStake(data, terms);
    case 'unstake':
      return planUnstake(data, terms);
    case 'withdraw': {
      const sender = data.senderAddress as Address;
      return { steps: [stake.withdraw(stakeIdOf(data), sender, sender, amountOf(data))], first: [] };
    }
    default:
      throw altered('mode');
  }
}

function planTransfer(data: CompletedData<'transfer'>): Plan {
  const sender = data.senderAddress as Address;
  const recipient = data.recipientAddress as Address;
  return { steps: [system.transfer(sender, recipient, amountOf(data))], first: [recipient, programs.system] };
}

function planTransferToken(data: CompletedData<'transferToken'>, terms: Terms): Plan {
  const { token: facts } = terms;
  if (facts?.source === undefined) throw altered('params');
  const transfer = {
    program: facts.program,
    source: facts.source,
    destination: facts.destination,
    owner: data.senderAddress as Address,
    amount: amountOf(data),
  };
  return {
    before: facts.create ? [createTokenAccount(data, data.recipientAddress as Address, terms)] : [],
    steps: [checkedOrPlain(transfer, data, terms)],
    first: [facts.destination, facts.source],
  };
}

function checkedOrPlain(
  transfer: token.TokenTransfer,
  data: CompletedData<'transferToken'>,
  { profile, token: facts }: Terms,
): Instruction {
  const decimals = facts?.decimals;
  const isAlways = isChecked(profile, transfer.program);
  if (decimals === undefined) {
    if (isAlways) throw altered('params');
    return token.transfer(transfer);
  }
  if (!isAlways && followsFromMint(data, transfer)) throw altered('params');
  return token.transferChecked(transfer, data.tokenId as Address, decimals);
}

/** Whether one of the two accounts is where wallets look for tokens of this mint, so that it can hold no others. */
function followsFromMint(
  { senderAddress, recipientAddress, tokenId }: CompletedData<'transferToken'>,
  { program, source, destination }: token.TokenTransfer,
): boolean {
  if (destination !== recipientAddress) return true;
  return source === associatedTokenAccount(senderAddress, tokenId, program).address;
}

function createTokenAccount(
  data: CompletedData<'transferToken' | 'enableToken'>,
  owner: Address,
  { token: facts }: Terms,
): Instruction {
  if (facts === undefined) throw altered('params');
  return createIdempotent({
    payer: data.senderAddress as Address,
    account: facts.destination,
    owner,
    mint: data.tokenId as Address,
    tokenProgram: facts.program,
  });
}

function planStake(data: CompletedData<'stake'>, terms: Terms): Plan {
  const sender = data.senderAddress as Address;
  const vote = data.targetValidatorAddress as Address;
  const account = newStakeAccount(sender, terms);
  const create =
    terms.profile === 'hardware'
      ? [system.createAccountWithSeed(account, amountOf(data))]
      : [system.transfer(sender, account.address, amountOf(data)), system.allocateWithSeed(account)];
  return {
    steps: [...create, stake.initialize(account.address, sender), stake.delegate(account.address, vote, sender)],
    first: [account.address, programs.system, vote, programs.stake],
  };
}

/** All of it: deactivate. Part of it: split, and deactivate the part. */
function planUnstake(data: CompletedData<'unstake'>, terms: Terms): Plan {
  const sender = data.senderAddress as Address;
  const position = stakeIdOf(data);
  if (terms.newStake === undefined) return { steps: [stake.deactivate(position, sender)], first: [] };
  const { deposit } = terms.newStake;
  if (deposit === undefined) throw altered('params');
  const part = newStakeAccount(sender, terms);
  return {
    steps: [
      ...(deposit === 0n ? [] : [system.transfer(sender, part.address, deposit)]),
      system.allocateWithSeed(part),
      stake.split(position, part.address, sender, amountOf(data)),
      stake.deactivate(part.address, sender),
    ],
    first: [],
  };
}

function newStakeAccount(base: Address, { newStake, blockhash }: Terms): system.SeededAccount {
  const address = newStakeAddress(base, blockhash);
  if (newStake?.account !== address) throw altered('params');
  return { address, base, seed: stakeSeed(blockhash), space: stakeAccountLength, owner: programs.stake };
}

function senderOf(data: CompletedData): Address {
  if (!('senderAddress' in data)) throw altered('mode');
  return data.senderAddress as Address;
}

function stakeIdOf({ stakeId }: { stakeId?: string | undefined }): Address {
  if (stakeId === undefined || !checkAddress(stakeId).ok) throw altered('stakeId');
  return stakeId as Address;
}

/** All amounts of this chain have 64 bits. */
function amountOf(data: { amount?: string | undefined }): bigint {
  const amount = parseAmount(data.amount ?? '');
  if (amount === undefined || amount >= 2n ** 64n) throw altered('amount');
  return amount;
}
