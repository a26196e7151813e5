import { Transaction } from 'ethers';
import { describe, expect, it } from 'vitest';
import { anvil } from '../../test/recordings.ts';
import {
  connectTo,
  Fault,
  gasPriceOracleAddress,
  hex,
  type NodeScript,
  oracle,
  token,
} from '../../test/scripted-node.ts';
import type { EvmChainId } from '../chains.ts';
import type { EvmOptions } from '../options.ts';

const ann = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const ether = 10n ** 18n;

/** Base fee 1 gwei, tips of 1 gwei: a cap of 3 gwei, and fees of 63000 gwei for 21000 gas. For a maximum: 2.25 gwei, 47250 gwei. */
const usual: NodeScript = {
  baseFee: 1_000_000_000n,
  tips: [1_000_000_000n],
  balances: { [ann.toLowerCase()]: ether },
};
const transfer = { mode: 'transfer', senderAddress: ann, recipientAddress: bob, amount: '1000' };
const { amount: _, ...withoutAmount } = transfer;
const everything = { ...withoutAmount, useMaxAmount: true };

interface Asked {
  readonly chainId?: EvmChainId;
  readonly script?: NodeScript;
  readonly intent?: object;
  readonly options?: EvmOptions;
}

async function encode({ chainId = 'ethereum', script = {}, intent = {}, options = {} }: Asked) {
  const connected = connectTo(chainId, { ...usual, ...script }, options);
  const { chain, onTrace, node, roundTrips } = connected;
  const { transaction, status } = await chain.encode({ ...transfer, ...intent }, { onTrace });
  const texts = (entries: typeof status.errors) => entries.map(({ code, field, message }) => [code, field, message]);
  return {
    data: transaction.data,
    encoded: transaction.encoded,
    errors: texts(status.errors),
    warnings: texts(status.warnings).filter(([code]) => code !== 'fee.high'),
    asked: node.asked,
    roundTrips: roundTrips(),
  };
}

const max = (asked: Asked) => encode({ ...asked, intent: { amount: '', useMaxAmount: true, ...asked.intent } });

describe('the tip', () => {
  /** One transaction, in ten blocks that are empty otherwise. */
  const idle = (tip: bigint, ratio: number) => ({
    methods: {
      eth_feeHistory: () => ({
        oldestBlock: '0x1',
        baseFeePerGas: Array.from({ length: 11 }, () => '0xfd'),
        gasUsedRatio: Array.from({ length: 10 }, (__, i) => (i === 4 ? ratio : 0)),
        reward: Array.from({ length: 10 }, (__, i) => [i === 4 ? hex(tip) : '0x0']),
      }),
    },
  });
  const tipOf = async (script: NodeScript, chainId: EvmChainId = 'sepolia') =>
    ((await encode({ chainId, script })).data.params as { maxPriorityFeePerGas: string }).maxPriorityFeePerGas;

  it('is at most the usual one where one careless sender is the whole market', async () => {
    expect(await tipOf(idle(300_000_000_000n, 0.0003))).toBe('1500000000');
    // What is less than usual was enough.
    expect(await tipOf(idle(1_000_000n, 0.0003))).toBe('1000000');
    // Blocks with something in them tell the market.
    expect(await tipOf(idle(300_000_000_000n, 0.2))).toBe('300000000000');
  });
});

describe('a transfer', () => {
  it('is completed from one round trip, and its bytes decode to the intent', async () => {
    const { data, encoded, errors, roundTrips } = await encode({
      script: { nonces: { [ann.toLowerCase()]: 5 } },
      intent: { amount: '123456789012345678' },
    });
    expect(errors).toEqual([]);
    expect(roundTrips).toBe(1);
    expect(data).toEqual({
      mode: 'transfer',
      senderAddress: ann,
      recipientAddress: bob,
      useMaxAmount: false,
      amount: '123456789012345678',
      nonce: '5',
      gas: '21000',
      fees: '63000000000000',
      params: {
        type: 'eip1559',
        maxFeePerGas: '3000000000',
        maxPriorityFeePerGas: '1000000000',
        checksum: expect.any(String),
      },
    });
    const decoded = Transaction.from(encoded[0]?.raw?.value ?? '');
    expect(decoded.toJSON()).toMatchObject({
      type: 2,
      chainId: '1',
      to: bob,
      nonce: 5,
      value: '123456789012345678',
      data: '0x',
      gasLimit: '21000',
      maxFeePerGas: '3000000000',
      maxPriorityFeePerGas: '1000000000',
    });
    expect(encoded[0]?.hash).toEqual({ format: 'keccak256', value: decoded.unsignedHash.slice(2) });
  });

  it("repeats addresses in the client's spelling", async () => {
    const intent = { senderAddress: ann.toLowerCase(), recipientAddress: `0x${bob.slice(2).toUpperCase()}` };
    const { data, encoded } = await encode({ intent });
    expect(data).toMatchObject(intent);
    expect(Transaction.from(encoded[0]?.raw?.value ?? '').to).toBe(bob);
  });

  it('keeps nonce 0', async () => {
    const { data, encoded } = await encode({});
    expect(data.nonce).toBe('0');
    expect(JSON.parse(encoded[1]?.raw?.value ?? '').nonce).toBe('0x0');
  });

  it('takes any gas that the node estimates (EIP-2780 will change it)', async () => {
    const { data } = await encode({ script: { estimate: 18_000n } });
    expect(data).toMatchObject({ gas: '18000', fees: '54000000000000' });
  });

  it('estimates without fee fields, with the real amount', async () => {
    const { asked } = await encode({});
    const estimates = asked.filter(({ method }) => method === 'eth_estimateGas');
    expect(estimates.map(({ params }) => params)).toEqual([
      [{ from: ann.toLowerCase(), to: bob.toLowerCase(), value: '0x3e8' }],
    ]);
  });

  it('ignores params of the request', async () => {
    const { data } = await encode({ intent: { params: { pubKey: '0x02', maxFeePerGas: '1' } } });
    expect(data.params).toMatchObject({ maxFeePerGas: '3000000000' });
    expect(data.params).not.toHaveProperty('pubKey');
  });

  it('says that a memo is not carried', async () => {
    const { warnings } = await encode({ intent: { memo: 'rent' } });
    expect(warnings.map(([code]) => code)).toEqual(['memo.ignored']);
  });
});

