import { altered, type Bytes, type CheckedData, readParams } from '@isochain/core';
import type { Address } from '../address/address.ts';
import type { Tron } from '../types.ts';
import { type Contract, maxInt64 } from './contracts.ts';
import { paramsOfMode, type ReadParams, type TronMode } from './params.ts';
import { transferCall } from './token-call.ts';
import type { TronPlan } from './transaction.ts';

// From completed data to plans. Nothing in the data is trusted: every value must be in the bytes, or follow from one that is.

type Data<M extends TronMode> = CheckedData<Tron, M>;

/** Sun in one TRX: one vote. */
export const sunOfVote = 1_000_000n;

/** Make plans. They throw RefusedError `data.altered` if the data contradicts itself. */
export const plan: Bytes<Tron>['plan'] = {
  transfer(data) {
    const params = readParams(paramsOfMode.transfer, data.params);
    return toPlan(data, params, {
      type: 'TransferContract',
      to: data.parsed.recipientAddress,
      amount: amountOf(data),
    });
  },
  transferToken(data) {
    const params = readParams(paramsOfMode.transferToken, data.params);
    const { recipientAddress: to, tokenId: token } = data.parsed;
    const { type } = params.raw_data.contract[0];
    if ((type === 'TransferAssetContract') !== (token.type === 'TRC10')) throw altered('tokenId');
    if (token.type === 'TRC10') {
      const amount = amountOf(data);
      return toPlan(data, params, { type: 'TransferAssetContract', asset: token.id, to, amount });
    }
    const { amount } = data;
    if (amount === undefined || amount === 0n) throw altered('amount');
    return toPlan(data, params, {
      type: 'TriggerSmartContract',
      contract: token.contract,
      data: transferCall(to, amount),
    });
  },
  stake(data) {
    const params = readParams(paramsOfMode.stake, data.params);
    const { type, parameter } = params.raw_data.contract[0];
    const { resource, votes } = parameter.value;
    const amount = amountOf(data);
    if (type === 'FreezeBalanceV2Contract') {
      // A stake that moves from one validator to another freezes nothing.
      if (data.parsed.sourceValidatorAddress !== undefined) throw altered('sourceValidatorAddress');
      return toPlan(data, params, { type, amount, resource });
    }
    if (votes === undefined || amount % sunOfVote !== 0n) throw altered('amount');
    const { targetValidatorAddress: target } = data.parsed;
    const wanted = votes.find(({ vote_address }) => vote_address === target);
    if (wanted === undefined || wanted.vote_count < amount / sunOfVote) throw altered('targetValidatorAddress');
    return toPlan(data, params, {
      type,
      votes: votes.map(({ vote_address, vote_count }) => ({ address: vote_address, count: vote_count })),
    });
  },
  unstake(data) {
    const params = readParams(paramsOfMode.unstake, data.params);
    const { resource } = params.raw_data.contract[0].parameter.value;
    return toPlan(data, params, { type: 'UnfreezeBalanceV2Contract', amount: amountOf(data), resource });
  },
  withdraw(data) {
    return toPlan(data, readParams(paramsOfMode.withdraw, data.params), { type: 'WithdrawExpireUnfreezeContract' });
  },
  claimRewards(data) {
    return toPlan(data, readParams(paramsOfMode.claimRewards, data.params), { type: 'WithdrawBalanceContract' });
  },
};

function toPlan<M extends TronMode>(data: Data<M>, params: ReadParams<M>, contract: Contract): TronPlan {
  const { raw_data: raw, signers } = params as ReadParams;
  const { senderAddress: owner, senderPubKey: key } = data.parsed as unknown as {
    readonly senderAddress: Address;
    readonly senderPubKey?: { readonly address: Address };
  };
  const { memo } = data.data as { readonly memo?: string };
  // A call has a limit of its fee, and nothing else has one.
  if ((contract.type === 'TriggerSmartContract') !== (raw.fee_limit !== undefined)) throw altered('params.raw_data');
  // Half a character (a lone surrogate) has no bytes in UTF-8.
  if (memo !== undefined && /\p{Surrogate}/u.test(memo)) throw altered('memo');
  const keys = signers?.map((signer) => signer.key) ?? [owner];
  if (key !== undefined && !keys.includes(key.address)) throw altered('senderPubKey');
  return {
    owner,
    contract,
    refBlockBytes: raw.ref_block_bytes,
    refBlockHash: raw.ref_block_hash,
    expiration: raw.expiration,
    timestamp: raw.timestamp,
    feeLimit: raw.fee_limit,
    memo,
    permissionId: raw.contract[0].Permission_id ?? 0,
    signers: keys,
  };
}

function amountOf({ amount }: { readonly amount: bigint | undefined }): bigint {
  if (amount === undefined || amount === 0n || amount > maxInt64) throw altered('amount');
  return amount;
}
