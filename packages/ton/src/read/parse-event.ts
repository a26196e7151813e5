import type { ParsedTransaction } from '@isochain/core';
import { type AssetOf, feesOf, incomplete, type Leg, pair, partiesOf, partyOf } from '@isochain/core/movements';
import { canonicalAddress, walletAddress } from '../address/address.ts';
import { Address } from '../ton-core.ts';
import type { AccountEvent, EventAction, UnreadEvent } from '../upstream/queries/history.ts';
import type { JettonFacts } from '../upstream/queries/jetton-facts.ts';
import type { Names } from './tickers.ts';

type Reading = Pick<ParsedTransaction, 'mode' | 'tokenId' | 'memo' | 'validators'> & {
  readonly legs: readonly Leg[];
  /** Who did it, in the raw form. */
  readonly actor?: string | undefined;
  /** Whether its amount is what a contract says of itself. */
  readonly isSaid?: boolean;
};

/**
 * Puts what tonapi understood of a trace into the standard shape. It tells what actions moved, and by how much the balance of the account changed beyond
 * them: fees, and what came back of attached coins. It does not tell what others paid.
 *
 * @param account - Only what it took part in is shown.
 */
export function parseEvent(names: Names, event: AccountEvent | UnreadEvent, account: Address): ParsedTransaction {
  if ('unread' in event) {
    return { id: event.unread, mode: 'unknown', state: 'unknown', ...incomplete(['what it did']) };
  }
  const raw = account.toRawString();
  const assetOf = names.assets(jettonsOf(event.actions));
  const own = event.actions
    .map((action) => ({ action, parties: partiesIn(action) }))
    // Actions that are not understood may be of this account: the list is about it.
    .filter(({ parties }) => parties === undefined || parties.includes(raw))
    .map(({ action }) => ({ action, isFailed: action.isFailed, ...readAction(assetOf, action) }));
  const understood = own.filter(({ action }) => action.type !== 'Unread' && action.type !== 'Other');
  const isUnread = own.some(({ action, isFailed }) => action.type === 'Unread' && !isFailed);
  const [first, ...more] = understood;
  const isOne =
    first !== undefined &&
    !isUnread &&
    more.every(({ mode, tokenId }) => mode === first.mode && tokenId === first.tokenId);
  const memos = [...new Set(own.flatMap(({ memo }) => memo ?? []))];
  const done = own.filter(({ isFailed }) => !isFailed);
  const state = own.length > 0 && done.length === 0 ? 'failed' : event.isRunning ? 'unconfirmed' : 'confirmed';
  const isActor = own.some(({ actor }) => actor === raw);
  const extra = isUnread ? undefined : event.extra;
  const { legs: moved, rest, isWhole } = provenLegs(done, raw, extra);
  const lost = state === 'failed' ? keptOf(own, rest) : [];
  const legs = [...moved, ...lost];
  const cost =
    rest === undefined ? undefined : lost.reduce((sum, leg) => (leg.way === 'out' ? sum + leg.amount : sum), rest);
  // More came than the actions say: what was attached, and was not needed. What the fees were is not told then.
  const back: Leg[] = cost !== undefined && cost > 0n ? [{ way: 'in', address: user(raw), amount: cost }] : [];
  const parties = partiesOf([...legs, ...back], isActor ? user(raw) : undefined, assetOf);
  return {
    // Both sides have it under the id that broadcast answered to the sender.
    id: event.message ?? event.id,
    mode: isOne ? first.mode : 'unknown',
    ...(isOne && first.tokenId !== undefined ? { tokenId: first.tokenId } : {}),
    state,
    ...(cost === undefined || cost > 0n ? {} : feesOf(-cost, user(raw), parties.senders, assetOf(undefined))),
    timestamp: String(event.time * 1000),
    ...(memos.length === 0 ? {} : { memo: memos.join('\n') }),
    ...(own.length === 1 && first?.validators ? { validators: first.validators } : {}),
    ...parties,
    ...incomplete([
      ...(isUnread ? ['an action'] : []),
      ...(isWhole ? [] : ['a price']),
      ...(cost !== undefined && cost > 0n ? ['the fee'] : []),
    ]),
  };
}

