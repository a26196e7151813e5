import type { Programs } from '@isochain/conformance/hand-ins/hand-in.ts';
import { account } from './accounts.ts';

export const programs: Programs = {
  sender: () => account(8),
  chainId: 'sepolia',
  recipient: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  amount: '10000000000000000',
  signing: [
    {
      label: 'ethers',
      imports: "import { SigningKey } from 'ethers';",
      sign: `const hashToSign = \`0x\${transaction.encoded[0].hash.value}\`;
const signature = new SigningKey(PRIVATE_KEY).sign(hashToSign).serialized;`,
    },
    {
      label: 'viem',
      imports: "import { sign } from 'viem/accounts';",
      sign: `const hashToSign = \`0x\${transaction.encoded[0].hash.value}\`;
const signature = await sign({ hash: hashToSign, privateKey: PRIVATE_KEY, to: 'hex' });`,
    },
    {
      label: 'Plain ECDSA',
      imports: "import { secp256k1 } from '@noble/curves/secp256k1'; // 1.x",
      sign: 'const signature = secp256k1.sign(transaction.encoded[0].hash.value, PRIVATE_KEY.slice(2)).toCompactHex();',
    },
  ],
};
