import type { Money } from '../bytes/messages.ts';
import type { NamedChain } from '../chains.ts';
import { type ChainEvent, entriesOf, readCoins } from '../upstream/lcd/events.ts';
import type { ChainTransaction } from '../upstream/lcd/transaction-answer.ts';
import { type BalanceRecord, moduleAddress, type Payment, paymentsOf, recordOf } from './movements.ts';

/** What a transaction cost, and who paid. */
export interface FeesPaid {
  /** By coin, the chain's own first. Empty if nothing was paid. Undefined if nobody knows. */
  readonly paid: readonly Money[] | undefined;
  /** Undefined if nobody knows. */
  readonly payer: string | undefined;
  /** Whether a payment inside of a message brought fees back. */
  readonly isRefund: (payment: Payment) => boolean;
  /** What other accounts got or gave beside the messages, such as a validator that gets a tip out of the fees. */
  readonly others: BalanceRecord['changes'];
}

/**
 * The fees, by the chain's own record: what the payer gave outside of all messages, less what came back inside of one. A chain with an EVM takes the
 * whole gas limit first, and gives back what was not used (evmos/ethermint x/evm/keeper/gas.go: RefundGas).
 */
export function feesPaid(named: NamedChain, transaction: ChainTransaction): FeesPaid {
  const { code, events, fees } = transaction;
  const outside = isTold(transaction) ? events.filter(({ message }) => message === undefined) : [];
  const record = recordOf(named, outside);
  const payer = payerOf(transaction, record);
  const others = record.changes.filter(({ address }) => address !== payer);
  // Some versions of cosmos-sdk keep no events of failed transactions.
  if (code !== 0 && events.length === 0) return { paid: undefined, payer, isRefund: () => false, others };
  const given = record.changes.flatMap(({ way, address, amount, token }) =>
    way === 'out' && address === payer ? [{ denom: token ?? named.chain.denom, amount }] : [],
  );
  // Without a record: the fees of a transaction that succeeded were taken. One that failed may have failed before that.
  const told = valuesOf(events, 'fee').flatMap((text) => readCoins(text).coins);
  const taken = record.isThere && record.isWhole ? given : code === 0 ? fees : told;
  const isRefund = refundsTo(named, transaction, payer, record);
  const refunds = paymentsOf(events.filter(({ message }) => message !== undefined)).filter(isRefund);
  const paid = taken.flatMap(({ denom, amount }) => {
    const left = refunds.reduce((rest, back) => (back.denom === denom ? rest - back.amount : rest), amount);
    return left > 0n ? [{ denom, amount: left }] : [];
  });
  const isNative = ({ denom }: Money) => denom === named.chain.denom;
  return { paid: [...paid.filter(isNative), ...paid.filter((coin) => !isNative(coin))], payer, isRefund, others };
}

/** Whether the node tells which message did what. A failed transaction has only the events of its fees. */
export function isTold({ code, events }: ChainTransaction): boolean {
  return code !== 0 || events.some(({ message }) => message !== undefined);
}

/** The account that paid the fees, or else the first signer. */
function payerOf({ events, payer }: ChainTransaction, { changes }: BalanceRecord): string | undefined {
  const [signer] = valuesOf(events, 'acc_seq');
  const likely = [...valuesOf(events, 'fee_payer'), payer, signer?.split('/')[0]].filter((each) => each !== undefined);
  const spenders = new Set(changes.flatMap(({ way, address }) => (way === 'out' ? [address] : [])));
  return likely.find((each) => spenders.has(each)) ?? [...spenders][0] ?? likely[0];
}

/** What the payer gets from an account that took the fees. */
function refundsTo(
  named: NamedChain,
  { messages }: ChainTransaction,
  payer: string | undefined,
  { changes }: BalanceRecord,
): FeesPaid['isRefund'] {
  const takers = messages.some(isOfEvm) ? changes.flatMap(({ way, address }) => (way === 'in' ? [address] : [])) : [];
  const collectors = new Set([moduleAddress(named, 'fee_collector'), ...takers]);
  return ({ from, address }) => address === payer && from !== undefined && collectors.has(from);
}

/** Messages that hold a transaction of the chain's EVM (evmos/ethermint, cosmos/evm, InjectiveLabs/injective-core). */
export function isOfEvm({ '@type': type }: ChainTransaction['messages'][number]): boolean {
  return /\.MsgEthereumTx$/.test(type);
}

/** Values of an attribute of the events `tx`, which tell of fees and signers (cosmos-sdk types/events.go). */
function valuesOf(events: readonly ChainEvent[], key: string): string[] {
  return events.flatMap((event) => (event.type === 'tx' ? entriesOf(event).flatMap((entry) => entry[key] ?? []) : []));
}
