import type { Examples } from '@isochain/conformance/hand-ins/hand-in.ts';

// Accounts of the engines: the first one sends, and the last one is not deployed.
const senderAddress = '0x042a676b6b29db00fdd59342c671340d42d6f64e11afff6c841a55dc02541a4d';
const recipientAddress = '0x028cced05d2b693b92012478dbede9483a805b0eb51f16cba011d2c580125966';
const newKey = '0x2fb71e48a57407ce84051e4756cbf4e109413aaacbc1240193178f0363d0388';
/** ETH, on both networks (starknet-io/starknet-addresses). */
const ether = '0x049d36570d4e46f48e99674bd3fcc84644ddd6b96f7c741b1562b82f9e004dc7';
// Validators of the stand-in.
const validator = '0x065c398f5d23c2f36fe6f68d427fc354bd5bec73d5e62f5fa8fe0ff642451cfa';

const local = { chainId: 'starknet-sepolia', needs: 'starknet-devnet of `npm run build:engine`' } as const;
// The real engine has no staking contracts.
const real = { chainId: 'starknet', needs: 'the real network' } as const;
const own = { senderAddress, validatorAddress: validator } as const;

export const intents = {
  'starknet-deployAccount': {
    summary: 'Starknet, deployAccount: the account of a key, which holds STRK already',
    // Its own key signs, and not that of the sender of the other examples.
    ...real,
    data: { mode: 'deployAccount', senderPubKey: newKey, contractType: 'argentx' },
  },
  'starknet-transfer': {
    summary: 'Starknet, transfer',
    ...local,
    data: { mode: 'transfer', senderAddress, recipientAddress, amount: '1500000000000000000' },
  },
  'starknet-transferToken': {
    summary: 'Starknet, transferToken: ETH, which is a token there',
    ...local,
    data: { mode: 'transferToken', senderAddress, tokenId: ether, recipientAddress, amount: '2500000000000000' },
  },
  'starknet-stake': {
    summary: 'Starknet, stake: joins the pool of a validator',
    ...real,
    data: { mode: 'stake', senderAddress, targetValidatorAddress: validator, amount: '100000000000000000000' },
  },
  'starknet-unstake': {
    summary: 'Starknet, unstake: the coins can be withdrawn after a week',
    ...real,
    data: { mode: 'unstake', ...own, amount: '40000000000000000000' },
  },
  'starknet-withdraw': {
    summary: 'Starknet, withdraw: takes what was unstaked, after the wait',
    ...real,
    data: { mode: 'withdraw', ...own },
  },
  'starknet-claimRewards': {
    summary: 'Starknet, claimRewards: the rewards of one stake',
    ...real,
    data: { mode: 'claimRewards', ...own },
  },
} as const satisfies Examples['intents'];
