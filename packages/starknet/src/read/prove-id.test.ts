import { describe, expect, it } from 'vitest';
import { type NodeTransaction, transactionSchema } from '../upstream/transaction-schema.ts';
import { provesItsId, senderOf } from './prove-id.ts';

// Transactions that stand on Sepolia, in blocks 5508517 and 571531 (NethermindEth/juno: clients/feeder/testdata/sepolia/block and /transaction).

const sepolia = BigInt('0x534e5f5345504f4c4941');
const strk = '0x4718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d';
const transfer = '0x83afd3f4caedc6eebf44246fe54e38c95e3179a5ec9ea81740eca5b482d12e';

const common = {
  version: '0x3',
  tip: '0x0',
  paymaster_data: [],
  nonce_data_availability_mode: 'L1',
  fee_data_availability_mode: 'L1',
};
const bound = (amount: string, price: string) => ({ max_amount: amount, max_price_per_unit: price });

/** A transfer of 1.5 STRK with three bounds. */
const today = {
  ...common,
  type: 'INVOKE',
  transaction_hash: '0x6d5fcc07ef75762f3a2856afd0422042fb43c24fbbe512880375184fda9afc0',
  sender_address: '0x451672276f3a53bb6774b7d81203f1c1e72c1eb79599a58bb81b0ecf1eda9ff',
  nonce: '0x63b',
  account_deployment_data: [],
  calldata: [
    ...['0x1', strk, transfer, '0x3', '0x372b1bf5e14ae597b7a50a3a8ccf0550b92be492398f472f842eda0076dc567'],
    ...['0x14d1120d7b160000', '0x0'],
  ],
  resource_bounds: {
    l1_gas: bound('0x0', '0x19e16a941be43'),
    l2_gas: bound('0x167c40', '0x2cb417800'),
    l1_data_gas: bound('0x150', '0x2f7f4e28476'),
  },
};

/** A transfer of 0.01 STRK from the time when there were two bounds. Nodes show a third one of 0. */
const twoBounds = {
  ...today,
  transaction_hash: '0x7e91eb7f42dc2563e9f12c265aba10ad277ed2632d97137ec6f3fc380ad11e5',
  sender_address: '0x2ebfc73ce0f8d88d15bc3b64663712963c7ab3326e4ae2211b28e76032511fd',
  nonce: '0x16',
  calldata: [
    ...['0x1', strk, transfer, '0x3', '0x48419d3cc27f158917b45255d5376c06a9524484e19a1102279cbdc715c5522'],
    ...['0x2386f26fc10000', '0x0'],
  ],
  resource_bounds: {
    l1_gas: bound('0x2a', '0x163187ffe4e1'),
    l2_gas: bound('0x0', '0x0'),
    l1_data_gas: bound('0x0', '0x0'),
  },
};

const read = (transaction: object): NodeTransaction => transactionSchema.parse(transaction);

describe('the id of a transaction', () => {
  it.each([
    ['three bounds', today],
    ['two bounds', twoBounds],
    [
      'two bounds, and no third one shown',
      { ...twoBounds, resource_bounds: { ...twoBounds.resource_bounds, l1_data_gas: null } },
    ],
  ])('follows from what was signed: %s', (_, transaction) => {
    expect(provesItsId(read(transaction), sepolia)).toBe(true);
    expect(provesItsId(read(transaction), BigInt('0x534e5f4d41494e'))).toBe(false);
  });

  it.each<[string, object]>([
    ['id', { transaction_hash: '0x1' }],
    ['sender', { sender_address: '0x1' }],
    ['nonce', { nonce: '0x63c' }],
    ['tip', { tip: '0x1' }],
    ['amount', { calldata: today.calldata.with(-2, '0x1') }],
    ['length of the calldata', { calldata: [...today.calldata, '0x0'] }],
    ['calldata that is missing', { calldata: null }],
    ['bound', { resource_bounds: { ...today.resource_bounds, l2_gas: bound('0x167c41', '0x2cb417800') } }],
    ['bound that is missing', { resource_bounds: { ...today.resource_bounds, l1_data_gas: null } }],
    ['bounds that are missing', { resource_bounds: null }],
    ['paymaster', { paymaster_data: ['0x1'] }],
    ['deployment data', { account_deployment_data: ['0x1'] }],
    ['availability mode of the nonce', { nonce_data_availability_mode: 'L2' }],
    ['availability mode of the fee', { fee_data_availability_mode: 'L2' }],
    ['proof', { proof_facts: ['0x1'] }],
    ['type', { type: 'DEPLOY_ACCOUNT' }],
  ])('does not follow with another %s', (_, change) => {
    expect(provesItsId(read({ ...today, ...change }), sepolia)).toBe(false);
  });

  it('is not proven for what accounts do not send today, and for long calldata', () => {
    expect(provesItsId(read({ ...today, version: '0x1', nonce: '0x9' }), sepolia)).toBe(true);
    expect(provesItsId(read({ ...today, type: 'L1_HANDLER', version: '0x0' }), sepolia)).toBe(true);
    const long = Array.from({ length: 257 }, () => '0x1');
    expect(provesItsId(read({ ...today, calldata: long }), sepolia)).toBe(true);
  });
});

describe('the sender of a transaction', () => {
  // Vector 6 of argent-contracts' class 0.4.0, computed with starknet.js 10.8.0.
  const key = '0xcba95c75b37b5db31c2a9894e740dea2eee902ac448dc154a8b171d94a7be1';
  const deployment = {
    ...today,
    type: 'DEPLOY_ACCOUNT',
    sender_address: undefined,
    class_hash: '0x36078334509b514626504edc9fb252328d1a240e4e948bef8d0c08dff45927f',
    contract_address_salt: key,
    constructor_calldata: ['0x0', key, '0x1'],
  };

  it.each<[string, object, string | undefined]>([
    ['is named', today, '0x0451672276f3a53bb6774b7d81203f1c1e72c1eb79599a58bb81b0ecf1eda9ff'],
    [
      'of a deployment is the account that begins',
      deployment,
      '0x05b614322c40801f07646174dfd2e8756d63faa8a2e5f1373ac3b30228a9e929',
    ],
    [
      'of version 0 is the contract',
      { ...today, version: '0x0', sender_address: undefined, contract_address: '0x7' },
      `0x${'7'.padStart(64, '0')}`,
    ],
    ['of a message from layer 1 is nobody', { ...today, type: 'L1_HANDLER', contract_address: '0x7' }, undefined],
    ['of a deployment without its class is not known', { ...deployment, class_hash: null }, undefined],
  ])('%s', (_, transaction, sender) => {
    expect(senderOf(read(transaction))).toBe(sender);
  });
});
