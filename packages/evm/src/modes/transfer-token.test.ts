import { Interface, Transaction } from 'ethers';
import { describe, expect, it } from 'vitest';
import { anvil } from '../../test/recordings.ts';
import {
  abi,
  type Contract,
  connectTo,
  Fault,
  gasPriceOracleAddress,
  hex,
  justNow,
  type NodeScript,
  oracle,
  token,
  word,
} from '../../test/scripted-node.ts';
import type { EvmChainId } from '../chains.ts';
import type { EvmOptions } from '../options.ts';

const ann = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
/** A contract that is on no list. */
const gold = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const ether = 10n ** 18n;

const erc20 = new Interface(['function transfer(address to, uint256 amount)']);
const held = { [ann.toLowerCase()]: 5_000_000n };

const usual: NodeScript = {
  baseFee: 1_000_000_000n,
  tips: [1_000_000_000n],
  balances: { [ann.toLowerCase()]: ether },
  estimate: 50_001n,
};
const intent = { mode: 'transferToken', senderAddress: ann, recipientAddress: bob, tokenId: gold, amount: '1500000' };

interface Asked {
  readonly chainId?: EvmChainId;
  readonly script?: NodeScript;
  readonly contract?: Contract;
  readonly intent?: object;
  readonly options?: EvmOptions;
}

async function encode({
  chainId = 'ethereum',
  script = {},
  contract = token({ balances: held }),
  options,
  ...asked
}: Asked) {
  const contracts = { [gold.toLowerCase()]: contract, ...script.contracts };
  const { chain, onTrace, node, roundTrips } = connectTo(chainId, { ...usual, ...script, contracts }, options);
  const { transaction, status } = await chain.encode({ ...intent, ...asked.intent }, { onTrace });
  const texts = (entries: typeof status.errors) => entries.map(({ code, field, message }) => [code, field, message]);
  return {
    data: transaction.data,
    encoded: transaction.encoded,
    errors: texts(status.errors),
    warnings: texts(status.warnings),
    asked: node.asked,
    roundTrips: roundTrips(),
  };
}

const max = (asked: Asked) => encode({ ...asked, intent: { amount: '', useMaxAmount: true, ...asked.intent } });

