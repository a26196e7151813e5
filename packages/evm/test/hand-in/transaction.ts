// A transfer on the local `sepolia` of profile development, the whole way: see operations.ts. The sender is its tenth account.

const params = { chainId: 'sepolia' };
const status = { errors: [], warnings: [] };

const intent = {
  mode: 'transfer',
  senderAddress: '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720',
  recipientAddress: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  amount: '10000000000000000',
};

const fees = { type: 'eip1559', maxFeePerGas: '4761873650', maxPriorityFeePerGas: '3000000000' };

const completed = { ...intent, useMaxAmount: false, nonce: '0', gas: '21000', fees: '99999346650000', params: fees };

const data = { ...completed, params: { ...fees, checksum: 'e917c49948fe90ab62950a4bb2a75d26' } };

const hash = { format: 'keccak256', value: '5cfe611c72a3ad7235e3e0ef923379e82c78642ae39230d1925d6f789c256b25' };

const forWallets = {
  chainId: '0xaa36a7',
  maxPriorityFeePerGas: '0xb2d05e00',
  maxFeePerGas: '0x11bd46cf2',
  gas: '0x5208',
  from: intent.senderAddress,
  nonce: '0x0',
  value: '0x2386f26fc10000',
  to: intent.recipientAddress,
};

const unsigned =
  '0x02f283aa36a78084b2d05e0085011bd46cf28252089470997970c51812dc3a010c7d01b50e0d17dc79c8872386f26fc1000080c0';

const encoded = [
  { raw: { format: 'RLP', value: unsigned }, hash },
  { raw: { format: 'WALLET_CONNECT', value: JSON.stringify(forWallets) }, hash },
];

const signature =
  '0xf9705c50e23e2d189776e413a9d21a9a2b84d428b53d73ce2b44dd7c6f99f30d0e663536f151aca91d3395916433b5184c624479f712b61485b86f1461df23191c';

export const encodeExample = {
  params,
  request: { transaction: { data: intent } },
  response: { chainId: 'sepolia', transaction: { data, encoded }, status },
};

export const validateExample = {
  params,
  request: { transaction: { data: intent } },
  response: { chainId: 'sepolia', transaction: { data: completed }, status },
};

/** Is carried out as it stands, until the sender makes another transaction. */
export const broadcastExample = {
  params,
  request: { transaction: { data, encoded, signature } },
  response: { chainId: 'sepolia', hash: '0x6511a35f402e6f7c0770fce76eac8e2c2c0009f902be2c2551eeace238290b82' },
};
