import { bytesOf, toHex } from '@isochain/core';
import { type Fields, readMessage, writeMessage } from '@isochain/core/protobuf';
import { type Address, isAddressHex } from '../address/address.ts';
import { type Contract, type ContractType, type Resource, resources } from './contracts.ts';

// The messages of contracts: tronprotocol/protocol, core/contract/*.proto. Numbers without a sign have the same bytes as int64.

/** @returns The message without its name. */
export function contractMessage(owner: Address, contract: Contract): Uint8Array {
  const from = [1, bytesOf(owner)] as const;
  switch (contract.type) {
    case 'TransferContract':
      return writeMessage([from, [2, bytesOf(contract.to)], [3, contract.amount]]);
    case 'TransferAssetContract':
      return writeMessage([
        [1, contract.asset],
        [2, bytesOf(owner)],
        [3, bytesOf(contract.to)],
        [4, contract.amount],
      ]);
    case 'VoteWitnessContract':
      return writeMessage([
        from,
        ...contract.votes.map(({ address, count }) => {
          const vote = writeMessage([
            [1, bytesOf(address)],
            [2, count],
          ]);
          return [2, vote] as const;
        }),
      ]);
    case 'TriggerSmartContract':
      return writeMessage([
        from,
        [2, bytesOf(contract.contract)],
        [3, contract.callValue ?? 0n],
        [4, bytesOf(contract.data)],
      ]);
    case 'FreezeBalanceV2Contract':
    case 'UnfreezeBalanceV2Contract':
      return writeMessage([from, [2, contract.amount], [3, numberOf(contract.resource)]]);
    case 'DelegateResourceContract':
    case 'UnDelegateResourceContract':
      return writeMessage([
        from,
        [2, numberOf(contract.resource)],
        [3, contract.amount],
        [4, bytesOf(contract.receiver)],
        ...lockOf(contract),
      ]);
    case 'WithdrawBalanceContract':
    case 'WithdrawExpireUnfreezeContract':
    case 'CancelAllUnfreezeV2Contract':
      return writeMessage([from]);
  }
}

function lockOf(
  contract: Extract<Contract, { readonly type: 'DelegateResourceContract' | 'UnDelegateResourceContract' }>,
): readonly (readonly [number, bigint])[] {
  if (contract.type === 'UnDelegateResourceContract') return [];
  return [
    [5, contract.lock === true ? 1n : 0n],
    [6, contract.lockPeriod ?? 0n],
  ];
}

/**
 * Reads the message of a contract.
 *
 * @throws Error if it is malformed.
 */
export function readContractMessage(
  type: ContractType,
  bytes: Uint8Array,
): { readonly owner: Address; readonly contract: Contract } {
  const fields = readMessage(bytes);
  const owner = addressIn(fields, type === 'TransferAssetContract' ? 2 : 1);
  switch (type) {
    case 'TransferContract':
      return { owner, contract: { type, to: addressIn(fields, 2), amount: fields.number(3) } };
    case 'TransferAssetContract': {
      const asset = fields.text(1);
      return { owner, contract: { type, asset, to: addressIn(fields, 3), amount: fields.number(4) } };
    }
    case 'VoteWitnessContract': {
      const votes = fields.messages(2).map((vote) => ({ address: addressIn(vote, 1), count: vote.number(2) }));
      return { owner, contract: { type, votes } };
    }
    case 'TriggerSmartContract': {
      const data = toHex(fields.bytes(4));
      const callValue = fields.has(3) ? fields.number(3) : undefined;
      return { owner, contract: { type, contract: addressIn(fields, 2), data, callValue } };
    }
    case 'FreezeBalanceV2Contract':
    case 'UnfreezeBalanceV2Contract':
      return { owner, contract: { type, amount: fields.number(2), resource: resourceIn(fields, 3) } };
    case 'DelegateResourceContract': {
      const delegated = { resource: resourceIn(fields, 2), amount: fields.number(3), receiver: addressIn(fields, 4) };
      const lockPeriod = fields.has(6) ? fields.number(6) : undefined;
      return { owner, contract: { type, ...delegated, lock: fields.number(5) === 1n, lockPeriod } };
    }
    case 'UnDelegateResourceContract': {
      const delegated = { resource: resourceIn(fields, 2), amount: fields.number(3), receiver: addressIn(fields, 4) };
      return { owner, contract: { type, ...delegated } };
    }
    case 'WithdrawBalanceContract':
    case 'WithdrawExpireUnfreezeContract':
    case 'CancelAllUnfreezeV2Contract':
      return { owner, contract: { type } };
  }
}

function numberOf(resource: Resource): bigint {
  return BigInt(resources.indexOf(resource));
}

function resourceIn(fields: Fields, number: number): Resource {
  const resource = resources[Number(fields.number(number))];
  if (resource === undefined) throw new Error('unknown resource');
  return resource;
}

function addressIn(fields: Fields, number: number): Address {
  const hex = toHex(fields.bytes(number));
  if (!isAddressHex(hex)) throw new Error('not an address');
  return hex;
}
