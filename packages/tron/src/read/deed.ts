import type { ParsedTransaction } from '@isochain/core';
import { type AssetOf, type Leg, partyOf } from '@isochain/core/movements';
import { type Address, toBase58Address } from '../address/address.ts';
import { checkTokenId } from '../address/token-id.ts';
import { type Content, createContract, idleKinds, legacyFreeze, legacyUnfreeze } from '../bytes/content.ts';
import type { Contract } from '../bytes/contracts.ts';
import { readTransferCall } from '../bytes/token-call.ts';
import type { Internal, Outcome, TokenTransfer } from '../upstream/outcome.ts';

/** What a transaction did. */
export interface Deed extends Pick<ParsedTransaction, 'mode' | 'tokenId' | 'validators'> {
  readonly legs: readonly Leg[];
  /** What it may have moved and nobody tells, as `incomplete` of core names it. */
  readonly untold?: string | undefined;
}

/**
 * What a transaction did: the mode from its kind of contract, the amounts from its bytes and its outcome.
 *
 * @param outcome - Undefined while the transaction waits: then it is what the transaction is to do.
 */
export function deedOf(content: Content, outcome: Outcome | undefined, assetOf: AssetOf): Deed {
  if (outcome?.isFailed !== true) return doneOf(content, outcome, assetOf);
  // It moved nothing but its fee.
  const { mode, tokenId } = doneOf(content, { ...outcome, transfers: [], internals: [] }, assetOf);
  return { mode, ...(tokenId === undefined ? {} : { tokenId }), legs: [] };
}

function doneOf(content: Content, outcome: Outcome | undefined, assetOf: AssetOf): Deed {
  const { owner, contract, callToken } = content;
  if (owner === undefined) return { mode: 'unknown', legs: [] };
  if (contract === undefined) return otherDeedOf(owner, content, outcome);
  return contract.type === 'TriggerSmartContract'
    ? callOf(owner, contract, callToken, outcome)
    : systemDeedOf(content, owner, contract, outcome, assetOf);
}

/** A kind that the service reads and never writes. */
function otherDeedOf(owner: Address, { kind, legacyFrozen, created }: Content, outcome: Outcome | undefined): Deed {
  if (kind === legacyFreeze) return { mode: 'stake', legs: [legOf('out', owner, legacyFrozen ?? 0n)] };
  if (kind === legacyUnfreeze) return { mode: 'unstake', ...backTo(owner, outcome?.unfrozen) };
  if (kind === createContract) return { mode: 'unknown', ...givenTo(owner, created, outcome) };
  return { mode: 'unknown', legs: [], ...(idleKinds.includes(kind ?? -1) ? {} : { untold: 'what it moved' }) };
}

/**
 * The chain knew TRC-10 tokens by their names until the proposal ALLOW_SAME_TOKEN_NAME (TIP-10, November 2018). A name could be a number, and that may be the
 * number of another token today. So transfers that expired before this time show no token. We found no record of the day of the proposal: the date is our own
 * choice, two months after TIP-10. Milliseconds since 1970.
 */
const endOfNames = Date.UTC(2019, 1, 1);

/**
 * A contract of the system itself. Anybody could take any free name for a TRC-10 token of 2018, also that of the coin, so a name is never shown as a token.
 */
function systemDeedOf(
  { expiration }: Content,
  owner: Address,
  contract: Exclude<Contract, { readonly type: 'TriggerSmartContract' }>,
  outcome: Outcome | undefined,
  assetOf: AssetOf,
): Deed {
  const coins = assetOf(undefined);
  const party = (address: Address, amount: bigint) => partyOf(toBase58Address(address), amount, coins);
  switch (contract.type) {
    case 'TransferContract':
      return { mode: 'transfer', legs: pair(owner, contract.to, contract.amount) };
    case 'TransferAssetContract': {
      const { asset, to, amount } = contract;
      if (expiration < endOfNames || !checkTokenId(asset).ok)
        return { mode: 'unknown', legs: [], untold: 'a token transfer' };
      return { mode: 'transferToken', tokenId: asset, legs: pair(owner, to, amount, asset) };
    }
    case 'FreezeBalanceV2Contract':
      return { mode: 'stake', legs: [legOf('out', owner, contract.amount)] };
    case 'VoteWitnessContract': {
      // The bytes hold all votes of the account, and not those that are new. The answer has room for one.
      const [vote, ...others] = contract.votes;
      const target = vote && others.length === 0 ? party(vote.address, vote.count * sunPerVote) : undefined;
      return { mode: 'stake', legs: [], ...(target === undefined ? {} : { validators: { target } }) };
    }
    case 'UnfreezeBalanceV2Contract': {
      // The coins come back with a withdrawal. Until then they belong to no validator.
      const source = party(owner, contract.amount);
      return { mode: 'unstake', ...backTo(owner, outcome?.withdrawn), validators: { source } };
    }
    case 'WithdrawExpireUnfreezeContract':
      return { mode: 'withdraw', ...backTo(owner, outcome?.withdrawn) };
    case 'WithdrawBalanceContract':
      return { mode: 'claimRewards', ...backTo(owner, outcome?.claimed) };
    case 'CancelAllUnfreezeV2Contract':
      return { mode: 'unknown', ...backTo(owner, outcome?.withdrawn) };
    case 'DelegateResourceContract':
    case 'UnDelegateResourceContract':
      return { mode: 'unknown', legs: [] };
  }
}