describe('a transfer of the whole balance', () => {
  it('empties the account to the last wei if the recipient is a plain account', async () => {
    const { data, encoded, errors, warnings } = await max({});
    expect(errors).toEqual([]);
    expect(warnings).toEqual([]);
    expect(data).toMatchObject({ useMaxAmount: true, fees: '47250000000000', amount: '999952750000000000' });
    const { value, maxFeePerGas, maxPriorityFeePerGas, gasLimit } = Transaction.from(encoded[0]?.raw?.value ?? '');
    // With a tip as high as the cap, the paid price is the cap.
    expect(maxPriorityFeePerGas).toBe(maxFeePerGas);
    expect(value + gasLimit * (maxFeePerGas ?? 0n)).toBe(ether);
  });

  it('is estimated with one wei: gas may depend on whether coins move', async () => {
    const { asked } = await max({});
    const estimate = asked.find(({ method }) => method === 'eth_estimateGas');
    expect(estimate?.params).toEqual([{ from: ann.toLowerCase(), to: bob.toLowerCase(), value: '0x1' }]);
  });

  it('leaves dust if the operator prefers that', async () => {
    const { data, warnings } = await max({ options: { emptyAccount: false } });
    expect(data).toMatchObject({ amount: '999952750000000000', params: { maxPriorityFeePerGas: '1000000000' } });
    expect(warnings).toEqual([
      [
        'amount.leavesDust',
        'transaction.data.amount',
        'Up to 0.00004725 ETH may stay in the account: the chain charges less than the cap',
      ],
    ]);
  });

  it('gives a contract room, and says that it may leave dust', async () => {
    const { data, warnings } = await max({ script: { code: { [bob.toLowerCase()]: '0x6080' }, estimate: 30_001n } });
    // 1.3 times the estimate, rounded up; 39002 * 2.25 gwei.
    expect(data).toMatchObject({
      gas: '39002',
      fees: '87754500000000',
      amount: '999912245500000000',
      params: { maxPriorityFeePerGas: '1000000000' },
    });
    expect(warnings).toEqual([
      [
        'recipient.isContract',
        'transaction.data.recipientAddress',
        'The recipient is a contract: make sure that it can move on what it gets',
      ],
      [
        'amount.leavesDust',
        'transaction.data.amount',
        'Up to 0.0000877545 ETH may stay in the account: the recipient is a contract, and may use less gas than is set aside',
      ],
    ]);
  });

  it('names the part that may stay behind on a chain with L1 fees', async () => {
    const contracts = { [gasPriceOracleAddress]: oracle({ getL1FeeUpperBound: () => 500_000_000n }) };
    const { warnings } = await max({ chainId: 'base', script: { contracts } });
    expect(warnings).toEqual([
      [
        'amount.leavesDust',
        'transaction.data.amount',
        'Up to 0.000000001 ETH may stay in the account: the fee for L1 data is known only when the transaction is mined',
      ],
    ]);
  });

  it.each<[EvmChainId, NodeScript]>([
    ['arbitrum', {}],
    ['zksync', { methods: { eth_gasPrice: () => hex(45_250_000) } }],
    ['cronos', { methods: { eth_gasPrice: () => hex(1) } }],
  ])('says that the chain charges less than the cap on %s, where tips are ignored', async (chainId, script) => {
    const { warnings } = await max({ chainId, script });
    expect(warnings.map(([code, , message]) => [code, message?.split(': ')[1]])).toEqual([
      ['amount.leavesDust', 'the chain charges less than the cap'],
    ]);
  });

  it.each([
    ['nothing', 0n],
    ['less than the fees', 47_249_999_999_999n],
    ['exactly the fees', 47_250_000_000_000n],
  ])('is refused where the account holds %s', async (_, balance) => {
    const { data, encoded, errors } = await max({ script: { balances: { [ann.toLowerCase()]: balance } } });
    expect(encoded).toEqual([]);
    expect(errors.map(([code, field]) => [code, field])).toEqual([
      ['balance.nothingToSend', 'transaction.data.amount'],
    ]);
    expect(data).not.toHaveProperty('amount');
  });

  it('sends one wei if one is left', async () => {
    const { data } = await max({ script: { balances: { [ann.toLowerCase()]: 47_250_000_000_001n } } });
    expect(data.amount).toBe('1');
  });
});

