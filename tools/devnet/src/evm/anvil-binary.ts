import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { EngineError } from '../engine.ts';

// Node's names for platforms, and those of Foundry's packages.
const platforms: Record<string, string> = {
  'darwin arm64': 'darwin-arm64',
  'darwin x64': 'darwin-amd64',
  'linux arm64': 'linux-arm64',
  'linux x64': 'linux-amd64',
  'win32 x64': 'win32-amd64',
};

/**
 * Path of the anvil program in the npm package for this platform. It is the program itself, not the package's wrapper script, so that signals reach
 * anvil and not a Node process in between.
 *
 * @throws EngineError when there is no package for this platform, or it is not installed.
 */
export function findAnvil(platform: string = process.platform, architecture: string = process.arch): string {
  const suffix = platforms[`${platform} ${architecture}`];
  if (suffix === undefined) {
    throw new EngineError(`There is no anvil for ${platform} ${architecture}. Name one of your own with \`binary\`.`);
  }
  const name = `@foundry-rs/anvil-${suffix}`;
  const file = platform === 'win32' ? 'anvil.exe' : 'anvil';
  let path: string;
  try {
    // Resolved from @foundry-rs/anvil, because that depends on it. Package managers need not put it next to us.
    const wrapper = createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json');
    path = createRequire(wrapper).resolve(`${name}/bin/${file}`);
  } catch (cause) {
    throw new EngineError(`${name} is not installed. Install again with optional dependencies.`, { cause });
  }
  if (!existsSync(path)) {
    throw new EngineError(`${name} is installed without its program (${path}). Install it again.`);
  }
  return path;
}
