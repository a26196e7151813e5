import { nativeAmount, type Problem, problem } from '@isochain/core';
import { amountIn } from '../amount-in.ts';
import type { NamedChain } from '../chains.ts';
import { reasonOf } from '../upstream/lcd/transactions.ts';
import type { Sending } from './sending.ts';

/** What a refusal is explained with. */
interface Refused {
  readonly named: Pick<NamedChain, 'chain' | 'identity'>;
  readonly intent: Pick<Sending, 'mode' | 'parsed'>;
  /** What the pattern found. */
  readonly found: readonly string[];
}

interface Explanation {
  readonly when: RegExp;
  /** Undefined if the refusal needs another explanation. */
  readonly problem: (refused: Refused) => Problem | undefined;
}

/** Reasons that the checks before a simulation give too. */
export const sameValidator = 'the coins are with it already';
export const slashedAway = 'slashing has taken all that was staked with it';
export const transitive =
  'coins were redelegated to this validator, and nothing can be redelegated from it until that is over';

const fields = {
  amount: 'transaction.data.amount',
  memo: 'transaction.data.memo',
  recipient: 'transaction.data.recipientAddress',
  sender: 'transaction.data.senderAddress',
  source: 'transaction.data.sourceValidatorAddress',
  target: 'transaction.data.targetValidatorAddress',
  token: 'transaction.data.tokenId',
  validator: 'transaction.data.validatorAddress',
} as const;

/**
 * What nodes say to transactions that would fail, and what it means: cosmos-sdk x/staking/types/errors.go, x/bank/keeper, x/auth/ante, from version 0.45
 * to 0.54. Our checks find most of it before the simulation. The rest happens between our reads and the simulation, or on odd chains.
 * The first that fits counts.
 */
