import { toHex } from '@cosmjs/encoding';
import { DirectSecp256k1Wallet } from '@cosmjs/proto-signing';
import { cosmos, toSign } from '@isochain/cosmos';

const wallet = await DirectSecp256k1Wallet.fromKey(Buffer.from(process.env.PRIVATE_KEY ?? '', 'hex'), 'cosmos');
const [account] = await wallet.getAccounts();
if (account === undefined) throw new Error('no account');
const { address: senderAddress, pubkey } = account;
const chain = cosmos.connect('cosmoshub', { endpoints: ['https://cosmos-rest.publicnode.com'] });

const { balances } = await chain.accountState(senderAddress, { include: ['native'] });
console.log(`${balances.native?.available} uatom`);

const recipientAddress = 'cosmos1qcrqvpsxqcrqvpsxqcrqvpsxqcrqvpsxjrxm2q';
const intent = { mode: 'transfer', senderAddress, recipientAddress, amount: '10000' } as const;
const { ok, transaction, status } = await chain.encode({ ...intent, senderPubKey: toHex(pubkey) });
if (!ok) throw new Error(status.errors.map(({ message }) => message).join(' '));

const { signature } = await wallet.signDirect(senderAddress, toSign(transaction).signDoc);
const { hash } = await chain.broadcast({ ...transaction, signature: signature.signature });
console.log(`sent ${hash}`);
