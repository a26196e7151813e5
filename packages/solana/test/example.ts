import { solana, toSign } from '@isochain/solana';
import { createKeyPairSignerFromPrivateKeyBytes, getBase16Codec, signBytes } from '@solana/kit';

const hex = getBase16Codec();
const seed = hex.encode(process.env.SECRET_SEED ?? '');
const { address: senderAddress, keyPair } = await createKeyPairSignerFromPrivateKeyBytes(seed);
const chain = solana.connect('solana', { endpoints: ['https://api.mainnet.solana.com'] });

const { balances } = await chain.accountState(senderAddress, { include: ['native'] });
console.log(`${balances.native?.available} lamports`);

const recipientAddress = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM';
const intent = { mode: 'transfer', senderAddress, recipientAddress, amount: '10000000' } as const;
const { ok, transaction, status } = await chain.encode(intent);
if (!ok) throw new Error(status.errors.map(({ message }) => message).join(' '));

const signature = hex.decode(await signBytes(keyPair.privateKey, toSign(transaction).message));
const { hash } = await chain.broadcast({ ...transaction, signature });
console.log(`sent ${hash}`);
