import { stellar, toSign } from '@isochain/stellar';
import { Keypair } from '@stellar/stellar-sdk';

const key = Keypair.fromSecret(process.env.STELLAR_SECRET ?? '');
const chain = stellar.connect('stellar', { endpoints: ['https://horizon.stellar.org'] });

const senderAddress = key.publicKey();
const { balances } = await chain.accountState(senderAddress, { include: ['native'] });
console.log(`${balances.native?.available} stroops`);

const recipientAddress = 'GBK4HMMPZU3HGEUR6IT3ZWRRHBD6P4OISMUGFVLF5G2B6H4XRPWPD7WP';
const intent = { mode: 'transfer', senderAddress, recipientAddress, amount: '10000', memo: 'id:12345' } as const;
const { ok, transaction, status } = await chain.encode(intent);
if (!ok) throw new Error(status.errors.map(({ message }) => message).join(' '));

const signature = Buffer.from(key.sign(toSign(transaction).hash)).toString('hex');
const { hash } = await chain.broadcast({ ...transaction, signature });
console.log(`sent ${hash}`);
