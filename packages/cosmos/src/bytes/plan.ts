import { readRegistration } from '@isochain/babylon';
import { altered, type Bytes, type CheckedData, readParams } from '@isochain/core';
import { isStakeholder } from '../address/stakeholder.ts';
import { canBeAmino, type NamedChain } from '../chains.ts';
import type { Cosmos } from '../types.ts';
import { isWrittenAlike } from './amino-json.ts';
import { aminoOf, type Message, type Money } from './messages.ts';
import { type CosmosMode, maxCoinAmount, maxUint64, paramsOfMode } from './params.ts';
import type { CosmosPlan } from './sign-documents.ts';

// From completed data to plans. Nothing in the data is trusted: every value must be in the bytes, or follow from one that is.

type Data<M extends CosmosMode> = CheckedData<Cosmos, M>;

/** What `params` of every mode say. */
interface Terms {
  readonly nativeId: string;
  readonly accountNumber: bigint;
  readonly feeDenom: string;
  readonly signMode?: 'amino' | undefined;
}

/** Makes the plans of a chain. They throw RefusedError `data.altered` if the data contradicts itself. */
export function planner(named: NamedChain): Bytes<Cosmos>['plan'] {
  const native = (amount: bigint): Money => ({ denom: named.chain.denom, amount });
  const planOf = <M extends CosmosMode>(data: Data<M>, terms: Terms, messages: readonly Message[]) =>
    toPlan(named, data, terms, messages);
  return {
    transfer(data) {
      const { senderAddress: from, recipientAddress: to } = data.parsed;
      const terms = readParams(paramsOfMode.transfer, data.params);
      return planOf(data, terms, [{ kind: 'send', from, to, money: native(amountOf(data)) }]);
    },
    transferToken(data) {
      const { senderAddress: from, recipientAddress: to, tokenId: token } = data.parsed;
      const terms = readParams(paramsOfMode.transferToken, data.params);
      const amount = amountOf(data);
      const message: Message =
        'denom' in token
          ? { kind: 'send', from, to, money: { denom: token.denom, amount } }
          : { kind: 'sendContractToken', from, to, contract: token.contract, amount };
      return planOf(data, terms, [message]);
    },
    stake(data) {
      const { senderAddress: delegator, sourceValidatorAddress: source } = data.parsed;
      const { targetValidatorAddress: validator } = data.parsed;
      if (isStakeholder(validator)) throw altered('targetValidatorAddress');
      if (source !== undefined && isStakeholder(source)) throw altered('sourceValidatorAddress');
      const terms = readParams(paramsOfMode.stake, data.params);
      const money = native(amountOf(data));
      const message: StakingMessage =
        source === undefined
          ? { kind: 'delegate', delegator, validator, money }
          : { kind: 'redelegate', delegator, source, validator, money };
      return planOf(data, terms, [staking(named, message)]);
    },
    unstake(data) {
      const { senderAddress: delegator, validatorAddress: validator } = data.parsed;
      if (isStakeholder(validator)) throw altered('validatorAddress');
      const terms = readParams(paramsOfMode.unstake, data.params);
      const message = { kind: 'undelegate', delegator, validator, money: native(amountOf(data)) } as const;
      return planOf(data, terms, [staking(named, message)]);
    },
    claimRewards(data) {
      const { senderAddress: delegator, validatorAddress: validator } = data.parsed;
      const terms = readParams(paramsOfMode.claimRewards, data.params);
      const { compoundAmount } = terms;
      if (isStakeholder(validator)) {
        if (data.data.compound === true || compoundAmount !== undefined) throw altered('params.compoundAmount');
        return planOf(data, terms, [{ kind: 'withdrawBitcoinReward', account: delegator, stakeholder: validator }]);
      }
      if ((data.data.compound === true) !== (compoundAmount !== undefined)) throw altered('params.compoundAmount');
      const claim: Message = { kind: 'withdrawReward', delegator, validator };
      if (compoundAmount === undefined) return planOf(data, terms, [claim]);
      // Public readers look only at the first message.
      const money = native(compoundAmount);
      return planOf(data, terms, [claim, staking(named, { kind: 'delegate', delegator, validator, money })]);
    },
    /** Verifies all documents and signatures of the stake. Also throws what `readRegistration` throws. */
    registerStake(data) {
      const { bitcoin: chainId } = named.chain;
      if (chainId === undefined) throw altered('mode');
      const { senderAddress: staker } = data.parsed;
      const terms = readParams(paramsOfMode.registerStake, data.params);
      const { parameters, stakingTime, popMessage, inclusionProof } = terms;
      const context = { chainId, parameters, stakingTime, popMessage, inclusionProof };
      const registration = readRegistration({ ...data.data, senderAddress: staker }, context);
      return planOf(data, terms, [{ kind: 'registerStake', staker, registration }]);
    },
  };
}

type StakingMessage = Extract<Message, { readonly kind: 'wrapped' }>['message'];

/** On chains with the module `epoching`, nodes take staking messages only wrapped. */
function staking({ chain }: NamedChain, message: StakingMessage): Message {
  return chain.staking === 'epoching' ? { kind: 'wrapped', message } : message;
}

function toPlan(
  { chain, identity }: NamedChain,
  { data, parsed, fees, gas, nonce }: Data<CosmosMode>,
  { nativeId, accountNumber, feeDenom, signMode }: Terms,
  messages: readonly Message[],
): CosmosPlan {
  // An operator may serve the network that had the id before.
  if (nativeId !== identity.nativeId && nativeId !== chain.replacedNativeId) throw altered('params.nativeId');
  const { senderPubKey: key, senderAddress: sender } = parsed;
  if (key === undefined || key.address !== sender) throw altered('senderPubKey');
  if (gas === undefined || gas > maxUint64) throw altered('gas');
  if (nonce === undefined || nonce > maxUint64) throw altered('nonce');
  if (fees > maxCoinAmount) throw altered('fees');
  const { memo = '' } = data;
  // Half a character (a lone surrogate) has no bytes in UTF-8.
  if (/\p{Surrogate}/u.test(memo)) throw altered('memo');
  const amino = signMode === 'amino';
  const hasAmino = canBeAmino(chain) && isWrittenAlike(memo) && messages.every((message) => aminoOf(message));
  if (amino && !hasAmino) throw altered('params.signMode');
  const fee = { denom: feeDenom, amount: fees };
  return { messages, memo, fee, gas, sequence: nonce, accountNumber, nativeId, publicKey: key.compressed, amino };
}

function amountOf({ amount }: { readonly amount: bigint | undefined }): bigint {
  if (amount === undefined || amount === 0n || amount > maxCoinAmount) throw altered('amount');
  return amount;
}
