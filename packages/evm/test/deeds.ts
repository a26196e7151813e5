import type { Deed, Ledger, TestAccount } from '@isochain/conformance';
import { type AnvilEngine, accounts as holders, waitForReceipt } from '@isochain/devnet/evm';
import { Interface, JsonRpcProvider, type TransactionRequest, Wallet } from 'ethers';

// What happens on a chain beside the transfers of the family, made with ethers.

interface KeyHolder extends TestAccount {
  readonly privateKey: string;
}

/** Where most chains have it (github.com/mds1/multicall3). The engine has it there, too. */
const multicall = '0xcA11bde05977b3631167028862bE2a173976CA11';

const batches = new Interface([
  'function aggregate3((address target, bool allowFailure, bytes callData)[] calls) payable',
  'function aggregate3Value((address target, bool allowFailure, uint256 value, bytes callData)[] calls) payable',
]);
const erc20 = new Interface([
  'function transfer(address to, uint256 amount)',
  'function transferFrom(address from, address to, uint256 amount)',
  'function approve(address spender, uint256 amount)',
]);

/** Has more coins and tokens than the tests need. The ledger sends with the first one. */
const outsider = holders[3] as KeyHolder;

/** @param engineOf - The engine that runs now. */
export function deedsOn(engineOf: () => AnvilEngine): Deed<KeyHolder>[] {
  async function send(
    from: KeyHolder,
    { value = 0n, ...what }: Pick<TransactionRequest, 'to' | 'data'> & { value?: bigint },
  ) {
    const engine = engineOf();
    const provider = new JsonRpcProvider(engine.url, engine.nativeChainId, { staticNetwork: true });
    const wallet = new Wallet(from.privateKey, provider);
    const nonce = Number(await engine.rpc<string>('eth_getTransactionCount', [from.address, 'latest']));
    const { hash } = await wallet.sendTransaction({ ...what, value, nonce, gasLimit: 300_000n });
    const receipt = await waitForReceipt(engine, hash);
    provider.destroy();
    return { hash, succeeded: receipt?.status === '0x1' };
  }

  async function succeed(from: KeyHolder, what: Parameters<typeof send>[1]): Promise<string> {
    const { hash, succeeded } = await send(from, what);
    if (!succeeded) throw new Error(`${hash} failed.`);
    return hash;
  }

  /** An allowance costs its owner a fee, which is given back. */
  async function allow(ledger: Ledger<KeyHolder>, owner: KeyHolder, spender: string): Promise<void> {
    const before = await ledger.balance(owner.address);
    await succeed(owner, { to: tokenOf(ledger), data: erc20.encodeFunctionData('approve', [spender, 1_000n]) });
    await ledger.fund(owner.address, before - (await ledger.balance(owner.address)));
  }

  const moveTokens = (from: string, to: string, amount: bigint) =>
    erc20.encodeFunctionData('transferFrom', [from, to, amount]);
  const together = (target: string, calls: readonly string[]) =>
    batches.encodeFunctionData('aggregate3', [calls.map((callData) => ({ target, allowFailure: false, callData }))]);

  return [
    {
      kind: 'a transaction that fails',
      name: 'coins for a function of a token that takes none',
      async make({ sender, recipient, engine }) {
        const data = erc20.encodeFunctionData('transfer', [recipient.address, 9n]);
        const { hash, succeeded } = await send(sender, { to: tokenOf(engine), data, value: 7n });
        if (succeeded) throw new Error('The token took coins.');
        return hash;
      },
    },
    {
      kind: 'fees that another account pays',
      name: 'tokens that somebody moves who may',
      async make({ sender, recipient, engine }) {
        await allow(engine, sender, outsider.address);
        return succeed(outsider, { to: tokenOf(engine), data: moveTokens(sender.address, recipient.address, 11n) });
      },
    },
    {
      kind: 'several movements in one transaction',
      async make({ sender, recipient, engine }) {
        await allow(engine, sender, multicall);
        const calls = [
          moveTokens(sender.address, recipient.address, 5n),
          moveTokens(sender.address, outsider.address, 6n),
        ];
        return succeed(sender, { to: multicall, data: together(tokenOf(engine), calls) });
      },
    },
    {
      kind: 'a contract that pays back',
      name: 'a contract that gives tokens back',
      async make({ sender, engine }) {
        await allow(engine, sender, multicall);
        const back = erc20.encodeFunctionData('transfer', [sender.address, 8n]);
        const calls = [moveTokens(sender.address, multicall, 20n), back];
        return succeed(sender, { to: multicall, data: together(tokenOf(engine), calls) });
      },
    },
    {
      kind: 'a contract that pays back',
      name: 'a contract that gives coins back',
      isUntold: true,
      async make({ sender }) {
        const value = 10n ** 15n;
        const call = { target: sender.address, allowFailure: false, value, callData: '0x' };
        return succeed(sender, { to: multicall, data: batches.encodeFunctionData('aggregate3Value', [[call]]), value });
      },
    },
    {
      kind: 'a sender from outside',
      make: ({ recipient }) => succeed(outsider, { to: recipient.address, value: 123n }),
    },
  ];
}

function tokenOf({ tokens: [token] }: Ledger<KeyHolder>): string {
  if (token === undefined) throw new Error('The engine has no token.');
  return token.id;
}
