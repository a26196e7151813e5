import type { Programs } from '@isochain/conformance/hand-ins/hand-in.ts';
import { account } from './accounts.ts';

export const programs: Programs = {
  // The library takes bytes.
  async sender() {
    const { address, privateKey, publicKey } = await account(8);
    return { address, privateKey: privateKey.slice(2), publicKey };
  },
  sendsKey: true,
  chainId: 'cosmoshub-testnet',
  recipient: 'cosmos1erxf3sa9q2j4vgseu7jq4a258ckmk7cy076t8z',
  amount: '1000000',
  signing: [
    {
      label: 'CosmJS',
      imports: "import { DirectSecp256k1Wallet } from '@cosmjs/proto-signing';",
      sign: `const { bodyBytes, authInfoBytes, chainId, accountNumber } = JSON.parse(transaction.encoded[1].raw.value);
const wallet = await DirectSecp256k1Wallet.fromKey(Buffer.from(PRIVATE_KEY, 'hex'), 'cosmos');
const document = {
  bodyBytes: Buffer.from(bodyBytes, 'base64'),
  authInfoBytes: Buffer.from(authInfoBytes, 'base64'),
  chainId,
  accountNumber: BigInt(accountNumber),
};
const { signature: { signature } } = await wallet.signDirect(SENDER, document);`,
    },
  ],
};
