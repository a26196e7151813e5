import {
  type AccountStatus,
  Address,
  beginCell,
  type Cell,
  storeStateInit,
  type TransactionDescription,
} from '@ton/core';
import { textOf } from '../bodies.ts';
import type { Entry } from '../ledger.ts';
import type { MessageRecord } from '../messages.ts';
import { boc64, upperRaw } from '../text.ts';

/** A hash in hex as base64, in which v3 writes all hashes. */
export function hash64(hex: string): string {
  return Buffer.from(hex, 'hex').toString('base64');
}

/** A number of 256 bits as base64. */
function bits64(value: bigint): string {
  return hash64(value.toString(16).padStart(64, '0'));
}

const statuses: Record<AccountStatus, string> = {
  uninitialized: 'uninit',
  frozen: 'frozen',
  active: 'active',
  'non-existing': 'nonexist',
};

const text = (value: bigint | number | null | undefined): string | null =>
  value === null || value === undefined ? null : String(value);

/** A transaction as v3 writes it (model Transaction of toncenter/ton-indexer). */
export function transactionJson(entry: Entry): Record<string, unknown> {
  const { transaction, trace } = entry;
  const external = trace.root.inMessage?.hashNorm === undefined ? undefined : trace.root.inMessage.hash;
  return {
    account: upperRaw(entry.account),
    hash: hash64(entry.hash),
    lt: String(entry.lt),
    now: transaction.now,
    mc_block_seqno: trace.pending ? 0 : trace.seqno,
    trace_id: hash64(trace.id),
    ...(external === undefined ? {} : { trace_external_hash: hash64(external) }),
    prev_trans_hash: bits64(transaction.prevTransactionHash),
    prev_trans_lt: String(transaction.prevTransactionLt),
    orig_status: statuses[transaction.oldStatus],
    end_status: statuses[transaction.endStatus],
    total_fees: String(transaction.totalFees.coins),
    total_fees_extra_currencies: {},
    description: descriptionJson(transaction.description),
    block_ref: {
      workchain: entry.account.workChain,
      shard: '8000000000000000',
      seqno: trace.pending ? 0 : trace.seqno,
    },
    in_msg: entry.inMessage === undefined ? null : messageJson(entry.inMessage),
    out_msgs: entry.outMessages.map(messageJson),
    account_state_before: { hash: transaction.stateUpdate.oldHash.toString('base64') },
    account_state_after: { hash: transaction.stateUpdate.newHash.toString('base64') },
    emulated: trace.pending,
    finality: trace.pending ? 'pending' : 'finalized',
  };
}

/** A message as v3 writes it. */
function messageJson(record: MessageRecord): Record<string, unknown> {
  const { message } = record;
  const { info, init, body } = message;
  const internal = info.type === 'internal' ? info : undefined;
  const slice = body.beginParse(true);
  return {
    hash: hash64(record.hash),
    source: info.src instanceof Address ? upperRaw(info.src) : null,
    destination: info.dest instanceof Address ? upperRaw(info.dest) : null,
    value: text(internal?.value.coins),
    value_extra_currencies: internal ? {} : null,
    fwd_fee: text(internal?.forwardFee),
    ihr_fee: text(internal?.ihrFee),
    extra_flags: null,
    created_lt: info.type === 'external-in' ? null : text(info.createdLt),
    created_at: info.type === 'external-in' ? null : text(info.createdAt),
    opcode: slice.remainingBits >= 32 ? `0x${slice.preloadUint(32).toString(16).padStart(8, '0')}` : null,
    decoded_opcode: null,
    ihr_disabled: internal?.ihrDisabled ?? null,
    bounce: internal?.bounce ?? null,
    bounced: internal?.bounced ?? null,
    import_fee: info.type === 'external-in' ? String(info.importFee) : null,
    message_content: contentJson(body),
    init_state: init ? contentJson(beginCell().store(storeStateInit(init)).endCell()) : null,
    ...(record.hashNorm === undefined ? {} : { hash_norm: hash64(record.hashNorm) }),
  };
}

function contentJson(cell: Cell): Record<string, unknown> {
  const comment = textOf(cell);
  return {
    hash: cell.hash().toString('base64'),
    body: boc64(cell),
    decoded: comment === undefined ? null : { type: 'text_comment', comment },
  };
}

