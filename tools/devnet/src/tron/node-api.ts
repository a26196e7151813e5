import { utils } from 'tronweb';
import { stringifyJson } from '../json.ts';
import { keyOf } from './actuators/delegating.ts';
import { isMature, mostUnfreezings } from './actuators/staking.ts';
import { type HexAddress, hexAddress } from './address.ts';
import { type Block, slotMs } from './blocks.ts';
import type { Chain } from './chain.ts';
import { callConstant } from './contract-call.ts';
import { type Contract, decodeTransaction, encodeJson, type Hex, type Submission } from './protocol.ts';
import { Refusal } from './refusal.ts';
import type { AccountState, State } from './state.ts';
import {
  accountJson,
  assetJson,
  compact,
  contractRetOf,
  headerJson,
  idOf,
  infoJson,
  resourceJson,
  type Spelling,
  spelling,
  transactionJson,
} from './views.ts';
import { liveVotes } from './witnesses.ts';

/** The parameters of a request, from the JSON of a POST or the query of a GET. */
export type Arguments = Readonly<Record<string, unknown>>;

interface Asked {
  readonly args: Arguments;
  readonly write: Spelling;
  /** Whether only solid blocks count: `/walletsolidity`. */
  readonly solid: boolean;
  readonly state: State;
  readonly head: Block;
}

type Method = (asked: Asked) => unknown;

/** An answer that is no answer: `{"Error": "..."}`, with HTTP status 200. */
export class NodeError extends Error {
  override readonly name = 'NodeError';
}

/** Settings of a node that are not part of the chain. */
export interface NodeSettings {
  /** vm.estimateEnergy. */
  estimatesEnergy: boolean;
}

/** The node's HTTP API: methods by name, in lower case. */
export function nodeApi(
  chain: Chain,
  settings: NodeSettings,
): (name: string, args: Arguments, solid: boolean) => unknown {
  const methods = methodsOf(chain, settings);
  return (name, args, solid) => {
    const method = methods[name.toLowerCase()];
    if (method === undefined) return undefined;
    const head = solid ? chain.solid : chain.head;
    const write = spelling(args.visible === true || args.visible === 'true');
    return method({ args, solid, head, state: solid ? chain.solidState : chain.state, write });
  };
}

