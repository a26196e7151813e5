import {
  describeFamily,
  type FamilySetup,
  interceptCalls,
  type Ledger,
  rpcRefusals,
  type TestAccount,
  type TestEngine,
} from '@isochain/conformance';
import type { CompletedData, EncodedItem } from '@isochain/core';
import {
  type AnvilEngine,
  accounts as holders,
  installOpStack,
  prepareEvm,
  startAnvil,
  waitForReceipt,
} from '@isochain/devnet/evm';
import { mnemonic } from '@isochain/devnet/mnemonic';
import { HDNodeWallet, Interface, JsonRpcProvider, Mnemonic, Signature, SigningKey, Transaction, Wallet } from 'ethers';
import fc from 'fast-check';
import { deedsOn } from '../test/deeds.ts';
import type { EvmChainId } from './chains.ts';
import { evm } from './index.ts';
import type { EvmOptions } from './options.ts';
import type { Evm } from './types.ts';

// The EVM family's part of the conformance suite. Keys, bytes, signatures and balances are ethers' and the engine's, never ours.

interface Account extends TestAccount {
  readonly privateKey: string;
}

const erc20 = new Interface([
  'function transfer(address to, uint256 amount) returns (bool)',
  'function balanceOf(address) view returns (uint256)',
]);
const ether = 10n ** 18n;

/** The engine of the suite that runs. */
let current: AnvilEngine | undefined;

const deeds = deedsOn(() => {
  if (current === undefined) throw new Error('No engine runs.');
  return current;
});

/** Keys of the usual mnemonic, far from the ten that the engine funds. */
function account(index: number): Account {
  const { address, privateKey, publicKey } = HDNodeWallet.fromMnemonic(
    Mnemonic.fromPhrase(mnemonic),
    `m/44'/60'/1'/0/${index}`,
  );
  return { address, privateKey, publicKey };
}

async function start(
  chainId: EvmChainId,
  nativeChainId: number,
  network: 'ethereum' | 'optimism',
  options: EvmOptions,
): Promise<TestEngine<Account, EvmOptions>> {
  const anvil = await startAnvil({ chainId, nativeChainId, network });
  try {
    await prepareEvm(anvil);
    if (network === 'optimism') await installOpStack(anvil);
  } catch (error) {
    await anvil.stop();
    throw error;
  }
  current = anvil;
  const tokens = anvil.tokens.map(({ id, name, ticker, decimals }) => ({ id, name, ticker, decimals }));
  return {
    endpoints: [{ url: anvil.url, maxBatch: 10 }],
    // The engine makes blocks only for transactions.
    options: { tokens, oldestBlockMs: 0, ...options },
    tokens: tokens.map((token) => ({
      ...token,
      type: 'ERC20' as const,
      decimals: String(token.decimals),
      contractAddress: token.id,
    })),
    account,
    ...ledger(anvil),
    stop: anvil.stop,
  };
}

function ledger(anvil: AnvilEngine): Pick<Ledger<Account>, 'fund' | 'balance' | 'mine'> {
  const provider = new JsonRpcProvider(anvil.url, anvil.nativeChainId, { staticNetwork: true });
  const holder = new Wallet(holders[0]?.privateKey ?? '', provider);
  let last: Promise<unknown> = Promise.resolve();
  return {
    async fund(address, amount, tokenId) {
      if (tokenId === undefined) return anvil.fund(address, amount);
      // One after the other, as they share a sender and its nonces.
      const sent = last.then(async () => {
        const nonce = Number(await anvil.rpc<string>('eth_getTransactionCount', [holder.address, 'latest']));
        const data = erc20.encodeFunctionData('transfer', [address, amount]);
        const { hash } = await holder.sendTransaction({ to: tokenId, data, nonce, gasLimit: 100_000n });
        if ((await waitForReceipt(anvil, hash))?.status !== '0x1') throw new Error('The tokens were not moved.');
      });
      last = sent;
      return sent;
    },
    async balance(address, tokenId) {
      if (tokenId === undefined) return BigInt(await anvil.rpc<string>('eth_getBalance', [address, 'latest']));
      const data = erc20.encodeFunctionData('balanceOf', [address]);
      return BigInt(await anvil.rpc<string>('eth_call', [{ to: tokenId, data }, 'latest']));
    },
    mine: () => anvil.mine(),
  };
}