describe('the balance', () => {
  it('must cover amount and fees, and the message has the numbers', async () => {
    const { errors, encoded } = await encode({ intent: { amount: ether.toString() } });
    expect(encoded).toEqual([]);
    expect(errors).toEqual([
      [
        'balance.insufficient',
        'transaction.data.amount',
        'Insufficient balance: the account holds 1 ETH, but 1 ETH are to be sent, and up to 0.000063 ETH in fees: 1.000063 ETH in all.',
      ],
    ]);
  });

  it('may be amount and fees to the last wei', async () => {
    const amount = (ether - 63_000_000_000_000n).toString();
    expect((await encode({ intent: { amount } })).errors).toEqual([]);
    const more = (ether - 63_000_000_000_000n + 1n).toString();
    expect((await encode({ intent: { amount: more } })).errors[0]?.[0]).toBe('balance.insufficient');
  });

  it('must cover the L1 fee', async () => {
    const contracts = { [gasPriceOracleAddress]: oracle({ getL1FeeUpperBound: () => 800n }) };
    const amount = (ether - 63_000_000_000_000n - 1_000n).toString();
    const more = (ether - 63_000_000_000_000n - 999n).toString();
    expect((await encode({ chainId: 'optimism', script: { contracts }, intent: { amount } })).errors).toEqual([]);
    expect(
      (await encode({ chainId: 'optimism', script: { contracts }, intent: { amount: more } })).errors[0]?.[0],
    ).toBe('balance.insufficient');
  });

  it('is refused as too low for the amount alone, even if the node will not estimate', async () => {
    // go-ethereum, core/state_transition.go.
    const refusal = new Fault(-32000, `insufficient funds for transfer: address ${ann}`);
    const { errors } = await encode({ script: { estimate: refusal }, intent: { amount: (2n * ether).toString() } });
    expect(errors).toEqual([
      [
        'balance.insufficient',
        'transaction.data.amount',
        'Insufficient balance: the account holds 1 ETH, but 2 ETH are to be sent.',
      ],
    ]);
  });

  it("is enough for the amount but not for the node's estimate, so we estimate with a higher balance", async () => {
    const estimate = (_: unknown, params: readonly unknown[]) =>
      params.length === 3 ? 21_000n : new Fault(-32000, 'gas required exceeds allowance (0)');
    const { errors, asked, roundTrips } = await encode({
      script: { estimate, balances: { [ann.toLowerCase()]: 1_000n } },
    });
    expect(errors.map(([code]) => code)).toEqual(['balance.insufficient']);
    expect(roundTrips).toBe(2);
    const rich = asked.findLast(({ method }) => method === 'eth_estimateGas');
    expect(rich?.params).toEqual([
      { from: ann.toLowerCase(), to: bob.toLowerCase(), value: '0x3e8' },
      'latest',
      { [ann.toLowerCase()]: { balance: '0x100000000000000000000000000000000' } },
    ]);
  });

  it('is refused as too low if the node cannot estimate with a higher balance', async () => {
    const estimate = new Fault(-32000, 'gas required exceeds allowance (0)');
    const { errors } = await encode({ script: { estimate, balances: { [ann.toLowerCase()]: 1_000n } } });
    expect(errors).toEqual([
      [
        'balance.insufficientForFees',
        'transaction.data.senderAddress',
        'Insufficient ETH to pay network fees: has 0.000000000000001 ETH.',
      ],
    ]);
  });
});

