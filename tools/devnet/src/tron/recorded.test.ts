import { expect, it } from 'vitest';
import { execute } from './execute.ts';
import { mainnetParameters } from './parameters.ts';
import { decodeTransaction, type Submission } from './protocol.ts';
import { checkSignatures } from './signatures.ts';
import { fullWindow, newAccount, type State } from './state.ts';
import type { Vm, VmResult } from './vm.ts';
import { messageOf } from './wire.ts';

// Transactions that stand on mainnet, with what the chain charged for them. Sources: LedgerHQ/ledger-live (coin-tron, types.fixture.ts and
// fetchTronAccountTxs.fixture.json) and MetaMask/snap-tron-wallet (mocks/trongrid/account-transactions).

interface Recorded {
  readonly raw: string;
  readonly signature: string;
  readonly id: string;
  /** The account that pays, and whether the recipient existed. */
  readonly activates?: boolean;
  readonly bill: { readonly fee: bigint; readonly netUsage: bigint; readonly netFee: bigint };
}

const recorded: Record<string, Recorded> = {
  'TRX that activates its recipient': {
    raw: '0a02fddc22083b99310ce713c98f4080c1ecf1fd315a68080112640a2d747970652e676f6f676c65617069732e636f6d2f70726f746f636f6c2e5472616e73666572436f6e747261637412330a154105cc125604448afeb6867eb688efb7e80411d57a121541f03c5fb459d4f746ff01692b940c5a8a01480db11880c2d72f70beaec4f1fd31',
    signature:
      'a3cccbc84cffff009eaddb091228dba7ef438e8b3bb20db99589425a0da036a52ef0a1d29b99f8f73a48472cdaf88bfcf25d7d00ae4988b89804dc7173482f7501',
    id: 'b0b68ea41e7b46f06196ea0ff47837afe821f985eb966a4915eb3809ac893461',
    activates: true,
    bill: { fee: 1_100_000n, netUsage: 0n, netFee: 100_000n },
  },
  'TRX by free bandwidth': {
    raw: '0a0229382208d1bf54ec9e8dec0140a0d7ffcef9315a67080112630a2d747970652e676f6f676c65617069732e636f6d2f70726f746f636f6c2e5472616e73666572436f6e747261637412320a154105cc125604448afeb6867eb688efb7e80411d57a121541a2ff80f95ce3740235dc46a4dffe00d9f9b91f371880897a7085b5d7cef931',
    signature:
      '74f4f6c98b412ee5b0689e34c7434c5f55ac0a228da5abfc6fe03cae21c273aa27fba3aa70eb081604b4438d9615bd30f426705299b1c42f73b4a381dbb55b0201',
    id: 'adc3f1c4cf23d4adfcf25d3cdae5378d86a209b7b9d49d69db47cae7f838c5f0',
    bill: { fee: 0n, netUsage: 267n, netFee: 0n },
  },
  'a TRC-10 token': {
    raw: '0a02d8bd2208f0f6fce5908bbbb640c086edbdbe335a76080212720a32747970652e676f6f676c65617069732e636f6d2f70726f746f636f6c2e5472616e736665724173736574436f6e7472616374123c0a07313030353131391215413482464a5ce75dce237d77c1210dc01eb9b6be151a1541458437be39f3a8bfdbfee7bef93e2c5f632ceff420b8acb12a70c2b9e9bdbe33',
    signature:
      'bd4f972765fbc39965bd18f802564684e1ed86750ecf02046f3a165f987b3be508df83eff42a02aa8e8bd7a5ea9cd18d3bc6a343c7d28a8807dd5c19b9ac1d3801',
    id: '24bc250718147fedde9ead0be7f17f50cfcfaf64d668ea834d5d1c69e5bf3bba',
    bill: { fee: 0n, netUsage: 282n, netFee: 0n },
  },
  'TRX without a timestamp, signed with an s above half the order': {
    raw: '0a02f8a322083f19277552b64a1f40d0d8b8aed2335a65080112610a2d747970652e676f6f676c65617069732e636f6d2f70726f746f636f6c2e5472616e73666572436f6e747261637412300a15418096951000b00ec39359133a30a502d1e6e23f77121541458437be39f3a8bfdbfee7bef93e2c5f632ceff41801',
    signature:
      '813bc2c5f202424fd5e7d5b15705c080d030385a69df3bd488085a64590a288bb27a9607babf6b11535d0ed11259a99c9365bac7602ba847c808504854e0e89f00',
    id: 'c4e8c4a45830e882e92062ede0ecd09702c51e4732385b9cf33590d470b08357',
    bill: { fee: 0n, netUsage: 257n, netFee: 0n },
  },
};

