import type { ParsedTransaction } from '@isochain/core';
import { canonicalAddress, walletAddress } from '../address/address.ts';
import { Address } from '../ton-core.ts';
import type { AccountEvent, EventAction } from '../upstream/queries/history.ts';
import { coming, type Leg, pair, party } from './deeds.ts';
import { partiesOf } from './parties.ts';
import { type Names, tokenOf } from './scene.ts';

type Reading = Pick<ParsedTransaction, 'mode' | 'tokenId' | 'memo' | 'validators'> & {
  readonly legs: readonly Leg[];
  /** Who did it, in the raw form. */
  readonly actor?: string | undefined;
};

/**
 * Puts what tonapi understood of a trace into the standard shape. It does not tell fees.
 *
 * @param account - Only what it took part in is shown.
 */
export function parseEvent(names: Names, event: AccountEvent, account: Address): ParsedTransaction {
  const raw = account.toRawString();
  const own = event.actions
    .map((action) => ({ action, parties: partiesIn(action) }))
    .filter(({ parties }) => parties.includes(raw))
    .map(({ action }) => ({ isFailed: action.isFailed, ...readAction(names, action) }));
  const [first, ...more] = own;
  const isOne =
    first !== undefined && more.every(({ mode, tokenId }) => mode === first.mode && tokenId === first.tokenId);
  const memos = [...new Set(own.flatMap(({ memo }) => memo ?? []))];
  const isActor = own.some(({ actor }) => actor === raw);
  return {
    // What broadcast answered, if this account sent the message.
    id: (isActor ? event.message : undefined) ?? event.id,
    mode: isOne ? first.mode : 'unknown',
    ...(isOne && first.tokenId !== undefined ? { tokenId: first.tokenId } : {}),
    state: own.some(({ isFailed }) => isFailed) ? 'failed' : event.isRunning ? 'unconfirmed' : 'confirmed',
    timestamp: String(event.time * 1000),
    ...(memos.length === 0 ? {} : { memo: memos.join('\n') }),
    ...(own.length === 1 && first?.validators ? { validators: first.validators } : {}),
    ...partiesOf(own.flatMap(({ legs }) => legs)),
  };
}

function partiesIn(action: EventAction): string[] {
  if (action.type === 'Other') return [];
  const said: { readonly [name: string]: unknown } = action.said;
  return [said.sender, said.recipient, said.staker].filter((each): each is string => typeof each === 'string');
}

function readAction(names: Names, action: EventAction): Reading {
  const { ticker } = names;
  switch (action.type) {
    case 'TonTransfer': {
      const { sender, recipient, amount, comment } = action.said;
      return {
        mode: 'transfer',
        legs: pair(user(sender), user(recipient), amount, ticker),
        actor: sender,
        ...memoOf(comment),
      };
    }
    case 'JettonTransfer': {
      const { sender, recipient, amount, comment, jetton } = action.said;
      const token = tokenOf(names, Address.parseRaw(jetton));
      const legs = [
        ...(sender == null ? [] : [{ ...coming(user(sender), amount, token.ticker), way: 'out' as const }]),
        ...(recipient == null ? [] : [coming(user(recipient), amount, token.ticker)]),
      ];
      return { mode: 'transferToken', tokenId: token.tokenId, legs, actor: sender ?? undefined, ...memoOf(comment) };
    }
    case 'JettonMint': {
      const { recipient, amount, jetton } = action.said;
      const token = tokenOf(names, Address.parseRaw(jetton));
      return { mode: 'transferToken', tokenId: token.tokenId, legs: [coming(user(recipient), amount, token.ticker)] };
    }
    case 'JettonBurn': {
      const { sender, amount, jetton } = action.said;
      const leg = coming(user(sender), amount, tokenOf(names, Address.parseRaw(jetton)).ticker);
      return { mode: 'unknown', legs: [{ ...leg, way: 'out' }], actor: sender };
    }
    case 'DepositStake': {
      const { staker, pool, amount } = action.said;
      const target = party(contract(pool), amount, ticker);
      const legs = pair(user(staker), contract(pool), amount, ticker);
      return { mode: 'stake', legs, validators: { target }, actor: staker };
    }
    case 'WithdrawStake':
    case 'WithdrawStakeRequest': {
      const { staker, pool } = action.said;
      const paid = action.type === 'WithdrawStake' ? action.said.amount : 0n;
      const source = party(contract(pool), action.said.amount ?? 0n, ticker);
      const legs = paid > 0n ? pair(contract(pool), user(staker), paid, ticker) : [];
      return { mode: 'unstake', legs, validators: { source }, actor: staker };
    }
    case 'Other':
      return { mode: 'unknown', legs: [] };
  }
}

function memoOf(comment: string | null | undefined): { memo?: string } {
  return comment == null || comment === '' ? {} : { memo: comment };
}

const user = (raw: string) => walletAddress(Address.parseRaw(raw));
const contract = (raw: string) => canonicalAddress(Address.parseRaw(raw));
