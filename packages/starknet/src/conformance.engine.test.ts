import {
  describeFamily,
  type FamilySetup,
  interceptCalls,
  rpcRefusals,
  type Scene,
  type TestAccount,
  type TestEngine,
} from '@isochain/conformance';
import type { Chain, CompletedData, EncodedItem } from '@isochain/core';
import { type StarknetStandIn, startStarknet } from '@isochain/devnet/starknet';
import { Fp251, getStarkKey, Point, sign as signHash } from '@scure/starknet';
import fc from 'fast-check';
import { deedsOn, withoutDeeds } from '../test/deeds.ts';
import { type HashedTransaction, hashOfRpc } from '../test/rpc-hash.ts';
import { starknet } from './index.ts';
import type { StarknetOptions } from './options.ts';
import type { Starknet } from './types.ts';

// The Starknet family's part of the conformance suite. Keys, hashes and signatures are those of @scure/starknet, balances those of the stand-in.

interface Account extends TestAccount {
  readonly publicKey: string;
  readonly privateKey: string;
}

const strk = 10n ** 18n;
const chainName = 'SN_MAIN';
let engine: StarknetStandIn;

function account(index: number): Account {
  const privateKey = `0x${(0x0123456789abcdef0123456789abcdef0123456789abcdef00000000n + BigInt(index)).toString(16)}`;
  const publicKey = getStarkKey(privateKey);
  return { address: engine.addressOf('argent-0.4.0', publicKey), publicKey, privateKey };
}

async function start(): Promise<TestEngine<Account, StarknetOptions>> {
  engine = await startStarknet({ chainId: 'starknet' });
  const listed = engine.tokens.map(({ id, name, ticker, decimals }) => ({ id, name, ticker, decimals }));
  return {
    endpoints: engine.settings.endpoints as never,
    options: { oldestBlockMs: 0, tokens: listed },
    tokens: listed.map((token) => ({
      ...token,
      type: 'ERC20' as const,
      decimals: String(token.decimals),
      contractAddress: token.id,
    })),
    account,
    fund: (address, amount, tokenId) => engine.fund(address, amount, tokenId),
    balance: (address, tokenId) => engine.balance(address, tokenId),
    mine: () => engine.mine(),
    stop: () => engine.stop(),
  };
}

const forms = [
  'r and s in hex',
  'hex with 0x',
  'r, s and v in hex',
  'without leading zeros',
  'base64',
  'DER in hex',
  'a list of felts',
  'felts with a comma',
  'the signature of the account',
] as const;

type Form = (typeof forms)[number];

/** Signs as a wallet does: only if the transaction does what was asked for. */
function sign({
  encoded,
  data,
  account: { address, publicKey, privateKey },
}: {
  encoded: readonly EncodedItem[];
  data: CompletedData;
  account: Account;
}): Record<Form, string> {
  const [item, ...others] = encoded;
  if (item?.hash?.format !== 'pedersen' || item.raw !== undefined || others.length > 0)
    throw new Error('A transaction is one item with its hash alone.');
  const { hash } = item;
  if (!/^[0-9a-f]{64}$/.test(hash.value)) throw new Error('The hash is not of 64 digits.');
  const { transaction } = data.params as unknown as { readonly transaction: HashedTransaction };
  expectSame(transaction, data);
  if (hashOfRpc(transaction, chainName, address) !== BigInt(`0x${hash.value}`))
    throw new Error('The hash is of another transaction.');
  const { r, s } = signHash(hash.value, privateKey);
  const word = (value: bigint) => value.toString(16).padStart(64, '0');
  const rs = `${word(r)}${word(s)}`;
  return {
    'r and s in hex': rs,
    'hex with 0x': `0x${rs}`,
    'r, s and v in hex': `${rs}1b`,
    'without leading zeros': `${r.toString(16)}${s.toString(16)}`,
    base64: Buffer.from(rs, 'hex').toString('base64'),
    'DER in hex': der(r, s),
    'a list of felts': JSON.stringify([`0x${r.toString(16)}`, `0x${s.toString(16)}`]),
    'felts with a comma': `${r},${s}`,
    'the signature of the account': JSON.stringify([
      '0x1',
      '0x0',
      publicKey,
      `0x${r.toString(16)}`,
      `0x${s.toString(16)}`,
    ]),
  };
}

