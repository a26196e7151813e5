import { altered, type Bytes, type CheckedData, readParams } from '@isochain/core';
import type { AccountId } from '../address/address.ts';
import type { NamedChain } from '../chains.ts';
import type { Stellar } from '../types.ts';
import { readMemo, writeMemo } from './memo.ts';
import { paramsOfMode, type ReadParams, type StellarMode } from './params.ts';
import { maxAmount, mostFee } from './stroops.ts';
import type { Operation, StellarPlan } from './transaction.ts';

// From completed data to plans. Nothing in the data is trusted: every value must be in the bytes, or follow from one that is.

type Data<M extends StellarMode> = CheckedData<Stellar, M>;

/** Makes the plans of a chain. They throw RefusedError `data.altered` if the data contradicts itself. */
export function planner(named: NamedChain): Bytes<Stellar>['plan'] {
  const toPlan = planOf(named);
  return {
    transfer(data) {
      const params = readParams(paramsOfMode.transfer, data.params);
      const { recipientAddress: to } = data.parsed;
      const { createAccount, closeAccount } = params;
      if (closeAccount === true) {
        // Such a transaction sends what is there. An amount would promise something else.
        if (data.amount !== undefined) throw altered('amount');
        if (createAccount === true) throw altered('params.createAccount');
        if (to.account === data.parsed.senderAddress.account) throw altered('recipientAddress');
        return toPlan(data, params, { type: 'accountMerge', destination: to.text });
      }
      const amount = amountOf(data);
      if (createAccount !== true)
        return toPlan(data, params, { type: 'payment', destination: to.text, asset: undefined, amount });
      // An account is created without a number.
      if (to.id !== undefined) throw altered('recipientAddress');
      return toPlan(data, params, { type: 'createAccount', destination: to.account, startingBalance: amount });
    },
    transferToken(data) {
      const params = readParams(paramsOfMode.transferToken, data.params);
      const { tokenId: asset, recipientAddress: to, senderAddress: sender } = data.parsed;
      const amount = amountOf(data);
      const { reclaimAfterSeconds: afterSeconds } = params;
      if (afterSeconds === undefined)
        return toPlan(data, params, { type: 'payment', destination: to.text, asset, amount });
      if (to.id !== undefined || to.account === sender.account) throw altered('recipientAddress');
      return toPlan(data, params, {
        type: 'createClaimableBalance',
        asset,
        amount,
        claimant: to.account,
        reclaim: { by: sender.account, afterSeconds },
      });
    },
    enableToken(data) {
      const params = readParams(paramsOfMode.enableToken, data.params);
      const { tokenId: asset, senderAddress: sender } = data.parsed;
      if (asset.issuer === sender.account) throw altered('tokenId');
      return toPlan(data, params, { type: 'changeTrust', asset, limit: params.limit });
    },
  };
}

function planOf({ chain }: NamedChain) {
  return <M extends StellarMode>(
    data: Data<M>,
    params: Pick<ReadParams<M>, 'networkPassphrase' | 'maxTime' | 'signers' | 'memo'>,
    operation: Operation,
  ): StellarPlan => {
    const { senderAddress: sender, senderPubKey: key } = data.parsed as unknown as {
      readonly senderAddress: AccountId;
      readonly senderPubKey?: string;
    };
    const { nonce: sequence, fees: fee } = data;
    const { networkPassphrase: passphrase, maxTime, signers } = params;
    const [first, ...others] = signers;
    const memoText = (data.data as { readonly memo?: string }).memo;
    const memo = readMemo(memoText);
    if (passphrase !== chain.passphrase) throw altered('params.networkPassphrase');
    if (first === undefined || new Set(signers).size < signers.length) throw altered('params.signers');
    if (key !== undefined && !signers.includes(key)) throw altered('senderPubKey');
    if (sequence === undefined || sequence === 0n || sequence > maxAmount) throw altered('nonce');
    if (fee === 0n || fee > mostFee) throw altered('fees');
    // Without an end the transaction could be carried out years later.
    if (maxTime === 0n) throw altered('params.maxTime');
    if ('fault' in memo || writeMemo(memo) !== memoText) throw altered('memo');
    // The repetition of a memo is compared by core. Where there is no memo, nothing is repeated.
    if (memo.type === 'none' && params.memo !== undefined) throw altered('params.memo');
    return { source: sender.text, fee, sequence, maxTime, memo, operation, passphrase, signers: [first, ...others] };
  };
}

function amountOf({ amount }: { readonly amount: bigint | undefined }): bigint {
  if (amount === undefined || amount === 0n || amount > maxAmount) throw altered('amount');
  return amount;
}
