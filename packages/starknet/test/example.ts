import { starknet, toSign } from '@isochain/starknet';
import { ec } from 'starknet';

const privateKey = process.env.PRIVATE_KEY ?? '';
const senderPubKey = ec.starkCurve.getStarkKey(privateKey);
const chain = starknet.connect('starknet', {
  endpoints: ['https://api.cartridge.gg/x/starknet/mainnet/rpc/v0_10', 'https://starknet-rpc.publicnode.com'],
});

const [wallet] = chain.addresses(senderPubKey).addresses;
if (wallet === undefined) throw new Error('no address');
const { balances } = await chain.accountState(wallet.address, { include: ['native'] });
console.log(`${balances.native?.available} FRI`);

const recipientAddress = '0x028cced05d2b693b92012478dbede9483a805b0eb51f16cba011d2c580125966';
const intent = { mode: 'transfer', senderAddress: wallet.address, recipientAddress, amount: '10000' } as const;
const { ok, transaction, status } = await chain.encode(intent);
if (!ok) throw new Error(status.errors.map(({ message }) => message).join(' '));

const signature = ec.starkCurve.sign(toSign(transaction).hash, privateKey).toCompactHex();
const { hash } = await chain.broadcast({ ...transaction, signature });
console.log(`sent ${hash}`);