const strkAddress = '0x4718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938d';

/** What a careful wallet looks at: nonce, fees, and where a transfer goes. */
function expectSame(
  { nonce, tip, resource_bounds: bounds, calldata = [] }: HashedTransaction,
  data: CompletedData,
): void {
  const most = Object.values(bounds).reduce(
    (sum, each) => sum + BigInt(each.max_amount) * BigInt(each.max_price_per_unit),
    0n,
  );
  const said: (readonly [unknown, unknown])[] = [
    [BigInt(nonce), BigInt(data.nonce ?? 0)],
    [most + BigInt(bounds.l2_gas.max_amount) * BigInt(tip), BigInt(data.fees)],
    [BigInt(bounds.l2_gas.max_amount), BigInt(data.gas ?? 0)],
  ];
  if (data.mode === 'transfer' || data.mode === 'transferToken') {
    const [calls, token, , length, to, low, high] = calldata.map(BigInt);
    said.push(
      [calls, 1n],
      [length, 3n],
      [token, BigInt(data.mode === 'transfer' ? strkAddress : data.tokenId)],
      [to, BigInt(data.recipientAddress)],
      [(low ?? 0n) + ((high ?? 0n) << 128n), BigInt(data.amount ?? 0)],
    );
  }
  for (const [is, says] of said)
    if (is !== says) throw new Error(`The transaction has ${String(is)} where the data says ${String(says)}.`);
}

/** X.690, SEQUENCE { INTEGER r, INTEGER s }. Both are below 2^252, so none looks negative. */
function der(r: bigint, s: bigint): string {
  const integer = (value: bigint) => {
    const digits = value.toString(16);
    const even = digits.length % 2 === 0 ? digits : `0${digits}`;
    const positive = Number.parseInt(even.slice(0, 2), 16) < 0x80 ? even : `00${even}`;
    return `02${(positive.length / 2).toString(16).padStart(2, '0')}${positive}`;
  };
  const both = integer(r) + integer(s);
  return `30${(both.length / 2).toString(16).padStart(2, '0')}${both}`;
}

/** r and s in a text, as numbers. Undefined where zeros may be missing. */
function read(text: string): string | undefined {
  const felts = text.startsWith('[')
    ? (JSON.parse(text) as string[])
    : text.includes(',')
      ? text.split(',')
      : undefined;
  if (felts !== undefined) return felts.slice(-2).map(BigInt).join();
  const digits = text.replace(/^0x/, '').toLowerCase();
  if (!/^[0-9a-f]*$/.test(digits)) return read(Buffer.from(text, 'base64').toString('hex'));
  // A v of one digit or two may follow.
  if (digits.length < 128 || digits.length > 130) return undefined;
  return [digits.slice(0, 64), digits.slice(64, 128)].map((each) => BigInt(`0x${each}`)).join();
}

function sameSignature(original: string, other: string): boolean {
  try {
    const [one, two] = [read(original), read(other)];
    return one !== undefined && one === two;
  } catch {
    return false;
  }
}

