#!/usr/bin/env node
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { argv, exit, stderr, stdout } from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import solc from 'solc';

const help = `Compiles tools/devnet/contracts/*.sol into src/evm/contracts.data.ts, and those that Tron's engine deploys into src/tron/contracts.data.ts.

  node --conditions=isochain-source tools/devnet/src/compile.ts [--check]

  --check   writes nothing; exits with 1 when a committed file is not what the sources compile to
`;

const sourceFolder = new URL('../contracts/', import.meta.url);

/** A generated file. */
export interface Target {
  readonly file: URL;
  /** The sources, below `contracts`. All of that folder itself if it names none. */
  readonly sources?: readonly string[];
  readonly evmVersion: string;
  /** What follows the contracts. */
  readonly appendix?: () => Promise<string>;
}

/** The contracts of EVM engines. */
export const evmTarget: Target = {
  file: new URL('./evm/contracts.data.ts', import.meta.url),
  // The newest opcode is London's BASEFEE. Only the oracle uses it, so the tokens also run on an engine with berlin rules.
  evmVersion: 'london',
  appendix: async () => `
// Multicall3 (https://github.com/mds1/multicall3, MIT) as built by viem, MIT.
export const multicall3CreationCode =
  '${await multicall3CreationCode()}';
`,
};

/** The tokens of Tron's engine, and what spends them. Its machine has the prices of Byzantium (src/tron/vm.ts), and so its instructions. */
export const tronTarget: Target = {
  file: new URL('./tron/contracts.data.ts', import.meta.url),
  sources: [
    ...['Bytes32Token.sol', 'DemoToken.sol', 'FeeOnTransferToken.sol', 'RevertingToken.sol', 'TokenBase.sol'],
    ...['tron/AssertingToken.sol', 'tron/Distributor.sol', 'tron/TetherToken.sol'],
  ],
  evmVersion: 'byzantium',
};

export const targets: readonly Target[] = [evmTarget, tronTarget];

/** The compiler's output for one contract. Code is hex with 0x. */
export interface CompiledContract {
  abi: unknown[];
  /** Creation code, without constructor arguments. */
  bytecode: string;
  /** Runtime code, with zeros in the places of immutables. */
  deployedBytecode: string;
}

interface CompilerOutput {
  errors?: { severity: string; formattedMessage: string }[];
  contracts?: Record<
    string,
    Record<string, { abi: unknown[]; evm: { bytecode: { object: string }; deployedBytecode: { object: string } } }>
  >;
}

/**
 * Compiles all sources of a target, in memory.
 *
 * @returns Contracts by name, in alphabetical order; abstract ones are left out.
 * @throws On any error or warning of the compiler, except that it will drop old versions of the EVM some day.
 */
export function compileContracts({ sources, evmVersion }: Target): Record<string, CompiledContract> {
  const files =
    sources ??
    readdirSync(sourceFolder)
      .filter((file) => file.endsWith('.sol'))
      .sort();
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(
      files.map((file) => [file, { content: readFileSync(new URL(file, sourceFolder), 'utf8') }]),
    ),
    settings: {
      evmVersion,
      optimizer: { enabled: true, runs: 200 },
      // Without the metadata trailer the bytes depend only on the code, not on comments.
      metadata: { appendCBOR: false, bytecodeHash: 'none' },
      outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object'] } },
    },
  };
  const output = JSON.parse(solc.compile(JSON.stringify(input))) as CompilerOutput;
  const complaints = (output.errors ?? []).filter(
    ({ severity, formattedMessage }) =>
      severity !== 'info' && !formattedMessage.includes('EVM versions older than london is deprecated'),
  );
  if (complaints.length > 0) {
    throw new Error(complaints.map(({ formattedMessage }) => formattedMessage).join('\n'));
  }

  return Object.fromEntries(
    Object.values(output.contracts ?? {})
      .flatMap((contracts) => Object.entries(contracts))
      .filter(([, { evm }]) => evm.bytecode.object !== '')
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, { abi, evm }]) => [
        name,
        { abi, bytecode: `0x${evm.bytecode.object}`, deployedBytecode: `0x${evm.deployedBytecode.object}` },
      ]),
  );
}

/**
 * Creation code of Multicall3. viem does not export it publicly, so this reads it by its path.
 *
 * viem's build has the interface of the contract at 0xcA11bde05977b3631167028862bE2a173976CA11 on public chains, but its
 * runtime code is another: 5561 bytes instead of 3808, so a client that compares code hashes must not be tested on it.
 */
export async function multicall3CreationCode(): Promise<string> {
  const viem = createRequire(import.meta.url).resolve('viem/package.json');
  const constants: unknown = await import(new URL('./_esm/constants/contracts.js', pathToFileURL(viem)).href);
  const { multicall3Bytecode } = constants as Record<string, unknown>;
  if (typeof multicall3Bytecode !== 'string') {
    throw new Error('viem no longer has multicall3Bytecode in constants/contracts.');
  }
  return multicall3Bytecode;
}

function renderContract([name, { abi, bytecode, deployedBytecode }]: [string, CompiledContract]): string {
  return `  ${name}: {
    abi: [
${abi.map((item) => `      ${JSON.stringify(item)},`).join('\n')}
    ],
    bytecode:
      '${bytecode}',
    deployedBytecode:
      '${deployedBytecode}',
  },`;
}

/** The text of the generated file. */
export async function render(target: Target): Promise<string> {
  const sources = `tools/devnet/contracts (solc ${solc.version()})${target.appendix ? ' and viem' : ''}`;
  return `// Generated by tools/devnet/src/compile.ts from ${sources}. Do not edit.

export const contracts = {
${Object.entries(compileContracts(target)).map(renderContract).join('\n')}
} as const;
${(await target.appendix?.()) ?? ''}`;
}

/** The committed file, as text. */
export function committed({ file }: Target): string {
  return readFileSync(file, 'utf8');
}

async function main(): Promise<number> {
  const unknown = argv.slice(2).filter((argument) => argument !== '--check');
  if (unknown.length > 0) {
    stdout.write(help);
    return unknown.every((argument) => argument === '--help') ? 0 : 2;
  }
  let status = 0;
  for (const target of targets) {
    const text = await render(target);
    if (!argv.includes('--check')) writeFileSync(target.file, text);
    else if (text !== committed(target)) {
      stderr.write(
        `${fileURLToPath(target.file)} is not what the contracts compile to. Run compile.ts without --check.\n`,
      );
      status = 1;
    }
  }
  return status;
}

if (import.meta.main) exit(await main());
