import { GenericAuthorization } from 'cosmjs-types/cosmos/authz/v1beta1/authz';
import { MsgExec, MsgGrant } from 'cosmjs-types/cosmos/authz/v1beta1/tx';
import { MsgMultiSend, MsgSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx';
import type { Coin } from 'cosmjs-types/cosmos/base/v1beta1/coin';
import { BasicAllowance } from 'cosmjs-types/cosmos/feegrant/v1beta1/feegrant';
import { MsgGrantAllowance } from 'cosmjs-types/cosmos/feegrant/v1beta1/tx';
import { MsgCancelProposal, MsgSubmitProposal } from 'cosmjs-types/cosmos/gov/v1/tx';
import { MsgDelegate } from 'cosmjs-types/cosmos/staking/v1beta1/tx';
import type { Any } from 'cosmjs-types/google/protobuf/any';

// Messages, packed by cosmjs-types.

export function send(fromAddress: string, toAddress: string, amount: Coin[]): Any {
  return { typeUrl: MsgSend.typeUrl, value: MsgSend.encode({ fromAddress, toAddress, amount }).finish() };
}

/** @param outputs - In all, no other coins than these leave the sender. */
export function sendToMany(
  address: string,
  coins: Coin[],
  outputs: { readonly address: string; readonly coins: Coin[] }[],
): Any {
  return {
    typeUrl: MsgMultiSend.typeUrl,
    value: MsgMultiSend.encode({ inputs: [{ address, coins }], outputs }).finish(),
  };
}

export function delegate(delegatorAddress: string, validatorAddress: string, amount: Coin): Any {
  return {
    typeUrl: MsgDelegate.typeUrl,
    value: MsgDelegate.encode({ delegatorAddress, validatorAddress, amount }).finish(),
  };
}

/** Lets somebody send coins of the granter. */
export function allowSending(granter: string, grantee: string): Any {
  const authorization = {
    typeUrl: GenericAuthorization.typeUrl,
    value: GenericAuthorization.encode({ msg: MsgSend.typeUrl }).finish(),
  };
  return {
    typeUrl: MsgGrant.typeUrl,
    value: MsgGrant.encode(MsgGrant.fromPartial({ granter, grantee, grant: { authorization } })).finish(),
  };
}

/** Lets somebody pay fees with coins of the granter. */
export function allowFees(granter: string, grantee: string): Any {
  const allowance = {
    typeUrl: BasicAllowance.typeUrl,
    value: BasicAllowance.encode({ spendLimit: [] }).finish(),
  };
  return {
    typeUrl: MsgGrantAllowance.typeUrl,
    value: MsgGrantAllowance.encode({ granter, grantee, allowance }).finish(),
  };
}

export function execute(grantee: string, msgs: Any[]): Any {
  return { typeUrl: MsgExec.typeUrl, value: MsgExec.encode({ grantee, msgs }).finish() };
}

export function propose(proposer: string, initialDeposit: Coin[]): Any {
  const proposal = {
    proposer,
    initialDeposit,
    title: 'A deed',
    summary: 'It is taken back at once.',
    metadata: 'none',
  };
  return {
    typeUrl: MsgSubmitProposal.typeUrl,
    value: MsgSubmitProposal.encode(MsgSubmitProposal.fromPartial(proposal)).finish(),
  };
}

export function cancel(proposer: string, proposalId: bigint): Any {
  return {
    typeUrl: MsgCancelProposal.typeUrl,
    value: MsgCancelProposal.encode({ proposer, proposalId }).finish(),
  };
}
