import type { Abi, Hex } from 'viem';
import { concatHex, encodeDeployData, getContractAddress } from 'viem/utils';
import { EngineError } from '../engine.ts';
import type { AnvilEngine } from './anvil.ts';
import { contracts } from './contracts.data.ts';
import { waitForReceipt } from './receipt.ts';

export type ContractName = keyof typeof contracts;

// The deterministic deployment proxy (https://github.com/Arachnid/deterministic-deployment-proxy): anvil has it from the
// first block, as most public chains do. Call data is a salt of 32 bytes and the creation code.
const factory = '0x4e59b44847b379578588920cA78FbF26c0B4956C';
const salt: Hex = `0x${'00'.repeat(32)}`;

// This account pays for deployments, so that the funded accounts stay untouched. Nobody has its key: anvil sends without one.
const deployer = '0x00000000000000000000000000000000000de401';

/**
 * Deploys a contract of this package. The address follows only from code and arguments. It is the same on every engine and in every run. A second
 * deployment does nothing.
 *
 * @param args Constructor arguments, as viem takes them.
 * @returns The address, checksummed.
 */
export async function deployContract(
  engine: AnvilEngine,
  name: ContractName,
  args: readonly unknown[] = [],
): Promise<string> {
  const { abi, bytecode } = contracts[name];
  const creationCode = encodeDeployData({ abi: abi as Abi, bytecode, args });
  const address = getContractAddress({ opcode: 'CREATE2', from: factory, salt, bytecode: creationCode });
  if (await hasCode(engine, address)) return address;

  await engine.fund(deployer, 10n ** 21n);
  await engine.rpc('anvil_impersonateAccount', [deployer]);
  // Without a price anvil fills in fees of EIP-1559. Under older rules it then refuses them.
  const gasPrice = `0x${(2n * BigInt(await engine.rpc<string>('eth_gasPrice'))).toString(16)}`;
  const hash = await engine.rpc<string>('eth_sendTransaction', [
    { from: deployer, to: factory, data: concatHex([salt, creationCode]), gasPrice },
  ]);
  // If blocks come by the clock or on demand, ask for one.
  if (!(await engine.rpc<boolean>('anvil_getAutomine'))) await engine.mine();
  const receipt = await waitForReceipt(engine, hash);
  if (receipt?.status !== '0x1' || !(await hasCode(engine, address))) {
    throw new EngineError(`${engine.name} (${engine.chainId}) did not deploy ${name}.`);
  }
  return address;
}

async function hasCode(engine: AnvilEngine, address: string): Promise<boolean> {
  return (await engine.rpc<string>('eth_getCode', [address, 'latest'])) !== '0x';
}