const forms = [
  'r, s and v in hex',
  'r, s and v in hex with 0x',
  'r and s in hex',
  'v as 00 or 01',
  'v of one digit',
  'v after EIP-155',
  'undefined for v',
  'base64',
  'DER in hex',
  'EIP-2098 compact',
  's in the upper half',
  'the signed transaction',
] as const;

type Form = (typeof forms)[number];

/** Order of secp256k1 (SEC 2, section 2.4.1). */
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

/** Signs as a wallet does: only if the transaction does what was asked for. */
function sign({
  encoded,
  data,
  account,
}: {
  encoded: readonly EncodedItem[];
  data: CompletedData;
  account: Account;
}): Record<Form, string> {
  const transaction = Transaction.from(encoded.find(({ raw }) => raw?.format === 'RLP')?.raw?.value ?? '');
  expectSame(transaction, data);
  for (const { hash } of encoded)
    if (`0x${hash?.value}` !== transaction.unsignedHash) throw new Error('The hash is not that of the transaction.');

  const { privateKey } = account;
  const signature = new SigningKey(privateKey).sign(transaction.unsignedHash);
  transaction.signature = signature;
  const [r, s] = [signature.r.slice(2), signature.s.slice(2)];
  const parity = signature.yParity;
  const upper = (order - BigInt(signature.s)).toString(16).padStart(64, '0');
  return {
    'r, s and v in hex': `${r}${s}${(27 + parity).toString(16)}`,
    'r, s and v in hex with 0x': signature.serialized,
    'r and s in hex': `${r}${s}`,
    'v as 00 or 01': `${r}${s}0${parity}`,
    'v of one digit': `${r}${s}${parity}`,
    'v after EIP-155': `${r}${s}${(35n + 2n * transaction.chainId + BigInt(parity)).toString(16)}`,
    'undefined for v': `${r}${s}undefined`,
    base64: Buffer.from(signature.serialized.slice(2), 'hex').toString('base64'),
    'DER in hex': der(r, s),
    'EIP-2098 compact': signature.compactSerialized,
    's in the upper half': `${r}${upper}${(28 - parity).toString(16)}`,
    'the signed transaction': transaction.serialized,
  };
}

function expectSame(transaction: Transaction, data: CompletedData): void {
  if (data.mode !== 'transfer' && data.mode !== 'transferToken') throw new Error(`No wallet signs ${data.mode} here.`);
  const call = data.mode === 'transfer' ? undefined : erc20.parseTransaction({ data: transaction.data })?.args;
  const said = [
    [transaction.nonce, Number(data.nonce)],
    [transaction.gasLimit, BigInt(data.gas ?? 0)],
    [transaction.to?.toLowerCase(), (data.mode === 'transfer' ? data.recipientAddress : data.tokenId).toLowerCase()],
    [transaction.value, data.mode === 'transfer' ? BigInt(data.amount ?? 0) : 0n],
    [call?.[0]?.toLowerCase(), data.mode === 'transfer' ? undefined : data.recipientAddress.toLowerCase()],
    [call?.[1], data.mode === 'transfer' ? undefined : BigInt(data.amount ?? 0)],
  ];
  for (const [is, says] of said)
    if (is !== says) throw new Error(`The transaction has ${is} where the data says ${says}.`);
}

/** X.690: SEQUENCE { INTEGER r, INTEGER s }, each with a zero in front where it would look negative. */
function der(r: string, s: string): string {
  const integer = (digits: string) => {
    const short = digits.replace(/^(?:00)+/, '');
    const positive = Number.parseInt(short.slice(0, 2), 16) > 127 ? `00${short}` : short;
    return `02${(positive.length / 2).toString(16).padStart(2, '0')}${positive}`;
  };
  const body = `${integer(r)}${integer(s)}`;
  return `30${(body.length / 2).toString(16).padStart(2, '0')}${body}`;
}

