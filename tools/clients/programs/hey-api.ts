// Encodes, signs and broadcasts with the client that @hey-api/openapi-ts makes. A test generates it into ./generated, and compiles and runs this.
import { SigningKey } from 'ethers';
import { client } from './generated/client.gen.ts';
import { broadcastTransaction, encodeTransaction } from './generated/sdk.gen.ts';

const {
  ISOCHAIN_URL = '',
  ISOCHAIN_KEY = '',
  PRIVATE_KEY = '',
  SENDER = '',
  RECIPIENT = '',
  AMOUNT = '',
} = process.env;

client.setConfig({ baseUrl: ISOCHAIN_URL, headers: { Authorization: ISOCHAIN_KEY } });
const path = { chainId: 'sepolia' as const };

const encoding = await encodeTransaction({
  path,
  body: {
    transaction: {
      data: { mode: 'transfer', senderAddress: SENDER, recipientAddress: RECIPIENT, amount: AMOUNT },
    },
  },
});
if (encoding.data === undefined) throw new Error(encoding.error.status.errors[0]?.message);
const { transaction, status } = encoding.data;
if (status.errors.length > 0) throw new Error(status.errors[0]?.message);

const hash = transaction.encoded[0]?.hash;
if (hash === undefined) throw new Error('there is no hash to sign');
const signature = new SigningKey(PRIVATE_KEY).sign(`0x${hash.value}`).serialized;

const sending = await broadcastTransaction({ path, body: { transaction: { ...transaction, signature } } });
if (sending.data === undefined) throw new Error(sending.error.status.errors[0]?.message);
console.log(sending.data.hash);