describe('the sender', () => {
  const pendingNonces = { [ann.toLowerCase()]: 7 };
  const nonces = { [ann.toLowerCase()]: 5 };

  it('may have waiting transactions, and gets the next nonce and a warning', async () => {
    const pendingBalances = { [ann.toLowerCase()]: ether / 2n };
    const { data, warnings } = await encode({ script: { nonces, pendingNonces, pendingBalances } });
    expect(data.nonce).toBe('7');
    expect(warnings).toEqual([
      [
        'sender.pendingTransactions',
        'transaction.data.nonce',
        'There are 2 pending transactions for this account; this transaction will wait for them',
      ],
    ]);
  });

  it('cannot spend coins that a waiting transaction spends', async () => {
    const pendingBalances = { [ann.toLowerCase()]: ether / 2n };
    const { data, roundTrips } = await max({ script: { nonces, pendingNonces, pendingBalances } });
    expect(data).toMatchObject({ amount: '499952750000000000', fees: '47250000000000' });
    expect(roundTrips).toBe(2);
  });

  it('cannot spend coins that have not arrived yet', async () => {
    const pendingBalances = { [ann.toLowerCase()]: 5n * ether };
    expect((await max({ script: { nonces, pendingNonces, pendingBalances } })).data.amount).toBe('999952750000000000');
  });

  describe('with waiting transactions whose spending no node shows', () => {
    const contracts = { [gasPriceOracleAddress]: oracle({ getL1FeeUpperBound: () => 1n }) };
    const script = { nonces, pendingNonces, contracts };

    // Base and Avalanche answer the latest state for the pending one, and so do some endpoints of any chain.
    const withoutPending = ([, tag]: readonly unknown[]) =>
      tag === 'pending' ? new Fault(-32000, 'pending state is not available') : undefined;
    const unseen: [EvmChainId, string, NodeScript][] = [
      ['base', 'Base', script],
      ['base-sepolia', 'Base Sepolia', script],
      ['avalanche', 'Avalanche', script],
      ['avalanche-fuji', 'Avalanche Fuji', script],
      // A waiting transaction costs at least a fee, so an honest pending balance differs.
      ['ethereum', 'Ethereum', { ...script, pendingBalances: { [ann.toLowerCase()]: ether } }],
      ['bsc', 'BNB Smart Chain', { ...script, methods: { eth_getBalance: withoutPending } }],
    ];

    it.each(unseen)('cannot send everything on %s', async (chainId, name, waiting) => {
      const { errors, encoded } = await max({ chainId, script: waiting });
      expect(encoded).toEqual([]);
      expect(errors).toEqual([
        [
          'balance.maxWhileWaiting',
          'transaction.data.amount',
          `Pending transactions of this account: 2 (nonce 5 to 6). The nodes of ${name} do not tell what they will spend, so it is not known what is left. Encode again once they are confirmed, or name an amount.`,
        ],
      ]);
    });

    it.each(unseen)('may send an amount on %s, with a warning', async (chainId, name, waiting) => {
      const { data, errors, warnings } = await encode({ chainId, script: waiting });
      expect(errors).toEqual([]);
      expect(data).toMatchObject({ amount: '1000', nonce: '7' });
      expect(warnings.map(([code]) => code)).toEqual(['sender.pendingTransactions', 'balance.waitingUnseen']);
      expect(warnings[1]?.[2]).toBe(
        `Pending transactions of this account: 2. The nodes of ${name} do not tell what they will spend: the balance may not suffice for this one`,
      );
    });

    it('is not asked for a pending state that does not exist', async () => {
      const { asked, roundTrips } = await encode({ chainId: 'base', script });
      const balances = asked.filter(({ method }) => method === 'eth_getBalance');
      expect(balances.map(({ params }) => params[1])).toEqual(['latest']);
      expect(roundTrips).toBe(1);
    });

    it('may send everything in place of the first waiting transaction', async () => {
      const { data, errors, warnings } = await max({ chainId: 'base', script, intent: { nonce: '5' } });
      expect(errors).toEqual([]);
      expect(warnings.map(([code]) => code)).toEqual(['amount.leavesDust']);
      expect(BigInt(data.amount as string) + BigInt(data.fees as string)).toBe(ether);
    });

    it('learns which transaction comes first if the client names a nonce', async () => {
      const { errors } = await max({ chainId: 'base', script, intent: { nonce: '6' } });
      expect(errors[0]?.[2]).toMatch(/: 1 \(nonce 5\)\. /);
    });

    it('may send everything once nothing waits', async () => {
      const { errors, warnings } = await max({ chainId: 'base', script: { nonces, contracts } });
      expect(errors).toEqual([]);
      expect(warnings.map(([code]) => code)).toEqual(['amount.leavesDust']);
    });
  });

  it('is not held back by a node with an old pending nonce', async () => {
    const { data, warnings, roundTrips } = await encode({
      script: { nonces, pendingNonces: { [ann.toLowerCase()]: 3 } },
    });
    expect(data.nonce).toBe('5');
    expect(warnings).toEqual([]);
    expect(roundTrips).toBe(1);
  });

  it('may have delegated its code (EIP-7702)', async () => {
    // Recorded: the code of an account that delegated to 0x5fbd…0aa3.
    const code = String(anvil('default', 'code of EIP-7702 delegated account').result);
    const { errors, warnings } = await encode({ script: { code: { [ann.toLowerCase()]: code } } });
    expect(errors).toEqual([]);
    expect(warnings).toEqual([
      [
        'sender.isDelegated',
        'transaction.data.senderAddress',
        'The sender account has delegated code (EIP-7702) of 0x5fbdb2315678afecb367f032d93f642f64180aa3: that code may move its funds',
      ],
    ]);
  });

  it.each(['0x6080', '0xef0100', `0xef0101${'00'.repeat(20)}`, `0xef0100${'00'.repeat(21)}`])(
    'must not be a contract (EIP-3607): code %s',
    async (code) => {
      const { encoded, errors } = await encode({ script: { code: { [ann.toLowerCase()]: code } } });
      expect(encoded).toEqual([]);
      expect(errors).toEqual([
        [
          'sender.notWallet',
          'transaction.data.senderAddress',
          'The sender cannot sign and pay for transactions: it is a contract.',
        ],
      ]);
    },
  );

  it('learns that it is a contract if the node will not estimate', async () => {
    const script = { code: { [ann.toLowerCase()]: '0x6080' }, estimate: new Fault(-32000, 'sender not an eoa') };
    expect((await encode({ script })).errors.map(([code]) => code)).toEqual(['sender.notWallet']);
  });
});

