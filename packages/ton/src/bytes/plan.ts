import { altered, type Bytes, type CheckedData, fromHex, readParams } from '@isochain/core';
import type { NamedChain } from '../chains.ts';
import type { Address, Cell } from '../ton-core.ts';
import type { Ton } from '../types.ts';
import { type OutMessage, sendModes } from '../wallets/signing-message.ts';
import { addressOfWallet } from '../wallets/wallet.ts';
import { commentCell, longestComment } from './comment.ts';
import { jettonBurnCell, jettonTransferCell } from './jetton-messages.ts';
import { maxCoins, paramsOfMode, type ReadParams, type TonMode } from './params.ts';
import {
  liquidDepositCell,
  liquidDepositFee,
  nominatorComments,
  nominatorDepositFee,
  payoutCell,
} from './pool-messages.ts';
import type { TonPlan } from './transaction.ts';

// From completed data to plans. Nothing in the data is trusted: every value must be in the bytes, or follow from one that is.

type Data<M extends TonMode> = CheckedData<Ton, M>;

/** Makes the plans of a chain. They throw RefusedError `data.altered` if the data contradicts itself. */
export function planner(_: NamedChain): Bytes<Ton>['plan'] {
  return {
    transfer(data) {
      const params = readParams(paramsOfMode.transfer, data.params);
      const amount = amountOf(data);
      const isEverything = params.sendMode === sendModes.everything;
      // Otherwise changed params could send more than the amount.
      if (isEverything !== (data.data.useMaxAmount === true)) throw altered('params.sendMode');
      return toPlan(data, params, {
        to: data.parsed.recipientAddress.address,
        value: isEverything ? 0n : amount,
        body: data.data.memo === undefined ? undefined : comment(data.data.memo),
      });
    },
    transferToken(data) {
      const params = readParams(paramsOfMode.transferToken, data.params);
      const { jetton } = params;
      const { memo } = data.data;
      const body = jettonTransferCell({
        queryId: jetton.queryId,
        amount: amountOf(data),
        to: data.parsed.recipientAddress.address,
        excessTo: data.parsed.senderAddress.address,
        customPayload: jetton.customPayload,
        forwardAmount: jetton.forwardAmount,
        forwardPayload: memo === undefined ? undefined : comment(memo),
      });
      return toPlan(data, params, { to: jetton.wallet, value: jetton.attached, body, init: jetton.stateInit });
    },
    stake(data) {
      const params = readParams(paramsOfMode.stake, data.params);
      const { stake } = params;
      if (data.parsed.sourceValidatorAddress !== undefined) throw altered('sourceValidatorAddress');
      const fee = stake.pool === 'liquid' ? liquidDepositFee : nominatorDepositFee;
      if (stake.attached !== amountOf(data) + fee) throw altered('params.stake.attached');
      const body = stake.pool === 'liquid' ? liquidDepositCell(stake.queryId) : commentCell(nominatorComments.deposit);
      return toPlan(data, params, {
        to: data.parsed.targetValidatorAddress.address,
        value: stake.attached,
        body,
      });
    },
    unstake(data) {
      const params = readParams(paramsOfMode.unstake, data.params);
      const { stake } = params;
      const { senderAddress, validatorAddress } = data.parsed;
      if (stake.pool === 'nominators')
        return toPlan(data, params, withdrawal(validatorAddress.address, stake.attached));
      if (stake.poolTokens === 0n) throw altered('params.stake.poolTokens');
      const body = jettonBurnCell({
        queryId: stake.queryId,
        amount: stake.poolTokens,
        excessTo: senderAddress.address,
        customPayload: payoutCell(stake),
      });
      return toPlan(data, params, { to: stake.jettonWallet, value: stake.attached, body });
    },
    withdraw(data) {
      const params = readParams(paramsOfMode.withdraw, data.params);
      return toPlan(data, params, withdrawal(data.parsed.validatorAddress.address, params.stake.attached));
    },
  };
}

/** Asks a nominator pool for the whole stake. */
function withdrawal(to: Address, value: bigint): Target {
  return { to, value, body: commentCell(nominatorComments.withdraw) };
}

type Target = Omit<OutMessage, 'mode' | 'bounce'>;

function toPlan<M extends TonMode>(data: Data<M>, params: ReadParams<M>, target: Target): TonPlan {
  const terms = params as ReadParams;
  const { senderAddress: sender, senderPubKey: key } = data.parsed as unknown as Data<'transfer'>['parsed'];
  const { nonce } = data;
  if (nonce === undefined || nonce >= 2n ** 32n) throw altered('nonce');
  const publicKey = fromHex(terms.publicKey) ?? new Uint8Array();
  if (key !== undefined && !isSame(key, publicKey)) throw altered('senderPubKey');
  const wallet = { version: terms.walletVersion, walletId: terms.walletId, publicKey };
  // The state of version 5 has a signed number, that of the others an unsigned one.
  const isFifth = wallet.version === 'v5r1';
  if (isFifth ? wallet.walletId >= 2 ** 31 : wallet.walletId < 0) throw altered('params.walletId');
  if (terms.deploy && nonce !== 0n) throw altered('params.deploy');
  // The signed message does not hold the sender's address.
  if ((terms.unusualStart === true) === addressOfWallet(wallet).equals(sender.address)) throw altered('senderAddress');
  if (terms.deploy && terms.unusualStart) throw altered('params.deploy');
  const message: OutMessage = { ...target, bounce: terms.bounce, mode: terms.sendMode };
  return {
    wallet,
    seqno: Number(nonce),
    validUntil: terms.timeout,
    message,
    sender: sender.address,
    deploy: terms.deploy,
  };
}

function amountOf({ amount }: { readonly amount: bigint | undefined }): bigint {
  if (amount === undefined || amount === 0n || amount > maxCoins) throw altered('amount');
  return amount;
}

function comment(memo: string): Cell {
  // Half a character (a lone surrogate) has no bytes in UTF-8.
  if (/\p{Surrogate}/u.test(memo) || new TextEncoder().encode(memo).length > longestComment) throw altered('memo');
  return commentCell(memo);
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}