function methodsOf(chain: Chain, settings: NodeSettings): Readonly<Record<string, Method>> {
  const found = (asked: Asked, id: Hex) => {
    const entry = chain.entry(id);
    return entry !== undefined && (!asked.solid || chain.isSolid(entry.block)) ? entry : undefined;
  };

  const getblock: Method = ({ args, write, head, solid }) => {
    const wanted = String(args.id_or_num ?? '');
    const detail = args.detail === true || args.detail === 'true';
    const block = wanted === '' ? head : findBlock(chain, wanted);
    if (block === undefined || (solid && block.header.number > head.header.number)) return {};
    return { ...headerJson(block, write), ...(detail ? transactionsOf(block, write) : {}) };
  };

  const transactionsOf = (block: Block, write: Spelling) => {
    const transactions = block.transactions.flatMap((id) => {
      const entry = chain.entry(id);
      return entry
        ? [{ ret: [{ contractRet: contractRetOf(entry) }], ...transactionJson(entry.submission, write) }]
        : [];
    });
    return transactions.length === 0 ? {} : { transactions };
  };

  return {
    getblock,
    getnowblock: (asked) => getblock({ ...asked, args: { detail: true } }),
    getblockbynum: (asked) => getblock({ ...asked, args: { detail: true, id_or_num: String(asked.args.num ?? 0) } }),
    getblockbyid: (asked) => getblock({ ...asked, args: { detail: true, id_or_num: asked.args.value } }),

    getaccount: ({ args, state, head, write }) => {
      const account = accountAt(state, args.address, write);
      return account === undefined ? {} : accountJson(account, slotOf(head), write);
    },
    getaccountresource: ({ args, state, head, write }) => {
      const account = accountAt(state, args.address, write);
      return account === undefined ? {} : resourceJson(state, account, slotOf(head));
    },
    getchainparameters: ({ state }) => ({
      chainParameter: [...state.parameters].map(([key, value]) => (value === 0n ? { key } : { key, value })),
    }),
    getreward: ({ args, state, write }) => {
      const account = accountAt(state, args.address, write);
      return { reward: account === undefined ? 0n : account.allowance + account.pendingReward };
    },
    getbrokerage: ({ args, state, write }) => {
      const witness = state.witnesses.get(addressOf(args.address, write) ?? '');
      // A node answers the default for any address.
      return { brokerage: witness?.brokerage ?? 20 };
    },
    getnextmaintenancetime: () => ({ num: chain.nextMaintenance }),
    listwitnesses: ({ state, write }) => ({ witnesses: witnessRows(state, write, undefined) }),
    getpaginatednowwitnesslist: ({ args, state, write }) => {
      if (chain.inMaintenance) {
        throw new NodeError(
          'class org.tron.core.exception.MaintenanceUnavailableException : Service temporarily unavailable during maintenance period. Please try again later.',
        );
      }
      const offset = Number(args.offset ?? 0);
      const limit = Math.min(Number(args.limit ?? 0), 1000);
      if (!(offset >= 0) || !(limit > 0)) return {};
      const rows = witnessRows(state, write, liveVotes(state)).slice(offset, offset + limit);
      return rows.length === 0 ? {} : { witnesses: rows };
    },

    getassetissuebyid: ({ args, state, write }) => {
      const asset = state.assets.get(String(args.value ?? ''));
      return asset === undefined ? {} : assetJson(asset, write);
    },
    getcontract: async ({ args, state, write }) => {
      const contract = state.contracts.get(addressOf(args.value, write) ?? '');
      if (contract === undefined) return {};
      return compact({
        origin_address: write.address(contract.origin),
        contract_address: write.address(contract.address),
        abi: { entrys: contract.abi },
        bytecode: contract.bytecode,
        consume_user_resource_percent: 100,
        name: contract.name,
        origin_energy_limit: 10_000_000,
      });
    },
    getcontractinfo: async ({ args, state, write }) => {
      const contract = state.contracts.get(addressOf(args.value, write) ?? '');
      if (contract === undefined) return {};
      return {
        runtimecode: (await chain.vm.code(contract.address)).slice(2),
        smart_contract: compact({
          origin_address: write.address(contract.origin),
          contract_address: write.address(contract.address),
          abi: { entrys: contract.abi },
          consume_user_resource_percent: 100,
          name: contract.name,
        }),
        contract_state: compact({ energy_factor: contract.energyFactor, update_cycle: 1 }),
      };
    },
    triggerconstantcontract: (asked) => triggerConstant(chain, asked),
    estimateenergy: async (asked) => {
      if (!settings.estimatesEnergy) {
        const result = validateError('this node does not support estimate energy', asked.write);
        return { result };
      }
      const answer = await triggerConstant(chain, asked);
      if (answer.transaction === undefined) return { result: answer.result };
      return { result: answer.result, energy_required: answer.energy_used };
    },

    gettransactionbyid: (asked) => {
      const entry = found(asked, idOf(asked.args.value));
      if (entry === undefined) return {};
      return { ret: [{ contractRet: contractRetOf(entry) }], ...transactionJson(entry.submission, asked.write) };
    },
    gettransactioninfobyid: (asked) => {
      const entry = found(asked, idOf(asked.args.value));
      return entry === undefined ? {} : infoJson(entry, asked.write);
    },
    gettransactionfrompending: ({ args, write }) => {
      const submission = chain.pending(idOf(args.value));
      return submission === undefined ? {} : transactionJson(submission, write);
    },
    gettransactionlistfrompending: () => ({ txId: chain.pendingIds }),
    getpendingsize: () => ({ pendingSize: chain.pendingIds.length }),

    getavailableunfreezecount: ({ args, state, head, write }) => {
      const account = accountAt(state, args.owner_address, write);
      if (account === undefined) return {};
      const pending = account.unfrozen.filter((one) => !isMature(one, head.header.timestamp));
      return compact({ count: mostUnfreezings - pending.length });
    },
    getcanwithdrawunfreezeamount: ({ args, state, head, write }) => {
      const account = accountAt(state, args.owner_address, write);
      if (account === undefined) return {};
      const time = Number(args.timestamp ?? 0) || head.header.timestamp;
      const mature = account.unfrozen.filter((one) => isMature(one, time));
      return compact({ amount: mature.reduce((sum, { amount }) => sum + amount, 0n) });
    },
    getdelegatedresourceaccountindexv2: ({ args, state, write }) => {
      const account = addressOf(args.value, write);
      if (account === undefined) return {};
      const all = [...state.delegations.values()];
      return compact({
        account: write.address(account),
        fromAccounts: all.filter(({ to }) => to === account).map(({ from }) => write.address(from)),
        toAccounts: all.filter(({ from }) => from === account).map(({ to }) => write.address(to)),
      });
    },
    getdelegatedresourcev2: ({ args, state, write }) => {
      const [from, to] = [addressOf(args.fromAddress, write), addressOf(args.toAddress, write)];
      const delegation = state.delegations.get(keyOf(from ?? '', to ?? ''));
      if (delegation === undefined) return {};
      const rows = [delegation.free, delegation.locked].map((stakes, index) =>
        compact({
          from: write.address(delegation.from),
          to: write.address(delegation.to),
          frozen_balance_for_bandwidth: stakes.BANDWIDTH,
          frozen_balance_for_energy: stakes.ENERGY,
          expire_time_for_bandwidth: index === 1 && stakes.BANDWIDTH > 0n ? delegation.expireTimes.BANDWIDTH : 0,
          expire_time_for_energy: index === 1 && stakes.ENERGY > 0n ? delegation.expireTimes.ENERGY : 0,
        }),
      );
      return { delegatedResource: rows.filter((row) => Object.keys(row).length > 2) };
    },

    broadcasthex: async ({ args, solid }) => {
      if (solid) return undefined;
      const bytes = Buffer.from(String(args.transaction ?? '').replace(/^0x/, ''), 'hex');
      const submission = decode(() => decodeTransaction(bytes));
      const refusal = await submitted(chain, submission);
      return {
        result: refusal === undefined,
        code: refusal?.code ?? 'SUCCESS',
        message: refusal?.message ?? '',
        // A text in the text: that is how nodes answer.
        transaction: submission === undefined ? '{}' : stringifyJson(transactionJson(submission, spelling(true))),
        txid: submission?.id ?? '',
      };
    },
    broadcasttransaction: async ({ args, solid, write }) => {
      if (solid) return undefined;
      const submission = decode(() => encodeJson(args));
      const refusal = await submitted(chain, submission);
      const txid = submission?.id ?? '';
      if (refusal === undefined) return { result: true, txid };
      return { code: refusal.code, txid, message: write.text(refusal.message) };
    },
    getnodeinfo: () => ({
      block: `Num:${chain.head.header.number},ID:${chain.head.id}`,
      solidityBlock: `Num:${chain.solid.header.number},ID:${chain.solid.id}`,
      configNodeInfo: { codeVersion: '4.8.1' },
    }),
  };
}