describe('the recipient', () => {
  it('may be the sender, with a warning', async () => {
    const { errors, warnings } = await encode({ intent: { recipientAddress: ann.toLowerCase() } });
    expect(errors).toEqual([]);
    expect(warnings.map(([code]) => code)).toEqual(['recipient.isSender']);
  });

  it('may be a contract, with a warning and room for its gas', async () => {
    const { data, warnings } = await encode({ script: { code: { [bob.toLowerCase()]: '0x60' }, estimate: 30_000n } });
    expect(data.gas).toBe('39000');
    expect(warnings.map(([code]) => code)).toEqual(['recipient.isContract']);
  });

  it('may have delegated its code, with a warning', async () => {
    const code = String(anvil('default', 'code of EIP-7702 delegated account').result);
    const { warnings } = await encode({ script: { code: { [bob.toLowerCase()]: code }, estimate: 30_000n } });
    expect(warnings.map(([name]) => name)).toEqual(['recipient.isDelegated']);
  });

  it('that refuses coins is found before signing', async () => {
    // Recorded: the estimate of a transfer to an account with delegated code that takes no coins.
    const { error } = anvil('default', 'estimate native to delegated account');
    const estimate = new Fault(error?.code ?? 0, error?.message ?? '', error?.data);
    const { encoded, errors } = await encode({ script: { estimate } });
    expect(encoded).toEqual([]);
    expect(errors).toEqual([
      [
        'transaction.fails',
        'transaction.data.recipientAddress',
        'The transaction would fail: the contract reverted without a reason.',
      ],
    ]);
  });

  it('that is the contract of a known token gives a special warning', async () => {
    const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
    const { warnings } = await encode({
      script: { contracts: { [usdc.toLowerCase()]: token() } },
      intent: { recipientAddress: usdc },
    });
    expect(warnings).toEqual([
      [
        'recipient.tokenContract',
        'transaction.data.recipientAddress',
        'The recipient is the contract of the token USDC: what is sent there is probably lost',
      ],
    ]);
  });

  it.each<[string, EvmChainId, string, string]>([
    ['the zero address', 'ethereum', '0x0000000000000000000000000000000000000000', 'recipient.zeroAddress'],
    ['a precompile', 'ethereum', '0x0000000000000000000000000000000000000001', 'recipient.keepsCoins'],
    ['the last precompile', 'ethereum', '0x0000000000000000000000000000000000000011', 'recipient.keepsCoins'],
    ['P256VERIFY', 'base', '0x0000000000000000000000000000000000000100', 'recipient.keepsCoins'],
    ['a predeploy', 'optimism', '0x4200000000000000000000000000000000000006', 'recipient.keepsCoins'],
    ['StakeHub', 'bsc', '0x0000000000000000000000000000000000002002', 'recipient.keepsCoins'],
    ['the base token', 'zksync', '0x000000000000000000000000000000000000800A', 'recipient.keepsCoins'],
    ['the staking precompile', 'moonbeam', '0x0000000000000000000000000000000000000800', 'recipient.keepsCoins'],
    ['the staking precompile', 'monad-testnet', '0x0000000000000000000000000000000000001000', 'recipient.keepsCoins'],
    [
      'that of the reserve balance',
      'monad-testnet',
      '0x0000000000000000000000000000000000001001',
      'recipient.keepsCoins',
    ],
    ['a precompile of its own', 'bsc', '0x0000000000000000000000000000000000000064', 'recipient.keepsCoins'],
    ['the last one, of Jenner', 'bsc', '0x0000000000000000000000000000000000000070', 'recipient.keepsCoins'],
    ['one between them', 'bsc-testnet', '0x0000000000000000000000000000000000000069', 'recipient.keepsCoins'],
  ])('cannot be %s (%s): nothing is asked', async (_, chainId, recipientAddress, code) => {
    const { errors, encoded, asked } = await encode({ chainId, intent: { recipientAddress } });
    expect(errors.map(([name, field]) => [name, field])).toEqual([[code, 'transaction.data.recipientAddress']]);
    expect(encoded).toEqual([]);
    expect(asked).toEqual([]);
  });

  it.each<[EvmChainId, string]>([
    ['ethereum', '0x0000000000000000000000000000000000000012'],
    ['ethereum', '0x0000000000000000000000000000000000000101'],
    ['ethereum', '0x4200000000000000000000000000000000000006'],
    ['polygon', '0x0000000000000000000000000000000000002002'],
    ['polygon', '0x0000000000000000000000000000000000000064'],
    ['bsc', '0x0000000000000000000000000000000000000071'],
    ['ethereum', '0x000000000000000000000000000000000000800A'],
  ])('on %s may be %s, which is nothing special there', async (chainId, recipientAddress) => {
    expect((await encode({ chainId, intent: { recipientAddress } })).errors).toEqual([]);
  });

  it('that burns coins is named', async () => {
    const recipientAddress = '0x000000000000000000000000000000000000dEaD';
    expect((await encode({ intent: { recipientAddress } })).warnings).toEqual([
      [
        'recipient.bridge',
        'transaction.data.recipientAddress',
        `${recipientAddress} is a burn address: what is sent there is lost`,
      ],
    ]);
  });

  it('that is the bridge of HyperEVM is named only on HyperEVM', async () => {
    const intent = { recipientAddress: '0x2222222222222222222222222222222222222222' };
    const script = { methods: { eth_gasPrice: () => hex(100_000_000) } };
    expect((await encode({ chainId: 'hyperliquid', script, intent })).warnings).toEqual([
      [
        'recipient.bridge',
        'transaction.data.recipientAddress',
        '0x2222222222222222222222222222222222222222 is the bridge to HyperCore: the coins are credited to the spot account of the sender there',
      ],
    ]);
    expect((await encode({ intent })).warnings).toEqual([]);
  });
});

