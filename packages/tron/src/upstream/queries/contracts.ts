import { fromHex } from '@isochain/core';
import { cleanReason, RejectedAnswer } from '@isochain/core/upstream';
import * as z from 'zod';
import type { Address } from '../../address/address.ts';
import { wordOf } from '../../bytes/abi-values.ts';
import { balanceCall } from '../../bytes/token-call.ts';
import type { Log } from '../../bytes/transfer-log.ts';
import { amount, hex, list } from '../fields.ts';
import { mapped, nodeQuery, type Query } from '../query.ts';
import { revertReason } from '../revert-reason.ts';

/** A call that a node tried out. */
export type CallOutcome =
  | {
      readonly ok: true;
      /** Hex without 0x. */
      readonly output: string;
      /** All energy, the penalty of contracts that are used much included. */
      readonly energy: bigint;
      /** What the penalty makes of it. */
      readonly penalty: bigint;
      readonly logs: readonly Log[];
    }
  | {
      readonly ok: false;
      /** Cleaned. */
      readonly reason: string;
      /** There is no contract at the address. */
      readonly isMissing: boolean;
    };

/** What a call asks. `data` is hex without 0x. */
export interface Call {
  readonly from: Address;
  readonly contract: Address;
  readonly data: string;
}

const log = z.object({ address: hex, topics: list(hex), data: hex.default('') });

const asked = z.object({
  data: hex.default(''),
  owner_address: hex.default(''),
  contract_address: hex.default(''),
});

/** TransactionExtention of tronprotocol/protocol, api/api.proto. */
const schema = z.object({
  result: z.object({
    result: z.boolean().default(false),
    code: z.string().optional(),
    message: z.string().default(''),
  }),
  energy_used: amount,
  energy_penalty: amount,
  constant_result: list(hex),
  logs: list(log),
  transaction: z
    .object({
      ret: list(z.object({ ret: z.string().optional() })),
      raw_data: z.object({ contract: list(z.object({ parameter: z.object({ value: asked }) })) }).optional(),
    })
    .optional(),
});

type Raw = z.output<typeof schema>;

/**
 * Has the node try a call on its newest state: nothing is sent. Solid state would be a minute old.
 *
 * @see tronprotocol/java-tron, TriggerConstantContractServlet and Wallet.callConstantContract.
 */
export function constantCall({ from, contract, data }: Call): Query<CallOutcome> {
  return nodeQuery({
    path: '/wallet/triggerconstantcontract',
    body: { owner_address: from, contract_address: contract, data, visible: false },
    schema,
    read: (raw) => {
      const echo = raw.transaction?.raw_data?.contract[0]?.parameter.value;
      const isOther =
        echo !== undefined && (echo.data !== data || echo.owner_address !== from || echo.contract_address !== contract);
      if (isOther) throw new RejectedAnswer('it answers with another call');
      return outcomeOf(raw);
    },
  });
}

/** What a node says if there is no contract (Wallet.triggerConstantContract of tronprotocol/java-tron), and what older ones said. */
const missing = /contract is not exist|no contract|contract does not exist/i;
/** What a node says of a contract that reverted (Wallet.callConstantContract). */
const reverted = 'REVERT opcode executed';
/** Words of a node that was too slow: another one may do it. */
const tooSlow = /OutOfTime|CPU timeout|JVMStackOverFlow/i;
/**
 * Exceptions of the chain's machine, by which every node ends the call (Program.java of tronprotocol/java-tron, Exception). Others say
 * something of the node.
 */
const ofMachine = new RegExp(
  `^class org\\.tron\\.[\\w.]+\\.Program\\$(?:${[
    ...['OutOfEnergy', 'OutOfMemory', 'IllegalOperation', 'BadJumpDestination', 'StackTooSmall', 'StackTooLarge'],
    ...['ReturnDataCopyIllegalBounds', 'StaticCallModification', 'PrecompiledContract', 'InvalidCode'],
    ...['BytecodeExecution', 'Transfer'],
  ].join('|')})Exception : `,
);

function outcomeOf(raw: Raw): CallOutcome {
  const { result, code = 'SUCCESS', message: said } = raw.result;
  const message = messageOf(said);
  const isFailed = raw.transaction?.ret.some(({ ret }) => ret === 'FAILED') === true;
  const [output = ''] = raw.constant_result;
  if (result && code === 'SUCCESS' && message === '' && !isFailed) {
    if (raw.energy_used === 0n) throw new RejectedAnswer('it says that a call needs no energy');
    if (raw.energy_penalty > raw.energy_used) throw new RejectedAnswer('its energy is below the penalty in it');
    return { ok: true, output, energy: raw.energy_used, penalty: raw.energy_penalty, logs: raw.logs };
  }
  if (tooSlow.test(message)) throw new RejectedAnswer('it was too slow for a call', 'unavailable');
  // A revert has the contract's words in the output.
  const isSilent = message === '' || message === reverted;
  if (result && code === 'SUCCESS' && isSilent) return { ok: false, reason: revertReason(output), isMissing: false };
  if (result && code === 'SUCCESS' && isFailed) return { ok: false, reason: exceptionOf(message), isMissing: false };
  if (code === 'OTHER_ERROR' && ofMachine.test(message)) {
    return { ok: false, reason: exceptionOf(message), isMissing: false };
  }
  if (code === 'CONTRACT_VALIDATE_ERROR' && missing.test(message)) {
    return { ok: false, reason: exceptionOf(message), isMissing: true };
  }
  throw new RejectedAnswer(`it could not try a call: ${exceptionOf(message)}`, 'unavailable');
}

/** Nodes that are asked for hex write messages as the hex of UTF-8 too. */
function messageOf(text: string): string {
  const bytes = /^(?:[0-9a-f]{2})+$/i.test(text) ? fromHex(text) : undefined;
  return bytes === undefined ? text : new TextDecoder().decode(bytes);
}

/** The words of an exception, without the name of its class. */
function exceptionOf(message: string): string {
  return cleanReason(message.replace(/^class [\w.$]+ : /, '')) || 'the node does not say why';
}

/** The balance of a token's contract for an owner. Undefined if there is no contract, or it tells no balance. */
export function tokenBalance(contract: Address, owner: Address): Query<bigint | undefined> {
  return mapped(constantCall({ from: owner, contract, data: balanceCall(owner) }), (outcome) =>
    outcome.ok ? wordOf(outcome.output) : undefined,
  );
}
