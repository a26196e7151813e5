import { altered, type Bytes, type CheckedData, readParams } from '@isochain/core';
import { type Address, zeroAddress } from '../address/address.ts';
import { isKey } from '../address/public-key.ts';
import type { NamedChain } from '../chains.ts';
import type { Algorand } from '../types.ts';
import { mostFee, mostNoteBytes, mostRounds, mostUint64 } from './limits.ts';
import { memoOf, noteOf } from './note.ts';
import { type AlgorandMode, paramsOfMode, type ReadParams } from './params.ts';
import type { AlgorandPlan, Deed } from './transaction.ts';

// From completed data to plans. Nothing in the data is trusted: every value must be in the bytes, or follow from one that is.

type Data<M extends AlgorandMode> = CheckedData<Algorand, M>;

/** Makes the plans of a chain. They throw RefusedError `data.altered` if the data contradicts itself. */
export function planner(named: NamedChain): Bytes<Algorand>['plan'] {
  const toPlan = planOf(named);
  return {
    transfer(data) {
      const params = readParams(paramsOfMode.transfer, data.params);
      const { senderAddress: sender, recipientAddress: receiver } = data.parsed;
      const amount = amountOf(data);
      if (receiver === zeroAddress) throw altered('recipientAddress');
      if (params.closeAccount === undefined) return toPlan(data, params, { type: 'payment', receiver, amount });
      // The chain refuses to close an account to itself (data/transactions/payment.go: CheckSpender).
      if (receiver === sender) throw altered('recipientAddress');
      return toPlan(data, params, { type: 'payment', receiver, amount, closeRemainderTo: receiver });
    },
    transferToken(data) {
      const params = readParams(paramsOfMode.transferToken, data.params);
      const { tokenId: assetId, senderAddress: sender, recipientAddress: receiver } = data.parsed;
      // A frozen holding that is closed to its creator has no amount: the chain takes it only with an amount of 0 (modes/transfer-token.ts).
      const isAmountless = params.optOut === true && data.amount === undefined && data.data.useMaxAmount === true;
      const amount = isAmountless ? 0n : amountOf(data);
      if (receiver === zeroAddress) throw altered('recipientAddress');
      if (params.optOut === undefined)
        return toPlan(data, params, { type: 'assetTransfer', assetId, receiver, amount });
      if (receiver === sender) throw altered('recipientAddress');
      return toPlan(data, params, { type: 'assetTransfer', assetId, receiver, amount, closeRemainderTo: receiver });
    },
    enableToken(data) {
      const params = readParams(paramsOfMode.enableToken, data.params);
      const { tokenId: assetId, senderAddress: sender } = data.parsed;
      const deed: Deed = { type: 'assetTransfer', assetId, receiver: sender, amount: 0n };
      // Closed to itself, a holding ends only if it is empty. Otherwise the chain refuses the transaction (go-algorand, ledger/apply/asset.go: AssetTransfer).
      return toPlan(data, params, params.optOut === undefined ? deed : { ...deed, closeRemainderTo: sender });
    },
    stake(data) {
      const { voteKey, selectionKey, stateProofKey, voteFirst, voteLast, voteKeyDilution, ...params } = readParams(
        paramsOfMode.stake,
        data.params,
      );
      const { senderAddress: sender, targetValidatorAddress: target } = data.parsed;
      requireEverything(data);
      if (target !== sender) throw altered('targetValidatorAddress');
      if (data.data.sourceValidatorAddress !== undefined) throw altered('sourceValidatorAddress');
      const isEmpty = (key: Uint8Array) => key.every((byte) => byte === 0);
      if ([voteKey, selectionKey, stateProofKey].some(isEmpty)) throw altered('params');
      // The chain's own library cannot read a transaction whose keys begin at round 0.
      if (voteFirst === 0n || voteFirst >= voteLast || voteKeyDilution === 0n) throw altered('params');
      const keys = { voteKey, selectionKey, stateProofKey, voteFirst, voteLast, voteKeyDilution };
      return toPlan(data, params, { type: 'goOnline', keys });
    },
    unstake(data) {
      const params = readParams(paramsOfMode.unstake, data.params);
      const { senderAddress: sender, validatorAddress: validator } = data.parsed;
      requireEverything(data);
      if (validator !== sender) throw altered('validatorAddress');
      if (data.data.stakeId !== undefined) throw altered('stakeId');
      return toPlan(data, params, { type: 'goOffline' });
    },
  };
}

/** Registrations of keys hold no amount: one in the data would promise something else. */
function requireEverything({ amount }: { readonly amount: bigint | undefined }): void {
  if (amount !== undefined) throw altered('amount');
}

function planOf({ chain }: NamedChain) {
  return <M extends AlgorandMode>(data: Data<M>, params: ReadParams, deed: Deed): AlgorandPlan => {
    const { senderAddress: sender, senderPubKey: key } = data.parsed as unknown as {
      readonly senderAddress: Address;
      readonly senderPubKey?: Address;
    };
    const { fees: fee } = data;
    const { genesisId, genesisHash, firstValid, lastValid, authAddr, lease } = params;
    const { memo } = data.data as { readonly memo?: string };
    const note = noteOf(memo);
    const signer = authAddr ?? sender;
    if (data.nonce !== undefined) throw altered('nonce');
    if (data.gas !== undefined) throw altered('gas');
    if (fee === 0n || fee > mostFee) throw altered('fees');
    if (sender === zeroAddress) throw altered('senderAddress');
    if (genesisId !== chain.genesisId) throw altered('params.genesisId');
    if (genesisHash !== chain.genesisHash) throw altered('params.genesisHash');
    if (firstValid === 0n || lastValid > mostUint64) throw altered('params.firstValid');
    if (lastValid < firstValid || lastValid - firstValid > mostRounds) throw altered('params.lastValid');
    // The chain refuses an authorizing address that is the sender (go-algorand, data/transactions/verify/txn.go).
    if (authAddr === sender || !isKey(signer)) throw altered('params.authAddr');
    if (key !== undefined && key !== signer) throw altered('senderPubKey');
    if (lease?.every((byte) => byte === 0)) throw altered('params.lease');
    // A text that UTF-8 cannot write comes back changed.
    if (note === undefined ? memo !== undefined : note.length > mostNoteBytes || memoOf(note) !== memo)
      throw altered('memo');
    return { sender, fee, firstValid, lastValid, genesisId, genesisHash, note, lease, deed, signer };
  };
}

function amountOf({ amount }: { readonly amount: bigint | undefined }): bigint {
  if (amount === undefined || amount === 0n || amount > mostUint64) throw altered('amount');
  return amount;
}