/** Reads a signature in any form. Parity is undefined if the form does not tell it. */
function read(text: string): { rs: string; parity: number | undefined } | undefined {
  const digits = /[^0-9a-fx]/i.test(text.replace(/undefined$/, ''))
    ? Buffer.from(text, 'base64').toString('hex')
    : text.replace(/^0x/, '').replace(/undefined$/, '');
  const [rs, v] = [digits.slice(0, 128), digits.slice(128)];
  if (digits.length > 150) {
    const { signature } = Transaction.from(text);
    return signature === null
      ? undefined
      : { rs: signature.r.slice(2) + signature.s.slice(2), parity: signature.yParity };
  }
  if (rs.length < 128) return undefined;
  if (v !== '') return { rs, parity: Signature.getNormalizedV(BigInt(`0x${v}`)) - 27 };
  const { r, s, yParity } = Signature.from(`0x${rs}`);
  const isCompact = BigInt(`0x${rs.slice(64)}`) >> 255n === 1n;
  return { rs: r.slice(2) + s.slice(2), parity: isCompact ? yParity : undefined };
}

function sameSignature(original: string, other: string): boolean {
  try {
    const [one, two] = [read(original), read(other)];
    if (one === undefined || two === undefined || one.rs !== two.rs) return false;
    return one.parity === undefined || two.parity === undefined || one.parity === two.parity;
  } catch {
    return false;
  }
}

/** Completed data, as from encode, for any possible transaction. */
function randomCompleted(accounts: readonly Account[]): fc.Arbitrary<{ data: CompletedData; account: Account }> {
  const address = fc
    .bigInt({ min: 2n ** 100n, max: 2n ** 160n - 1n })
    .map((value) => `0x${value.toString(16).padStart(40, '0')}`);
  const wei = fc.bigInt({ min: 1n, max: 10n ** 24n });
  const extra = fc.option(fc.bigInt({ min: 0n, max: 10n ** 16n }), { nil: undefined });
  return fc
    .record({
      account: fc.constantFrom(...accounts),
      token: fc.option(address, { nil: undefined }),
      recipientAddress: address,
      amount: wei,
      useMaxAmount: fc.boolean(),
      withKey: fc.boolean(),
      nonce: fc.nat(),
      gas: fc.integer({ min: 21_000, max: 30_000_000 }),
      legacy: fc.boolean(),
      cap: fc.bigInt({ min: 1n, max: 10n ** 13n }),
      tipPercent: fc.bigInt({ min: 0n, max: 100n }),
      l1Fee: extra,
      operatorFee: extra,
    })
    .map(
      ({
        account,
        token,
        recipientAddress,
        amount,
        useMaxAmount,
        withKey,
        nonce,
        gas,
        legacy,
        cap,
        tipPercent,
        l1Fee,
        operatorFee,
      }) => {
        const price = legacy
          ? { type: 'legacy', gasPrice: String(cap) }
          : { type: 'eip1559', maxFeePerGas: String(cap), maxPriorityFeePerGas: String((cap * tipPercent) / 100n) };
        const common = {
          senderAddress: account.address,
          recipientAddress,
          amount: String(amount),
          useMaxAmount,
          ...(withKey ? { senderPubKey: account.publicKey } : {}),
          nonce: String(nonce),
          gas: String(gas),
          fees: String(BigInt(gas) * cap + (l1Fee ?? 0n) + (operatorFee ?? 0n)),
          params: {
            ...price,
            ...(l1Fee === undefined ? {} : { l1Fee: String(l1Fee) }),
            ...(operatorFee === undefined ? {} : { operatorFee: String(operatorFee) }),
          },
        };
        const data: CompletedData =
          token === undefined ? { mode: 'transfer', ...common } : { mode: 'transferToken', tokenId: token, ...common };
        return { account, data };
      },
    );
}

const node = (message: string) => ({ code: -32000, message });

/** As go-ethereum words them. */
const refusals = rpcRefusals(
  new URL('./failures.ts', import.meta.url),
  ['eth_sendRawTransaction'],
  [
    // Nobody shows what used it.
    ['broadcast.nonceUsed', node('nonce too low: next nonce 8, tx nonce 7'), ['broadcast.uncertain']],
    ['broadcast.nonceTaken', node('replacement transaction underpriced')],
    ['broadcast.nonceGap', node('nonce too high')],
    ['broadcast.feeCap', node('tx fee (1.25 ether) exceeds the configured cap (1.00 ether)')],
    ['broadcast.gasRefused', node('intrinsic gas too low')],
    ['broadcast.feeTooLow', node('transaction underpriced')],
    ['broadcast.feeTooLow', node('max fee per gas less than block base fee')],
    ['broadcast.insufficientFunds', node('insufficient funds for gas * price + value')],
    ['broadcast.delegatedLimit', node('in-flight transaction limit reached for delegated accounts')],
    ['broadcast.congested', node('txpool is full')],
    ['broadcast.invalid', node('invalid sender')],
    ['broadcast.refused', node('computer says no'), ['broadcast.uncertain']],
  ],
);

