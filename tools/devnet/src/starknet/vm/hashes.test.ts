import { describe, expect, it } from 'vitest';
import { accountAddress } from '../world.ts';
import { ascii } from './felt.ts';
import { contractAddress, deployAccountHash, invokeHash, isSignedBy, starkSignerGuid } from './hashes.ts';

const sepolia = ascii('SN_SEPOLIA');

describe('transactions that stand on the chain', () => {
  // Sepolia, block 5508517. Source: NethermindEth/juno:clients/feeder/testdata/sepolia/transaction/0x435f87f1….json
  const invoke = {
    version: 3n,
    chainId: sepolia,
    sender: 0x647f0a0e0aabf5de29605e6389034cb6e2888d2548a1aea72b00b266da4cf99n,
    nonce: 0x631n,
    tip: 0n,
    bounds: {
      l1: { maxAmount: 0n, maxPrice: 0x19e16a941be43n },
      l2: { maxAmount: 0x167c40n, maxPrice: 0x2cb417800n },
      l1Data: { maxAmount: 0x150n, maxPrice: 0x2f7f4e28476n },
    },
    paymasterData: [],
    accountDeploymentData: [],
    calldata: [
      0x1n,
      0x4718f5a0fc34cc1af16a1cdee98ffb20c31f5cd61d6ab07201858f4287c938dn,
      0x83afd3f4caedc6eebf44246fe54e38c95e3179a5ec9ea81740eca5b482d12en,
      0x3n,
      0xd753e0b97cbc86f1060251c0a355be3fb419848f13624ef727e3dfc3e0ca2n,
      0x14d1120d7b160000n,
      0x0n,
    ],
  };
  const hash = 0x435f87f1eecd5968ba8190744fee1f3ef69f17471f8902ce1e7d444c4e0c8cbn;
  const key = 0xae18d408ef996c36a674727c88ba7c130b8255a460e4b073cf54ae8e4b2843n;
  const [r, s] = [
    0x6f677220236d32cc6db0409f4e664882c22a95e60d82f52947e85e56d30ccd4n,
    0x2a5b20632b2b32c8dadb247c5e3e2348bfc265e44c8ab7fae00e80d7bfaa4c8n,
  ];

  it('have their hash, their address and their signature: a transfer', () => {
    expect(invokeHash(invoke)).toBe(hash);
    expect(accountAddress('argent-0.4.0', key)).toBe(invoke.sender);
    expect(isSignedBy(key, hash, r, s)).toBe(true);
    expect(isSignedBy(key, hash + 1n, r, s)).toBe(false);
    expect(isSignedBy(key + 1n, hash, r, s)).toBe(false);
    expect(isSignedBy(key, hash, s, r)).toBe(false);
    expect(isSignedBy(key, hash, 0n, 0n)).toBe(false);
  });

  it('have another hash with the bit of queries, on another chain, and with another bound', () => {
    const { bounds } = invoke;
    const others = [
      { ...invoke, version: 3n + 2n ** 128n },
      { ...invoke, chainId: ascii('SN_MAIN') },
      { ...invoke, bounds: { ...bounds, l1Data: { ...bounds.l1Data, maxAmount: 0x151n } } },
      { ...invoke, tip: 1n },
    ].map(invokeHash);
    expect(new Set([hash, ...others]).size).toBe(5);
  });

  it('have their hash, their address and their signature: a deployment', () => {
    // Sepolia, block 571531. Source: NethermindEth/juno:clients/feeder/testdata/sepolia/transaction/0x32413f8c….json
    const publicKey = 0x2e94ba2293dfa45f86dfcf9952d7a33dc50ce2b00b932999fbe0844772604f3n;
    const address = 0x48419d3cc27f158917b45255d5376c06a9524484e19a1102279cbdc715c5522n;
    const deployment = 0x32413f8cee053089d6d7026a72e4108262ca3cfe868dd9159bc1dd160aec975n;
    expect(accountAddress('openzeppelin-0.17', publicKey)).toBe(address);
    expect(
      deployAccountHash({
        version: 3n,
        chainId: sepolia,
        address,
        nonce: 0n,
        tip: 0n,
        bounds: {
          l1: { maxAmount: 0n, maxPrice: 0x1597b3274d88n },
          l2: { maxAmount: 0xe6fa0n, maxPrice: 0x1920d1317n },
          l1Data: { maxAmount: 0x210n, maxPrice: 0x97cn },
        },
        paymasterData: [],
        classHash: 0x61dac032f228abef9c6626f995015233097ae253a7f72d68552db02f2971b8fn,
        salt: publicKey,
        constructorCalldata: [publicKey],
      }),
    ).toBe(deployment);
    const [deployR, deployS] = [
      0x3ef7f047c95592a04d4d754888dd8f125480a48dee23ee86c115d5da2a86573n,
      0x65e8661ab1526b4f8ea50b76fea1a0e82543de1eb3885e415790d7e1b5a93c7n,
    ];
    expect(isSignedBy(publicKey, deployment, deployR, deployS)).toBe(true);
  });
});

it('derives addresses of Argent 0.5.0', () => {
  // A published wallet test: public key and salt 0x123.
  const classHash = 0x073414441639dcd11d1846f287650a00c60c416b9d3ba45d31c651672125b2c2n;
  expect(contractAddress(classHash, 0x123n, [0n, 0x123n, 1n])).toBe(
    0x00d18c60431c8eda775605cafc445959c09733f2448d221f9ce64fd8cec40975n,
  );
});

it('identifies the key of an owner as Argent does', () => {
  // An event of a deployment on starknet-devnet 0.8.1.
  expect(starkSignerGuid(0xcba95c75b37b5db31c2a9894e740dea2eee902ac448dc154a8b171d94a7be1n)).toBe(
    0x52172fea9406cf96bdd63d2add2b4931008ec9c683f80f2e7f090b247bffc11n,
  );
});
