import { evm, toSign } from '@isochain/evm';
import { Wallet } from 'ethers';

const wallet = new Wallet(process.env.PRIVATE_KEY ?? '');
const base = evm.connect('base', { endpoints: ['https://mainnet.base.org'] });

const { balances } = await base.accountState(wallet.address, { include: ['native'] });
console.log(`${balances.native?.available} wei`);

const recipientAddress = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const intent = {
  mode: 'transfer',
  senderAddress: wallet.address,
  recipientAddress,
  amount: '1000000000000000',
} as const;
const { ok, transaction, status } = await base.encode(intent);
if (!ok) throw new Error(status.errors.map(({ message }) => message).join(' '));

const signature = wallet.signingKey.sign(toSign(transaction).hash).serialized;
const { hash } = await base.broadcast({ ...transaction, signature });
console.log(`sent ${hash}`);
