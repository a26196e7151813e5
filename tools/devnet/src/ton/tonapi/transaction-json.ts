import { type AccountStatus, Address, beginCell, type Cell, storeStateInit } from '@ton/core';
import { opOf, textOf } from '../bodies.ts';
import { interfacesOf } from '../interfaces.ts';
import type { Entry } from '../ledger.ts';
import type { MessageRecord } from '../messages.ts';
import type { World } from '../world.ts';

/** A cell as tonapi writes all of them: a BOC in hex. */
export function hexBoc(cell: Cell): string {
  return cell.toBoc({ idx: false, crc32: true }).toString('hex');
}

/** An account's name card: tonapi knows wallets, and no names here. */
export async function accountJson({ chain }: World, address: Address): Promise<Record<string, unknown>> {
  const { accountState } = await chain.contract(address);
  const active = accountState?.type === 'active';
  const isWallet = !active || interfacesOf(accountState.state.code).some((name) => name.startsWith('wallet_'));
  return { address: address.toRawString(), is_scam: false, is_wallet: isWallet };
}

const statuses: Record<AccountStatus, string> = {
  uninitialized: 'uninit',
  frozen: 'frozen',
  active: 'active',
  'non-existing': 'nonexist',
};
const bounces = {
  'negative-funds': 'TrPhaseBounceNegfunds',
  'no-funds': 'TrPhaseBounceNofunds',
  ok: 'TrPhaseBounceOk',
} as const;

/** A transaction as tonapi writes it (schema Transaction). Amounts are JSON integers. */
export async function transactionJson(world: World, entry: Entry): Promise<Record<string, unknown>> {
  const { transaction, account, hash, lt, inMessage, outMessages, trace } = entry;
  const { description } = transaction;
  const phases = description.type === 'generic' || description.type === 'tick-tock' ? description : undefined;
  const generic = description.type === 'generic' ? description : undefined;
  const { computePhase: compute, actionPhase: action, storagePhase: storage } = phases ?? {};
  const succeeded = compute === undefined || (compute.type === 'vm' && compute.success && (action?.success ?? true));
  return {
    hash,
    lt,
    account: await accountJson(world, account),
    success: succeeded,
    utime: transaction.now,
    orig_status: statuses[transaction.oldStatus],
    end_status: statuses[transaction.endStatus],
    total_fees: transaction.totalFees.coins,
    end_balance: entry.balance,
    transaction_type: generic ? 'TransOrd' : 'TransTickTock',
    state_update_old: transaction.stateUpdate.oldHash.toString('hex'),
    state_update_new: transaction.stateUpdate.newHash.toString('hex'),
    ...(inMessage === undefined ? {} : { in_msg: await messageJson(world, inMessage) }),
    out_msgs: await Promise.all(outMessages.map((one) => messageJson(world, one))),
    block: `(${account.workChain},8000000000000000,${trace.seqno})`,
    ...(transaction.prevTransactionLt > 0n
      ? {
          prev_trans_hash: transaction.prevTransactionHash.toString(16).padStart(64, '0'),
          prev_trans_lt: transaction.prevTransactionLt,
        }
      : {}),
    ...(compute
      ? {
          compute_phase:
            compute.type === 'skipped'
              ? { skipped: true, skip_reason: `cskip_${compute.reason.replace('-', '_')}` }
              : {
                  skipped: false,
                  success: compute.success,
                  gas_fees: compute.gasFees,
                  gas_used: compute.gasUsed,
                  vm_steps: compute.vmSteps,
                  exit_code: compute.exitCode,
                },
        }
      : {}),
    ...(storage
      ? {
          storage_phase: {
            fees_collected: storage.storageFeesCollected,
            ...(typeof storage.storageFeesDue === 'bigint' ? { fees_due: storage.storageFeesDue } : {}),
            status_change: `acst_${storage.statusChange}`,
          },
        }
      : {}),
    ...(generic?.creditPhase
      ? {
          credit_phase: {
            fees_collected: generic.creditPhase.dueFeesColelcted ?? 0n,
            credit: generic.creditPhase.credit.coins,
          },
        }
      : {}),
    ...(action
      ? {
          action_phase: {
            success: action.success,
            result_code: action.resultCode,
            total_actions: action.totalActions,
            skipped_actions: action.skippedActions,
            fwd_fees: action.totalFwdFees ?? 0n,
            total_fees: action.totalActionFees ?? 0n,
          },
        }
      : {}),
    ...(generic?.bouncePhase ? { bounce_phase: bounces[generic.bouncePhase.type] } : {}),
    aborted: phases?.aborted ?? false,
    destroyed: phases?.destroyed ?? false,
    raw: hexBoc(transaction.raw),
  };
}

const types = { internal: 'int_msg', 'external-in': 'ext_in_msg', 'external-out': 'ext_out_msg' } as const;

async function messageJson(world: World, { hash, message }: MessageRecord): Promise<Record<string, unknown>> {
  const { info, init, body } = message;
  const internal = info.type === 'internal' ? info : undefined;
  const opcode = opOf(body);
  const comment = textOf(body);
  return {
    msg_type: types[info.type],
    created_lt: info.type === 'external-in' ? 0n : info.createdLt,
    ihr_disabled: internal?.ihrDisabled ?? false,
    bounce: internal?.bounce ?? false,
    bounced: internal?.bounced ?? false,
    value: internal?.value.coins ?? 0n,
    fwd_fee: internal?.forwardFee ?? 0n,
    ihr_fee: internal?.ihrFee ?? 0n,
    ...(info.dest instanceof Address ? { destination: await accountJson(world, info.dest) } : {}),
    ...(info.src instanceof Address ? { source: await accountJson(world, info.src) } : {}),
    import_fee: info.type === 'external-in' ? info.importFee : 0n,
    created_at: info.type === 'external-in' ? 0 : info.createdAt,
    ...(opcode === undefined ? {} : { op_code: `0x${opcode.toString(16).padStart(8, '0')}` }),
    ...(init
      ? {
          init: { boc: hexBoc(beginCell().store(storeStateInit(init)).endCell()), interfaces: interfacesOf(init.code) },
        }
      : {}),
    hash,
    ...(body.bits.length > 0 || body.refs.length > 0 ? { raw_body: hexBoc(body) } : {}),
    ...(comment === undefined ? {} : { decoded_op_name: 'text_comment', decoded_body: { text: comment } }),
  };
}

/** A trace as a tree (schema Trace). */
export async function traceJson(world: World, entry: Entry): Promise<Record<string, unknown>> {
  const { accountState } = await world.chain.contract(entry.account);
  const children = await Promise.all(entry.children.map((one) => traceJson(world, one)));
  return {
    transaction: await transactionJson(world, entry),
    interfaces: accountState?.type === 'active' ? interfacesOf(accountState.state.code) : [],
    ...(children.length > 0 ? { children } : {}),
    ...(entry.trace.pending ? { emulated: true } : {}),
  };
}