describe('a transfer of tokens', () => {
  it('is completed from one round trip, and its bytes decode to the intent', async () => {
    const { data, encoded, errors, warnings, roundTrips } = await encode({});
    expect([errors, warnings]).toEqual([[], []]);
    expect(roundTrips).toBe(1);
    expect(data).toEqual({
      ...intent,
      useMaxAmount: false,
      nonce: '0',
      // 1.2 times the estimate, rounded up; 60002 * 3 gwei.
      gas: '60002',
      fees: '180006000000000',
      params: {
        type: 'eip1559',
        maxFeePerGas: '3000000000',
        maxPriorityFeePerGas: '1000000000',
        checksum: expect.any(String),
      },
    });
    const decoded = Transaction.from(encoded[0]?.raw?.value ?? '');
    expect(decoded).toMatchObject({ chainId: 1n, to: gold, value: 0n, gasLimit: 60_002n });
    expect(erc20.parseTransaction({ data: decoded.data })?.args.toArray()).toEqual([bob, 1_500_000n]);
  });

  it("repeats the token in the client's spelling", async () => {
    const { data, encoded } = await encode({ intent: { tokenId: gold.toLowerCase() } });
    expect(data.tokenId).toBe(gold.toLowerCase());
    expect(Transaction.from(encoded[0]?.raw?.value ?? '').to).toBe(gold);
  });

  // MetaMask/metamask-extension#13486: tokens that went to the contract of another token.
  it.each([
    ['of a token that is listed', '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', 'recipient.tokenContract'],
    ['of anything else', '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc', 'recipient.isContract'],
  ])('to the contract %s gets a warning', async (_, recipientAddress, code) => {
    const script = { code: { [recipientAddress.toLowerCase()]: '0x6080' } };
    for (const asked of [
      await encode({ script, intent: { recipientAddress } }),
      await max({ script, intent: { recipientAddress } }),
    ]) {
      expect(asked.errors).toEqual([]);
      expect(asked.warnings.map(([name]) => name)).toEqual([code]);
    }
  });

  it('to an account with delegated code is an ordinary one', async () => {
    const script = { code: { [bob.toLowerCase()]: `0xef0100${'12'.repeat(20)}` } };
    expect((await encode({ script })).warnings).toEqual([]);
  });

  it('is simulated exactly as the sender would send it', async () => {
    const { asked } = await encode({});
    const call = {
      from: ann.toLowerCase(),
      to: gold.toLowerCase(),
      data: erc20.encodeFunctionData('transfer', [bob, 1_500_000n]),
    };
    expect(asked.filter(({ method }) => method === 'eth_estimateGas').map(({ params }) => params)).toEqual([[call]]);
    expect(asked.filter(({ method, params }) => method === 'eth_call' && (params[0] as typeof call).from)).toEqual([
      { method: 'eth_call', params: [call, 'latest'] },
    ]);
  });

  it.each<[EvmChainId, NodeScript, string]>([
    ['monad-testnet', {}, '52502'],
    ['cronos', { methods: { eth_gasPrice: () => hex(1) } }, '55002'],
    ['arbitrum', {}, '62502'],
    ['zksync', { methods: { eth_gasPrice: () => hex(1) } }, '60002'],
    ['hyperliquid', { methods: { eth_gasPrice: () => hex(1) } }, '60002'],
  ])('on %s gets as much gas as is right there', async (chainId, script, gas) => {
    expect((await encode({ chainId, script })).data.gas).toBe(gas);
  });

  it('uses the estimate of linea_estimateGas if there is one', async () => {
    const linea = { gasLimit: '0xea60', baseFeePerGas: '0x7', priorityFeePerGas: '0x64' };
    const methods = { eth_maxPriorityFeePerGas: () => '0x1', linea_estimateGas: () => linea };
    for (const { data } of [
      await encode({ chainId: 'linea', script: { methods } }),
      await max({ chainId: 'linea', script: { methods } }),
    ]) {
      // 1.2 * 60000; tip 1.1 * 100; base 1.35 * 7, rounded up.
      expect(data).toMatchObject({ gas: '72000', params: { maxFeePerGas: '120', maxPriorityFeePerGas: '110' } });
    }
  });

  it('counts the L1 fee on the OP stack', async () => {
    const contracts = { [gasPriceOracleAddress]: oracle({ getL1FeeUpperBound: (size) => size * 100n }) };
    const { data, roundTrips } = await encode({ chainId: 'optimism', script: { contracts } });
    expect(data).toMatchObject({ fees: '180006000016500', params: { l1Fee: '16500' } });
    expect(roundTrips).toBe(1);
  });

  it('does not compare fees in coins with an amount of tokens', async () => {
    expect((await encode({ intent: { amount: '1' } })).warnings).toEqual([]);
  });

  it('warns of waiting transactions and of a chain that ends', async () => {
    const script = {
      nonces: { [ann.toLowerCase()]: 1 },
      pendingNonces: { [ann.toLowerCase()]: 2 },
      pendingBalances: { [ann.toLowerCase()]: ether / 2n },
      methods: { eth_gasPrice: () => hex(1) },
    };
    const { data, warnings } = await encode({ chainId: 'fantom', script });
    expect(data.nonce).toBe('2');
    expect(warnings.map(([code]) => code)).toEqual(['sender.pendingTransactions', 'chain.sunset']);
  });
});