const explanations: readonly Explanation[] = [
  // The node writes the address as raw bytes.
  {
    when: /fee payer address: [\s\S]* does not exist/,
    problem: () =>
      problem(
        'sender.notWallet',
        { reason: 'the account has never received anything, so the chain does not know it' },
        fields.sender,
      ),
  },
  {
    when: /is not allowed to receive funds/,
    problem: ({ intent }) => {
      const { recipientAddress: recipient } = identifiersOf(intent);
      const what = 'an account that the chain lets nobody send to';
      return recipient === undefined
        ? undefined
        : problem('recipient.keepsCoins', { recipient, what }, fields.recipient);
    },
  },
  {
    when: /(\d+)([a-zA-Z][a-zA-Z0-9/:._-]{2,127}?) is smaller than (\d+)([a-zA-Z][a-zA-Z0-9/:._-]{2,127}?)(?=[:,\s]|$)/,
    problem: ({ named, found: [held = '', denom = '', needed = '', other] }) => {
      if (denom !== other) return undefined;
      const available = amountIn(named, denom, BigInt(held));
      const amount = amountIn(named, denom, BigInt(needed));
      return denom === named.chain.denom
        ? problem('balance.insufficient', { available, amount }, fields.amount)
        : problem('token.insufficient', { available, needed: amount }, fields.amount);
    },
  },
  {
    when: /validator does not exist|redelegation destination validator not found|redelegation source validator not found/,
    problem: ({ named, intent }) => {
      const [validator, field] = validatorOf(intent);
      return validator === undefined
        ? undefined
        : problem('validator.notFound', { validator, chain: named.identity.name }, field);
    },
  },
  {
    when: /no delegation for \(address, validator\) tuple|delegation does not exist/,
    problem: ({ intent }) => {
      const { sourceValidatorAddress: source, validatorAddress: validator = source } = identifiersOf(intent);
      const field = source === undefined ? fields.validator : fields.source;
      return validator === undefined
        ? undefined
        : problem('position.notFound', { reason: `the account has no stake with ${validator}` }, field);
    },
  },
  {
    when: /too many (unbonding delegation|redelegation) entries/,
    problem: ({ found: [what = ''] }) => {
      const field = what === 'redelegation' ? fields.source : fields.validator;
      const kind = what === 'redelegation' ? 'redelegations' : 'unstakes';
      return problem('position.locked', { reason: `as many ${kind} are under way as the chain allows` }, field);
    },
  },
  {
    when: /redelegation to this validator already in progress/,
    problem: () => problem('position.locked', { reason: transitive }, fields.source),
  },
  {
    when: /cannot redelegate to the same validator/,
    problem: ({ intent }) => {
      const { targetValidatorAddress: validator } = identifiersOf(intent);
      return validator === undefined
        ? undefined
        : problem('validator.inactive', { validator, reason: sameValidator }, fields.target);
    },
  },
  {
    when: /too few tokens to redelegate/,
    // Shares are worth less than a unit once a validator was slashed: one unit then becomes nothing.
    problem: ({ named }) => problem('position.partTooLow', { minimum: nativeAmount(named, 2n) }, fields.amount),
  },
  {
    when: /invalid \(zero\) ex-rate/,
    problem: ({ intent }) => {
      const { targetValidatorAddress: validator } = identifiersOf(intent);
      return validator === undefined
        ? undefined
        : problem('validator.inactive', { validator, reason: slashedAway }, fields.target);
    },
  },
  // babylonlabs-io/babylon x/incentive/types/errors.go
  {
    when: /no coin is withdrawable/,
    problem: ({ named, intent }) => {
      const [stakeholder = ''] = validatorOf(intent);
      return nothingEarned(named, stakeholder);
    },
  },
  // babylonlabs-io/babylon x/epoching/keeper/msg_server.go
  {
    when: /(?:^|\W)(un)?delegation amount .*? is below minimum required amount (\d+)/,
    problem: ({ named, found: [isPart, digits = '0'] }) => {
      const minimum = nativeAmount(named, BigInt(digits));
      return problem(isPart ? 'position.partTooLow' : 'stake.belowMinimum', { minimum }, fields.amount);
    },
  },
  {
    when: /maximum number of characters is (\d+) but received (\d+) characters/,
    problem: ({ found: [limit = '', bytes = ''] }) =>
      problem('memo.tooLong', { bytes: Number(bytes), limit }, fields.memo),
  },
  {
    when: /unable to resolve type URL \/cosmwasm\./,
    problem: ({ named, intent }) => {
      const { tokenId } = identifiersOf(intent);
      const token = tokenId?.contract;
      const context = { chain: named.identity.name, reason: 'the chain has no contracts' };
      return token === undefined ? undefined : problem('token.unknown', { token, ...context }, fields.token);
    },
  },
];

/** @param stakeholder - As what the account would have earned with stakes of Bitcoin. */
export function nothingEarned({ identity }: Pick<NamedChain, 'identity'>, stakeholder: string): Problem {
  const validator = `${identity.name} (${stakeholder})`;
  return problem('rewards.none', { validator, what: 'to claim' }, fields.validator);
}

/** Why a simulation failed, in terms of the request. */
export function simulationProblem(
  named: Pick<NamedChain, 'chain' | 'identity'>,
  intent: Pick<Sending, 'mode' | 'parsed'>,
  message: string,
): Problem {
  for (const { when, problem: explain } of explanations) {
    const [match, ...found] = when.exec(message) ?? [];
    const explained = match === undefined ? undefined : explain({ named, intent, found });
    if (explained !== undefined) return explained;
  }
  const reason = reasonOf(message);
  return problem(intent.mode === 'transferToken' ? 'token.transferFails' : 'transaction.fails', { reason });
}

/** The identifiers of all modes. */
interface Identifiers {
  readonly recipientAddress?: string;
  readonly tokenId?: { readonly contract?: string };
  readonly validatorAddress?: string;
  readonly sourceValidatorAddress?: string;
  readonly targetValidatorAddress?: string;
}

function identifiersOf({ parsed }: Pick<Sending, 'parsed'>): Identifiers {
  return parsed as Identifiers;
}

/** The validator that coins go to, or the only one. */
function validatorOf(intent: Pick<Sending, 'parsed'>): readonly [string | undefined, string] {
  const { targetValidatorAddress: target, validatorAddress: validator } = identifiersOf(intent);
  return target === undefined ? [validator, fields.validator] : [target, fields.target];
}
