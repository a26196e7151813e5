import { Address } from '@ton/core';
import { type Action, accountsOf, actionsOf } from '../actions.ts';
import type { Trace } from '../ledger.ts';
import type { World } from '../world.ts';
import { jettonPreview } from './jetton-json.ts';
import { accountJson } from './transaction-json.ts';

/** An event as tonapi writes it (schema Event). */
export async function eventJson(world: World, trace: Trace): Promise<Record<string, unknown>> {
  const actions = await actionsOf(world, trace);
  return {
    ...(await headJson(world, trace, actions)),
    value_flow: await Promise.all(
      touched(trace).map(async (account) => {
        const { change, fees } = flow(trace, account);
        return { account: await accountJson(world, account), gram: change, ton: change, fees };
      }),
    ),
  };
}

/** An event in the history of an account (schema AccountEvent). */
export async function accountEventJson(world: World, trace: Trace, account: Address): Promise<Record<string, unknown>> {
  const actions = await actionsOf(world, trace);
  const { change, fees } = flow(trace, account);
  const explained = actions.reduce((sum, action) => sum + effect(action, account), 0n);
  return {
    ...(await headJson(world, trace, actions)),
    account: await accountJson(world, account),
    // Coins of the account that no action names: fees, and what came back.
    extra: change - fees - explained,
  };
}

async function headJson(world: World, trace: Trace, actions: readonly Action[]): Promise<Record<string, unknown>> {
  const { inMessage } = trace.root;
  return {
    event_id: trace.id,
    timestamp: trace.root.transaction.now,
    actions: await Promise.all(actions.map((action) => actionJson(world, action))),
    is_scam: false,
    lt: trace.root.lt,
    in_progress: trace.pending,
    progress: trace.pending ? 0 : 1,
    ...(inMessage?.hashNorm === undefined ? {} : { ext_msg_hash: inMessage.hashNorm }),
  };
}

function touched(trace: Trace): Address[] {
  return [...new Map(trace.entries.map(({ account }) => [account.toRawString(), account])).values()];
}

/** What an account got and sent in a trace, and the fees that it paid. */
function flow(trace: Trace, account: Address): { change: bigint; fees: bigint } {
  let change = 0n;
  let fees = 0n;
  for (const { account: one, inMessage, outMessages, transaction } of trace.entries) {
    if (!one.equals(account)) continue;
    const received = inMessage?.message.info;
    if (received?.type === 'internal') change += received.value.coins;
    fees += transaction.totalFees.coins;
    for (const { message } of outMessages) {
      if (message.info.type !== 'internal') continue;
      change -= message.info.value.coins;
      fees += message.info.forwardFee + message.info.ihrFee;
    }
  }
  return { change, fees };
}

/** What an action says that it does to an account's coins (tonkeeper/opentonapi, pkg/bath: ContributeToExtra). One that failed does nothing to them. */
function effect(action: Action, account: Address): bigint {
  if (!action.success) return 0n;
  const is = (address: Address | undefined): boolean => address?.equals(account) ?? false;
  switch (action.type) {
    case 'ton_transfer':
    case 'call_contract':
      return (is(action.destination) ? action.value : 0n) - (is(action.source) ? action.value : 0n);
    case 'stake_deposit':
      return is(action.holder) ? -action.amount : 0n;
    case 'stake_withdrawal':
      return is(action.holder) ? action.amount : 0n;
    default:
      return 0n;
  }
}

const implementations = { nominator: 'tf', liquid_staking: 'liquidTF' } as const;

/** An action as tonapi writes it: its content lies under the name of its type. */
async function actionJson(world: World, action: Action): Promise<Record<string, unknown>> {
  const [type, content] = await contentOf(world, action);
  const accounts = accountsOf(action).filter((one) => one instanceof Address);
  return {
    type,
    status: action.success ? 'ok' : 'failed',
    [type]: content,
    simple_preview: {
      name: type,
      description: type,
      accounts: await Promise.all(accounts.map((one) => accountJson(world, one))),
    },
    base_transactions: action.entries.map(({ hash }) => hash),
  };
}

async function contentOf(world: World, action: Action): Promise<[string, Record<string, unknown>]> {
  const card = (address: Address) => accountJson(world, address);
  switch (action.type) {
    case 'ton_transfer':
      return [
        'TonTransfer',
        {
          sender: await card(action.source),
          recipient: await card(action.destination),
          amount: action.value,
          ...(action.comment === undefined ? {} : { comment: action.comment }),
        },
      ];
    case 'call_contract':
      return [
        'SmartContractExec',
        {
          executor: await card(action.source),
          contract: await card(action.destination),
          gram_attached: action.value,
          ton_attached: action.value,
          operation: `0x${(action.opcode ?? 0).toString(16).padStart(8, '0')}`,
        },
      ];
    case 'contract_deploy':
      return ['ContractDeploy', { address: action.destination.toRawString(), interfaces: [] }];
    case 'jetton_transfer':
      return [
        'JettonTransfer',
        {
          sender: await card(action.sender),
          recipient: await card(action.receiver),
          senders_wallet: action.senderWallet.toRawString(),
          recipients_wallet: action.receiverWallet?.toRawString() ?? '',
          amount: String(action.amount),
          ...(action.comment === undefined ? {} : { comment: action.comment }),
          jetton: await jettonPreview(world, action.asset),
        },
      ];
    case 'jetton_burn':
      return [
        'JettonBurn',
        {
          sender: await card(action.owner),
          senders_wallet: action.wallet.toRawString(),
          amount: String(action.amount),
          jetton: await jettonPreview(world, action.asset),
        },
      ];
    case 'jetton_mint':
      return [
        'JettonMint',
        {
          recipient: await card(action.receiver),
          recipients_wallet: action.wallet.toRawString(),
          amount: String(action.amount),
          jetton: await jettonPreview(world, action.asset),
        },
      ];
    case 'stake_deposit':
      return ['DepositStake', { amount: action.amount, ...(await stakeJson(world, action)) }];
    case 'stake_withdrawal':
      return ['WithdrawStake', { amount: action.amount, ...(await stakeJson(world, action)) }];
    case 'stake_withdrawal_request':
      return ['WithdrawStakeRequest', await stakeJson(world, action)];
  }
}

async function stakeJson(world: World, { kind, holder, pool }: Extract<Action, { holder: Address }>) {
  return {
    staker: await accountJson(world, holder),
    pool: await accountJson(world, pool),
    implementation: implementations[kind],
  };
}
