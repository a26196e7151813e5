/** A transfer of everything on Ethereum, the whole way. The bytes are those of a real answer. */
const intent = {
  mode: 'transfer',
  senderAddress: '0x12f7464C9Ff094098d3F1d987a7C0Ce958E1cC17',
  recipientAddress: '0x8bc6922Eb94e4858efaF9F433c35Bc241F69e8a6',
  useMaxAmount: true,
};

const hash = { format: 'keccak256', value: '0d790e2ec0782364481c06e80b6900ba0d8e5c3ff507889a366e8bb7d1f26ddb' };

const data = { ...intent, nonce: '7', gas: '21000', fees: '93444473283000', amount: '15241559932339306' };

const encoded = [
  {
    raw: {
      format: 'RLP',
      value: '0x02ee0107830b7980850109399877825208948bc6922eb94e4858efaf9f433c35bc241f69e8a68736261e3597046a80c0',
    },
    hash,
  },
];

const status = { errors: [], warnings: [] };

export const encodeExample = {
  request: { transaction: { data: intent } },
  response: { chainId: 'ethereum', transaction: { data, encoded }, status },
};

export const validateExample = {
  request: { transaction: { data: intent } },
  response: { chainId: 'ethereum', transaction: { data }, status },
};

export const broadcastExample = {
  request: { transaction: { data, encoded, signature: `0x${'5a'.repeat(64)}1b` } },
  response: { chainId: 'ethereum', hash: '0x5c504ed432cb51138bcf09aa5e8a410dd4a1e204ef84bfed1be16dfba1b22060' },
};

const token = {
  type: 'ERC20',
  id: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
  name: 'Tether USD',
  ticker: 'USDT',
  decimals: '6',
  contractAddress: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
};

export const tokenExample = { token };

const account = { chainId: 'ethereum', accountId: intent.senderAddress };

const native = { available: '15335004405622306', total: '15335004405622306', unconfirmed: '0' };

export const accountStateExample = { ...account, balances: { native, tokens: [{ token, amount: '2500000' }] } };

export const accountStatesExample = {
  request: {
    accounts: [
      { ...account, include: ['native'] },
      { chainId: 'base', accountId: 'not an address' },
    ],
  },
  response: {
    accounts: [
      { ...account, balances: { native } },
      {
        chainId: 'base',
        accountId: 'not an address',
        status: {
          errors: [
            { message: 'The account id is not an account of Base: ...', code: 'account.invalid', field: 'accountId' },
          ],
          warnings: [],
        },
      },
    ],
  },
};

const pubkey = '038318535b54105d4a7aae60c08fc45f9687181b4fdfc625bd1a753fa7397fed75';

export const addressesExample = {
  request: { pubkey },
  response: {
    chainId: 'ethereum',
    pubkey,
    addresses: [{ type: 'evm', address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' }],
  },
};