describe('wishes', () => {
  it('for gas are taken if they suffice', async () => {
    const { data } = await encode({ intent: { gas: '50000' } });
    expect(data).toMatchObject({ gas: '50000', fees: '150000000000000' });
  });

  it('for exactly the estimated gas are taken', async () => {
    // Ethereum yellow paper, appendix G, Gtransaction: a plain transfer takes 21000.
    const { data, errors, encoded } = await encode({ intent: { gas: '21000' } });
    expect(errors).toEqual([]);
    expect(data.gas).toBe('21000');
    expect(Transaction.from(encoded[0]?.raw?.value ?? '').gasLimit).toBe(21_000n);
  });

  it('for too little gas are refused', async () => {
    const { errors, encoded } = await encode({ intent: { gas: '20999' } });
    expect(encoded).toEqual([]);
    expect(errors).toEqual([
      ['gas.tooLow', 'transaction.data.gas', 'A gas limit of 20999 is too low: the transaction needs 21000.'],
    ]);
  });

  it('for the nonce of a waiting transaction replace it', async () => {
    const script = {
      nonces: { [ann.toLowerCase()]: 5 },
      pendingNonces: { [ann.toLowerCase()]: 8 },
      pendingBalances: { [ann.toLowerCase()]: ether / 2n },
    };
    const { data, warnings } = await encode({ script, intent: { nonce: '6' } });
    expect(data.nonce).toBe('6');
    expect(warnings.map(([, , message]) => message)).toEqual([
      'There are 1 pending transactions for this account; this transaction will wait for them',
    ]);
    expect((await encode({ script, intent: { nonce: '5' } })).warnings).toEqual([]);
  });

  it('for a nonce beyond the next one are taken, with a warning', async () => {
    const { data, warnings } = await encode({
      script: { nonces: { [ann.toLowerCase()]: 5 } },
      intent: { nonce: '9' },
    });
    expect(data.nonce).toBe('9');
    expect(warnings).toEqual([
      [
        'nonce.gap',
        'transaction.data.nonce',
        'The next nonce of the account is 5: with nonce 9 the transaction waits until those between are used',
      ],
    ]);
  });

  it('for a used nonce are refused', async () => {
    const { errors } = await encode({ script: { nonces: { [ann.toLowerCase()]: 5 } }, intent: { nonce: '4' } });
    expect(errors).toEqual([['nonce.used', 'transaction.data.nonce', 'Nonce 4 is already used: the next one is 5.']]);
  });

  it('for an impossible nonce are refused', async () => {
    const { errors, encoded } = await encode({ intent: { nonce: '9007199254740992' } });
    expect(encoded).toEqual([]);
    expect(errors).toEqual([
      [
        'wish.invalid',
        'transaction.data.nonce',
        'transaction.data.nonce cannot be wished for like this: it must not be larger than 9007199254740991.',
      ],
    ]);
  });

  it('for the largest nonce that a number holds are taken, with a warning', async () => {
    // 2^53 - 1 (ECMAScript, Number.MAX_SAFE_INTEGER).
    const { encoded, errors, warnings } = await encode({ intent: { nonce: '9007199254740991' } });
    expect(errors).toEqual([]);
    expect(warnings.map(([code]) => code)).toEqual(['nonce.gap']);
    expect(Transaction.from(encoded[0]?.raw?.value ?? '').nonce).toBe(9_007_199_254_740_991);
  });

  it('for fees set the cap', async () => {
    // 42000 gwei for 21000 gas: 2 gwei.
    const { data } = await encode({ intent: { fees: '42000000000000' } });
    expect(data).toMatchObject({
      fees: '42000000000000',
      params: { maxFeePerGas: '2000000000', maxPriorityFeePerGas: '1000000000' },
    });
  });

  it('for fees that gas does not divide are never exceeded', async () => {
    const { data } = await encode({ intent: { fees: '42000000020999' } });
    expect(data).toMatchObject({ fees: '42000000000000', params: { maxFeePerGas: '2000000000' } });
  });

  it('for higher fees are taken', async () => {
    const { data } = await encode({ intent: { fees: '210000000000000' } });
    expect(data.params).toMatchObject({ maxFeePerGas: '10000000000', maxPriorityFeePerGas: '1000000000' });
  });

  it('for fees that would only make it wait are refused, with the needed fees', async () => {
    // The next base fee is 1 gwei.
    const { errors, encoded } = await encode({ intent: { fees: '20999999999999' } });
    expect(encoded).toEqual([]);
    expect(errors).toEqual([
      ['fee.tooLow', 'transaction.data.fees', 'The wished fee is too low: the network takes at least 0.000021 ETH.'],
    ]);
    expect((await encode({ intent: { fees: '21000000000000' } })).errors).toEqual([]);
  });

  it('for fees below the floor of the pools are refused', async () => {
    const script = { baseFee: 0n, tips: [] };
    const { errors } = await encode({ chainId: 'bsc', script, intent: { fees: '1049999999999' } });
    expect(errors[0]?.[2]).toBe('The wished fee is too low: the network takes at least 0.00000105 BNB.');
    expect((await encode({ chainId: 'bsc', script, intent: { fees: '1050000000000' } })).errors).toEqual([]);
  });

  // Linea: the tip carries the cost of L1, so less than all of it is never mined (docs.linea.build, "Gas fees").
  it.each<[string, () => unknown, string]>([
    // 7 + 1,000,000,000 wei per gas.
    [
      'linea_estimateGas tells',
      () => ({ gasLimit: '0x5208', baseFeePerGas: '0x7', priorityFeePerGas: hex(1_000_000_000) }),
      '21000000147000',
    ],
    // 9 + 1,000,000,000 wei per gas: the base fee that comes with the tip counts.
    [
      'linea_estimateGas tells beside another base fee',
      () => ({ gasLimit: '0x5208', baseFeePerGas: '0x9', priorityFeePerGas: hex(1_000_000_000) }),
      '21000000189000',
    ],
    // 7 + 2,000,000,000: the method is not there, and the node suggests a tip.
    ['the node suggests', () => new Fault(-32601, 'no such method'), '42000000147000'],
  ])('for fees on Linea have to cover the tip that %s', async (_, linea, least) => {
    const methods = { eth_maxPriorityFeePerGas: () => hex(2_000_000_000), linea_estimateGas: linea };
    const script = { baseFee: 7n, tips: [], methods };
    const wished = async (fees: bigint) =>
      (await encode({ chainId: 'linea', script, intent: { fees: `${fees}` } })).errors;
    expect(await wished(BigInt(least))).toEqual([]);
    expect((await wished(BigInt(least) - 1n)).map(([code]) => code)).toEqual(['fee.tooLow']);
  });

  it('for fees count the L1 fee first', async () => {
    const contracts = { [gasPriceOracleAddress]: oracle({ getL1FeeUpperBound: () => 800_000n }) };
    const { data } = await encode({ chainId: 'base', script: { contracts }, intent: { fees: '42000001000000' } });
    expect(data).toMatchObject({ fees: '42000001000000', params: { maxFeePerGas: '2000000000', l1Fee: '1000000' } });
  });

  it('for fees must cover the L1 fee too, and the message counts it', async () => {
    const contracts = { [gasPriceOracleAddress]: oracle({ getL1FeeUpperBound: () => 800n }) };
    const wished = async (fees: string) =>
      (await encode({ chainId: 'base', script: { contracts }, intent: { fees } })).errors;
    // 21,000 * 1 gwei, and 1.25 * 800 wei.
    expect(await wished('21000000001000')).toEqual([]);
    for (const fees of ['21000000000999', '999', '1']) {
      expect(await wished(fees)).toEqual([
        [
          'fee.tooLow',
          'transaction.data.fees',
          'The wished fee is too low: the network takes at least 0.000021000000001 ETH.',
        ],
      ]);
    }
  });

  it('for fees of a transfer of the whole balance leave nothing behind either', async () => {
    const { data } = await max({ intent: { fees: '42000000000000' } });
    expect(data).toMatchObject({
      fees: '42000000000000',
      amount: '999958000000000000',
      params: { maxFeePerGas: '2000000000', maxPriorityFeePerGas: '2000000000' },
    });
  });

  it('may come together, and all mistakes are named at once', async () => {
    const { errors } = await encode({
      script: { nonces: { [ann.toLowerCase()]: 5 } },
      intent: { gas: '1', nonce: '1', fees: '1' },
    });
    expect(errors.map(([code]) => code).toSorted()).toEqual(['fee.tooLow', 'gas.tooLow', 'nonce.used']);
  });
});