/** The phases of a transaction (model TransactionDescr). What a phase lacks is absent. */
function descriptionJson(description: TransactionDescription): Record<string, unknown> {
  if (description.type !== 'generic' && description.type !== 'tick-tock') {
    return { type: description.type.replace('-', '_') };
  }
  const generic = description.type === 'generic' ? description : undefined;
  const { storagePhase, computePhase, actionPhase } = description;
  return {
    type: generic ? 'ord' : 'tick_tock',
    aborted: description.aborted,
    destroyed: description.destroyed,
    ...(generic ? { credit_first: generic.creditFirst } : {}),
    ...(description.type === 'tick-tock' ? { is_tock: description.isTock } : {}),
    ...(storagePhase
      ? {
          storage_ph: {
            storage_fees_collected: String(storagePhase.storageFeesCollected),
            ...present('storage_fees_due', storagePhase.storageFeesDue),
            status_change: storagePhase.statusChange,
          },
        }
      : {}),
    ...(generic?.creditPhase
      ? {
          credit_ph: {
            ...present('due_fees_collected', generic.creditPhase.dueFeesColelcted),
            credit: String(generic.creditPhase.credit.coins),
          },
        }
      : {}),
    compute_ph:
      computePhase.type === 'skipped'
        ? { skipped: true, reason: computePhase.reason.replace('-', '_') }
        : {
            skipped: false,
            success: computePhase.success,
            msg_state_used: computePhase.messageStateUsed,
            account_activated: computePhase.accountActivated,
            gas_fees: String(computePhase.gasFees),
            gas_used: String(computePhase.gasUsed),
            gas_limit: String(computePhase.gasLimit),
            ...present('gas_credit', computePhase.gasCredit),
            mode: computePhase.mode,
            exit_code: computePhase.exitCode,
            ...(typeof computePhase.exitArg === 'number' ? { exit_arg: computePhase.exitArg } : {}),
            vm_steps: computePhase.vmSteps,
            vm_init_state_hash: bits64(computePhase.vmInitStateHash),
            vm_final_state_hash: bits64(computePhase.vmFinalStateHash),
          },
    ...(actionPhase
      ? {
          action: {
            success: actionPhase.success,
            valid: actionPhase.valid,
            no_funds: actionPhase.noFunds,
            status_change: actionPhase.statusChange,
            ...present('total_fwd_fees', actionPhase.totalFwdFees),
            ...present('total_action_fees', actionPhase.totalActionFees),
            result_code: actionPhase.resultCode,
            ...(typeof actionPhase.resultArg === 'number' ? { result_arg: actionPhase.resultArg } : {}),
            tot_actions: actionPhase.totalActions,
            spec_actions: actionPhase.specActions,
            skipped_actions: actionPhase.skippedActions,
            msgs_created: actionPhase.messagesCreated,
            action_list_hash: bits64(actionPhase.actionListHash),
            tot_msg_size: sizeJson(actionPhase.totalMessageSize),
          },
        }
      : {}),
    ...(generic?.bouncePhase ? { bounce: bounceJson(generic.bouncePhase) } : {}),
  };
}

function bounceJson(phase: NonNullable<Extract<TransactionDescription, { type: 'generic' }>['bouncePhase']>) {
  switch (phase.type) {
    case 'negative-funds':
      return { type: 'negfunds' };
    case 'no-funds':
      return {
        type: 'nofunds',
        msg_size: sizeJson(phase.messageSize),
        req_fwd_fees: String(phase.requiredForwardFees),
      };
    case 'ok':
      return {
        type: 'ok',
        msg_size: sizeJson(phase.messageSize),
        msg_fees: String(phase.messageFees),
        fwd_fees: String(phase.forwardFees),
      };
  }
}

function sizeJson({ cells, bits }: { cells: bigint; bits: bigint }): Record<string, string> {
  return { cells: String(cells), bits: String(bits) };
}

function present(key: string, value: bigint | null | undefined): Record<string, string> {
  return typeof value === 'bigint' ? { [key]: String(value) } : {};
}