describe('a transfer of all tokens', () => {
  it('is refused while transactions wait, if no node shows what they spend', async () => {
    const contracts = { [gasPriceOracleAddress]: oracle({ getL1FeeUpperBound: () => 1n }) };
    const waiting = { nonces: { [ann.toLowerCase()]: 5 }, pendingNonces: { [ann.toLowerCase()]: 6 } };
    const { errors, encoded } = await max({ chainId: 'base', script: { contracts, ...waiting } });
    expect(errors.map(([code, field]) => [code, field])).toEqual([
      ['balance.maxWhileWaiting', 'transaction.data.amount'],
    ]);
    expect(encoded).toEqual([]);
    const amount = await encode({ chainId: 'base', script: { contracts, ...waiting } });
    expect(amount.errors).toEqual([]);
    expect(amount.warnings.map(([code]) => code)).toEqual(['sender.pendingTransactions', 'balance.waitingUnseen']);
    // The waiting transaction is replaced, so it spends nothing.
    expect((await max({ chainId: 'base', script: { contracts, ...waiting }, intent: { nonce: '5' } })).errors).toEqual(
      [],
    );
  });

  it('sends the balance, in two round trips: the estimate is made with the real amount', async () => {
    const { data, encoded, errors, roundTrips, asked } = await max({});
    expect(errors).toEqual([]);
    expect(roundTrips).toBe(2);
    expect(data).toMatchObject({ useMaxAmount: true, amount: '5000000', gas: '60002', fees: '180006000000000' });
    const call = erc20.encodeFunctionData('transfer', [bob, 5_000_000n]);
    expect(Transaction.from(encoded[0]?.raw?.value ?? '').data).toBe(call);
    const estimates = asked.filter(({ method }) => method === 'eth_estimateGas');
    expect(estimates.map(({ params }) => (params[0] as { data: string }).data)).toEqual([call]);
  });

  it('keeps the ordinary price, because the coins are not emptied', async () => {
    expect((await max({})).data.params).toMatchObject({
      maxFeePerGas: '3000000000',
      maxPriorityFeePerGas: '1000000000',
    });
  });

  it('is refused without tokens', async () => {
    const { encoded, errors, roundTrips } = await max({ contract: token({ symbol: 'AU' }) });
    expect(encoded).toEqual([]);
    expect(errors).toEqual([
      ['token.nothingToSend', 'transaction.data.amount', 'Insufficient token balance: the account holds no AU.'],
    ]);
    expect(roundTrips).toBe(1);
  });
});

describe('a contract', () => {
  it('may return nothing, like contracts from before the final ERC-20 (USDT)', async () => {
    const { errors, encoded } = await encode({ contract: token({ balances: held }, { transfer: '0x' }) });
    expect(errors).toEqual([]);
    expect(encoded).toHaveLength(2);
  });

  it.each([
    ['false', word(0n)],
    ['an empty word and more', word(0n) + '00'.repeat(32)],
    ['a zero that is no word', '0x00'],
  ])('may not return %s', async (_, transfer) => {
    const { errors, encoded } = await encode({ contract: token({ balances: held }, { transfer }) });
    expect(encoded).toEqual([]);
    expect(errors).toEqual([
      ['token.transferFails', 'transaction.data.tokenId', 'Token transfer would fail: the contract returns false.'],
    ]);
  });

  it('that reverts is quoted', async () => {
    // Recorded: the estimate of a transfer that the token refuses.
    const { error } = anvil('default', 'estimate erc20 transfer reverting');
    const refusal = new Fault(error?.code ?? 0, error?.message ?? '', error?.data);
    const contract = token({ balances: held }, { transfer: refusal });
    const { errors, encoded } = await encode({ contract, script: { estimate: refusal } });
    expect(encoded).toEqual([]);
    expect(errors).toEqual([
      [
        'token.transferFails',
        'transaction.data.tokenId',
        'Token transfer would fail: ERC20: transfer amount exceeds balance.',
      ],
    ]);
  });

  it('that reverts only in the estimate is found too', async () => {
    const { errors } = await encode({ script: { estimate: new Fault(3, 'execution reverted: paused') } });
    expect(errors.map(([, , message]) => message)).toEqual(['Token transfer would fail: paused.']);
  });

  it('that reverts only when all is sent is found before signing', async () => {
    const contract: Contract = (data, from) =>
      from === undefined ? token({ balances: held })(data, from) : new Fault(3, 'execution reverted: limit');
    expect((await max({ contract })).errors.map(([code]) => code)).toEqual(['token.transferFails']);
  });

  it('must be a contract', async () => {
    const { errors, encoded } = await encode({ intent: { tokenId: '0x000000000000000000000000000000000000c0de' } });
    expect(encoded).toEqual([]);
    expect(errors).toEqual([
      [
        'token.unknown',
        'transaction.data.tokenId',
        'There is no token 0x000000000000000000000000000000000000c0de on Ethereum: there is no contract at this address.',
      ],
    ]);
  });

  it.each<[string, Contract, string]>([
    ['has no decimals', token({ balances: held }, { decimals: undefined }), 'it has no decimals'],
    ['has too many decimals', token({ balances: held }, { decimals: word(256n) }), 'it has no decimals'],
    ['tells no balance', token({}, { balanceOf: undefined }), 'it tells no balance'],
    ['answers nothing at all', () => '0x', 'it has no decimals'],
    ['answers everything with two words', () => word(6n) + word(6n).slice(2), 'it has no decimals'],
  ])('that %s is no fungible token', async (_, contract, reason) => {
    const { errors, encoded } = await encode({ contract });
    expect(encoded).toEqual([]);
    expect(errors).toEqual([
      [
        'token.notFungible',
        'transaction.data.tokenId',
        `The contract at ${gold} does not answer like a fungible token: ${reason}.`,
      ],
    ]);
  });

  it.each<[string, Contract]>([
    ['tells no decimals', token({ balances: held }, { decimals: undefined })],
    ['tells too many', token({ balances: held }, { decimals: word(256n) })],
  ])('that %s is sent if the operator lists it', async (_, contract) => {
    const options = { tokens: [{ id: gold, name: 'Old Token', ticker: 'OLD', decimals: 3 }] };
    const { errors, encoded } = await encode({ contract, options });
    expect(errors).toEqual([]);
    expect(encoded).toHaveLength(2);
    const tooMuch = await encode({ contract, options, intent: { amount: '6000000' } });
    expect(tooMuch.errors.map(([, , text]) => text)).toEqual([expect.stringContaining('5000 OLD')]);
  });

  it('may have a symbol of 32 bytes (MKR), or none', async () => {
    const mkr = `0x${Buffer.from('MKR').toString('hex').padEnd(64, '0')}`;
    const contract = token({ balances: held, decimals: 18 }, { symbol: mkr });
    const { errors } = await encode({ contract, intent: { amount: '6000000' } });
    expect(errors.map(([, , message]) => message)).toEqual([
      'Insufficient token balance: the account holds 0.000000000005 MKR, but 0.000000000006 MKR are to be sent.',
    ]);
    const nameless = token({ balances: held }, { symbol: undefined, name: undefined });
    expect((await encode({ contract: nameless })).errors).toEqual([]);
  });
});

