import { getAddress, id, Wallet } from 'ethers';
import { describe, expect, it } from 'vitest';
import { anvil, minedTransaction, receipt } from '../../test/recordings.ts';
import { type Contract, connectTo, type NodeScript, token } from '../../test/scripted-node.ts';
import type { EvmChainId } from '../chains.ts';

const ann = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const eve = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const gold = '0x5FbDB2315678afecb367f032d93F642f64180aa3';

type Fields = Readonly<Record<string, unknown>>;

interface Given {
  readonly chainId?: EvmChainId;
  readonly transaction: Fields | null;
  readonly receipt: Fields | null;
  /** Height of the chain. */
  readonly head?: string;
  readonly script?: NodeScript;
}

/** The block of every transaction here, with the fields that are asked for. */
const blockTime = 1_600_000_000;

async function read({ chainId = 'ethereum', transaction, receipt: mined, head = '0xffffff', script = {} }: Given) {
  const { chain, node, onTrace, roundTrips } = connectTo(chainId, {
    ...script,
    methods: {
      eth_getTransactionByHash: () => transaction,
      eth_getTransactionReceipt: () => mined,
      eth_blockNumber: () => head,
      eth_getBlockByNumber: ([number]) =>
        number === 'latest' ? undefined : { number, timestamp: `0x${blockTime.toString(16)}`, baseFeePerGas: '0x1' },
    },
  });
  const hash = String(transaction?.hash ?? `0x${'00'.repeat(32)}`);
  const answer = await chain.transaction(hash, { include: ['parsed', 'raw'], onTrace });
  return { ...answer.transaction, asked: node.asked, roundTrips: roundTrips() };
}

const resultOf = (answer: { readonly result?: unknown }) => answer.result as Fields;

const native = resultOf(anvil('default', 'tx native'));
const nativeReceipt = resultOf(anvil('default', 'receipt native'));
const erc20 = resultOf(anvil('default', 'tx erc20'));
const erc20Receipt = resultOf(anvil('default', 'receipt erc20'));

