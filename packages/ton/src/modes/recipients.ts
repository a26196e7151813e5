import { type Problem, problem } from '@isochain/core';
import type { Operation } from '@isochain/core/upstream';
import { canonicalAddress, masterchain } from '../address/address.ts';
import type { TonContext } from '../context.ts';
import { configAccount } from '../fees/prices.ts';
import { Address } from '../ton-core.ts';
import { askOne } from '../upstream/ask.ts';
import type { AccountFacts } from '../upstream/queries/accounts.ts';
import { type JettonContract, jettonContract } from '../upstream/queries/jetton-contracts.ts';
import { versionOf } from '../wallets/wallet.ts';

const field = 'transaction.data.recipientAddress';

/**
 * Contracts of the chain itself, which have no owner: the configuration and the elector (config params 0 and 1; their addresses are in
 * ton-blockchain/ton, crypto/smartcont/gen-zerostate.fif). The elector takes plain coins as a gift (elector-code.fc: recv_internal).
 */
const chainContracts: readonly Address[] = [configAccount(), Address.parseRaw(`${masterchain}:${'3'.repeat(64)}`)];

/** Recipients that the address alone shows to keep everything: nobody has their keys. */
export function recipientProblems(recipient: Address): Problem[] {
  if (recipient.hash.every((byte) => byte === 0)) return [problem('recipient.zeroAddress', {}, field)];
  if (!chainContracts.some((each) => each.equals(recipient))) return [];
  const context = { recipient: canonicalAddress(recipient), what: 'a contract of the chain itself' };
  return [problem('recipient.keepsCoins', context, field)];
}

/** Whether the recipient has a contract that is no wallet known here. Only such a recipient costs another question. */
export function isOtherContract({ code }: AccountFacts): boolean {
  return code !== undefined && versionOf(code) === undefined;
}

/** Asks which contract of a jetton the recipient is. Undefined for everything else. */
export async function askJettonContract(
  context: TonContext,
  recipient: Address,
  state: AccountFacts,
  operation: Operation,
): Promise<JettonContract | undefined> {
  return isOtherContract(state) ? askOne(context, jettonContract(recipient), operation) : undefined;
}

/** @returns Problems that do not stop a transfer. */
export function recipientWarnings({ status, isSuspended }: AccountFacts): Problem[] {
  if (status === 'active') return [];
  if (status === 'frozen') return [problem('recipient.isFrozen', {}, field)];
  if (isSuspended !== true) return [problem('recipient.uninitialized', {}, field)];
  const what = 'an account that the validators suspended: nothing leaves it until they allow it again';
  return [problem('recipient.isData', { what }, field)];
}
