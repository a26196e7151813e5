import { toBase64 } from '../address.ts';
import type { TransactionType } from '../codec/fields.ts';
import type { Reader } from '../codec/value.ts';
import { type ApplyData, nothing } from './apply-data.ts';
import { configureAsset, freezeAsset, transferAsset } from './assets.ts';
import { PoolError } from './pool-error.ts';
import { get, put, type Session } from './session.ts';
import { deleteAccount } from './state.ts';
import { move } from './transfer.ts';

type Apply = (session: Session, txn: Reader) => ApplyData;

export const applyOf: Readonly<Record<TransactionType, Apply>> = {
  pay,
  keyreg: registerKeys,
  acfg: configureAsset,
  axfer: transferAsset,
  afrz: freezeAsset,
  // Programs are not run: a call costs its fee.
  appl: () => nothing,
};

/** go-algorand:ledger/apply/payment.go */
function pay(session: Session, txn: Reader): ApplyData {
  const sender = txn.address('snd');
  move(session, sender, txn.address('rcv'), txn.uint('amt'));
  if (!txn.has('close')) return nothing;
  const closingAmount = get(session, sender).amount;
  move(session, sender, txn.address('close'), closingAmount);
  const left = get(session, sender);
  const outstanding: readonly (readonly [number, (count: number) => string])[] = [
    [left.holdings.size, (count) => `${count} outstanding assets`],
    [left.createdAssets.size, (count) => `${count} outstanding created assets`],
    [left.apps, (count) => `${count} outstanding applications opted in. Please opt out or clear them`],
    [left.boxes, (count) => `${count} outstanding boxes`],
    [left.boxBytes, (count) => `${count} outstanding box bytes`],
    [left.createdApps, (count) => `${count} outstanding created applications`],
  ];
  const [count, text] = outstanding.find(([number]) => number > 0) ?? [];
  if (count !== undefined) throw new PoolError(`cannot close: ${text?.(count)}`);
  session.touched.add(sender);
  deleteAccount(session.state, sender);
  return { ...nothing, closingAmount };
}

/** The fee that makes an account eligible for rewards, in microAlgos (go-algorand:config/consensus.go Payouts.GoOnlineFee). */
const goOnlineFee = 2_000_000n;

/** Rounds after which a balance counts (go-algorand:agreement/selector.go BalanceLookback). */
const balanceLookback = 320;

/** go-algorand:ledger/apply/keyreg.go */
function registerKeys(session: Session, txn: Reader): ApplyData {
  const { round } = session;
  const sender = get(session, txn.address('snd'));
  if (sender.status === 'Not Participating') {
    throw new PoolError(`cannot change online/offline status of non-participating account ${sender.address}`);
  }
  if (!txn.has('votekey') || !txn.has('selkey')) {
    const status = txn.flag('nonpart') ? 'Not Participating' : 'Offline';
    put(session, { ...sender, status, participation: undefined });
    return nothing;
  }
  const [voteFirst, voteLast] = [Number(txn.uint('votefst')), Number(txn.uint('votelst'))];
  if (voteLast <= round) {
    throw new PoolError('transaction tries to mark an account as online with last voting round in the past');
  }
  if (voteFirst > round + 1) {
    throw new PoolError(
      'transaction tries to mark an account as online with first voting round beyond the next voting round',
    );
  }
  put(session, {
    ...sender,
    status: 'Online',
    participation: {
      voteKey: toBase64(txn.bytes('votekey')),
      selectionKey: toBase64(txn.bytes('selkey')),
      stateProofKey: toBase64(txn.bytes('sprfkey')),
      voteFirst,
      voteLast,
      voteKeyDilution: Number(txn.uint('votekd')),
    },
    lastHeartbeat: round + balanceLookback,
    incentiveEligible: sender.incentiveEligible || txn.uint('fee') >= goOnlineFee,
  });
  return nothing;
}

/** Changes who authorizes, before the transaction itself is carried out (go-algorand:ledger/apply/apply.go Rekey). */
export function rekey(session: Session, txn: Reader): void {
  if (!txn.has('rekey')) return;
  const sender = get(session, txn.address('snd'));
  const to = txn.address('rekey');
  put(session, { ...sender, authAddr: to === sender.address ? undefined : to });
}