/** Completed data, as from encode, for any possible transfer. */
function randomCompleted(accounts: readonly Account[]): fc.Arbitrary<{ data: CompletedData; account: Account }> {
  const quantity = (bits: number) => fc.bigInt({ min: 0n, max: 2n ** BigInt(bits) - 1n });
  const bound = fc.record({ amount: quantity(64), price: quantity(128) });
  return fc
    .record({
      account: fc.constantFrom(...accounts),
      recipient: fc.bigInt({ min: 2n ** 224n, max: 2n ** 251n - 257n }),
      amount: fc.bigInt({ min: 1n, max: 2n ** 256n - 1n }),
      bounds: fc.record({ l1_gas: bound, l2_gas: bound, l1_data_gas: bound }),
      nonce: quantity(40),
      tip: quantity(64),
      useMaxAmount: fc.boolean(),
    })
    .map(({ account, recipient, amount, bounds, nonce, tip, useMaxAmount }) => {
      const hex = (value: bigint) => `0x${value.toString(16)}`;
      const resourceBounds = Object.fromEntries(
        Object.entries(bounds).map(([name, { amount, price }]) => [
          name,
          { max_amount: hex(amount), max_price_per_unit: hex(price) },
        ]),
      ) as HashedTransaction['resource_bounds'];
      const most = Object.values(bounds).reduce((sum, { amount, price }) => sum + amount * price, 0n);
      const recipientAddress = `0x${recipient.toString(16).padStart(64, '0')}`;
      const low = amount & (2n ** 128n - 1n);
      // transfer: the keccak of its name (docs.starknet.io, "Starknet Keccak").
      const selector = '0x83afd3f4caedc6eebf44246fe54e38c95e3179a5ec9ea81740eca5b482d12e';
      const transaction = {
        type: 'INVOKE',
        sender_address: hex(BigInt(account.address)),
        calldata: ['0x1', strkAddress, selector, '0x3', hex(recipient), hex(low), hex(amount >> 128n)],
        account_deployment_data: [],
        ...{ version: '0x3', nonce: hex(nonce), resource_bounds: resourceBounds, tip: hex(tip), paymaster_data: [] },
        ...{ nonce_data_availability_mode: 'L1', fee_data_availability_mode: 'L1' },
      };
      const x = account.publicKey.slice(2).padStart(64, '0');
      const y = Point.fromHex(`02${x}`).toAffine().y;
      const data: CompletedData = {
        mode: 'transfer',
        senderAddress: account.address,
        recipientAddress,
        amount: String(amount),
        useMaxAmount,
        nonce: String(nonce),
        gas: String(bounds.l2_gas.amount),
        fees: String(most + bounds.l2_gas.amount * tip),
        params: {
          account: 'argent-0.4.0',
          ownerPubKey: `04${x}${Fp251.create(y).toString(16).padStart(64, '0')}`,
          resourceBounds,
          tip: hex(tip),
          transaction,
        },
      };
      return { account, data };
    });
}

function open(): Chain {
  return starknet.connect('starknet', {
    endpoints: engine.settings.endpoints as never,
    oldestBlockMs: 0,
  }) as unknown as Chain;
}

/** Encodes, signs and broadcasts, to bring an account into the state that an example begins in. */
async function carryOut({ sender }: Scene<Account>, data: Record<string, unknown>): Promise<void> {
  const chain = open();
  const { transaction, status } = await chain.encode({ ...data, senderAddress: sender.address });
  if (status.errors.length > 0) throw new Error(status.errors.map(({ message }) => message).join(' '));
  const completed = transaction.data as unknown as CompletedData;
  const signature = sign({ encoded: transaction.encoded, data: completed, account: sender })['r and s in hex'];
  await chain.broadcast({ data: transaction.data, encoded: transaction.encoded, signature });
  await engine.mine();
}

/** The senders of some tests are shared, and that of deployAccount is not deployed. */
function deploy({ sender }: Scene<Account>): void {
  if (engine.nonce(sender.address) === 0n) engine.deployAccount('argent-0.4.0', sender.publicKey, { amount: 0n });
}

/** Validators that take stakes. */
function validators(): readonly [string, string] {
  const [one, two] = engine.validators().filter(({ state, pool }) => state === 'active' && pool !== undefined);
  return [one?.address ?? '', two?.address ?? ''];
}

/** Stakes, unless the sender has a stake already: the suite may prepare an example twice. */
async function staked(scene: Scene<Account>): Promise<string> {
  deploy(scene);
  const [targetValidatorAddress] = validators();
  if ((memberOf(scene, targetValidatorAddress)?.amount ?? 0n) < 10n * strk)
    await carryOut(scene, { mode: 'stake', targetValidatorAddress, amount: String(20n * strk) });
  return targetValidatorAddress;
}

