import type { Programs } from '@isochain/conformance/hand-ins/hand-in.ts';
import { account } from './accounts.ts';

export const programs: Programs = {
  async sender() {
    const { address, privateKey } = await account(3);
    return { address, privateKey };
  },
  chainId: 'starknet-sepolia',
  recipient: '0x028cced05d2b693b92012478dbede9483a805b0eb51f16cba011d2c580125966',
  amount: '1000000000000000000',
  signing: [
    {
      label: 'starknet.js',
      imports: "import { ec } from 'starknet';",
      sign: 'const signature = ec.starkCurve.sign(transaction.encoded[0].hash.value, PRIVATE_KEY).toDERHex();',
    },
  ],
};