/** One vote is one TRX that is frozen. */
const sunPerVote = 1_000_000n;

function backTo(owner: Address, amount: bigint | undefined): Pick<Deed, 'legs' | 'untold'> {
  if (amount === undefined) return { legs: [], untold: 'the amount' };
  return { legs: amount === 0n ? [] : [legOf('in', owner, amount)] };
}

/** What a new contract was given. Its address is not in the bytes. */
function givenTo(
  owner: Address,
  given: Content['created'],
  outcome: Outcome | undefined,
): Pick<Deed, 'legs' | 'untold'> {
  const { value = 0n, token } = given ?? {};
  const contract = outcome?.created;
  if (value === 0n && token === undefined && outcome?.internals.length === 0 && outcome.transfers?.length === 0)
    return { legs: [] };
  if (contract === undefined || outcome?.transfers === undefined) return { legs: [], untold: 'what it moved' };
  return {
    legs: [
      ...(value > 0n ? pair(owner, contract, value) : []),
      ...(token === undefined ? [] : pair(owner, contract, token.amount, token.asset)),
      ...outcome.internals.flatMap(internalLegs),
      ...tokenLegs(outcome.transfers, owner),
    ],
  };
}

type Call = Extract<Contract, { readonly type: 'TriggerSmartContract' }>;

function callOf(owner: Address, call: Call, token: Content['callToken'], outcome: Outcome | undefined): Deed {
  const transfer = readTransferCall(call.data);
  const tokenId = toBase58Address(call.contract);
  const { callValue: value = 0n } = call;
  const paid = [
    ...(value > 0n ? pair(owner, call.contract, value) : []),
    ...(token === undefined ? [] : pair(owner, call.contract, token.amount, token.asset)),
    ...(outcome?.internals ?? []).flatMap(internalLegs),
  ];
  if (outcome === undefined) {
    if (transfer === undefined) return { mode: 'unknown', legs: paid };
    return { mode: 'transferToken', tokenId, legs: [...paid, ...pair(owner, transfer.to, transfer.amount, tokenId)] };
  }
  const legs = [...paid, ...tokenLegs(outcome.transfers ?? [], owner)];
  if (transfer !== undefined)
    return { mode: 'transferToken', tokenId, legs, ...(outcome.transfers ? {} : { untold: 'a token transfer' }) };
  const moved = onlyToken(outcome.transfers ?? []);
  const isToken = moved !== undefined && paid.length === 0;
  return isToken ? { mode: 'transferToken', tokenId: moved, legs } : { mode: 'unknown', legs };
}

/** 20 bytes of zero behind the first byte of an address. */
const zero: Address = `41${'0'.repeat(40)}`;

/** The token of transfers, if it is one. */
export function onlyToken(transfers: readonly TokenTransfer[]): string | undefined {
  const [contract, ...others] = new Set(transfers.map((transfer) => transfer.contract));
  return contract === undefined || others.length > 0 ? undefined : toBase58Address(contract);
}

/**
 * What TRC-20 tokens moved. Anybody can make a token say that others sent 0 of it, so that a stranger's address is copied from a history ("address
 * poisoning"). Such a movement is left out if its sender did not sign. Nobody gave tokens that are new: their contracts say that the zero address sent them.
 *
 * @param signer - The owner of the transaction. Undefined if it is not known.
 */
export function tokenLegs(transfers: readonly TokenTransfer[], signer: Address | undefined): Leg[] {
  return transfers.flatMap(({ contract, from, to, amount }) => {
    if (amount === 0n && from !== signer) return [];
    const token = toBase58Address(contract);
    return from === zero ? [legOf('in', to, amount, token)] : pair(from, to, amount, token);
  });
}

export function internalLegs({ from, to, amount, asset }: Internal): Leg[] {
  return pair(from, to, amount, asset);
}

function pair(from: Address, to: Address, amount: bigint, token?: string): Leg[] {
  return [legOf('out', from, amount, token), legOf('in', to, amount, token)];
}

function legOf(way: Leg['way'], address: Address, amount: bigint, token?: string): Leg {
  return { way, address: toBase58Address(address), amount, token };
}
