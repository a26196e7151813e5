import { Address, type CommonMessageInfoInternal } from '@ton/core';
import { jettonTransferOf, op, opOf, textOf } from './bodies.ts';
import type { Entry, Trace } from './ledger.ts';
import { tryRead } from './try-read.ts';
import type { World } from './world.ts';

interface Common {
  readonly success: boolean;
  /** Its transactions, in the order of the trace. */
  readonly entries: readonly Entry[];
}

/** What people call a payment, a transfer of jettons and so on: a part of a trace. */
export type Action = Common &
  (
    | { type: 'ton_transfer'; source: Address; destination: Address; value: bigint; comment: string | undefined }
    | { type: 'call_contract'; source: Address; destination: Address; value: bigint; opcode: number | undefined }
    | {
        type: 'contract_deploy';
        source: Address | undefined;
        destination: Address;
        value: bigint | undefined;
        opcode: number | undefined;
      }
    | {
        type: 'jetton_transfer';
        asset: Address;
        sender: Address;
        receiver: Address;
        senderWallet: Address;
        receiverWallet: Address | undefined;
        amount: bigint;
        comment: string | undefined;
        queryId: bigint;
        responseDestination: Address | undefined;
        forwardAmount: bigint;
      }
    | { type: 'jetton_burn'; asset: Address; owner: Address; wallet: Address; amount: bigint }
    | { type: 'jetton_mint'; asset: Address; receiver: Address; wallet: Address; amount: bigint; value: bigint }
    | ({ type: 'stake_deposit'; amount: bigint; minted: bigint | undefined } & Stake)
    | ({ type: 'stake_withdrawal'; amount: bigint; burnt: bigint | undefined; bill: Address | undefined } & Stake)
    | ({ type: 'stake_withdrawal_request'; burnt: bigint | undefined; bill: Address | undefined } & Stake)
  );

interface Stake {
  readonly kind: 'nominator' | 'liquid_staking';
  readonly holder: Address;
  readonly pool: Address;
  /** The master of the pool's jetton. */
  readonly asset: Address | undefined;
}

const liquid = { deposit: 0x47d54391, withdraw: 0x319b0cdc, payout: 0x0a77535c, billPayout: 0xdb3b8abd } as const;
const coin = 1_000_000_000n;

/** What happened in a trace, in the words of an index: the rules are those of toncenter's event classifier. */
export function actionsOf(world: World, trace: Trace): Promise<Action[]> {
  const known = decoded.get(trace) ?? decode(world, trace);
  decoded.set(trace, known);
  return known;
}

/** A trace never changes, so it is read once. */
const decoded = new WeakMap<Trace, Promise<Action[]>>();

async function decode(world: World, trace: Trace): Promise<Action[]> {
  const taken = new Set<Entry>();
  const actions: Action[] = [];
  for (const entry of trace.entries) {
    const info = entry.inMessage?.message.info;
    const deployed = entry.transaction.endStatus === 'active' && entry.transaction.oldStatus !== 'active';
    if (deployed && entry.transaction.oldStatus !== 'frozen') actions.push(deployOf(entry));
    if (info?.type !== 'internal' || info.bounced || taken.has(entry)) continue;
    const found =
      (await nominatorOf(world, entry, info)) ??
      (await liquidOf(world, entry, info)) ??
      (await jettonOf(world, entry, info)) ??
      plainOf(entry, info);
    for (const action of found) {
      for (const one of action.entries) taken.add(one);
      actions.push(action);
    }
  }
  return actions;
}

function bodyOf(entry: Entry) {
  return (entry.inMessage as NonNullable<Entry['inMessage']>).message.body;
}

function internalOf(entry: Entry | undefined): CommonMessageInfoInternal | undefined {
  const info = entry?.inMessage?.message.info;
  return info?.type === 'internal' ? info : undefined;
}

/** Whether the contract ran without an error. A message without code to run has not failed. */
function succeeded(entry: Entry): boolean {
  const { description } = entry.transaction;
  return description.type === 'generic' && !description.aborted;
}

const child = (entry: Entry | undefined, wanted: number): Entry | undefined =>
  entry?.children.find((one) => opOf(bodyOf(one)) === wanted && internalOf(one)?.bounced === false);

