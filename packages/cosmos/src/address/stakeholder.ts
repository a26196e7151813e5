import { type Parsed, refuse } from '@isochain/core';
import type { NamedChain } from '../chains.ts';
import { type Address, checkValidator } from './address.ts';

/**
 * What an account earns from stakes of Bitcoin as, in the spelling of the message that claims it (babylonlabs-io/babylon
 * proto/babylon/incentive/tx.proto: MsgWithdrawReward).
 */
const stakeholders = ['btc_staker', 'costaker', 'finality_provider'] as const;

export type Stakeholder = (typeof stakeholders)[number];

/** Who pays rewards: a validator, or the chain to a kind of stakeholder. */
export type Payer = Address | Stakeholder;

export function isStakeholder(text: string): text is Stakeholder {
  return (stakeholders as readonly string[]).includes(text);
}

/**
 * Checks the address of a validator. On chains that register stakes of Bitcoin, a kind of stakeholder may stand in its place, in upper or lower case, as
 * in account states and in answers of nodes. Modes that need a validator refuse it (`requireValidator`).
 */
export function checkPayer(named: NamedChain, text: string): Parsed<Payer> {
  const kind = text.toLowerCase();
  if (named.chain.bitcoin !== undefined && isStakeholder(kind)) return { ok: true, canonical: kind, value: kind };
  return checkValidator(named, text);
}

/**
 * The validator of a stake.
 *
 * @param field - Path in the request.
 * @throws RefusedError `validator.invalid` if it is a kind of stakeholder.
 */
export function requireValidator({ identity }: Pick<NamedChain, 'identity'>, payer: Payer, field: string): Address {
  if (!isStakeholder(payer)) return payer;
  const reason = `${payer} is a kind of stakeholder, and not a validator. Its rewards can be claimed, and nothing is staked with it`;
  throw refuse('validator.invalid', { field, chain: identity.name, reason }, field);
}
