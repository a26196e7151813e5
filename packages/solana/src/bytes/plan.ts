import { altered, type Bytes, type CheckedData } from '@isochain/core';
import { type Address, checkAddress } from '../address/address.ts';
import { associatedTokenAccount } from '../address/pda.ts';
import type { Solana } from '../types.ts';
import * as body from './assemble.ts';
import { isChecked, type NewStake, newStakeAddress, paramsOfMode, readTerms, type SolanaMode } from './params.ts';

// Makes plans from completed data. Nothing in the data is trusted: each member must follow from others, or be in the bytes.

type Plan = Solana['plan'];
type Data<M extends SolanaMode> = CheckedData<Solana, M>;

export const plan: Bytes<Solana>['plan'] = {
  transfer: planTransfer,
  transferToken: planTransferToken,
  enableToken: planEnableToken,
  stake: planStake,
  unstake: planUnstake,
  withdraw: planWithdraw,
};

function planTransfer(data: Data<'transfer'>): Plan {
  const { senderAddress: sender, recipientAddress: recipient } = data.parsed;
  const terms = readTerms(paramsOfMode.transfer, data);
  return body.makePlan(sender, data.data.memo, terms, body.transfer(sender, recipient, amountOf(data)));
}

function planTransferToken(data: Data<'transferToken'>): Plan {
  const { senderAddress: sender, recipientAddress: recipient, tokenId: mint } = data.parsed;
  const terms = readTerms(paramsOfMode.transferToken, data);
  const { program, source, destination, decimals, create } = terms.token;
  const accountOf = (owner: Address) => associatedTokenAccount(owner, mint, program).address;
  // Tokens go to the recipient's token account, or to the recipient if it is a token account itself.
  if (destination !== recipient && destination !== accountOf(recipient)) throw altered('params');
  const isAlways = isChecked(terms.profile, program);
  // Whether the address of one of the two accounts is derived from this mint, so that it can hold no other token.
  const followsFromMint = () => destination !== recipient || source === accountOf(sender);
  if (decimals === undefined ? isAlways : !isAlways && followsFromMint()) throw altered('params');
  const tokens = { program, source, destination, owner: sender, amount: amountOf(data) };
  const newOwner = create ? recipient : undefined;
  return body.makePlan(sender, data.data.memo, terms, body.transferToken({ ...tokens, mint, decimals, newOwner }));
}

function planEnableToken(data: Data<'enableToken'>): Plan {
  const { senderAddress: sender, tokenId: mint } = data.parsed;
  const terms = readTerms(paramsOfMode.enableToken, data);
  const { program: tokenProgram, destination: account } = terms.token;
  if (account !== associatedTokenAccount(sender, mint, tokenProgram).address) throw altered('params');
  const made = body.enableToken({ payer: sender, account, owner: sender, mint, tokenProgram });
  return body.makePlan(sender, data.data.memo, terms, made);
}

function planStake(data: Data<'stake'>): Plan {
  const { senderAddress: sender, targetValidatorAddress: vote } = data.parsed;
  const terms = readTerms(paramsOfMode.stake, data);
  const made = madeBy(data, terms, vote);
  requireOwn(terms.newStake, sender, made);
  return body.makePlan(sender, data.data.memo, terms, body.delegateStake(sender, made, terms.profile));
}

/** Ends all of a stake, which leaves the amount out of the bytes, or a part of it. */
function planUnstake(data: Data<'unstake'>): Plan {
  const { senderAddress: sender } = data.parsed;
  const terms = readTerms(paramsOfMode.unstake, data);
  const { newStake } = terms;
  const position = stakeIdOf(data);
  if (newStake === undefined) return body.makePlan(sender, data.data.memo, terms, body.endStake(sender, position));
  const made = madeBy(data, terms, position);
  requireOwn(newStake, sender, made);
  return body.makePlan(sender, data.data.memo, terms, body.endPart(sender, made, newStake.deposit));
}

function planWithdraw(data: Data<'withdraw'>): Plan {
  const { senderAddress: sender } = data.parsed;
  const terms = readTerms(paramsOfMode.withdraw, data);
  const withdrawn = body.withdrawStake(sender, stakeIdOf(data), amountOf(data));
  return body.makePlan(sender, data.data.memo, terms, withdrawn);
}

function madeBy(
  data: Data<'stake' | 'unstake'>,
  { blockhash }: { readonly blockhash: Address },
  target: Address,
): NewStake {
  return { blockhash, target, amount: amountOf(data), memo: data.data.memo };
}

function requireOwn({ account }: { readonly account: Address }, sender: Address, made: NewStake): void {
  if (account !== newStakeAddress(sender, made)) throw altered('params');
}

function stakeIdOf({ data: { stakeId } }: Data<'unstake' | 'withdraw'>): Address {
  const checked = stakeId === undefined ? undefined : checkAddress(stakeId);
  if (checked?.ok !== true) throw altered('stakeId');
  return checked.value;
}

/** All amounts of this chain have 64 bits. */
function amountOf({ amount }: { readonly amount: bigint | undefined }): bigint {
  if (amount === undefined || amount >= 2n ** 64n) throw altered('amount');
  return amount;
}