function deployOf(entry: Entry): Action {
  const info = internalOf(entry);
  const opcode = entry.inMessage === undefined ? undefined : opOf(bodyOf(entry));
  const common = { success: true, entries: [entry] };
  return {
    ...common,
    type: 'contract_deploy',
    source: info?.src,
    destination: entry.account,
    value: info?.value.coins,
    opcode,
  };
}

function plainOf(entry: Entry, info: CommonMessageInfoInternal): Action[] {
  const body = bodyOf(entry);
  const parties = { source: info.src, destination: info.dest, value: info.value.coins };
  const comment = textOf(body);
  const opcode = opOf(body);
  if (comment !== undefined || opcode === undefined) {
    // Coins that do not come back have arrived, also where nothing could run.
    const success = succeeded(entry) || !info.bounce;
    return [{ type: 'ton_transfer', ...parties, comment, success, entries: [entry] }];
  }
  return [{ type: 'call_contract', ...parties, opcode, success: succeeded(entry), entries: [entry] }];
}

async function jettonOf(
  { jettons }: World,
  entry: Entry,
  info: CommonMessageInfoInternal,
): Promise<Action[] | undefined> {
  const body = bodyOf(entry);
  const transfer = jettonTransferOf(body);
  if (transfer !== undefined) {
    const wallet = await jettons.wallet(entry.account);
    if (wallet === undefined) return undefined;
    const receiving = child(entry, op.jettonInternalTransfer);
    const further = receiving?.children.filter((one) =>
      [op.jettonNotification, op.excesses].includes(opOf(bodyOf(one)) as never),
    );
    return [
      {
        type: 'jetton_transfer',
        asset: wallet.master,
        sender: info.src,
        receiver: transfer.destination,
        senderWallet: entry.account,
        receiverWallet: receiving?.account,
        amount: transfer.amount,
        comment: transfer.forwardPayload && textOf(transfer.forwardPayload),
        queryId: transfer.queryId,
        responseDestination: transfer.responseDestination ?? undefined,
        forwardAmount: transfer.forwardAmount,
        success: succeeded(entry) && receiving !== undefined && succeeded(receiving),
        entries: [entry, ...(receiving ? [receiving] : []), ...(further ?? [])],
      },
    ];
  }
  if (opOf(body) === op.jettonBurn) {
    const wallet = await jettons.wallet(entry.account);
    const amount = tryRead(() => body.beginParse().skip(96).loadCoins());
    if (wallet === undefined || amount === undefined) return undefined;
    const notified = child(entry, op.jettonBurnNotification);
    const success = succeeded(entry) && notified !== undefined && succeeded(notified);
    const entries = [entry, ...(notified ? [notified] : [])];
    return [
      { type: 'jetton_burn', asset: wallet.master, owner: info.src, wallet: entry.account, amount, success, entries },
    ];
  }
  if (opOf(body) === op.jettonInternalTransfer && (await jettons.master(info.src)) !== undefined) {
    const wallet = await jettons.wallet(entry.account);
    const amount = tryRead(() => body.beginParse().skip(96).loadCoins());
    if (wallet === undefined || amount === undefined) return undefined;
    const entries = [entry, ...entry.children.filter((one) => opOf(bodyOf(one)) === op.excesses)];
    const parties = { asset: wallet.master, receiver: wallet.owner, wallet: entry.account };
    return [{ type: 'jetton_mint', ...parties, amount, value: info.value.coins, success: succeeded(entry), entries }];
  }
  return undefined;
}

