import type { FallibleCall, Operation } from '@isochain/core/upstream';
import type { Address, Hex } from '../address.ts';
import { callData, type ReadResult, wordOf } from '../bytes/multicall.ts';
import type { EvmContext } from '../context.ts';
import { planReads } from './contract-reads.ts';

/** Functions of lists at which transfers look for the sender alone: only these can hide that the recipient is stopped. */
const ofSendersAlone = [
  // Tether's first contract (TetherToken.sol at 0xdAC17F958D2ee523a2206206994597C13D831ec7, contract BlackList).
  'isBlackListed(address)',
  // Tether's later contracts (WithBlockedList.sol).
  'isBlocked(address)',
] as const;

/**
 * Functions by which the contract of a token tells whether its issuer stopped an account. No standard has one. A contract that has none of them
 * reverts or answers nothing, which says nothing of the account.
 */
const listFunctions = [
  ...ofSendersAlone,
  // Circle's contract (circlefin/stablecoin-evm, contracts/v1/Blacklistable.sol), which many issuers use.
  'isBlacklisted(address)',
  // The contract of Paxos (paxosglobal/paxos-token-contracts, contracts/PaxosTokenV2.sol), and ERC-3643.
  'isFrozen(address)',
] as const;

/** Which parties of a transfer the issuer of the token stopped. */
export interface Stopped {
  readonly sender: boolean;
  readonly recipient: boolean;
}

/** Questions about the lists of an issuer, to be asked together with others. */
interface ListPlan {
  readonly questions: Readonly<Record<string, FallibleCall<Hex>>>;
  read(answers: Readonly<Record<string, unknown>>, operation: Operation): Promise<Stopped>;
}

interface Transfer {
  readonly token: Address;
  readonly sender: Address;
  readonly recipient: Address;
}

/**
 * Asks the contract of a token for both parties. It is a call of its own beside other reads: contracts of old compilers use up all gas of a call
 * to a function that they do not have.
 *
 * Without Multicall3 each question costs a call. Then only what a simulation cannot show is asked.
 */
export function planLists(context: EvmContext, { token, sender, recipient }: Transfer): ListPlan {
  const isCheap = context.chain.multicall3 !== null;
  const readsOf = (account: Address) =>
    (isCheap ? listFunctions : ofSendersAlone).map((name) => ({ target: token, data: callData(name, account) }));
  const ofSender = isCheap ? readsOf(sender) : [];
  const plan = planReads(context, [...ofSender, ...readsOf(recipient)]);
  // Other reads of the same round have the same names.
  const own = (name: string) => `lists ${name}`;
  const names = Object.keys(plan.questions);
  return {
    questions: Object.fromEntries(Object.entries(plan.questions).map(([name, question]) => [own(name), question])),
    async read(answers, operation) {
      const results = await plan.results(
        Object.fromEntries(names.map((name) => [name, answers[own(name)]])),
        operation,
      );
      return {
        sender: isListed(results.slice(0, ofSender.length)),
        recipient: isListed(results.slice(ofSender.length)),
      };
    },
  };
}

function isListed(results: readonly ReadResult[]): boolean {
  return results.some((result) => wordOf(result) === 1n);
}
