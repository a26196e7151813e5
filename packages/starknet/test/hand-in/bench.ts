import type { BenchHandIn } from '@isochain/conformance/hand-ins/hand-in.ts';
import { jsonRpc, type Methods } from '@isochain/conformance/hand-ins/json-rpc-stand-in.ts';
import { getStarkKey } from '@scure/starknet';

// The interface of a node, version 0.10. Each account is of Argent's class 0.4.0, with 1000 STRK and the key of this file.

/** SN_SEPOLIA, and for lies SN_MAIN. */
const chainId = '0x534e5f5345504f4c4941';
const anotherChainId = '0x534e5f4d41494e';

/** A key that anybody can read here. */
const publicKey = getStarkKey(`0x${'12'.repeat(30)}`);

/** Argent 0.4.0 (argentlabs/argent-contracts-starknet, deployments/account.txt). */
const argent = '0x36078334509b514626504edc9fb252328d1a240e4e948bef8d0c08dff45927f';

/** What functions answer, by selector: their names in keccak (docs.starknet.io, "Starknet Keccak"). */
const answers: Readonly<Record<string, readonly string[]>> = {
  // balanceOf: 1000 STRK, as two halves.
  '0x2e4263afad30923c891518314c3c95dbe830a16874e8abc5777a9a20b54c76e': ['0x3635c9adc5dea00000', '0x0'],
  // get_owner, get_owner_type: a Stark key.
  '0x3ee0bfaf5b124501fef19bbd1312e71f6966d186c42eeb91d1bff729b91d1d4': [publicKey],
  '0xae4c53adcf230c976273bd2a636233f06e97b1d4a68208d3d10a80d2f8a0a4': ['0x0'],
};

const gwei = '0x3b9aca00';
const price = (fri: string) => ({ price_in_fri: fri, price_in_wei: '0x1' });
const hash = (number: number) => `0x${number.toString(16).padStart(63, 'c')}`;

/** As large as on the main network: the hashes of 300 transactions. */
const block = {
  ...{
    status: 'ACCEPTED_ON_L2',
    block_number: 5_508_517,
    block_hash: hash(1),
    parent_hash: hash(2),
    new_root: hash(3),
  },
  ...{ sequencer_address: hash(4), l1_da_mode: 'BLOB', starknet_version: '0.14.2' },
  ...{ l1_gas_price: price('0x2540be400000'), l2_gas_price: price('0x1dcd65000'), l1_data_gas_price: price(gwei) },
  transactions: Array.from({ length: 300 }, (_, i) => hash(i)),
};

const methodsOf = (id: string): Methods => ({
  starknet_chainId: () => id,
  starknet_specVersion: () => '0.10.2',
  starknet_getBlockWithTxHashes: () => ({ ...block, timestamp: Math.floor(Date.now() / 1000) }),
  starknet_getClassHashAt: () => argent,
  starknet_getNonce: () => '0x7',
  starknet_call: (params) => {
    const { request } = params as unknown as { readonly request: { readonly entry_point_selector: string } };
    return answers[request.entry_point_selector] ?? ['0x0'];
  },
  starknet_estimateFee: () => [
    {
      ...{ l1_gas_consumed: '0x0', l1_gas_price: '0x2540be400000' },
      ...{ l2_gas_consumed: '0x119940', l2_gas_price: '0x1dcd65000' },
      ...{ l1_data_gas_consumed: '0xe0', l1_data_gas_price: gwei },
      ...{ overall_fee: '0x20c49ba5e353f7', unit: 'FRI' },
    },
  ],
});

/** An address: a number that is high enough to be a hash. */
const address = (number: number) => `0x05${'ab'.repeat(23)}${number.toString(16).padStart(16, '0')}`;

export const bench: BenchHandIn = {
  chainId: 'starknet-sepolia',
  endpoint: { kind: 'node' },
  answer: jsonRpc(methodsOf(chainId)),
  lie: jsonRpc(methodsOf(anotherChainId)),
  transfer: (number) => ({
    mode: 'transfer',
    senderAddress: address(number),
    recipientAddress: '0x028cced05d2b693b92012478dbede9483a805b0eb51f16cba011d2c580125966',
    amount: '1000000000000000000',
  }),
  account: address,
  publicKey,
};
