import { describe, expect, it } from 'vitest';
import { fieldPrime } from '../felt.ts';
import { accountClasses, classNames, classOf } from './classes.ts';

describe('the classes of accounts', () => {
  it('are found by their hash, in the spelling of nodes', () => {
    for (const name of classNames) expect(classOf(accountClasses[name].classHash)).toBe(name);
  });

  it('have different hashes, without leading zeros', () => {
    const hashes = classNames.map((name) => accountClasses[name].classHash);
    expect(new Set(hashes).size).toBe(classNames.length);
    for (const each of hashes) {
      expect(each).toMatch(/^0x[1-9a-f][0-9a-f]{40,62}$/);
      expect(BigInt(each)).toBeLessThan(fieldPrime);
    }
  });

  // NethermindEth/juno, clients/feeder/testdata/sepolia: the transactions 0x435f87f1… (block 5508517) and 0x32413f8c… (block 571531).
  it.each([
    ['argent-0.4.0', '0x036078334509b514626504edc9fb252328d1a240e4e948bef8d0c08dff45927f'],
    ['openzeppelin-0.8.1', '0x061dac032f228abef9c6626f995015233097ae253a7f72d68552db02f2971b8f'],
  ] as const)('has %s as the chain does', (name, onChain) => {
    expect(BigInt(accountClasses[name].classHash)).toBe(BigInt(onChain));
  });

  it.each([
    ['0x25ec026985a3bf9d0cc1fe17326b245dfdc3ff89b8fde106542a3ea56c5a918', 'old proxy of Argent'],
    ['0x3131fa018d520a037686ce3efddeab8f28895662f019ca3ca18a626650f7d1e', 'old proxy of Braavos'],
    ['0x490f94ad4baeb8bb447007aa96ca7f2203500e4eb3255d82e47f23b1b9aaf6d', 'early Braavos account'],
    ['0x7aeca3456816e3b833506d7cc5c1313d371fbdb0ae95ee70af72a4ddbf42594', 'multisig account of Argent'],
    ['0x3a4c71a7e8aa5eec24c87a54a9063dad4b336a14e082a3cf77c13710342e94', 'shared account of Braavos'],
    ['0x41bf1e71792aecb9df3e9d04e1540091c5e13122a731e02bec588f71dc1a5c3', 'shared account of Braavos'],
    ['0x3d16c7a9a60b0593bd202f660a28c5d76e0403601d9ccc7e4fa253b6a70c201', 'never left its first step'],
    ['0x5ec5819ed53a6c4415d8d0ddd319985699f5f1c86ac2c6e5f1967187eadd987', 'Ethereum key'],
    ['0x16c6081eb34ad1e0c5513234ed0c025b3c7f305902d291bad534cd6474c85bc', 'OpenZeppelin account of version 0.8.0'],
    ['0xb5bcc16b8b0d86c24996e22206f6071bb8d7307837a02720f0ce2fa1b3d7c', 'Ethereum key'],
    ['0x123', 'class 0x123) is no account that the service knows'],
  ] as const)('refuses %s: %s', (classHash, reason) => {
    const found = classOf(classHash);
    expect(found).toEqual({ unusable: expect.stringContaining(reason) });
  });
});
