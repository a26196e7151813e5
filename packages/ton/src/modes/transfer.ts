import { type CheckedIntent, type ModeVerbs, nativeAmount, type Problem, problem } from '@isochain/core';
import { canonicalAddress, type TonAddress } from '../address/address.ts';
import { commentCell } from '../bytes/comment.ts';
import type { TonContext } from '../context.ts';
import { gasFee } from '../fees/fees.ts';
import { isLiquid } from '../pools/liquid-pool.ts';
import { isNominatorPool } from '../pools/nominator-pool.ts';
import type { Address } from '../ton-core.ts';
import type { Ton } from '../types.ts';
import type { AccountFacts } from '../upstream/queries/accounts.ts';
import type { JettonContract } from '../upstream/queries/jetton-contracts.ts';
import { type OutMessage, sendModes } from '../wallets/signing-message.ts';
import { versionOf } from '../wallets/wallet.ts';
import { honours, wishesOf } from '../wishes.ts';
import { type Facts, type Proposal, readScene } from './completion.ts';
import { askJettonContract, recipientProblems, recipientWarnings } from './recipients.ts';

/** Transfers of the native coin. */
export function transfer(context: TonContext): ModeVerbs<Ton, 'transfer'> {
  return {
    wishes: wishesOf(context),
    honours,
    ask: (intent, operation) =>
      readScene(
        context,
        intent,
        {
          accounts: [intent.parsed.recipientAddress.address],
          questions: {},
          further: (_, inTurn, account) => {
            const { address } = intent.parsed.recipientAddress;
            return askJettonContract(context, address, account(address), inTurn);
          },
          propose: (facts) => propose(context, intent, facts),
        },
        operation,
      ),
  };
}

function propose(
  context: TonContext,
  { amount: wanted = 0n, parsed, data: { memo } }: CheckedIntent<Ton, 'transfer'>,
  facts: Facts<Record<never, never>, JettonContract | undefined>,
): Proposal<'transfer'> {
  const { recipientAddress: recipient, senderAddress: sender } = parsed;
  const state = facts.account(recipient.address);
  const isToSelf = recipient.address.equals(sender.address);
  const body = memo === undefined ? undefined : commentCell(memo);
  const message: OutMessage = {
    to: recipient.address,
    bounce: !isToSelf && bounces(recipient, state),
    value: wanted === 'max' ? 0n : wanted,
    mode: wanted === 'max' ? sendModes.everything : sendModes.fixed,
    body,
  };
  const furtherFees = isToSelf ? gasFee(facts.prices.gas, receivingGas) : 0n;
  const warnings = [...recipientWarnings(state), ...jettonWarnings(recipient.address, facts.further)];
  const errors = [...recipientProblems(recipient.address), ...poolProblems(context, recipient.address, state)];
  if (wanted !== 'max') return { message, amount: wanted, spent: wanted, furtherFees, errors, warnings };
  const amount = facts.spendable - facts.feesOf(message) - furtherFees;
  if (amount > 0n) return { message, amount, spent: amount, furtherFees, errors, warnings };
  const fees = nativeAmount(context, facts.feesOf(message));
  const numbers = { available: nativeAmount(context, facts.spendable), fees };
  return { message, spent: 0n, errors: [problem('balance.nothingToSend', numbers, 'transaction.data.amount')] };
}

/**
 * Whether coins come back if the recipient fails (ton-blockchain/docs, onboarding/wallet-apps/addresses-workflow). An account without a contract would
 * always send them back. An address says itself what its owner wants; the raw form does not, and then only wallets keep what they get.
 */
function bounces({ isBounceable }: TonAddress, { status, code }: AccountFacts): boolean {
  if (status !== 'active') return false;
  return isBounceable ?? !(code !== undefined && versionOf(code) !== undefined);
}

/**
 * More gas than a wallet of any version uses when it receives its own message: v4r2 used most, 991 (measured on @ton/sandbox 0.41.0; the test of
 * transfers to oneself measures again).
 */
export const receivingGas = 2_000n;

/** Contracts of jettons ignore coins without an order, and keep them (ton-blockchain/token-contract, ft/jetton-minter.fc and ft/jetton-wallet.fc: recv_internal). */
function jettonWarnings(recipient: Address, contract: JettonContract | undefined): Problem[] {
  const field = 'transaction.data.recipientAddress';
  if (contract === 'master') return [problem('recipient.tokenContract', { token: canonicalAddress(recipient) }, field)];
  if (contract === undefined) return [];
  return [problem('recipient.isData', { what: 'a jetton wallet, which keeps coins for its own storage' }, field)];
}

/** A pool takes orders, some of them in the form of a memo. It sends back or keeps whatever else it gets. */
function poolProblems(context: TonContext, recipient: Address, state: AccountFacts): Problem[] {
  if (!isLiquid(context, recipient) && !isNominatorPool(context, recipient, state)) return [];
  return [problem('recipient.isPool', {}, 'transaction.data.recipientAddress')];
}
