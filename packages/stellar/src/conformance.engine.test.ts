import {
  describeFamily,
  type FamilySetup,
  type Interceptor,
  restRefusals,
  type Scene,
  type TestEngine,
} from '@isochain/conformance';
import type { CompletedData, EncodedItem } from '@isochain/core';
import { type StellarEngine, startStellar } from '@isochain/devnet/stellar';
import {
  Account,
  Asset,
  Memo,
  Networks,
  Operation,
  StrKey,
  Transaction,
  TransactionBuilder,
  xdr,
} from '@stellar/stellar-base';
import fc from 'fast-check';
import { deedsOf, withoutDeeds } from '../test/deeds.ts';
import { type TestKey, testKey } from '../test/keys.ts';
import { stellar } from './index.ts';
import type { StellarOptions } from './options.ts';
import type { Stellar } from './types.ts';

// The Stellar family's part of the conformance suite. `@stellar/stellar-base` signs and decodes, and balances are those of the stand-in.

const xlm = 10_000_000n;
let engine: StellarEngine;
/** The number of the last key that got an account by an example. */
let newcomer = 10_000;

async function start(): Promise<TestEngine<TestKey, StellarOptions>> {
  engine = await startStellar();
  const tokens = engine.tokens.map(({ id, ticker }) => {
    const [code = '', issuer] = id.split(':');
    const contractAddress = new Asset(code, issuer).contractId(Networks.PUBLIC);
    return { type: 'STELLAR_ASSET' as const, id, name: ticker, ticker, decimals: '7', contractAddress };
  });
  return {
    endpoints: engine.settings.endpoints,
    // Its clock stands still.
    options: { oldestBlockMs: 0, now: () => engine.now() },
    tokens,
    account: (index) => testKey(index),
    fund: (address, amount, tokenId) => engine.fund(address, amount, tokenId),
    balance: (address, tokenId) => engine.balance(address, tokenId),
    mine: () => engine.closeLedger(),
    stop: () => engine.stop(),
  };
}

const forms = ['hex', 'hex with 0x', 'base64', 'JSON of wallets', 'the signed envelope', 'its hex'] as const;

type Form = (typeof forms)[number];

function sign({
  encoded,
  data,
  account,
}: {
  encoded: readonly EncodedItem[];
  data: CompletedData;
  account: TestKey;
}): Record<Form, string> {
  const [item, ...others] = encoded;
  if (item?.raw?.format !== 'XDR' || item.hash?.format !== 'sha256' || others.length > 0)
    throw new Error('A transaction is one envelope with its hash.');
  const transaction = TransactionBuilder.fromXDR(item.raw.value, Networks.PUBLIC);
  if (!(transaction instanceof Transaction)) throw new Error('It is a fee bump.');
  const hash = transaction.hash().toString('hex');
  if (hash !== item.hash.value) throw new Error('The hash is another one.');
  expectSame(data, transaction);
  const signature = account.signing.sign(transaction.hash());
  transaction.sign(account.signing);
  return {
    hex: signature.toString('hex'),
    'hex with 0x': `0x${signature.toString('hex')}`,
    base64: signature.toString('base64'),
    'JSON of wallets': JSON.stringify({ signature: signature.toString('base64'), publicKey: account.address }),
    'the signed envelope': transaction.toXDR(),
    'its hex': transaction.toEnvelope().toXDR('hex'),
  };
}

/** What a careful wallet looks at: who sends, what it costs at most, and where a transfer goes. */
function expectSame(data: CompletedData, { source, fee, operations }: Transaction): void {
  const [operation, ...others] = operations;
  const from = 'senderAddress' in data ? data.senderAddress : '';
  if (source !== from || operation?.source !== undefined) throw new Error('Another account sends.');
  if (fee !== data.fees || others.length > 0) throw new Error('It costs or does something else.');
  if (data.mode !== 'transfer') return;
  const { closeAccount } = (data.params ?? {}) as { closeAccount?: true };
  if (operation?.type === 'accountMerge' && closeAccount === true) {
    if (operation.destination !== data.recipientAddress) throw new Error('It goes elsewhere.');
    return;
  }
  if (operation?.type !== 'payment' && operation?.type !== 'createAccount') throw new Error('It is no transfer.');
  const moved = operation.type === 'payment' ? operation.amount : operation.startingBalance;
  if (operation.destination !== data.recipientAddress) throw new Error('The transfer goes elsewhere.');
  if (moved.replace('.', '').replace(/^0+/, '') !== data.amount)
    throw new Error(`It moves ${moved}, the data says ${data.amount}.`);
}

/** The 64 bytes of a signature in any spelling. */
function read(text: string): string {
  if (text.startsWith('{')) return read((JSON.parse(text) as { signature: string }).signature);
  const plain = text.replace(/^0x/i, '');
  const isHex = /^[0-9a-f]+$/i.test(plain) && plain.length % 2 === 0;
  const hex = isHex ? plain.toLowerCase() : Buffer.from(text, 'base64').toString('hex');
  return hex.slice(-128);
}

