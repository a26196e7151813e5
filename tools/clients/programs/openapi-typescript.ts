// Encodes, signs and broadcasts with the types that openapi-typescript makes. A test generates them as ./generated/schema.ts, and compiles and runs this.
import { SigningKey } from 'ethers';
import createClient from 'openapi-fetch';
import type { paths } from './generated/schema.ts';

const {
  ISOCHAIN_URL = '',
  ISOCHAIN_KEY = '',
  PRIVATE_KEY = '',
  SENDER = '',
  RECIPIENT = '',
  AMOUNT = '',
} = process.env;

const client = createClient<paths>({ baseUrl: ISOCHAIN_URL, headers: { Authorization: ISOCHAIN_KEY } });
const params = { path: { chainId: 'sepolia' as const } };

const encoding = await client.POST('/api/{chainId}/transaction/encode', {
  params,
  body: {
    transaction: {
      data: { mode: 'transfer', senderAddress: SENDER, recipientAddress: RECIPIENT, amount: AMOUNT },
    },
  },
});
if (encoding.error !== undefined) throw new Error(encoding.error.status.errors[0]?.message);
const { transaction, status } = encoding.data;
if (status.errors.length > 0) throw new Error(status.errors[0]?.message);

const hash = transaction.encoded[0]?.hash;
if (hash === undefined) throw new Error('there is no hash to sign');
const signature = new SigningKey(PRIVATE_KEY).sign(`0x${hash.value}`).serialized;

const sending = await client.POST('/api/{chainId}/transaction/broadcast', {
  params,
  body: { transaction: { ...transaction, signature } },
});
if (sending.error !== undefined) throw new Error(sending.error.status.errors[0]?.message);
console.log(sending.data.hash);
