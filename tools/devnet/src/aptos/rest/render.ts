import { type Address, addressBytes, hex, sha3, shortAddress } from '../address.ts';
import type { Block, Entry } from '../chain/chain.ts';
import type { Outcome } from '../chain/execute.ts';
import type { Submission } from '../chain/submission.ts';
import { describeArguments } from '../framework/functions.ts';

/** Fields of the node's JSON that only mean something to those who have the whole ledger: made up, and always the same for the same transaction. */
const madeUp = (hash: Address, what: string) => hex(sha3(addressBytes(hash), new TextEncoder().encode(what)));

const noGuid = { creation_number: '0', account_address: '0x0' };

function renderRequest(submission: Submission): Record<string, unknown> {
  const {
    call,
    sender,
    writtenSequenceNumber: sequenceNumber,
    nonce,
    maxGas,
    gasPrice,
    expiration,
    signature,
  } = submission;
  return {
    sender: shortAddress(sender),
    sequence_number: String(sequenceNumber),
    max_gas_amount: String(maxGas),
    gas_unit_price: String(gasPrice),
    expiration_timestamp_secs: String(expiration),
    payload:
      call === undefined
        ? { type: 'script_payload', code: { bytecode: '0x' }, type_arguments: [], arguments: [] }
        : {
            function: call.function,
            type_arguments: call.typeArguments,
            arguments: describeArguments(call, shortAddress),
            type: 'entry_function_payload',
          },
    signature,
    replay_protection_nonce: nonce === undefined ? null : String(nonce),
  };
}

export function renderPending(submission: Submission): Record<string, unknown> {
  return { hash: submission.hash, ...renderRequest(submission), type: 'pending_transaction' };
}

/** A user transaction. One that was simulated has the version and the time of the ledger. */
export function renderUser(
  { version, submission, outcome }: { version: bigint; submission: Submission; outcome: Outcome },
  timestamp: number,
): Record<string, unknown> {
  const { hash } = submission;
  return {
    version: String(version),
    hash,
    state_change_hash: madeUp(hash, 'state change'),
    event_root_hash: madeUp(hash, 'events'),
    state_checkpoint_hash: null,
    gas_used: String(outcome.gasUsed),
    success: outcome.success,
    vm_status: outcome.vmStatus,
    accumulator_root_hash: madeUp(hash, 'accumulator'),
    changes: outcome.changes.map(({ address, resource }) => ({
      address: shortAddress(address),
      state_key_hash: hex(sha3(addressBytes(address), new TextEncoder().encode(resource.type))),
      data: resource,
      type: 'write_resource',
    })),
    ...renderRequest(submission),
    events: outcome.events.map(({ type, data, guid }) => ({
      guid:
        guid === undefined
          ? noGuid
          : { creation_number: String(guid.creationNumber), account_address: shortAddress(guid.account) },
      sequence_number: '0',
      type,
      data,
    })),
    timestamp: String(timestamp),
    type: 'user_transaction',
  };
}

export function renderEntry(entry: Entry): Record<string, unknown> {
  return renderUser(entry, entry.block.timestamp);
}

export const blockHash = ({ height }: Block): Address =>
  hex(sha3(new TextEncoder().encode(`block ${height} of the stand-in`)));

/** The first transaction of a block. */
export function renderMetadata(block: Block): Record<string, unknown> {
  const id = blockHash(block);
  const hash = madeUp(id, 'metadata');
  return {
    version: String(block.firstVersion),
    hash,
    state_change_hash: madeUp(hash, 'state change'),
    event_root_hash: madeUp(hash, 'events'),
    state_checkpoint_hash: null,
    gas_used: '0',
    success: true,
    vm_status: 'Executed successfully',
    accumulator_root_hash: madeUp(hash, 'accumulator'),
    changes: [],
    id,
    epoch: String(block.epoch),
    round: '1',
    events: [],
    previous_block_votes_bitvec: [],
    proposer: '0x1',
    failed_proposer_indices: [],
    timestamp: String(block.timestamp),
    type: 'block_metadata_transaction',
  };
}

/** The last transaction of a block. */
export function renderEpilogue(block: Block): Record<string, unknown> {
  const hash = madeUp(blockHash(block), 'epilogue');
  return {
    version: String(block.lastVersion),
    hash,
    state_change_hash: madeUp(hash, 'state change'),
    event_root_hash: madeUp(hash, 'events'),
    state_checkpoint_hash: madeUp(hash, 'checkpoint'),
    gas_used: '0',
    success: true,
    vm_status: 'Executed successfully',
    accumulator_root_hash: madeUp(hash, 'accumulator'),
    changes: [],
    timestamp: String(block.timestamp),
    block_end_info: {
      block_gas_limit_reached: false,
      block_output_limit_reached: false,
      block_effective_block_gas_units: 0,
      block_approx_output_size: 0,
    },
    type: 'block_epilogue_transaction',
  };
}
