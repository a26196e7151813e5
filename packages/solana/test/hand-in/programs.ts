import type { Programs } from '@isochain/conformance/hand-ins/hand-in.ts';
import { account } from './accounts.ts';

export const programs: Programs = {
  // The library takes hex without 0x.
  async sender() {
    const { address, privateKey } = await account(4);
    return { address, privateKey: privateKey.slice(2) };
  },
  chainId: 'solana',
  recipient: '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM',
  amount: '10000000',
  signing: [
    {
      label: 'Plain ed25519',
      imports: "import { ed25519 } from '@noble/curves/ed25519'; // 1.x",
      sign: `// The message itself is signed, not a hash of it.
const bytes = ed25519.sign(transaction.encoded[0].raw.value, PRIVATE_KEY);
const signature = Buffer.from(bytes).toString('hex');`,
    },
  ],
};