function sameSignature(original: string, other: string): boolean {
  try {
    return read(original) === read(other);
  } catch {
    return false;
  }
}

const decimal = (stroops: bigint): string => `${stroops / xlm}.${(stroops % xlm).toString().padStart(7, '0')}`;

/** Completed data, as from encode, for any possible transfer. */
function randomCompleted(accounts: readonly TestKey[]): fc.Arbitrary<{ data: CompletedData; account: TestKey }> {
  const i64 = fc.bigInt({ min: 1n, max: 2n ** 63n - 1n });
  return fc
    .record({
      account: fc.constantFrom(...accounts),
      recipient: fc.uint8Array({ minLength: 32, maxLength: 32 }),
      amount: i64,
      sequence: i64,
      fee: fc.bigInt({ min: 100n, max: 2n ** 32n - 1n }),
      maxTime: i64,
      id: fc.option(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), { nil: undefined }),
    })
    .map(({ account, recipient, amount, sequence, fee, maxTime, id }) => {
      const destination = StrKey.encodeEd25519PublicKey(Buffer.from(recipient));
      // The judge takes the same values, which shows that they can be written.
      const body = xdr.Operation.fromXDR(
        Operation.createAccount({ destination, startingBalance: decimal(amount) }).toXDR(),
      );
      const memo = id === undefined ? Memo.none() : Memo.id(id.toString());
      new TransactionBuilder(new Account(account.address, (sequence - 1n).toString()), {
        fee: fee.toString(),
        networkPassphrase: Networks.PUBLIC,
        timebounds: { minTime: '0', maxTime: maxTime.toString() },
        memo,
      })
        .addOperation(body)
        .build();
      const data: CompletedData = {
        mode: 'transfer',
        senderAddress: account.address,
        recipientAddress: destination,
        amount: String(amount),
        useMaxAmount: false,
        fees: String(fee),
        nonce: String(sequence),
        ...(id === undefined ? {} : { memo: `id:${id}` }),
        params: {
          networkPassphrase: Networks.PUBLIC,
          maxTime: String(maxTime),
          signers: [account.address],
          createAccount: true,
          ...(id === undefined ? {} : { memo: { type: 'id', value: String(id) } }),
        },
      };
      return { account, data };
    });
}

/** `tx_bad_auth`, as the result of a transaction (stellar/stellar-xdr, Stellar-transaction.x: TransactionResult). */
const badAuth = Buffer.from(`${'00'.repeat(8)}fffffffa${'00'.repeat(4)}`, 'hex').toString('base64');

/** The test network: its passphrase is another one, and signatures for the main network are not valid there. */
const anotherNetwork: Interceptor = async ({ method, path }, forward) => {
  if (method === 'POST') {
    const refusal = { tx_status: 'ERROR', hash: 'ab'.repeat(32), error_result_xdr: badAuth };
    return Response.json(path.endsWith('_async') ? refusal : { ...refusal, type: 'transaction_failed', status: 400 }, {
      status: 400,
    });
  }
  const answer = await forward();
  const headers = new Headers(answer.headers);
  const text = (await answer.text()).replaceAll(Networks.PUBLIC, Networks.TESTNET);
  headers.delete('content-length');
  return new Response(text, { status: answer.status, headers });
};

const by = ({ sender }: Scene<TestKey>) => ({ senderAddress: sender.address, senderPubKey: sender.publicKey });

/** A server without the way that answers at once, which waits for the ledger and tells the codes of a refusal. */
const codes =
  (transaction: string, operation?: string) =>
  ({ path }: { readonly path: string }) =>
    path.endsWith('/transactions_async')
      ? new Response('', { status: 404 })
      : Response.json(
          {
            type: 'https://stellar.org/horizon-errors/transaction_failed',
            ...{ title: 'Transaction Failed', status: 400, detail: '' },
            extras: { result_codes: { transaction, ...(operation === undefined ? {} : { operations: [operation] }) } },
          },
          { status: 400 },
        );
const later = ({ path, body = '' }: { readonly path: string; readonly body: string | undefined }) => {
  if (!path.endsWith('/transactions_async')) return new Response('', { status: 404 });
  const sent = new URLSearchParams(body).get('tx') ?? '';
  const hash = TransactionBuilder.fromXDR(sent, Networks.PUBLIC).hash().toString('hex');
  return Response.json({ tx_status: 'TRY_AGAIN_LATER', hash }, { status: 503 });
};
/** Looking for a proof takes some ledgers. */
const slow = [] as const;

const refusals = restRefusals(
  new URL('./failures.ts', import.meta.url),
  ({ method, path }) => method === 'POST' && /\/transactions(?:_async)?$/.test(path),
  [
    ['broadcast.insufficientFunds', 'tx_insufficient_balance', codes('tx_insufficient_balance')],
    ['broadcast.refused', 'tx_bad_auth', codes('tx_bad_auth')],
    ['broadcast.fails', 'op_underfunded', codes('tx_failed', 'op_underfunded')],
    ['broadcast.invalid', 'op_malformed', codes('tx_failed', 'op_malformed')],
    ['broadcast.feeTooLow', 'tx_insufficient_fee', codes('tx_insufficient_fee'), slow],
    ['broadcast.notFinal', 'tx_too_early', codes('tx_too_early'), slow],
    ['broadcast.chainTooLong', 'TRY_AGAIN_LATER', later, slow],
    ['broadcast.uncertain', 'tx_bad_seq', codes('tx_bad_seq'), slow],
    ['broadcast.uncertain', 'tx_too_late', codes('tx_too_late'), slow],
    ['broadcast.refused', 'a code that nobody knows', codes('tx_new_code'), slow],
  ],
);