describe('the balances', () => {
  it('of tokens must cover the amount, and the message has the numbers', async () => {
    const { errors, encoded } = await encode({ intent: { amount: '5000001' } });
    expect(encoded).toEqual([]);
    expect(errors).toEqual([
      [
        'token.insufficient',
        'transaction.data.amount',
        'Insufficient token balance: the account holds 5 USDC, but 5.000001 USDC are to be sent.',
      ],
    ]);
    expect((await encode({ intent: { amount: '5000000' } })).errors).toEqual([]);
  });

  it('of coins must cover the fees', async () => {
    const balances = { [ann.toLowerCase()]: 180_005_999_999_999n };
    const { errors, encoded } = await encode({ script: { balances } });
    expect(encoded).toEqual([]);
    expect(errors).toEqual([
      [
        'balance.insufficientForFees',
        'transaction.data.senderAddress',
        'Insufficient ETH to pay network fees: needs up to 0.000180006 ETH, has 0.000180005999999999 ETH.',
      ],
    ]);
    expect((await encode({ script: { balances: { [ann.toLowerCase()]: 180_006_000_000_000n } } })).errors).toEqual([]);
  });

  it('without coins are refused with the numbers, even if a node refuses the call', async () => {
    const refusal = new Fault(-32000, 'gas required exceeds allowance (0)');
    const estimate = (_: unknown, params: readonly unknown[]) => (params.length === 3 ? 50_001n : refusal);
    const { errors, roundTrips } = await encode({ script: { balances: {}, estimate } });
    expect(errors.map(([code, , message]) => [code, message])).toEqual([
      ['balance.insufficientForFees', 'Insufficient ETH to pay network fees: needs up to 0.000180006 ETH, has 0 ETH.'],
    ]);
    expect(roundTrips).toBe(2);
  });

  it('without coins are refused without the numbers if the node cannot tell them', async () => {
    const estimate = new Fault(-32000, 'gas required exceeds allowance (0)');
    const { errors } = await encode({ script: { balances: {}, estimate } });
    expect(errors.map(([code]) => code)).toEqual(['balance.insufficientForFees']);
  });
});