/**
 * What moved. Anybody can write a contract that names a seller and a price. So the seller got no more than its balance grew by, and jettons that nobody saw
 * move are left out.
 */
function provenLegs(done: readonly Reading[], raw: string, extra: bigint | undefined) {
  const names = new Set([user(raw), contract(raw)]);
  let rest = extra;
  let isWhole = true;
  const legs = done.flatMap((each) => {
    const gain = each.isSaid ? each.legs.find(({ way, address }) => way === 'in' && names.has(address)) : undefined;
    if (gain === undefined) return each.legs;
    if (gain.token !== undefined || rest === undefined) {
      isWhole = false;
      return [];
    }
    const spared = rest < 0n ? gain.amount + rest : gain.amount;
    const amount = spared > 0n ? spared : 0n;
    rest += gain.amount - amount;
    return amount === 0n ? [] : each.legs.map((leg): Leg => ({ ...leg, amount }));
  });
  return { legs, rest, isWhole };
}

/** What tonapi tells of jettons beside what it tells of their movements. */
function jettonsOf(actions: readonly EventAction[]): ReadonlyMap<string, JettonFacts> {
  const seen = actions.flatMap((action) => {
    if (action.type === 'Other' || action.type === 'Unread') return [];
    if (action.type === 'JettonSwap') return [action.said.jetton_master_in, action.said.jetton_master_out];
    return 'jetton' in action.said ? [action.said.jetton] : [];
  });
  return new Map(seen.flatMap((jetton) => (jetton?.facts ? [[jetton.address, jetton.facts] as const] : [])));
}

/** A contract that failed may keep what came to it. Then the balance of the account tells it. */
function keptOf(own: readonly { readonly action: EventAction }[], rest: bigint | undefined): Leg[] {
  const [only, ...more] = own;
  if (only?.action.type !== 'SmartContractExec' || more.length > 0 || rest === undefined) return [];
  const { executor, contract: called, amount } = only.action.said;
  return amount > 0n && -rest >= amount ? pair(user(executor), contract(called), amount) : [];
}

/** Raw addresses. Undefined if the action is not understood. */
function partiesIn(action: EventAction): string[] | undefined {
  if (action.type === 'Other' || action.type === 'Unread') return undefined;
  if (action.type === 'LiquidityDeposit') return [action.said.from, ...action.said.tokens.map(({ vault }) => vault)];
  const names = Object.keys(action.said).filter((name) => name !== 'comment');
  const values = names.map((name) => (action.said as { readonly [name: string]: unknown })[name]);
  return values.filter((each): each is string => typeof each === 'string');
}

