import { Ed25519PrivateKey } from '@aptos-labs/ts-sdk';
import { aptos, toSign } from '@isochain/aptos';

const key = new Ed25519PrivateKey(process.env.PRIVATE_KEY ?? '', false);
const chain = aptos.connect('aptos', { endpoints: ['https://api.mainnet.aptoslabs.com/v1'] });

const senderPubKey = key.publicKey().toString();
const [wallet] = chain.addresses(senderPubKey).addresses;
if (wallet === undefined) throw new Error('no address');
const { balances } = await chain.accountState(wallet.address, { include: ['native'] });
console.log(`${balances.native?.available} octas`);

const recipientAddress = '0x6ff64c9cc58fdb2a2c25de852943dcbf92034dc7fe767f519fc1a3bbc490f392';
const intent = {
  mode: 'transfer',
  senderAddress: wallet.address,
  senderPubKey,
  recipientAddress,
  amount: '10000',
} as const;
const { ok, transaction, status } = await chain.encode(intent);
if (!ok) throw new Error(status.errors.map(({ message }) => message).join(' '));

const signature = key.sign(toSign(transaction).message).toString();
const { hash } = await chain.broadcast({ ...transaction, signature });
console.log(`sent ${hash}`);
