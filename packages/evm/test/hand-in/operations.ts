import type { Examples } from '@isochain/conformance/hand-ins/hand-in.ts';
import { broadcastExample, encodeExample, validateExample } from './transaction.ts';

// What profile development answers right after its start, but for times. A test runs each of these requests there and compares the answers.

/** Holders of the demo token on the local EVM chains: the first ten accounts of the mnemonic that the profile prints. */
const holders = [
  '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
  '0x90F79bf6EB2c4f870365E785982E1f101E93b906',
  '0x15d34AAf54267DB7D7c367839AAf71A00a2C6A65',
  '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc',
  '0x976EA74026E726554dB657fA54763abd0C3a0aa9',
  '0x14dC79964da2C08b23698B3D3cc7Ca32193d9955',
  '0x23618e81E3f5cdF7f54C3d65f7FBc0aBf5B21E8f',
  '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720',
] as const;

const account = { chainId: 'sepolia', accountId: holders[0] };
const native = { available: '10000000000000000000000', total: '10000000000000000000000', unconfirmed: '0' };
const status = { errors: [], warnings: [] };
const pagination = { nextPage: null };

const demo = { name: 'Isochain Demo Dollar', ticker: 'DEMO', decimals: '6' };
const tokenId = '0xf41DEc33aA7366aE1b626E5da591980B5C2aDd60';
const token = { type: 'ERC20', id: tokenId, ...demo, contractAddress: tokenId };
const amount = '1000000000000';

const wishes = {
  fees: 'What the client is ready to pay in fees, all together, in the smallest unit. By default what the network asks for at the moment.',
  gas: 'Gas to set aside, in the chain’s own unit (gas, compute units). By default what the transaction needs, with a margin.',
  nonce: 'Sequence number of the sender. By default the next one.',
};

const chain = {
  id: 'sepolia',
  family: 'evm',
  nativeId: '11155111',
  name: 'Sepolia',
  ticker: 'ETH',
  decimals: 18,
  isTestnetFor: 'ethereum',
  signerSpec: { curve: 'secp256k1', hashFunction: 'keccak256', signatureFormat: 'rsv', coinType: '60' },
  supportedFeatures: {
    read: {
      token: true,
      validators: false,
      transaction: { native: true, tokens: true, staking: false },
      account: {
        balances: { native: true, tokens: true, staking: false },
        transactions: { native: true, tokens: true, staking: false },
      },
    },
    write: {
      transaction: {
        type: {
          deployAccount: false,
          transfer: true,
          stake: false,
          transferToken: true,
          enableToken: false,
          unstake: false,
          claimRewards: false,
          withdraw: false,
          registerStake: false,
          convertAsset: false,
        },
        field: { memo: false },
      },
    },
    utils: { addresses: true },
  },
  wishes: { transfer: wishes, transferToken: wishes },
  params: { name: 'Sepolia', chainId: 11155111, blockTimeMs: 12000, explorer: 'https://sepolia.etherscan.io' },
};

/** Who deploys the demo token of the development profile (tools/devnet/src/evm/deploy.ts). */
const deployer = '0x00000000000000000000000000000000000DE401';

/** The transaction that made the demo token and gave each holder the same. */
const made = {
  id: '0x3b549a5cccb54bc33b43cac86dbac946dd4d5004b756cd1b3ac48ff48382ddd8',
  mode: 'transferToken',
  tokenId,
  state: 'confirmed',
  fees: { amount: '2849676000000000', ticker: 'ETH' },
  blockHeight: '1',
  gas: '712419',
  timestamp: '1795297955000',
  nonce: '0',
  // Nobody gave the tokens: they are new.
  senders: [{ address: deployer, amount: '0', ticker: 'ETH' }],
  recipients: holders.map((address) => ({ address, amount, ticker: 'DEMO', tokenId })),
  confirmations: '1',
};

/** Parameters, where there are any, and the answer. */
const chainsExample = { response: { chains: { sepolia: chain } } };
const chainExample = { params: { chainId: 'sepolia' }, response: { chain } };

const tokenExample = { params: { chainId: 'sepolia', tokenId }, response: { token } };

const usdc = '0x1c7D4B196Cb0C7B01d743Fbc6116a902379C7238';
const tokensExample = {
  params: { chainId: 'sepolia' },
  query: { search: 'usdc' },
  response: {
    chainId: 'sepolia',
    tokens: [{ type: 'ERC20', id: usdc, name: 'USD Coin', ticker: 'USDC', decimals: '6', contractAddress: usdc }],
    pagination,
  },
};

const transactionExample = {
  params: { chainId: 'sepolia', txId: made.id },
  response: { chainId: 'sepolia', transaction: { parsed: made }, status },
};

const accountStateExample = {
  params: account,
  query: { include: ['native', 'tokens'] },
  response: { ...account, balances: { native, tokens: [{ token, amount }] } },
};

const accountTokensExample = {
  params: account,
  response: { ...account, tokens: [{ token, amount }], pagination },
};

const historyExample = {
  params: account,
  response: { ...account, transactions: [{ parsed: made }], pagination },
};

const accountStatesExample = {
  request: {
    accounts: [
      { ...account, include: ['native'] },
      { chainId: 'base-sepolia', accountId: 'not an address' },
    ],
  },
  response: {
    accounts: [
      { ...account, balances: { native } },
      {
        chainId: 'base-sepolia',
        accountId: 'not an address',
        status: {
          errors: [
            {
              message: 'The account id is not an account of Base Sepolia: it does not start with 0x.',
              code: 'account.invalid',
              field: 'accountId',
              context: { chain: 'Base Sepolia', reason: 'it does not start with 0x' },
            },
          ],
          warnings: [],
        },
      },
    ],
  },
};

const pubkey = '038318535b54105d4a7aae60c08fc45f9687181b4fdfc625bd1a753fa7397fed75';

const addressesExample = {
  params: { chainId: 'sepolia' },
  request: { pubkey },
  response: { chainId: 'sepolia', pubkey, addresses: [{ type: 'evm', address: holders[0] }] },
};

const readyExample = {
  response: {
    status: 'ready',
    store: { kind: 'memory', healthy: true },
    chains: { sepolia: { endpoints: 1, healthy: 1, unknown: 0, live: true, failing: {} } },
  },
};

export const operations = {
  chains: chainsExample,
  chain: chainExample,
  token: tokenExample,
  tokens: tokensExample,
  transaction: transactionExample,
  accountState: accountStateExample,
  accountTokens: accountTokensExample,
  history: historyExample,
  accountStates: accountStatesExample,
  addresses: addressesExample,
  ready: readyExample,
  encode: encodeExample,
  validate: validateExample,
  broadcast: broadcastExample,
} satisfies Examples['operations'];