function slotOf({ header }: Block): number {
  return Math.floor(header.timestamp / slotMs);
}

/** The address of a parameter. Undefined if the text is none, which nodes answer like an unknown account. */
function addressOf(value: unknown, { visible }: Spelling): HexAddress | undefined {
  const text = String(value ?? '');
  if (!visible && !/^[0-9a-f]*$/i.test(text)) {
    throw new NodeError(`class org.tron.core.services.http.JsonFormat$ParseException : 1:13: INVALID hex String`);
  }
  try {
    return hexAddress(text);
  } catch {
    return undefined;
  }
}

function accountAt(state: State, value: unknown, write: Spelling): AccountState | undefined {
  const address = addressOf(value, write);
  return address === undefined ? undefined : state.accounts.get(address);
}

function findBlock(chain: Chain, wanted: string): Block | undefined {
  if (/^\d{1,19}$/.test(wanted)) return chain.blockByNumber(Number(wanted));
  if (!/^[0-9a-f]{64}$/i.test(wanted)) throw new NodeError('id must be legal block hash.');
  return chain.blockById(wanted.toLowerCase());
}

function witnessRows(state: State, write: Spelling, votes: ReadonlyMap<HexAddress, bigint> | undefined) {
  const countOf = (address: HexAddress, counted: bigint) => votes?.get(address) ?? counted;
  return [...state.witnesses.values()]
    .map((one) => ({ ...one, count: countOf(one.address, one.countedVotes) }))
    .sort((a, b) => (a.count === b.count ? 0 : a.count < b.count ? 1 : -1))
    .map(({ address, url, count, totalProduced, totalMissed }, index) =>
      compact({
        address: write.address(address),
        voteCount: count,
        url,
        totalProduced,
        totalMissed,
        isJobs: index < 27,
      }),
    );
}