async function nominatorOf(
  { pools }: World,
  entry: Entry,
  info: CommonMessageInfoInternal,
): Promise<Action[] | undefined> {
  const pool = pools.find(entry.account);
  if (pool?.kind !== 'tf') return undefined;
  const stake = { kind: 'nominator', holder: info.src, pool: entry.account, asset: undefined } as const;
  const comment = textOf(bodyOf(entry));
  const returned = entry.children;
  const success = succeeded(entry);
  if (comment === 'd') {
    const common = { success, entries: [entry] };
    return [{ type: 'stake_deposit', ...stake, ...common, amount: info.value.coins, minted: undefined }];
  }
  if (comment === 'w') {
    const [first] = returned;
    const paid = internalOf(first)?.value.coins ?? 0n;
    const common = { success, entries: [entry, ...(success ? returned : [])], burnt: undefined, bill: undefined };
    if (success && (returned.length === 2 || paid > info.value.coins)) {
      return [{ type: 'stake_withdrawal', ...stake, ...common, amount: paid }];
    }
    return [{ type: 'stake_withdrawal_request', ...stake, ...common }];
  }
  if (opOf(bodyOf(entry)) !== 2) return undefined;
  const withdrawals = returned.map((one): Action => {
    const to = internalOf(one);
    const common = { success: true, entries: [one], burnt: undefined, bill: undefined };
    return { type: 'stake_withdrawal', ...stake, ...common, holder: one.account, amount: to?.value.coins ?? 0n };
  });
  return [...plainOf(entry, info), ...withdrawals];
}

async function liquidOf(
  { pools, jettons }: World,
  entry: Entry,
  info: CommonMessageInfoInternal,
): Promise<Action[] | undefined> {
  const body = bodyOf(entry);
  const opcode = opOf(body);
  if (opcode === liquid.deposit) {
    const pool = pools.find(entry.account);
    if (pool?.kind !== 'liquidTF') return undefined;
    const minting = child(entry, 21);
    const receiving = child(minting, op.jettonInternalTransfer);
    const excess = child(receiving, op.excesses);
    const minted = receiving && tryRead(() => bodyOf(receiving).beginParse().skip(96).loadCoins());
    const entries = [entry, minting, receiving, excess].filter((one) => one !== undefined);
    const stake = { kind: 'liquid_staking', holder: info.src, pool: entry.account, asset: minting?.account } as const;
    const success = succeeded(entry) && receiving !== undefined && succeeded(receiving);
    return [{ type: 'stake_deposit', ...stake, amount: info.value.coins - coin, minted, success, entries }];
  }
  if (opcode === liquid.billPayout) {
    const pool = pools.find(info.src);
    if (pool?.kind !== 'liquidTF') return undefined;
    const stake = { kind: 'liquid_staking', holder: entry.account, pool: info.src, asset: undefined } as const;
    const common = { success: true, entries: [entry], burnt: undefined, bill: undefined };
    return [{ type: 'stake_withdrawal', ...stake, ...common, amount: info.value.coins }];
  }
  if (opcode !== op.jettonBurn) return undefined;
  const notified = child(entry, op.jettonBurnNotification);
  const asked = child(notified, liquid.withdraw);
  if (notified === undefined || asked === undefined || pools.find(asked.account)?.kind !== 'liquidTF') return undefined;
  const burnt = tryRead(() => body.beginParse().skip(96).loadCoins());
  const wallet = await jettons.wallet(entry.account);
  const stake = { kind: 'liquid_staking', holder: info.src, pool: asked.account, asset: wallet?.master } as const;
  const payout = child(asked, liquid.payout);
  if (payout !== undefined) {
    const amount = (internalOf(payout)?.value.coins ?? 0n) - (internalOf(asked)?.value.coins ?? 0n);
    const entries = [entry, notified, asked, payout];
    return [{ type: 'stake_withdrawal', ...stake, amount, burnt, bill: undefined, success: succeeded(asked), entries }];
  }
  const bill = asked.children.find(
    (one) => one.transaction.oldStatus !== 'active' && one.transaction.endStatus === 'active',
  );
  const entries = [entry, notified, asked, ...(bill ? [bill, ...bill.children] : [])];
  const success = succeeded(asked) && bill !== undefined;
  return [{ type: 'stake_withdrawal_request', ...stake, burnt, bill: bill?.account, success, entries }];
}

/** The accounts that an action concerns: those of its messages. */
export function accountsOf(action: Action): Address[] {
  const found = new Map<string, Address>();
  const note = (address: unknown): void => {
    if (address instanceof Address) found.set(address.toRawString(), address);
  };
  for (const value of Object.values(action)) note(value);
  for (const entry of action.entries) {
    note(entry.account);
    note(entry.inMessage?.message.info.src);
  }
  return [...found.values()];
}