const poolOf = (validator: string) => engine.validators().find(({ address }) => address === validator)?.pool ?? '';
const memberOf = ({ sender }: Scene<Account>, validator: string) =>
  engine.poolMember(poolOf(validator), sender.address);

function expectEqual(what: string, is: unknown, should: unknown): void {
  if (is !== should) throw new Error(`${what} is ${String(is)} instead of ${String(should)}.`);
}

/** A node of Sepolia, in every answer that tells networks apart. */
const anotherNetwork = interceptCalls(({ method }) => {
  if (method === 'starknet_chainId') return { result: '0x534e5f5345504f4c4941' };
  if (method.startsWith('starknet_add'))
    return { error: { code: 55, message: 'Account validation failed', data: 'invalid signature' } };
  return undefined;
});

/** Codes of starknet-specs, api/starknet_write_api.json, and texts of the sequencer. */
const refusals = rpcRefusals(
  new URL('./failures.ts', import.meta.url),
  ['starknet_addInvokeTransaction', 'starknet_addDeployAccountTransaction'],
  [
    ['broadcast.insufficientFunds', { code: 54, message: 'Account balance is smaller than the maximum fee' }],
    ['broadcast.feeTooLow', { code: 53, message: 'Max fee is smaller than the minimal transaction cost' }],
    ['broadcast.replacementFeeTooLow', { code: 64, message: 'Replacement transaction is underpriced' }],
    ['broadcast.gasRefused', { code: 63, message: 'An unexpected error occurred', data: 'gas amount is too high' }],
    ['broadcast.refused', { code: 55, message: 'Account validation failed', data: 'no' }],
    ['broadcast.congested', { code: 63, message: 'An unexpected error occurred', data: 'Mempool full' }],
    ['broadcast.uncertain', { code: 52, message: 'Invalid transaction nonce' }],
    ['broadcast.uncertain', { code: 59, message: 'A transaction with the same hash already exists in the mempool' }],
    // The sequencer took it.
    [
      'upstream.unavailable',
      { code: 63, message: 'An unexpected error occurred', data: 'Transaction could not be sent using p2p client.' },
    ],
    ['upstream.unavailable', { code: 4711, message: 'computer says no' }],
  ],
);