function readAction(assetOf: AssetOf, action: EventAction): Reading {
  switch (action.type) {
    case 'TonTransfer': {
      const { sender, recipient, amount, comment } = action.said;
      return { mode: 'transfer', legs: pair(user(sender), user(recipient), amount), actor: sender, ...memoOf(comment) };
    }
    case 'SmartContractExec': {
      const { executor, contract: called, amount } = action.said;
      return { mode: 'transfer', legs: pair(user(executor), contract(called), amount), actor: executor };
    }
    case 'JettonTransfer':
    case 'FlawedJettonTransfer': {
      const { sender, recipient, jetton } = action.said;
      const [sent, received, comment] =
        action.type === 'JettonTransfer'
          ? [action.said.amount, action.said.amount, action.said.comment]
          : [action.said.sent_amount, action.said.received_amount, action.said.comment];
      const token = contract(jetton.address);
      const legs: Leg[] = [
        ...(sender == null ? [] : [{ way: 'out' as const, address: user(sender), amount: sent, token }]),
        ...(recipient == null ? [] : [{ way: 'in' as const, address: user(recipient), amount: received, token }]),
      ];
      return { mode: 'transferToken', tokenId: token, legs, actor: sender ?? undefined, ...memoOf(comment) };
    }
    case 'JettonMint': {
      const { recipient, amount, jetton } = action.said;
      const token = contract(jetton.address);
      return { mode: 'transferToken', tokenId: token, legs: [{ way: 'in', address: user(recipient), amount, token }] };
    }
    case 'JettonBurn': {
      const { sender, amount, jetton } = action.said;
      const token = contract(jetton.address);
      const legs: Leg[] = [{ way: 'out', address: user(sender), amount, token }];
      return { mode: 'unknown', tokenId: token, legs, actor: sender };
    }
    case 'JettonSwap': {
      const { user_wallet: trader, router } = action.said;
      const given = swapped(action.said.ton_in, action.said.amount_in, action.said.jetton_master_in);
      const got = swapped(action.said.ton_out, action.said.amount_out, action.said.jetton_master_out);
      const legs = [
        ...given.flatMap(({ amount, token }) => pair(user(trader), contract(router), amount, token)),
        ...got.flatMap(({ amount, token }) => pair(contract(router), user(trader), amount, token)),
      ];
      return { mode: 'unknown', legs, actor: trader };
    }
    case 'NftPurchase': {
      const { buyer, seller, amount } = action.said;
      return { mode: 'unknown', legs: priced(user(buyer), user(seller), amount), isSaid: true, actor: buyer };
    }
    case 'AuctionBid': {
      const { bidder, auction, amount } = action.said;
      return { mode: 'unknown', legs: priced(user(bidder), contract(auction), amount), isSaid: true, actor: bidder };
    }
    case 'Purchase': {
      const { source, destination, amount } = action.said;
      return { mode: 'unknown', legs: priced(user(source), user(destination), amount), isSaid: true, actor: source };
    }
    case 'Subscribe': {
      const { subscriber, to, price } = action.said;
      const legs = priced(user(subscriber), to === undefined ? undefined : user(to), price);
      return { mode: 'unknown', legs, isSaid: true, actor: subscriber };
    }
    case 'LiquidityDeposit': {
      const { from, tokens } = action.said;
      const legs = tokens.flatMap(({ price, vault }) => priced(user(from), contract(vault), price));
      return { mode: 'unknown', legs, actor: from };
    }
    case 'GasRelay': {
      const { relayer, amount } = action.said;
      return { mode: 'unknown', legs: [{ way: 'out', address: user(relayer), amount }], actor: relayer };
    }
    case 'ElectionsDepositStake':
    case 'ElectionsRecoverStake': {
      const { staker, amount } = action.said;
      const way = action.type === 'ElectionsDepositStake' ? 'out' : 'in';
      return { mode: 'unknown', legs: [{ way, address: user(staker), amount }], actor: staker };
    }
    case 'DepositStake': {
      const { staker, pool, amount } = action.said;
      const target = partyOf(contract(pool), amount, assetOf(undefined));
      return { mode: 'stake', legs: pair(user(staker), contract(pool), amount), validators: { target }, actor: staker };
    }
    case 'WithdrawStake':
    case 'WithdrawStakeRequest': {
      const { staker, pool } = action.said;
      const paid = action.type === 'WithdrawStake' ? action.said.amount : 0n;
      const source = partyOf(contract(pool), action.said.amount ?? 0n, assetOf(undefined));
      const legs = paid > 0n ? pair(contract(pool), user(staker), paid) : [];
      return { mode: 'unstake', legs, validators: { source }, actor: staker };
    }
    case 'Other':
    case 'Unread':
      return { mode: 'unknown', legs: [] };
  }
}

interface Moved {
  readonly amount: bigint;
  /** Undefined for coins. */
  readonly token: string | undefined;
}

/** One side of a swap: coins if it names some, else jettons. */
function swapped(
  coins: bigint | null | undefined,
  amount: bigint,
  jetton: { readonly address: string } | null | undefined,
): Moved[] {
  if (coins != null && coins > 0n) return [{ amount: coins, token: undefined }];
  return jetton == null || amount === 0n ? [] : [{ amount, token: contract(jetton.address) }];
}

function priced(
  from: string,
  to: string | undefined,
  { value, master }: { readonly value: bigint; readonly master: string | undefined },
): Leg[] {
  const token = master === undefined ? undefined : contract(master);
  return to === undefined ? [{ way: 'out', address: from, amount: value, token }] : pair(from, to, value, token);
}

function memoOf(comment: string | null | undefined): { memo?: string } {
  return comment == null || comment === '' ? {} : { memo: comment };
}

const user = (raw: string) => walletAddress(Address.parseRaw(raw));
const contract = (raw: string) => canonicalAddress(Address.parseRaw(raw));
