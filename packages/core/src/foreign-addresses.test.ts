import { describe, expect, it } from 'vitest';
import type { FamilyName } from './family-names.ts';
import { explainForeign } from './foreign-addresses.ts';

describe('the address of another chain', () => {
  // Sources: BIP173 and block 0 (Bitcoin), tether.to/en/supported-protocols (Tron), developers.circle.com/stablecoins/usdc-contract-addresses (EVM, Solana,
  // Stellar, Aptos), docs.ton.org (TON), chain-registry (Osmosis), go-algorand, the zero address (Algorand), chainparams.cpp of each (Litecoin, Dogecoin).
  it.each<[text: string, of: string, families: readonly FamilyName[]]>([
    ['0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', 'Ethereum or a chain like it', ['evm']],
    ['0xbae207659db88bea0cbead6da0ed00aac12edcdda169e591cd41c94180b46f3b', 'Aptos or Starknet', ['aptos', 'starknet']],
    ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'Tron', ['tron']],
    ['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'Bitcoin', ['bitcoin']],
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'Bitcoin', ['bitcoin']],
    ['tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'a test network of Bitcoin', ['bitcoin']],
    ['osmo1jv65s3grqf6v6jl3dp4t6c9t9rk99cd80yhvld', 'a Cosmos chain', ['cosmos']],
    ['EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs', 'TON', ['ton']],
    ['GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN', 'Stellar', ['stellar']],
    ['AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAY5HFKQ', 'Algorand', ['algorand']],
    ['EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', 'Solana', ['solana']],
  ])('%s is named', (text, of, families) => {
    const all: readonly FamilyName[] = [
      ...(['aptos', 'algorand', 'cosmos', 'evm', 'bitcoin', 'tron', 'ton', 'starknet', 'solana', 'stellar'] as const),
    ];
    for (const family of all) {
      const expected = families.includes(family) ? undefined : `it looks like an address of ${of}`;
      expect([family, explainForeign(text, family)]).toEqual([family, expected]);
    }
  });
});

describe('a name in place of an address', () => {
  it.each([
    'vitalik.eth',
    'durov.ton',
    'a.b.sol',
    'bob*example.com',
    'bob@example.com',
    '@durov',
    '$handle',
    'ännchen.algo',
    '🦄.eth',
  ])('%s is called that', (text) => {
    expect(explainForeign(text, 'evm')).toBe(
      'it is a name, and names are not resolved here: send the address that it stands for',
    );
  });

  it.each(['', 'vitalik', '0x1234', '1.5', 'a..eth', '.eth', `${'a'.repeat(300)}.eth`, 'two words.eth', 'bob'])(
    '%j is not',
    (text) => {
      expect(explainForeign(text, 'evm')).toBeUndefined();
    },
  );
});