const setup: FamilySetup<Starknet, Account, Form> = {
  family: starknet,
  chainId: 'starknet',
  otherChainId: 'starknet-sepolia',
  start,
  forms,
  sign,
  sameSignature,
  keyOnlyOnChain: true,
  async prepareSender({ publicKey }) {
    engine.deployAccount('argent-0.4.0', publicKey, { amount: 0n });
  },
  amounts: { funds: 100n * strk, usual: 10n * strk, least: 1n, tokenFunds: 5_000_000n, token: 1_234_567n },
  // What the fees are higher than the charge.
  maxLeaves: ({ fees }) => BigInt(fees),
  examples: [
    {
      name: 'deployAccount',
      mode: 'deployAccount',
      intent({ sender }) {
        engine.undeploy(sender.address);
        return { mode: 'deployAccount', senderPubKey: sender.publicKey };
      },
      check: ({ sender }) => expectEqual('the nonce', engine.nonce(sender.address), 1n),
    },
    {
      name: 'stake',
      mode: 'stake',
      intent(scene) {
        deploy(scene);
        return {
          ...{ mode: 'stake', senderAddress: scene.sender.address },
          ...{ targetValidatorAddress: validators()[0], amount: String(20n * strk) },
        };
      },
      check: (scene) => expectEqual('the stake', memberOf(scene, validators()[0])?.amount, 20n * strk),
    },
    {
      name: 'stake: redelegate',
      mode: 'stake',
      intent: async (scene) => ({
        ...{ mode: 'stake', senderAddress: scene.sender.address, sourceValidatorAddress: await staked(scene) },
        ...{ targetValidatorAddress: validators()[1], amount: String(5n * strk) },
      }),
      check: (scene) => expectEqual('the stake', memberOf(scene, validators()[1])?.amount, 5n * strk),
    },
    {
      name: 'unstake',
      mode: 'unstake',
      intent: async (scene) => ({
        ...{ mode: 'unstake', senderAddress: scene.sender.address },
        ...{ validatorAddress: await staked(scene), amount: String(5n * strk) },
      }),
      check: (scene) => expectEqual('the intent', memberOf(scene, validators()[0])?.unpoolAmount, 5n * strk),
    },
    {
      name: 'withdraw',
      mode: 'withdraw',
      async intent(scene) {
        const validatorAddress = await staked(scene);
        if (memberOf(scene, validatorAddress)?.unpoolAmount === 0n) {
          await carryOut(scene, { mode: 'unstake', validatorAddress, amount: String(5n * strk) });
          await engine.advance(12 * 7 * 24 * 60 * 60);
        }
        return { mode: 'withdraw', senderAddress: scene.sender.address, validatorAddress };
      },
      check: (scene) => expectEqual('what waits', memberOf(scene, validators()[0])?.unpoolAmount, 0n),
    },
    {
      name: 'claimRewards',
      mode: 'claimRewards',
      async intent(scene) {
        const validatorAddress = await staked(scene);
        engine.addReward(poolOf(validatorAddress), scene.sender.address, 3n * strk);
        return { mode: 'claimRewards', senderAddress: scene.sender.address, validatorAddress };
      },
      check: (scene) => expectEqual('the rewards', memberOf(scene, validators()[0])?.unclaimedRewards, 0n),
    },
  ],
  // The hash holds the pool, not its validator, and no other way to say the same. Nor does it hold the class of the account: with another one the signature
  // gets another form, which the account refuses.
  unbound: ({ mode }) => [
    ...(mode === 'deployAccount' ? ['contractType'] : []),
    ...['useMaxAmount', 'senderPubKey', 'params.account'],
    ...(mode === 'withdraw' || mode === 'claimRewards' || mode === 'unstake' ? ['validatorAddress', 'stakeId'] : []),
    ...(mode === 'withdraw' ? ['amount'] : []),
    ...(mode === 'stake' ? ['targetValidatorAddress', 'sourceValidatorAddress'] : []),
    ...(mode === 'unstake' ? ['amount'] : []),
  ],
  unsupported: [
    'write.transaction.type.enableToken',
    'write.transaction.type.registerStake',
    'write.transaction.type.convertAsset',
    'write.transaction.field.memo',
  ],
  invalid: {
    addresses: [
      'x',
      '0x12f7464C9Ff094098d3F1d987a7C0Ce958E1cC17',
      // Half of an address, one above the highest, and one with a letter in the wrong case.
      '0x05b614322c40801f07646174dfd2e875',
      `0x08${'0'.repeat(62)}`,
      '0x05b614322c40801F07646174dfd2E8756D63FAa8A2E5F1373AC3b30228a9E929',
      '0x0',
    ],
    tokens: ['USDC', '0x1234', strkAddress],
    transactions: ['x', `0x${'f'.repeat(64)}`, `0x${'1'.repeat(65)}`],
    // The last one is no x of a point.
    publicKeys: ['zz', '02'.repeat(33), '0x5'],
  },
  unknown: {
    transaction: `0x5${'ab'.repeat(31)}`,
    token: '0x028cced05d2b693b92012478dbede9483a805b0eb51f16cba011d2c580125966',
  },
  speaks: { node: 'json-rpc', voyager: 'rest' },
  // A refusal is an answer. It does not count, because the node then fails the look-up.
  wrongNetwork: { intercept: anotherNetwork, outcomes: ['rejected', 'ok'] },
  refusals,
  roundTrips: [
    {
      maxBatch: 20,
      encode: {
        ...{ transfer: 2, 'transfer max': 2, transferToken: 2, 'transferToken max': 2, deployAccount: 2 },
        ...{ stake: 3, 'stake: redelegate': 3, unstake: 3, withdraw: 3, claimRewards: 3 },
      },
      state: 1,
      broadcast: 1,
    },
  ],
  deeds: deedsOn(() => engine),
  withoutDeeds,
  randomCompleted,
};

describeFamily(setup);
