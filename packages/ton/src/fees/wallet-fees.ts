import { masterchain } from '../address/address.ts';
import type { TonPlan } from '../bytes/transaction.ts';
import type { Cell } from '../ton-core.ts';
import { walletCodes } from '../wallets/codes.data.ts';
import {
  externalMessage,
  type OutMessage,
  outMessageCell,
  sendModes,
  signedBody,
  signingMessage,
  splitMessageCell,
} from '../wallets/signing-message.ts';
import { walletInit } from '../wallets/wallet.ts';
import { gasFee, messageFee } from './fees.ts';
import type { MessagePrice, Prices } from './prices.ts';

/** The price of a message to an address. */
function messagePriceTo(prices: Prices, workchain: number): MessagePrice {
  return workchain === masterchain ? prices.masterchainMessage : prices.message;
}

/**
 * What the wallet's own transaction costs, without storage: gas, and the fees of the two messages. Exact.
 *
 * @returns Nanotons.
 */
export function walletFees(prices: Prices, plan: TonPlan): bigint {
  const { wallet, message } = plan;
  const external = externalOf(plan);
  return (
    gasFee(prices.gas, walletCodes[wallet.version].gas) +
    messageFee(prices.message, external) +
    outMessageFee(messagePriceTo(prices, message.to.workChain), message)
  );
}

/** Bits of a cell, and of an address beside the two that say that there is none (block.tlb: addr_std). */
const cellBits = 1023;
const senderBits = 267 - 2;

/**
 * Nanotons for a message that a wallet sends. The chain writes the sender, the amount and the fee into it. If the body has no room in the same cell
 * then, the chain moves it into a cell of its own, which costs more (ton-blockchain/ton, crypto/block/transaction.cpp: try_action_send_msg).
 */
function outMessageFee(price: MessagePrice, message: OutMessage): bigint {
  const cell = outMessageCell(message);
  const fee = messageFee(price, cell);
  // Where everything is sent, the amount is not written yet.
  const amountBits = message.mode === sendModes.everything ? 8 * mostAmountBytes : 0;
  const bits = cell.bits.length + senderBits + 8 * bytesOf(fee - collected(fee)) + amountBits;
  return bits > cellBits ? messageFee(price, splitMessageCell(message)) : fee;
}

/** The first validators keep a third of the fee: 21,845 of 65,536 parts (first_frac of config params 24 and 25). The message carries the rest. */
function collected(fee: bigint): bigint {
  return (fee * 21_845n) / 65_536n;
}

/** Nobody has more coins than that: 2^56 nanotons are 72 million. If there is hardly room, the fees are some nanotons too high. */
const mostAmountBytes = 7;

function bytesOf(value: bigint): number {
  return Math.ceil(value.toString(2).length / 8);
}

/** The external message with a signature of zeros: signatures all have the same size. */
function externalOf(plan: TonPlan): Cell {
  const body = signedBody(plan.wallet.version, signingMessage(plan), new Uint8Array(64));
  return externalMessage(plan.sender, body, plan.deploy ? walletInit(plan.wallet) : undefined);
}