function wholeOf({ raw, signature }: { readonly raw: string; readonly signature: string }): Uint8Array {
  return messageOf([
    [1, Buffer.from(raw, 'hex')],
    [2, Buffer.from(signature, 'hex')],
  ]);
}

/** A chain with the sender and, unless it is activated, the recipient. */
function stateOf({ contract }: Submission, activates: boolean): State {
  if (contract.type !== 'TransferContract' && contract.type !== 'TransferAssetContract')
    throw new TypeError('No transfer.');
  const sender = newAccount(contract.owner, 0);
  sender.balance = 1_000_000_000n;
  sender.assets.set('1005119', 1_000_000_000n);
  const asset = {
    id: '1005119',
    owner: contract.to,
    name: '',
    abbreviation: '',
    precision: 0,
    totalSupply: 1n,
    url: '',
    description: '',
  };
  return {
    ...emptyState(),
    accounts: new Map([sender, ...(activates ? [] : [newAccount(contract.to, 0)])].map((one) => [one.address, one])),
    assets: new Map([[asset.id, asset]]),
  };
}

function emptyState(): State {
  return {
    accounts: new Map(),
    assets: new Map(),
    contracts: new Map(),
    witnesses: new Map(),
    delegations: new Map(),
    parameters: new Map(mainnetParameters),
    totalNetWeight: 1n,
    totalEnergyWeight: 1n,
    publicNetLimit: 14_400_000_000n,
    publicNet: { usage: 0n, slot: 0, window: fullWindow },
  };
}

it.each(Object.entries(recorded))(
  'charges for %s what mainnet did',
  async (_, { raw, signature, id, activates = false, bill }) => {
    const submission = decodeTransaction(wholeOf({ raw, signature }));
    if (submission === undefined) throw new TypeError('No transaction.');
    expect(submission.id).toBe(id);
    const state = stateOf(submission, activates);
    checkSignatures(state, submission);
    // Transfers of the system need no machine.
    const execution = await execute({ state, time: 0, slot: 100 }, {} as Vm, submission, true);
    expect(execution).toMatchObject(bill);
  },
);

// LedgerHQ/ledger-live, coin-tron, getTransactionInfoById.fixture.json: USDT to a new holder in February 2025, when energy cost 210 sun and the factor was 3.39.
const usdtTransfer = {
  raw: '0a02afbf22084e85c21e37dfb0c540d0ce8ee6cc325aae01081f12a9010a31747970652e676f6f676c65617069732e636f6d2f70726f746f636f6c2e54726967676572536d617274436f6e747261637412740a15416e3b44b96104b26f84057974a1f0c9880f7c9b13121541a614f803b6fd780986a42c78ec9c7f77e6ded13c2244a9059cbb000000000000000000000041ec20315a879c48f5e3a6a1c9826d5225f8b658b800000000000000000000000000000000000000000000000000000000027bf24d708face6e5cc32900180e1eb17',
  signature:
    'd7480b0ec4829b80f7d78ffcd9ae55caf8f7648eac6e226bdd861e37f5758057475d6ef6f12ba0d7c06f284cffbb93dabe669db92f81c96492bd76731cc32da001',
  id: '0130dfde9281a48378109039ef512229d5359fbee2a8adbb17ad73aebc67ea99',
};

it('charges for a call of USDT what mainnet did', async () => {
  const submission = decodeTransaction(wholeOf(usdtTransfer));
  if (submission?.contract.type !== 'TriggerSmartContract') throw new TypeError('No call.');
  const { owner, contract } = submission.contract;
  const caller = newAccount(owner, 0);
  caller.balance = 100_000_000n;
  // Of the 4475 energy that the caller had left.
  caller.acquired.ENERGY = 4_475_000_000n;
  const state: State = {
    ...emptyState(),
    accounts: new Map([[owner, caller]]),
    contracts: new Map([
      [contract, { address: contract, origin: owner, name: '', abi: [], bytecode: '', energyFactor: 33_941n }],
    ]),
    totalEnergyWeight: 180_000_000_000n,
  };
  state.parameters.set('getEnergyFee', 210n);
  checkSignatures(state, submission);
  // What USDT's code uses for a new holder.
  const ran: VmResult = { status: 'success', energy: 29_650n, output: '0'.repeat(64), logs: [] };
  const vm = { simulate: async () => ran } as unknown as Vm;
  const execution = await execute({ state, time: 0, slot: 100 }, vm, submission, false);
  expect(submission.id).toBe(usdtTransfer.id);
  expect(execution).toMatchObject({
    fee: 26_420_100n,
    netUsage: 345n,
    call: { energyUsage: 4475n, energyFee: 26_420_100n, energy: 130_285n, penalty: 100_635n, result: 'SUCCESS' },
  });
});
