import { altered, type Bytes, type CheckedData, readParams } from '@isochain/core';
import type { Address } from '../address/address.ts';
import { pairedMetadata } from '../address/derived.ts';
import type { PublicKey } from '../address/public-key.ts';
import type { NamedChain } from '../chains.ts';
import { readStakeId, type StakePart } from '../staking/stake-id.ts';
import type { Aptos } from '../types.ts';
import {
  type EntryFunction,
  maxAmount,
  poolCall,
  registerCall,
  transferAssetCall,
  transferCall,
  transferCoinsCall,
} from './calls.ts';
import { type AptosMode, paramsOfMode, type ReadParams } from './params.ts';
import { noSequenceNumber } from './raw-transaction.ts';
import type { AptosPlan } from './transaction.ts';

// From completed data to plans. Nothing in the data is trusted: every value must be in the bytes, or follow from one that is.

type Data<M extends AptosMode> = CheckedData<Aptos, M>;

/** Makes the plans of a chain. They throw RefusedError `data.altered` if the data contradicts itself. */
export function planner(named: NamedChain): Bytes<Aptos>['plan'] {
  const toPlan = planOf(named);
  return {
    transfer(data) {
      const params = readParams(paramsOfMode.transfer, data.params);
      return toPlan(data, params, transferCall(data.parsed.recipientAddress, amountOf(data)));
    },
    transferToken(data) {
      const params = readParams(paramsOfMode.transferToken, data.params);
      const { tokenId: token, recipientAddress: to } = data.parsed;
      const amount = amountOf(data);
      if (token.kind === 'coin') {
        if (params.coinType !== undefined) throw altered('params.coinType');
        return toPlan(data, params, transferCoinsCall(token.type, to, amount));
      }
      const { coinType } = params;
      if (coinType === undefined) return toPlan(data, params, transferAssetCall(token.metadata, to, amount));
      // Otherwise changed params could send another coin than the token.
      if (pairedMetadata(coinType) !== token.metadata) throw altered('params.coinType');
      return toPlan(data, params, transferCoinsCall(coinType, to, amount));
    },
    enableToken(data) {
      const params = readParams(paramsOfMode.enableToken, data.params);
      const { tokenId: token } = data.parsed;
      if (token.kind !== 'coin') throw altered('tokenId');
      return toPlan(data, params, registerCall(token.type));
    },
    stake(data) {
      const params = readParams(paramsOfMode.stake, data.params);
      if (data.parsed.sourceValidatorAddress !== undefined) throw altered('sourceValidatorAddress');
      const action = params.reactivate === true ? 'reactivate_stake' : 'add_stake';
      return toPlan(data, params, poolCall(action, data.parsed.targetValidatorAddress, amountOf(data)));
    },
    unstake(data) {
      const params = readParams(paramsOfMode.unstake, data.params);
      const pool = poolOf(data, (part) => part === 'active');
      return toPlan(data, params, poolCall('unlock', pool, amountOf(data)));
    },
    withdraw(data) {
      const params = readParams(paramsOfMode.withdraw, data.params);
      const pool = poolOf(data, (part) => part !== 'active');
      return toPlan(data, params, poolCall('withdraw', pool, amountOf(data)));
    },
  };
}

function planOf({ chain }: NamedChain) {
  return <M extends AptosMode>(data: Data<M>, params: ReadParams<M>, call: EntryFunction): AptosPlan => {
    const terms = params as ReadParams;
    const { senderAddress: sender, senderPubKey: key } = data.parsed as unknown as {
      readonly senderAddress: Address;
      readonly senderPubKey?: PublicKey;
    };
    const { nonce, gas, fees } = data;
    const { gasUnitPrice, expirationTimestampSecs: expiration, publicKey, scheme, feePayer } = terms;
    if (terms.chainId !== chain.id) throw altered('params.chainId');
    if (key !== undefined && key !== publicKey) throw altered('senderPubKey');
    if (nonce === undefined || nonce > maxAmount) throw altered('nonce');
    if (terms.orderless !== true && nonce === noSequenceNumber) throw altered('nonce');
    if (gas === undefined || gas > maxAmount) throw altered('gas');
    if (fees !== (feePayer === undefined ? gas * gasUnitPrice : 0n)) throw altered('fees');
    if (feePayer?.address === sender) throw altered('params.feePayer');
    return {
      sender,
      call,
      replay: terms.orderless === true ? { nonce } : { sequenceNumber: nonce },
      maxGasAmount: gas,
      gasUnitPrice,
      expiration,
      chainId: terms.chainId,
      signer: { publicKey, scheme },
      feePayer,
    };
  };
}

/** The pool of a position. An id of a position must name the same, and a part that the mode works on. */
function poolOf({ parsed, data }: Data<'unstake'> | Data<'withdraw'>, isOf: (part: StakePart) => boolean): Address {
  const { validatorAddress } = parsed;
  if (data.stakeId === undefined) return validatorAddress;
  const named = readStakeId(data.stakeId);
  if (named?.pool !== validatorAddress || !isOf(named.part)) throw altered('stakeId');
  return validatorAddress;
}

function amountOf({ amount }: { readonly amount: bigint | undefined }): bigint {
  if (amount === undefined || amount === 0n || amount > maxAmount) throw altered('amount');
  return amount;
}
