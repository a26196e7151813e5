/** A program that `/docs` shows beside an operation (`x-codeSamples`). */
export interface CodeSample {
  readonly lang: string;
  readonly label: string;
  readonly source: string;
}

interface Recipe {
  readonly label: string;
  readonly imports: string;
  readonly chain: string;
  readonly recipient: string;
  /** In the smallest unit. */
  readonly amount: string;
  /** Statements that make `signature` of `transaction` and `PRIVATE_KEY`. */
  readonly sign: string;
}

/** From what a client wants to the hash of the transaction. Only the signature differs between libraries. */
function programOf({ label, imports, chain, recipient, amount, sign }: Recipe): CodeSample {
  const source = `${imports}

const { ISOCHAIN_URL, ISOCHAIN_KEY, PRIVATE_KEY, SENDER } = process.env;

async function call(step, transaction) {
  const response = await fetch(\`\${ISOCHAIN_URL}/api/${chain}/transaction/\${step}\`, {
    method: 'POST',
    headers: { Authorization: ISOCHAIN_KEY, 'Content-Type': 'application/json' },
    body: JSON.stringify({ transaction }),
  });
  const answer = await response.json();
  const errors = answer.status?.errors ?? [];
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\\n'));
  return answer;
}

const { transaction } = await call('encode', {
  data: {
    mode: 'transfer',
    senderAddress: SENDER,
    recipientAddress: '${recipient}',
    amount: '${amount}',
  },
});

${sign}

const { hash } = await call('broadcast', { ...transaction, signature });
console.log(hash);
`;
  return { lang: 'javascript', label, source };
}

const onSepolia = {
  chain: 'sepolia',
  recipient: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  amount: '10000000000000000',
};

/**
 * The whole way of a transaction, for each way to sign. Tests run them in profile development, and docs/signing.md has more. Secrets are in hex, with
 * 0x on EVM chains.
 */
export const codeSamples: readonly CodeSample[] = [
  programOf({
    ...onSepolia,
    label: 'ethers',
    imports: "import { SigningKey } from 'ethers';",
    sign: `const hashToSign = \`0x\${transaction.encoded[0].hash.value}\`;
const signature = new SigningKey(PRIVATE_KEY).sign(hashToSign).serialized;`,
  }),
  programOf({
    ...onSepolia,
    label: 'viem',
    imports: "import { sign } from 'viem/accounts';",
    sign: `const hashToSign = \`0x\${transaction.encoded[0].hash.value}\`;
const signature = await sign({ hash: hashToSign, privateKey: PRIVATE_KEY, to: 'hex' });`,
  }),
  programOf({
    ...onSepolia,
    label: 'Plain ECDSA',
    imports: "import { secp256k1 } from '@noble/curves/secp256k1'; // 1.x",
    sign: 'const signature = secp256k1.sign(transaction.encoded[0].hash.value, PRIVATE_KEY.slice(2)).toCompactHex();',
  }),
  programOf({
    label: 'Plain ed25519',
    imports: "import { ed25519 } from '@noble/curves/ed25519'; // 1.x",
    chain: 'solana',
    recipient: '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM',
    amount: '10000000',
    sign: `// The message itself is signed, not a hash of it.
const bytes = ed25519.sign(transaction.encoded[0].raw.value, PRIVATE_KEY);
const signature = Buffer.from(bytes).toString('hex');`,
  }),
];