const common = {
  family: evm,
  forms,
  sign,
  sameSignature,
  amounts: { funds: 10n * ether, usual: ether, least: 1n, tokenFunds: 5_000_000n, token: 1_234_567n },
  unsupported: [
    'read.validators',
    'read.transaction.staking',
    'read.account.balances.staking',
    'read.account.transactions.staking',
    'write.transaction.type.deployAccount',
    'write.transaction.type.stake',
    'write.transaction.type.enableToken',
    'write.transaction.type.unstake',
    'write.transaction.type.claimRewards',
    'write.transaction.type.withdraw',
    'write.transaction.type.registerStake',
    'write.transaction.type.convertAsset',
    'write.transaction.field.memo',
  ],
  respell: (address) => address.toLowerCase(),
  invalid: {
    addresses: [
      '0x1234',
      'f39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
      // A letter in the wrong case, against EIP-55.
      '0xF39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
      '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb9226g',
      '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb9226600',
      'cosmos1vqpjljwsynsn58dugz0w8ut7kun7t8ls2qkmsq',
      'vitalik.eth',
    ],
    tokens: [
      '0x1234',
      'USDC',
      '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE',
      '0x0000000000000000000000000000000000000000',
    ],
    transactions: ['0x1234', 'x', `0x${'g'.repeat(64)}`, `0x${'1'.repeat(65)}`],
    publicKeys: [`02${'ff'.repeat(32)}`, '02'.repeat(20)],
  },
  unknown: { transaction: `0x${'ab'.repeat(32)}`, token: '0x00000000000000000000000000000000000A11cE' },
  speaks: 'json-rpc',
  refusals,
  // An address tells its key, and the amount tells the maximum.
  unbound: () => ['useMaxAmount', 'senderPubKey'],
} as const satisfies Partial<FamilySetup<Evm, Account, Form>>;

/** The most round trips: one for a transfer, two for a token transfer, one for a state and for a broadcast. */
const encode = { transfer: 1, 'transfer max': 1, transferToken: 1, 'transferToken max': 2 };

/** A node of Polygon, as go-ethereum words its refusal of a transaction for another chain. */
const wrongNetwork = (nativeChainId: number) => ({
  intercept: interceptCalls(({ method }) => {
    if (method === 'eth_chainId') return { result: '0x89' };
    if (method === 'eth_sendRawTransaction')
      return { error: { code: -32000, message: `invalid chain id for signer: have ${nativeChainId} want 137` } };
    return undefined;
  }),
});

describeFamily({
  ...common,
  chainId: 'sepolia',
  otherChainId: 'base-sepolia',
  start: () => start('sepolia', 11155111, 'ethereum', { historyScanBlocks: 100_000 }),
  wrongNetwork: wrongNetwork(11155111),
  roundTrips: [
    { maxBatch: 10, encode, state: 1, broadcast: 1 },
    { maxBatch: 3, encode, state: 1, broadcast: 1 },
  ],
  deeds,
  randomCompleted,
});

describeFamily({
  ...common,
  chainId: 'base-sepolia',
  otherChainId: 'sepolia',
  // As on public chains: without an explorer there is no history.
  start: () => start('base-sepolia', 84532, 'optimism', {}),
  unsupported: [...common.unsupported, 'read.account.transactions.native', 'read.account.transactions.tokens'],
  wrongNetwork: wrongNetwork(84532),
  // What L1 will take is known only when the transaction is mined.
  maxLeaves: (data) => BigInt((data.params as { l1Fee?: string }).l1Fee ?? 0),
  roundTrips: [
    { maxBatch: 10, encode, state: 1, broadcast: 1 },
    { maxBatch: 3, encode, state: 1, broadcast: 1 },
  ],
});