function decode(read: () => Submission | undefined): Submission | undefined {
  try {
    return read();
  } catch (cause) {
    throw new NodeError(
      `class com.google.protobuf.InvalidProtocolBufferException : ${cause instanceof Error ? cause.message : cause}`,
    );
  }
}

async function submitted(chain: Chain, submission: Submission | undefined): Promise<Refusal | undefined> {
  try {
    await chain.submit(submission);
    return undefined;
  } catch (cause) {
    if (cause instanceof Refusal) return cause;
    throw cause;
  }
}

function validateError(message: string, write: Spelling) {
  return { code: 'CONTRACT_VALIDATE_ERROR', message: write.text(message) };
}

interface ConstantAnswer {
  readonly result: unknown;
  readonly energy_used?: bigint;
  readonly transaction?: unknown;
}

async function triggerConstant(chain: Chain, { args, write, state, head }: Asked): Promise<ConstantAnswer> {
  const trigger = triggerOf(args, write);
  if (typeof trigger === 'string') return { result: validateError(trigger, write) };
  const place = { state, time: head.header.timestamp, slot: slotOf(head) };
  const ran = await callConstant(place, chain.vm, trigger);
  if (ran === undefined) return { result: validateError('Smart contract is not exist.', write) };
  if (ran.result === 'OUT_OF_ENERGY' || ran.result === 'ILLEGAL_OPERATION') {
    const name = ran.result === 'OUT_OF_ENERGY' ? 'OutOfEnergyException' : 'IllegalOperationException';
    const text = `class org.tron.core.vm.program.Program$${name} : ${ran.message?.replaceAll('"', "'")}`;
    return { result: { code: 'OTHER_ERROR', message: write.text(text) } };
  }
  const isReverted = ran.result === 'REVERT';
  return {
    result: compact({ result: true, message: ran.message === undefined ? undefined : write.text(ran.message) }),
    energy_used: ran.energy,
    constant_result: [ran.output],
    ...(ran.penalty > 0n ? { energy_penalty: ran.penalty } : {}),
    ...(ran.logs.length > 0 ? { logs: ran.logs } : {}),
    transaction: {
      ret: [isReverted ? { ret: 'FAILED' } : {}],
      visible: write.visible,
      ...unsignedTrigger(head, trigger, write),
    },
  } as ConstantAnswer;
}

function triggerOf(args: Arguments, write: Spelling): Extract<Contract, { type: 'TriggerSmartContract' }> | string {
  const owner = addressOf(args.owner_address, write);
  if (owner === undefined) return "owner_address isn't set.";
  const contract = addressOf(args.contract_address, write);
  if (contract === undefined) return 'Smart contract is not exist.';
  const selector = String(args.function_selector ?? '');
  const data =
    selector === ''
      ? String(args.data ?? '').replace(/^0x/, '')
      : selectorOf(selector) + String(args.parameter ?? '').replace(/^0x/, '');
  const callValue = BigInt(String(args.call_value ?? 0));
  return { type: 'TriggerSmartContract', owner, contract, data, callValue, callTokenValue: 0n, tokenId: 0n };
}

/** The transaction that a simulated call would be. */
function unsignedTrigger(
  { id, header }: Block,
  trigger: Extract<Contract, { type: 'TriggerSmartContract' }>,
  write: Spelling,
): Record<string, unknown> {
  const value = compact({
    data: trigger.data,
    owner_address: trigger.owner,
    contract_address: trigger.contract,
    call_value: trigger.callValue,
  });
  const submission = encodeJson({
    raw_data: {
      contract: [{ type: trigger.type, parameter: { value } }],
      ref_block_bytes: id.slice(12, 16),
      ref_block_hash: id.slice(16, 32),
      expiration: header.timestamp + 60_000,
      timestamp: header.timestamp,
    },
  });
  if (submission === undefined) throw new NodeError('No contract!');
  const { signature: _, visible: __, ...rest } = transactionJson(submission, write);
  return rest;
}

/** The first four bytes of the hash of `transfer(address,uint256)`. */
function selectorOf(signature: string): Hex {
  return utils.ethersUtils.keccak256(Buffer.from(signature, 'utf8')).slice(2, 10);
}