const setup: FamilySetup<Stellar, TestKey, Form> = {
  family: stellar,
  chainId: 'stellar',
  otherChainId: 'stellar-testnet',
  start,
  forms,
  sign,
  sameSignature,
  keyOnlyOnChain: true,
  // An account exists before it can receive a little, and has a trustline before it can receive a token.
  async prepareRecipient({ address }, token) {
    if (engine.accountState(address) === undefined) await engine.fund(address, 2n * xlm);
    if (token !== undefined) engine.placeTrustline(address, token.id);
  },
  // The reserve of the account and of its trustline, and what the network does not take of the bid.
  maxLeaves: ({ fees }) => (3n * xlm) / 2n + BigInt(fees),
  amounts: { funds: 500n * xlm, usual: 50n * xlm, least: 1n, tokenFunds: 5_000_000n, token: 1_234_567n },
  examples: [
    {
      name: 'transfer to an account that does not exist',
      mode: 'transfer',
      intent: (scene) => {
        newcomer += 1;
        const { address: recipientAddress } = testKey(newcomer);
        return { mode: 'transfer', ...by(scene), recipientAddress, amount: String(xlm) };
      },
    },
    {
      name: 'transferToken: a claimable balance',
      mode: 'transferToken',
      intent: (scene) => ({
        ...{ mode: 'transferToken', ...by(scene), tokenId: engine.tokenIds.demo },
        ...{ recipientAddress: engine.issuers.regulated.address, amount: '7', params: { claimable: true } },
      }),
    },
    {
      name: 'enableToken',
      mode: 'enableToken',
      intent: ({ sender }) => ({
        mode: 'enableToken',
        senderAddress: sender.address,
        tokenId: engine.tokenIds.longCode,
      }),
    },
    {
      name: 'enableToken: with a limit',
      mode: 'enableToken',
      intent: ({ sender }) => ({
        ...{ mode: 'enableToken', senderAddress: sender.address },
        ...{ tokenId: engine.tokenIds.regulated, params: { limit: '1000000000' } },
      }),
    },
  ],
  deeds: deedsOf(() => engine),
  withoutDeeds,
  // The bytes hold no key. The signatures are checked against the keys in `params`, and nodes check them against the account.
  granted: { claimable: true },
  wishes: {
    maxTime: '4102444800',
    memoType: 'id',
    signers: ['ab'.repeat(32)],
    closeAccount: true,
    claimable: true,
    reclaimAfterSeconds: '5',
    limit: '5',
    remove: true,
  },
  unbound: () => ['useMaxAmount', 'senderPubKey'],
  unsupported: [
    'read.validators',
    'read.account.balances.staking',
    'read.account.transactions.staking',
    'read.transaction.staking',
    'write.transaction.type.deployAccount',
    'write.transaction.type.stake',
    'write.transaction.type.unstake',
    'write.transaction.type.claimRewards',
    'write.transaction.type.withdraw',
    'write.transaction.type.registerStake',
    'write.transaction.type.convertAsset',
  ],
  invalid: {
    addresses: [
      'x',
      '0x12f7464C9Ff094098d3F1d987a7C0Ce958E1cC17',
      'GAB2CB576PHBBPQ5ODORRZ2LYCMWPZGWGCN2KDK7DXOIMZASKUY3QZ6A',
      'CAS3J7GYLGXMF6TDJBBYYSE3HQ6BBSMLNUQ34T6TZMYMW2EVH34XOWMA',
    ],
    tokens: ['USDC', 'USDC:GA5Z', 'THIRTEENCHARS:GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN'],
    transactions: ['x', 'ab'.repeat(31), `0x${'ab'.repeat(33)}`],
    publicKeys: ['02'.repeat(31), '02'.repeat(33), 'zz'],
  },
  unknown: {
    transaction: 'ab'.repeat(32),
    token: 'NOBODY:GAB2CB576PHBBPQ5ODORRZ2LYCMWPZGWGCN2KDK7DXOIMZASKUY3QZ6Q',
  },
  speaks: 'rest',
  wrongNetwork: { intercept: anotherNetwork },
  refusals,
  roundTrips: [
    {
      maxBatch: undefined,
      encode: {
        ...{ transfer: 1, 'transfer max': 1, transferToken: 1, 'transferToken max': 1 },
        ...{ 'transfer to an account that does not exist': 1, 'transferToken: a claimable balance': 1 },
        ...{ enableToken: 1, 'enableToken: with a limit': 1 },
      },
      state: 1,
      broadcast: 1,
    },
  ],
  randomCompleted,
};

describeFamily(setup);
