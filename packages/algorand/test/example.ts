import { algorand, toSign } from '@isochain/algorand';
import algosdk from 'algosdk';

const key = algosdk.mnemonicToSecretKey(process.env.ALGORAND_MNEMONIC ?? '');
const chain = algorand.connect('algorand', {
  endpoints: [{ url: 'https://mainnet-api.4160.nodely.dev', kind: 'algod' }],
});

const senderAddress = key.addr.toString();
const { balances } = await chain.accountState(senderAddress, { include: ['native'] });
console.log(`${balances.native?.available} microAlgos`);

const recipientAddress = 'OBIZ75BIOWAGH7EJHMYB2RENTJ723YACPPMTK42VEVVUEBBMFHCBXMIQSI';
const intent = { mode: 'transfer', senderAddress, recipientAddress, amount: '10000', memo: 'order 12345' } as const;
const { ok, transaction, status } = await chain.encode(intent);
if (!ok) throw new Error(status.errors.map(({ message }) => message).join(' '));

const unsigned = algosdk.decodeUnsignedTransaction(toSign(transaction).transaction);
const signature = Buffer.from(unsigned.signTxn(key.sk)).toString('base64');
const { hash } = await chain.broadcast({ ...transaction, signature });
console.log(`sent ${hash}`);
