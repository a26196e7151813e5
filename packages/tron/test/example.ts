import { toSign, tron } from '@isochain/tron';
import { SigningKey } from 'ethers';

const key = new SigningKey(process.env.PRIVATE_KEY ?? '');
const chain = tron.connect('tron', { endpoints: ['https://api.trongrid.io'] });

const [wallet] = chain.addresses(key.compressedPublicKey).addresses;
if (wallet === undefined) throw new Error('no address');
const { balances } = await chain.accountState(wallet.address, { include: ['native'] });
console.log(`${balances.native?.available} sun`);

const recipientAddress = 'TVKG4gUar24bpAVrDv4GSzyDRtPkjPkogL';
const intent = { mode: 'transfer', senderAddress: wallet.address, recipientAddress, amount: '10000' } as const;
const { ok, transaction, status } = await chain.encode(intent);
if (!ok) throw new Error(status.errors.map(({ message }) => message).join(' '));

const signature = key.sign(toSign(transaction).hash).serialized;
const { hash } = await chain.broadcast({ ...transaction, signature });
console.log(`sent ${hash}`);
