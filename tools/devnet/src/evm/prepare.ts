import { accounts } from './accounts.ts';
import type { AnvilEngine } from './anvil.ts';
import { multicall3CreationCode } from './contracts.data.ts';
import { type ContractName, deployContract } from './deploy.ts';

export const multicall3Address = '0xcA11bde05977b3631167028862bE2a173976CA11';

/** The demonstration token. Every account of a prepared engine holds 1,000,000. */
const demoToken = { name: 'Isochain Demo Dollar', ticker: 'DEMO', decimals: 6 } as const;
const amountEach = 1_000_000n * 10n ** BigInt(demoToken.decimals);

export interface Prepared {
  multicall3: string;
  demoToken: string;
}

/**
 * Gives an engine what a fresh chain lacks: Multicall3 at its usual address, and a token. The nonces and balances of the accounts do not change.
 *
 * The Multicall3 is viem's build. It has the interface of the public contract, but other bytes (see compile.ts).
 */
export async function prepareEvm(engine: AnvilEngine): Promise<Prepared> {
  // A call of creation code returns the runtime code.
  const runtime = await engine.rpc<string>('eth_call', [{ data: multicall3CreationCode }, 'latest']);
  await engine.setCode(multicall3Address, runtime);

  const { name, ticker, decimals } = demoToken;
  const id = await deployContract(engine, 'DemoToken', [name, ticker, decimals, holders, amountEach]);
  if (!engine.tokens.some((token) => token.id === id)) engine.addToken({ id, ...demoToken });
  return { multicall3: multicall3Address, demoToken: id };
}

const holders = accounts.map(({ address }) => address);

// `name` and `symbol` of Bytes32Token are 32 bytes, padded at the end: 'Bytes32 Token' and 'B32'.
const bytes32Name = `0x${'4279746573333220546f6b656e'.padEnd(64, '0')}`;
const bytes32Symbol = `0x${'423332'.padEnd(64, '0')}`;

const testContracts = {
  noReturn: ['NoReturnToken', ['No Return', 'NORET', 6, holders, amountEach]],
  returnsFalse: ['ReturnsFalseToken', ['Returns False', 'FALSE', 18, holders, amountEach]],
  reverting: ['RevertingToken', ['Reverting', 'REVERT', 18, holders, amountEach]],
  feeOnTransfer: ['FeeOnTransferToken', ['Fee On Transfer', 'FEE', 18, holders, amountEach]],
  bytes32: ['Bytes32Token', [bytes32Name, bytes32Symbol, 18, holders, amountEach]],
  receiver: ['Receiver', []],
  rejecter: ['Rejecter', []],
} as const satisfies Record<string, readonly [ContractName, readonly unknown[]]>;

/** Addresses of the contracts that behave unlike most. */
export type TestContracts = Record<keyof typeof testContracts, string>;

/**
 * Deploys tokens and receivers with bad manners, for tests. All accounts hold 1,000,000,000,000 smallest units of each
 * token. They are not listed in `tokens`.
 */
export async function deployTestContracts(engine: AnvilEngine): Promise<TestContracts> {
  const addresses: [string, string][] = [];
  // They are deployed one after the other, because they share a sender and its nonces.
  for (const [key, [name, args]] of Object.entries(testContracts)) {
    addresses.push([key, await deployContract(engine, name, args)]);
  }
  // Object.fromEntries forgets that the keys are those of the table.
  return Object.fromEntries(addresses) as TestContracts;
}