const at = (contract: Contract): NodeScript => ({ contracts: { [gold.toLowerCase()]: contract } });
const topicOf = (address: string) => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`;
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const logOf = (address: string, from: string, to: string, amount: number) => ({
  address: address.toLowerCase(),
  topics: [transferTopic, topicOf(from), topicOf(to)],
  data: `0x${amount.toString(16).padStart(64, '0')}`,
});

describe('a transaction', () => {
  it('of coins, as anvil answers it', async () => {
    const { parsed, raw, roundTrips } = await read({ transaction: native, receipt: nativeReceipt, head: '0x5' });
    // 21000 * 0x6987f074 = 21000 * 1770516596.
    expect(parsed).toEqual({
      id: '0x6244ac7843fecedba03ef866fcf541ff5019069eae3c679b85470f04dc14bcd9',
      mode: 'transfer',
      state: 'confirmed',
      fees: { amount: '37180848516000', ticker: 'ETH' },
      blockHeight: '3',
      timestamp: '1795227358000',
      gas: '21000',
      nonce: '2',
      senders: [{ address: ann, amount: '12345', ticker: 'ETH' }],
      recipients: [{ address: '0x1111111111111111111111111111111111111111', amount: '12345', ticker: 'ETH' }],
      confirmations: '3',
    });
    expect(raw).toEqual({ transaction: native, receipt: nativeReceipt });
    // The transaction has the time of its block, so that need not be asked for.
    expect(roundTrips).toBe(1);
  });

  it('of tokens that are on no list, as anvil answers it: the contract is asked for its name', async () => {
    const script = at(token({ symbol: 'AU' }));
    const { parsed, roundTrips } = await read({ transaction: erc20, receipt: erc20Receipt, head: '0x4', script });
    // 51559 * 0x63cc5a5e = 51559 * 1674336862.
    expect(parsed).toEqual({
      id: '0x8cdcc3c1ce97df083a68c23723506c18b9f4fcd7fbb69ed3240979dfc436028d',
      mode: 'transferToken',
      state: 'confirmed',
      tokenId: gold,
      fees: { amount: '86327134267858', ticker: 'ETH' },
      blockHeight: '4',
      timestamp: '1795227358000',
      gas: '51559',
      nonce: '3',
      senders: [{ address: ann, amount: '777', ticker: 'AU', tokenId: gold }],
      recipients: [
        { address: '0x2222222222222222222222222222222222222222', amount: '777', ticker: 'AU', tokenId: gold },
      ],
      confirmations: '1',
    });
    expect(roundTrips).toBe(2);
  });

  it('that waits in the pool', async () => {
    const waiting = resultOf(anvil('default', 'pending tx'));
    const { parsed, raw, roundTrips } = await read({ transaction: waiting, receipt: null });
    expect(parsed).toEqual({
      id: '0xcf614b6523d4626e5bb26ad96b7023f1f94338204651a0c9155655d5d267d459',
      mode: 'transfer',
      state: 'pending',
      nonce: '5',
      senders: [{ address: ann, amount: '1', ticker: 'ETH' }],
      recipients: [{ address: '0x1111111111111111111111111111111111111111', amount: '1', ticker: 'ETH' }],
    });
    expect(raw).toEqual({ transaction: waiting, receipt: null });
    expect(roundTrips).toBe(1);
  });

  it('from before Byzantium, whose receipt has no status (go-ethereum)', async () => {
    const { parsed } = await read({
      transaction: minedTransaction('before Byzantium'),
      receipt: receipt('before Byzantium'),
    });
    expect(parsed).toMatchObject({
      id: '0x3fbac8b19b59077cd29bbacc3815d73577b45a4d976cae80b04c98c793684c07',
      mode: 'transfer',
      state: 'confirmed',
      fees: { amount: '21000', ticker: 'ETH' },
      blockHeight: '3',
      nonce: '63',
      senders: [{ address: '0x7435ed30A8b4AEb0877CEf0c6E8cFFe834eb865f', amount: '1' }],
      recipients: [{ address: getAddress('0xc7b99a164efd027a93f147376cc7da7c67c6bbe0'), amount: '1' }],
    });
  });

  it('that calls a contract and sends coins along (go-ethereum)', async () => {
    const { parsed } = await read({
      transaction: minedTransaction('call with value'),
      receipt: receipt('call with value'),
    });
    // 51868 * 1000000001.
    expect(parsed).toMatchObject({
      mode: 'transfer',
      fees: { amount: '51868000051868', ticker: 'ETH' },
      gas: '51868',
      recipients: [{ address: getAddress('0x7dcd17433742f4c0ca53122ab541d0ba67fc27df'), amount: '2', ticker: 'ETH' }],
    });
  });

  it('that delegates accounts has no mode (EIP-7702, go-ethereum)', async () => {
    const { parsed } = await read({
      transaction: minedTransaction('EIP-7702'),
      receipt: receipt('EIP-7702'),
    });
    expect(parsed).toMatchObject({ mode: 'unknown', state: 'confirmed', nonce: '211' });
  });

  describe('that gives accounts to a contract (EIP-7702)', () => {
    const wallet = new Wallet(`0x${'11'.repeat(32)}`);
    const signed = (given: { chainId?: number; nonce?: number; address?: string }) => {
      const { chainId, nonce, address, signature } = wallet.authorizeSync({
        ...{ chainId: 1, nonce: 7, address: gold },
        ...given,
      });
      const { r, s, yParity } = signature;
      const quantity = (value: bigint | string | number) => `0x${BigInt(value).toString(16)}`;
      return {
        ...{ chainId: quantity(chainId), nonce: quantity(nonce), address: address.toLowerCase() },
        ...{ r: quantity(r), s: quantity(s), yParity: quantity(yParity) },
      };
    };
    const warningsOf = async (authorizationList: unknown, more: Fields = {}) => {
      const transaction = { ...native, type: '0x4', authorizationList, ...more };
      const { parsed } = await read({ transaction, receipt: { ...nativeReceipt, status: more.status ?? '0x1' } });
      expect(parsed?.mode).toBe('unknown');
      return parsed?.warnings?.map(({ code, context }) => [code, context]);
    };
    const given = (by: string) => ['transaction.changesControl', { account: wallet.address, by }];

    it('says which, and to what', async () => {
      expect(await warningsOf([signed({})])).toEqual([given(gold)]);
      expect(await warningsOf([signed({ chainId: 0 })])).toEqual([given(gold)]);
      expect(await warningsOf([signed({})], { status: '0x0' })).toEqual([given(gold)]);
    });

    it('says that an account is its own again', async () => {
      expect(await warningsOf([signed({ address: `0x${'0'.repeat(40)}` })])).toEqual([given(wallet.address)]);
    });

    it.each([
      ['is for another chain', [signed({ chainId: 56 })]],
      ['has no signature', [{ ...signed({}), r: '0x0' }]],
      ['does not fit', [{ ...signed({}), nonce: null }, null]],
      ['is in no list', {}],
    ])('says nothing of an authorization that %s', async (_, list) => {
      expect(await warningsOf(list)).toBeUndefined();
    });

    it("counts the sender's own only with the nonce that it has then", async () => {
      const from = { from: wallet.address.toLowerCase(), nonce: '0x6' };
      expect(await warningsOf([signed({ nonce: 7 })], from)).toEqual([given(gold)]);
      expect(await warningsOf([signed({ nonce: 6 })], from)).toBeUndefined();
    });
  });

  it('that failed', async () => {
    const failed = resultOf(anvil('default', 'receipt reverted'));
    const { parsed } = await read({ transaction: { ...erc20, hash: failed.transactionHash }, receipt: failed });
    // 24404 * 0x5eca9419 = 24404 * 1590334489. Nothing moved. The calldata tells what was meant.
    expect(parsed).toMatchObject({
      state: 'failed',
      mode: 'transferToken',
      tokenId: gold,
      fees: { amount: '38810522869556', ticker: 'ETH' },
      senders: [{ address: ann, amount: '0', ticker: 'ETH' }],
      recipients: [{ address: gold, amount: '0', ticker: 'ETH' }],
    });
  });

  it('that creates a contract has no recipient', async () => {
    const creation = minedTransaction('contract creation');
    expect(creation.to).toBeNull();
    const mined = { ...nativeReceipt, transactionHash: creation.hash, to: null };
    const { parsed } = await read({ transaction: creation, receipt: mined });
    expect(parsed?.mode).toBe('unknown');
    expect(parsed).not.toHaveProperty('recipients');
    expect(parsed?.senders).toEqual([
      { address: '0x7435ed30A8b4AEb0877CEf0c6E8cFFe834eb865f', amount: '0', ticker: 'ETH' },
    ]);
  });

  const withLogs = (...logs: object[]) => ({ ...erc20Receipt, logs });

  it('that swaps one token for another has no mode, and shows all legs', async () => {
    const silver = '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512';
    const { parsed } = await read({
      transaction: erc20,
      receipt: withLogs(logOf(gold, ann, bob, 5), logOf(silver, bob, ann, 7)),
      script: { contracts: { [gold.toLowerCase()]: token({ symbol: 'AU' }) } },
    });
    expect(parsed?.mode).toBe('unknown');
    expect(parsed).not.toHaveProperty('tokenId');
    expect(parsed?.senders).toEqual([
      { address: ann, amount: '5', ticker: 'AU', tokenId: gold },
      { address: bob, amount: '7', ticker: '0xe7..0512', tokenId: silver },
    ]);
    expect(parsed?.recipients).toEqual([
      { address: bob, amount: '5', ticker: 'AU', tokenId: gold },
      { address: ann, amount: '7', ticker: '0xe7..0512', tokenId: silver },
    ]);
  });

  it('that moves one token in several legs is a token transfer', async () => {
    const { parsed } = await read({
      transaction: erc20,
      receipt: withLogs(logOf(gold, ann, bob, 90), logOf(gold, ann, gold, 10)),
      script: at(token()),
    });
    expect(parsed).toMatchObject({ mode: 'transferToken', tokenId: gold });
    expect(parsed?.recipients?.map(({ amount }) => amount)).toEqual(['90', '10']);
  });

  it('that pays coins for tokens has no mode, and shows both', async () => {
    const { parsed } = await read({
      transaction: { ...erc20, value: '0x64' },
      receipt: withLogs(logOf(gold, bob, ann, 7)),
      script: at(token({ symbol: 'AU' })),
    });
    expect(parsed?.mode).toBe('unknown');
    expect(parsed?.senders?.map(({ amount, ticker }) => [amount, ticker])).toEqual([
      ['100', 'ETH'],
      ['7', 'AU'],
    ]);
  });

  it('of coins counts them once if the chain logs them too (EIP-7708, ZKsync)', async () => {
    for (const emitter of [`0x${'f'.repeat(39)}e`, '0x000000000000000000000000000000000000800a']) {
      const mined = { ...nativeReceipt, logs: [logOf(emitter, ann, bob, 12_345)] };
      const { parsed } = await read({ transaction: native, receipt: mined });
      expect(parsed).toMatchObject({ mode: 'transfer', senders: [{ address: ann, amount: '12345', ticker: 'ETH' }] });
      expect(parsed?.senders).toHaveLength(1);
    }
  });

  it('of a token that cannot be divided (ERC-721) has no mode', async () => {
    const nft = { ...logOf(gold, ann, bob, 0), data: '0x' };
    const mined = withLogs({ ...nft, topics: [...nft.topics, `0x${'0'.repeat(63)}7`] });
    const { parsed } = await read({ transaction: erc20, receipt: mined });
    expect(parsed?.mode).toBe('unknown');
    expect(parsed?.senders).toEqual([{ address: ann, amount: '0', ticker: 'ETH' }]);
  });

  it('of a token on the list needs no call of its contract', async () => {
    const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
    const mined = { ...withLogs(logOf(usdc, ann, bob, 7)), blockTimestamp: '0x5f5e1000' };
    const { parsed, roundTrips, asked } = await read({ transaction: erc20, receipt: mined });
    expect(parsed).toMatchObject({ tokenId: usdc, senders: [{ ticker: 'USDC' }], timestamp: '1600000000000' });
    expect(asked.map(({ method }) => method)).not.toContain('eth_call');
    expect(roundTrips).toBe(1);
  });

  const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2';
  const wrapLog = (event: 'Deposit' | 'Withdrawal', account: string, amount: number, address = weth) => ({
    address: address.toLowerCase(),
    topics: [id(`${event}(address,uint256)`), topicOf(account)],
    data: `0x${amount.toString(16).padStart(64, '0')}`,
  });
  const coins = (address: string, amount: string) => ({ address, amount, ticker: 'ETH' });
  const wrapped = (address: string, amount: string) => ({ address, amount, ticker: 'WETH', tokenId: weth });

  it('that wraps coins shows what left and what came', async () => {
    const { parsed } = await read({
      transaction: { ...native, to: weth, value: '0x64', input: '0xd0e30db0' },
      receipt: { ...nativeReceipt, logs: [wrapLog('Deposit', ann, 100)] },
    });
    expect(parsed).toMatchObject({ mode: 'unknown', senders: [coins(ann, '100')] });
    expect(parsed?.recipients).toEqual([coins(weth, '100'), wrapped(ann, '100')]);
  });

  it('that unwraps coins shows what left and what came', async () => {
    const { parsed } = await read({
      transaction: { ...native, to: weth, value: '0x0', input: `0x2e1a7d4d${'0'.repeat(62)}64` },
      receipt: { ...nativeReceipt, logs: [wrapLog('Withdrawal', ann, 100)] },
    });
    expect(parsed?.mode).toBe('unknown');
    expect(parsed?.senders).toEqual([coins(weth, '100'), wrapped(ann, '100')]);
    expect(parsed?.recipients).toEqual([coins(ann, '100')]);
  });

  it('in which a contract wraps for itself shows that the coins went on', async () => {
    const { parsed } = await read({
      transaction: { ...native, to: bob, value: '0x64', input: '0x12345678' },
      receipt: { ...nativeReceipt, logs: [wrapLog('Deposit', bob, 100), logOf(weth, bob, eve, 100)] },
    });
    expect(parsed?.senders).toEqual([coins(ann, '100'), coins(bob, '100'), wrapped(bob, '100')]);
    expect(parsed?.recipients).toEqual([
      coins(bob, '100'),
      coins(weth, '100'),
      wrapped(eve, '100'),
      wrapped(bob, '100'),
    ]);
  });

  it('that wraps counts the tokens once if the contract logs a transfer too', async () => {
    const nobody = `0x${'0'.repeat(40)}`;
    const { parsed } = await read({
      transaction: { ...native, to: weth, value: '0x64', input: '0xd0e30db0' },
      receipt: { ...nativeReceipt, logs: [wrapLog('Deposit', ann, 100), logOf(weth, nobody, ann, 100)] },
    });
    expect(parsed?.recipients).toEqual([coins(weth, '100'), wrapped(ann, '100')]);
  });

  it.each([
    ['of a contract that nobody lists', gold],
    ['of another listed token', '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'],
  ])('has no wrapping by an event %s', async (_, contract) => {
    const { parsed } = await read({
      transaction: erc20,
      receipt: withLogs(wrapLog('Deposit', ann, 1_000, contract), wrapLog('Withdrawal', bob, 1_000, contract)),
    });
    expect(parsed?.senders).toEqual([coins(ann, '0')]);
    expect(parsed?.recipients?.map(({ amount }) => amount)).toEqual(['0']);
  });

  it('shows all coins where the chain logs them (EIP-7708)', async () => {
    const logger = `0x${'f'.repeat(39)}e`;
    const { parsed } = await read({
      transaction: { ...native, value: '0x5', input: '0x12345678' },
      receipt: { ...nativeReceipt, logs: [logOf(logger, ann, bob, 5), logOf(logger, bob, eve, 3)] },
    });
    expect(parsed?.senders).toEqual([coins(ann, '5'), coins(bob, '3')]);
    expect(parsed?.recipients).toEqual([coins(bob, '5'), coins(eve, '3')]);
  });

  it('that creates a contract with coins names the contract', async () => {
    const { parsed } = await read({
      transaction: { ...native, to: null, value: '0x5', input: '0x6080' },
      receipt: { ...nativeReceipt, to: null, contractAddress: gold.toLowerCase() },
    });
    expect(parsed?.recipients).toEqual([coins(gold, '5')]);
  });

  it('names who paid the fees where somebody else sent', async () => {
    const { parsed } = await read({
      transaction: erc20,
      receipt: withLogs(logOf(gold, bob, eve, 5)),
      script: at(token()),
    });
    expect(parsed?.fees).toMatchObject({ payer: ann });
    expect(parsed?.senders?.map(({ address }) => address)).toEqual([bob]);
  });

  it('with two tokens that call themselves like the coin shows neither as the coin', async () => {
    const silver = '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512';
    const { parsed } = await read({
      transaction: erc20,
      receipt: withLogs(logOf(gold, bob, ann, 5), logOf(silver, bob, ann, 7)),
      script: {
        contracts: { [gold.toLowerCase()]: token({ symbol: 'ETH' }), [silver.toLowerCase()]: token({ symbol: 'Eth' }) },
      },
    });
    expect(parsed?.mode).toBe('unknown');
    expect(parsed?.recipients).toEqual([
      { address: ann, amount: '5', ticker: '0x5F..0aa3', tokenId: gold },
      { address: ann, amount: '7', ticker: '0xe7..0512', tokenId: silver },
    ]);
  });

  it.each([
    ['without topics', { topics: null }],
    ['with an odd topic', { topics: ['0x1'] }],
    ['of no contract', { address: null }],
    ['with odd data', { data: '0x1' }],
    ['that is nothing', undefined],
  ])('loses only a log %s, and says so', async (_, more) => {
    const odd = more === undefined ? null : { ...logOf(gold, bob, eve, 9), ...more };
    const { parsed } = await read({
      transaction: erc20,
      receipt: { ...erc20Receipt, logs: [odd, logOf(gold, ann, bob, 5)] },
      script: at(token({ symbol: 'AU' })),
    });
    expect(parsed).toMatchObject({
      mode: 'transferToken',
      recipients: [{ address: bob, amount: '5', ticker: 'AU' }],
      warnings: [{ code: 'transaction.incomplete', context: { parts: 'a token transfer' } }],
    });
  });

  it('is unknown if the node does not have it', async () => {
    await expect(read({ transaction: null, receipt: null })).rejects.toMatchObject({ code: 'transaction.notFound' });
  });

  it('has no confirmations at a node whose head lags behind', async () => {
    const { parsed } = await read({ transaction: native, receipt: nativeReceipt, head: '0x2' });
    expect(parsed).not.toHaveProperty('confirmations');
    expect(parsed?.state).toBe('confirmed');
  });

  it('does not come from a malformed answer', async () => {
    await expect(read({ transaction: { ...native, value: 'much' }, receipt: null })).rejects.toMatchObject({
      code: 'upstream.unavailable',
    });
  });
});

describe('fees that were paid', () => {
  /** The transaction of a receipt, as a node answers it, with the fields of fees only. */
  const transactionOf = (mined: Fields): Fields => ({
    hash: mined.transactionHash,
    blockNumber: mined.blockNumber,
    from: mined.from,
    to: mined.to,
    value: '0x0',
    nonce: '0x0',
    gas: mined.gasUsed,
    gasPrice: mined.effectiveGasPrice,
    input: '0x',
  });
  const feesOf = async (chainId: EvmChainId, mined: Fields, transaction = transactionOf(mined)) =>
    (await read({ chainId, transaction, receipt: mined })).parsed?.fees;

  // OP Mainnet, transaction 0xca5a3c6bcb4a1ddf5e762687816b82dbcf869b8c5a4d7301b65f33f8b0f53685, without its logs.
  const jovian: Fields = {
    blobGasUsed: '0x9c40',
    blockNumber: '0x9087826',
    daFootprintGasScalar: '0x190',
    effectiveGasPrice: '0x15f',
    from: '0xcde377407d9b819efc0e185aa2d442194c2233e6',
    gasUsed: '0xbdbfe',
    l1BaseFeeScalar: '0x146b',
    l1BlobBaseFee: '0xa92fc3',
    l1BlobBaseFeeScalar: '0xf79c5',
    l1Fee: '0xae8f1995',
    l1GasPrice: '0xcdb8f78',
    l1GasUsed: '0x640',
    logs: [],
    status: '0x1',
    to: '0x4aed348173bbf17dfaeb91598321904c9323d36e',
    transactionHash: '0xca5a3c6bcb4a1ddf5e762687816b82dbcf869b8c5a4d7301b65f33f8b0f53685',
  };

  it.each<[string, EvmChainId, Fields, string, string]>([
    // 21000 * 3257371 + 4931920883
    ['Base after Fjord', 'base', receipt('Base after Fjord'), '73336711883', 'ETH'],
    // 34233 * 61644420 + 70284681252
    ['OP Mainnet after Ecotone', 'optimism', receipt('OP Mainnet after Ecotone'), '2180558111112', 'ETH'],
    // 777214 * 351 + 2928613781; the DA footprint costs nothing.
    ['OP Mainnet after Jovian', 'optimism', jovian, '3201415895', 'ETH'],
    // 241033 * 10000000: the gas includes L1's.
    ['Arbitrum', 'arbitrum', receipt('Arbitrum'), '2410330000000', 'ETH'],
  ])('on %s', async (_, chainId, mined, amount, ticker) => {
    expect(await feesOf(chainId, mined)).toEqual({ amount, ticker });
  });

  const operator = { operatorFeeScalar: '0x3', operatorFeeConstant: '0x1f4' };

  it('count the operator fee by the rule of Jovian', async () => {
    // 777214 * 3 * 100 + 500 more.
    expect((await feesOf('optimism', { ...jovian, ...operator }))?.amount).toBe('3434580595');
  });

  it('count the operator fee by the rule of Isthmus', async () => {
    const { daFootprintGasScalar: __, ...isthmus } = jovian;
    const scalar = { operatorFeeScalar: '0x1e8480', operatorFeeConstant: '0x7b' };
    // 777214 * 2000000 / 1000000 + 123 more.
    expect((await feesOf('optimism', { ...isthmus, ...scalar }))?.amount).toBe('3202970446');
  });

  it('count the operator fee of Mantle by the rule of Jovian, in its own coin', async () => {
    const { daFootprintGasScalar: __, ...mantle } = jovian;
    expect(await feesOf('mantle', { ...mantle, ...operator })).toEqual({ amount: '3434580595', ticker: 'MNT' });
  });

  it('are unknown if a receipt of the OP stack has no L1 fee: a part would look like the whole', async () => {
    const { l1Fee: __, ...without } = jovian;
    expect(await feesOf('optimism', without)).toBeUndefined();
  });

  it('are nothing for a deposit, which paid on L1, whatever gas it used', async () => {
    const { l1Fee: __, ...without } = jovian;
    const deposit = { ...transactionOf(jovian), type: '0x7e', gasPrice: '0x0', nonce: undefined };
    expect(await feesOf('optimism', { ...without, effectiveGasPrice: '0x0' }, deposit)).toEqual({
      amount: '0',
      ticker: 'ETH',
    });
  });

  it('count gas and blob gas (EIP-4844)', async () => {
    const blobs = { type: '0x3', blobGasUsed: '0xc0000', blobGasPrice: '0x2540be400' };
    const mined = { ...nativeReceipt, ...blobs, effectiveGasPrice: '0x3b9aca01' };
    // 21000 * 1000000001 + 786432 * 10000000000.
    expect(await feesOf('ethereum', mined)).toEqual({ amount: '7885320000021000', ticker: 'ETH' });
    // A part would pass for the whole.
    expect(await feesOf('ethereum', { ...mined, blobGasPrice: undefined })).toBeUndefined();
  });

  it('do not count the DA footprint of the OP stack as blob gas', async () => {
    expect((await feesOf('optimism', { ...jovian, type: '0x2' }))?.amount).toBe('3201415895');
  });

  it('take the price of the transaction if the receipt has none (Rootstock)', async () => {
    const { effectiveGasPrice: __, ...without } = nativeReceipt;
    const transaction = { ...transactionOf(nativeReceipt), gasPrice: '0x3938700' };
    // 21000 * 60000000.
    expect(await feesOf('rootstock', without, transaction)).toEqual({ amount: '1260000000000', ticker: 'RBTC' });
  });

  it('are unknown without a price', async () => {
    const { effectiveGasPrice: __, ...without } = nativeReceipt;
    const { gasPrice: ___, ...priceless } = transactionOf(nativeReceipt);
    expect(await feesOf('ethereum', without, priceless)).toBeUndefined();
  });
});

describe('a deposit of an OP chain', () => {
  const mined = { ...nativeReceipt, type: '0x7e', effectiveGasPrice: '0x0', l1Fee: undefined };
  const deposit = (more: Fields) => ({ ...native, type: '0x7e', gasPrice: '0x0', from: ann, to: bob, ...more });
  const partiesOf = async (more: Fields, failed = false) => {
    const given = { chainId: 'optimism' as const, transaction: deposit(more) };
    const { parsed } = await read({ ...given, receipt: { ...mined, status: failed ? '0x0' : '0x1' } });
    const shown = (parties: readonly { address: string; amount: string }[] | undefined) =>
      parties?.map(({ address, amount }) => [address, amount]);
    return [shown(parsed?.senders), shown(parsed?.recipients)];
  };

  it('brings coins from nobody', async () => {
    expect(await partiesOf({ mint: '0x5', value: '0x5' })).toEqual([[[ann, '0']], [[bob, '5']]]);
    expect(await partiesOf({ mint: '0x5', value: '0x5', to: ann })).toEqual([[[ann, '0']], [[ann, '5']]]);
  });

  it('shows what its sender keeps, or adds', async () => {
    expect(await partiesOf({ mint: '0x5', value: '0x3' })).toEqual([
      [[ann, '0']],
      [
        [ann, '2'],
        [bob, '3'],
      ],
    ]);
    expect(await partiesOf({ mint: '0x2', value: '0x5' })).toEqual([[[ann, '3']], [[bob, '5']]]);
    expect(await partiesOf({ value: '0x5' })).toEqual([[[ann, '5']], [[bob, '5']]]);
  });

  it('makes its coins for the sender if it failed', async () => {
    expect(await partiesOf({ mint: '0x5', value: '0x5' }, true)).toEqual([[[ann, '0']], [[ann, '5']]]);
  });

  it('is read without a nonce', async () => {
    const { parsed } = await read({ chainId: 'optimism', transaction: deposit({ nonce: undefined }), receipt: mined });
    expect(parsed).toMatchObject({ mode: 'transfer', fees: { amount: '0', ticker: 'ETH' } });
    expect(parsed).not.toHaveProperty('nonce');
  });
});