describe('Monad', () => {
  const mon = (amount: bigint): NodeScript => ({
    baseFee: 100_000_000_000n,
    tips: [],
    balances: { [ann.toLowerCase()]: amount },
  });
  const reserve = (least: string) =>
    `Less than ${least} MON would be left: Monad Testnet carries this out only if the account sent nothing else in the last 3 blocks`;

  it('lets an account go below its reserve once in a while', async () => {
    const { errors, warnings } = await encode({
      chainId: 'monad-testnet',
      script: mon(15n * ether),
      intent: { amount: (6n * ether).toString() },
    });
    expect(errors).toEqual([]);
    expect(warnings).toEqual([['account.reserve', 'transaction.data.amount', reserve('10')]]);
  });

  it('has a reserve of at most the balance', async () => {
    const { warnings } = await encode({ chainId: 'monad-testnet', script: mon(3n * ether) });
    expect(warnings.map(([, , message]) => message)).toEqual([reserve('3')]);
  });

  it('gives no warning if the reserve stays', async () => {
    const { warnings } = await encode({
      chainId: 'monad-testnet',
      script: mon(15n * ether),
      intent: { amount: (4n * ether).toString() },
    });
    expect(warnings).toEqual([]);
  });

  // docs.monad.xyz, "Reserve balance": the remaining balance must be at least min(10 MON, the balance before).
  it.each<[string, bigint, bigint, string[]]>([
    ['exactly the reserve', 15n * ether, 5n * ether, []],
    ['one wei less than the reserve', 15n * ether, 5n * ether + 1n, ['account.reserve']],
    ['one wei more than the reserve', 15n * ether, 5n * ether - 1n, []],
    ['one wei less of exactly the reserve', 10n * ether, 1n, ['account.reserve']],
    ['one wei less of one wei more than the reserve', 10n * ether + 1n, 1n, []],
  ])('leaves %s', async (_, balance, amount, expected) => {
    const asked = { chainId: 'monad-testnet' as const, intent: { amount: amount.toString() } };
    expect((await encode({ ...asked, script: mon(balance) })).warnings.map(([code]) => code)).toEqual(expected);
    // An account with delegated code is refused at the same place.
    const code = { [ann.toLowerCase()]: `0xef0100${'11'.repeat(20)}` };
    const { errors } = await encode({ ...asked, script: { ...mon(balance), code } });
    expect(errors.map(([error]) => error)).toEqual(expected.map(() => 'balance.remainderTooLow'));
  });

  it('does not let an account with delegated code go below its reserve', async () => {
    const code = { [ann.toLowerCase()]: `0xef0100${'11'.repeat(20)}` };
    const { errors, encoded } = await encode({
      chainId: 'monad-testnet',
      script: { ...mon(15n * ether), code },
      intent: { amount: (6n * ether).toString() },
    });
    expect(encoded).toEqual([]);
    expect(errors).toEqual([
      [
        'balance.remainderTooLow',
        'transaction.data.amount',
        '9 MON would be left in the account, but Monad Testnet asks it to keep 10 MON: its code is delegated.',
      ],
    ]);
  });

  it('says that nothing would be left if more than the balance is sent', async () => {
    const code = { [ann.toLowerCase()]: `0xef0100${'11'.repeat(20)}` };
    const { errors } = await encode({
      chainId: 'monad-testnet',
      script: { ...mon(15n * ether), code },
      intent: { amount: (16n * ether).toString() },
    });
    expect(errors.map(([error]) => error)).toEqual(['balance.insufficient', 'balance.remainderTooLow']);
    expect(errors[1]?.[2]).toBe(
      '0 MON would be left in the account, but Monad Testnet asks it to keep 10 MON: its code is delegated.',
    );
  });

  it('sends the whole balance of an ordinary account, with a warning', async () => {
    const { data, errors, warnings } = await max({ chainId: 'monad-testnet', script: mon(15n * ether) });
    expect(errors).toEqual([]);
    expect(BigInt(data.amount as string) + BigInt(data.fees as string)).toBe(15n * ether);
    expect(warnings).toEqual([['account.reserve', 'transaction.data.amount', reserve('10')]]);
  });
});

