import type { Programs } from '@isochain/conformance/hand-ins/hand-in.ts';
import { account } from './accounts.ts';

export const programs: Programs = {
  // The library takes bytes.
  async sender() {
    const { address, privateKey, publicKey } = await account(1);
    return { address, privateKey: privateKey.replace(/^0x/, ''), publicKey };
  },
  sendsKey: true,
  chainId: 'ton',
  recipient: 'UQAQ113dWkP2MOfXN2uv0qPFB-097flcLBhyv0_lhgXEUhwz',
  amount: '1000000',
  signing: [
    {
      label: '@ton/crypto',
      imports: "import { keyPairFromSeed, sign } from '@ton/crypto';",
      sign: `const { secretKey } = keyPairFromSeed(Buffer.from(PRIVATE_KEY, 'hex'));
const signature = sign(Buffer.from(transaction.encoded[0].hash.value, 'hex'), secretKey).toString('hex');`,
    },
  ],
};
