import { describe, expect, it } from 'vitest';
import { findAnvil } from './anvil-binary.ts';

describe('findAnvil', () => {
  it('finds the program of this platform, not the wrapper script', () => {
    expect(findAnvil()).toMatch(/bin[/\\]anvil(\.exe)?$/);
  });

  it('names the platform that has no anvil, and the way out', () => {
    expect(() => findAnvil('sunos', 'x64')).toThrow(
      'There is no anvil for sunos x64. Name one of your own with `binary`.',
    );
  });

  it('names the package that is missing', () => {
    // npm installs only the package of one platform.
    const [platform, architecture, name] =
      process.platform === 'darwin' ? ['linux', 'x64', 'linux-amd64'] : ['darwin', 'arm64', 'darwin-arm64'];
    expect(() => findAnvil(platform, architecture)).toThrow(
      `@foundry-rs/anvil-${name} is not installed. Install again with optional dependencies.`,
    );
  });
});