describe('chains without a pending state', () => {
  it.each<[EvmChainId, NodeScript]>([
    ['hyperliquid', { methods: { eth_gasPrice: () => hex(100_000_000) } }],
    ['monad-testnet', {}],
  ])('%s is never asked for it', async (chainId, script) => {
    const { asked, data } = await encode({ chainId, script: { ...script, pendingNonces: { [ann.toLowerCase()]: 9 } } });
    expect(JSON.stringify(asked)).not.toContain('pending');
    expect(data.nonce).toBe('0');
  });
});

it('warns of a chain that is being retired', async () => {
  const script = { methods: { eth_gasPrice: () => hex(1_000_000_000) } };
  const { errors, warnings } = await encode({ chainId: 'fantom', script });
  expect(errors).toEqual([]);
  expect(warnings).toEqual([
    ['chain.sunset', undefined, expect.stringMatching(/^Fantom is being retired: .* at the end of 2026\./)],
  ]);
});

describe('an endpoint', () => {
  it('that serves another chain is not believed', async () => {
    const { chain } = connectTo('ethereum', { ...usual, methods: { eth_chainId: () => '0x2105' } });
    await expect(chain.encode(everything)).rejects.toMatchObject({ code: 'upstream.unavailable' });
  });

  it.each<[string, Record<string, () => unknown>]>([
    ['a nonce that is no number', { eth_getTransactionCount: () => 'seven' }],
    ['a nonce in decimal', { eth_getTransactionCount: () => 7 }],
    ['a balance of null', { eth_getBalance: () => null }],
    ['a balance of 2^256', { eth_getBalance: () => `0x1${'0'.repeat(64)}` }],
    ['a negative balance', { eth_getBalance: () => '-0x1' }],
    ['code of half a byte', { eth_getCode: () => '0x0' }],
    ['gas that is no number', { eth_estimateGas: () => ({}) }],
    ['base fees that are no numbers', { eth_feeHistory: () => ({ baseFeePerGas: ['?'] }) }],
  ])('that answers %s is not believed', async (_, methods) => {
    const { chain } = connectTo('ethereum', { ...usual, methods });
    await expect(chain.encode(transfer)).rejects.toMatchObject({ code: 'upstream.unavailable' });
  });
});
