import { pointFromScalar, sign } from '@bitcoinerlab/secp256k1';
import { toSign, utxo } from '@isochain/utxo';

const hex = (bytes: Uint8Array | null) => Buffer.from(bytes ?? []).toString('hex');
const privateKey = Buffer.from(process.env.SECRET_KEY ?? '', 'hex');
const senderPubKey = hex(pointFromScalar(privateKey, true));
const chain = utxo.connect('bitcoin', { endpoints: ['https://mempool.space/api'] });
const senderAddress = chain.addresses(senderPubKey).addresses[0]?.address ?? '';

const { balances } = await chain.accountState(senderAddress, { include: ['native'] });
console.log(`${balances.native?.available} satoshi`);

const recipientAddress = 'bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3';
const intent = { mode: 'transfer', senderAddress, senderPubKey, recipientAddress, amount: '10000' } as const;
const { ok, transaction, status } = await chain.encode(intent);
if (!ok) throw new Error(status.errors.map(({ message }) => message).join(' '));

const signature = toSign(transaction)
  .hashes.map((hash) => hex(sign(hash, privateKey)))
  .join('');
const { hash } = await chain.broadcast({ ...transaction, signature });
console.log(`sent ${hash}`);
