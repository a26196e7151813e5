import type { PageRequest, Validator } from '@isochain/core';
import { ask, cleanText, type Operation, optional, shortAddress } from '@isochain/core/upstream';
import { decodeValidatorInfo, validatorInfoKey } from '../layouts/index.ts';
import { type KeyedAccount, type RpcVoteAccount, rpc } from '../upstream/rpc.ts';
import { programs } from '../well-known.ts';

/**
 * The validators that vote, most stake first. Validators that have fallen behind, or were not chosen for the epoch (SIMD-0357), are left out, as
 * their stakers earn nothing. Nodes have no pages for this: every page reads all validators.
 */
export async function readValidators(
  { limit, cursor }: PageRequest,
  operation: Operation,
): Promise<{ validators: Validator[]; next: string | undefined }> {
  const { votes, infos } = await ask(operation, {
    votes: rpc.voteAccounts(),
    // Names are optional, as many providers do not allow a search of a program's accounts.
    infos: optional(rpc.readableProgramAccounts(programs.config, [{ memcmp: { offset: 1, bytes: validatorInfoKey } }])),
  });
  const after = parseCursor(cursor);
  const chosen = votes.current.filter((vote) => vote.epochVoteAccount !== false && hasCommission(vote));
  const rest = chosen.toSorted(byStake).filter((vote) => after === undefined || byStake(after, vote) < 0);
  const shown = rest.slice(0, limit);
  const names = namesOf(infos.ok ? infos.value.items : []);
  const last = shown.at(-1);
  return {
    validators: shown.map((vote) => ({
      address: vote.votePubkey,
      name: names.get(vote.nodePubkey) ?? shortAddress(vote.votePubkey),
      commission: commissionOf(vote),
      stakedAmount: vote.activatedStake.toString(),
    })),
    next: rest.length > limit && last !== undefined ? `${last.activatedStake}:${last.votePubkey}` : undefined,
  };
}

/** A place in the order. It stays valid when validators come and go. */
type Place = Pick<RpcVoteAccount, 'activatedStake'> & { readonly votePubkey: string };

function byStake(a: Place, b: Place): number {
  if (a.activatedStake !== b.activatedStake) return a.activatedStake > b.activatedStake ? -1 : 1;
  return a.votePubkey < b.votePubkey ? -1 : a.votePubkey > b.votePubkey ? 1 : 0;
}

function parseCursor(cursor: string | undefined): Place | undefined {
  const [, stake, votePubkey] = /^(\d{1,20}):([1-9A-HJ-NP-Za-km-z]{32,44})$/.exec(cursor ?? '') ?? [];
  return stake === undefined || votePubkey === undefined ? undefined : { activatedStake: BigInt(stake), votePubkey };
}

/**
 * Whether the commission is what a vote account can have: a whole number of 8 bits, or of 16 bits in parts of 10,000 (solana-vote-interface, src/state/vote_state_v4.rs). Any
 * other would be shown wrong.
 */
function hasCommission({ commission, inflationRewardsCommissionBps }: RpcVoteAccount): boolean {
  const [told, bits] = inflationRewardsCommissionBps == null ? [commission, 8] : [inflationRewardsCommissionBps, 16];
  return Number.isInteger(told) && told >= 0 && told < 2 ** bits;
}

/** A fraction. Programs allow more than 100 per cent, which takes no more than everything. */
function commissionOf({ commission, inflationRewardsCommissionBps }: RpcVoteAccount): number {
  return Math.min(1, (inflationRewardsCommissionBps ?? commission * 100) / 10_000);
}

/** Names by identity, which signed its name. */
function namesOf(infos: readonly KeyedAccount[]): Map<string, string> {
  const names = new Map<string, string>();
  for (const { account } of infos) {
    const info = account.owner === programs.config ? decodeValidatorInfo(account.data) : undefined;
    const name = info === undefined ? '' : cleanText(info.name);
    if (info !== undefined && name !== '') names.set(info.node, name);
  }
  return names;
}