describe('sender and recipient', () => {
  it('may be the same, with a warning', async () => {
    const { errors, warnings } = await encode({ intent: { recipientAddress: ann.toLowerCase() } });
    expect(errors).toEqual([]);
    expect(warnings.map(([code]) => code)).toEqual(['recipient.isSender']);
  });

  it.each<[string, EvmChainId, string, string]>([
    ['the token itself', 'ethereum', gold.toLowerCase(), 'recipient.isToken'],
    ['the zero address', 'ethereum', '0x0000000000000000000000000000000000000000', 'recipient.zeroAddress'],
    ['a precompile', 'ethereum', '0x0000000000000000000000000000000000000005', 'recipient.keepsCoins'],
    ['a predeploy', 'base', '0x420000000000000000000000000000000000000F', 'recipient.keepsCoins'],
  ])('the recipient cannot be %s (%s): nothing is asked', async (_, chainId, recipientAddress, code) => {
    const { errors, encoded, asked } = await encode({ chainId, intent: { recipientAddress } });
    expect(errors.map(([name, field]) => [name, field])).toEqual([[code, 'transaction.data.recipientAddress']]);
    expect(encoded).toEqual([]);
    expect(asked).toEqual([]);
  });

  it('the recipient may be an address that loses tokens, with a warning', async () => {
    const burn = await encode({ intent: { recipientAddress: '0x000000000000000000000000000000000000dEaD' } });
    expect(burn.warnings.map(([code]) => code)).toEqual(['recipient.bridge']);
    // The address credits the sender with coins on HyperCore, but not with tokens.
    const bridge = { recipientAddress: '0x2222222222222222222222222222222222222222' };
    const hyper = await encode({
      chainId: 'hyperliquid',
      script: { methods: { eth_gasPrice: () => '0x5f5e100' } },
      intent: bridge,
    });
    expect(hyper.warnings).toEqual([]);
  });

  it('the sender cannot be a contract', async () => {
    const { errors } = await encode({ script: { code: { [ann.toLowerCase()]: '0x60' } } });
    expect(errors.map(([code]) => code)).toEqual(['sender.notWallet']);
  });
});

describe('wishes', () => {
  it('are taken like those for native coins', async () => {
    const { data } = await encode({ intent: { gas: '100000', nonce: '3', fees: '200000000000000' } });
    expect(data).toMatchObject({
      gas: '100000',
      nonce: '3',
      fees: '200000000000000',
      params: { maxFeePerGas: '2000000000', maxPriorityFeePerGas: '1000000000' },
    });
  });

  it('for less gas than the node estimates are refused', async () => {
    expect((await encode({ intent: { gas: '50000' } })).errors.map(([code]) => code)).toEqual(['gas.tooLow']);
  });
});

describe('without Multicall3', () => {
  it.each<[string, EvmChainId, NodeScript, number]>([
    ['known to be missing', 'chiliz-testnet', {}, 1],
    ['missing at its address', 'ethereum', { multicall: false }, 2],
  ])('%s: each read is a call of its own', async (_, chainId, script, trips) => {
    const methods = {
      eth_gasPrice: () => hex(1),
      eth_getBlockByNumber: () => ({ number: '0x1', timestamp: justNow(), baseFeePerGas: '0x1' }),
    };
    const { data, errors, roundTrips } = await encode({ chainId, script: { ...script, methods } });
    expect(errors).toEqual([]);
    expect(data).toMatchObject({ gas: '60002', amount: '1500000' });
    expect(roundTrips).toBe(trips);
  });
});

describe('text of a contract', () => {
  it('is cleaned before it is shown', async () => {
    const reason = 'visit https://evil.example/claim \u202e now\n!';
    const data = `0x08c379a0${abi.encode(['string'], [reason]).slice(2)}`;
    const refusal = new Fault(3, 'execution reverted', data);
    const { errors } = await encode({ contract: token({ balances: held }, { transfer: refusal }) });
    expect(errors.map(([, , message]) => message)).toEqual(['Token transfer would fail: visit now !.']);
  });
});
