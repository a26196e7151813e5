import { AccountAddress, createObjectAddress } from '@aptos-labs/ts-sdk';
import { sha3_256 } from '@noble/hashes/sha3.js';
import { describe, expect, it } from 'vitest';
import { pairedAddress } from '../../test/sdk.ts';
import { readStructTag, type StructTag } from '../move/type-tag.ts';
import { type Address, addressOfNode } from './address.ts';
import { pairedMetadata, primaryStore } from './derived.ts';

function struct(text: string): StructTag {
  const tag = readStructTag(text, 'node');
  if (tag === undefined) throw new Error(`${text} is no type`);
  return tag;
}

function long(text: string): Address {
  const address = addressOfNode(text);
  if (address === undefined) throw new Error(`${text} is no address`);
  return address;
}

describe('the metadata that a coin is paired with', () => {
  it.each([
    ['APT', '0x1::aptos_coin::AptosCoin', `0x${'a'.padStart(64, '0')}`],
    // Found with npm @aptos-labs/ts-sdk 7.3.0.
    [
      'a coin',
      '0x43417434fd869edee76cca2a4d2301e528a1551b1d719b75c350c3c97d15b8b9::coins::BTC',
      '0xbf035189ff4e149609cf11a79b4b280a1352dbac16bff447580c33e07630de71',
    ],
    // Pairs of the main network (aptos-labs/aptos-indexer-processors-v2, fungible_asset_to_coin_mappings.rs: FA_TO_COIN_MAPPING, Apache-2.0).
    [
      'a stablecoin',
      '0xf22bede237a07e121b56d91a491eb7bcdfd1f5907926a9e58338f964a01b17fa::asset::USDC',
      '0x2b3be0a97a73c87ff62cbdd36837a9fb5bbd1d7f06a73b7ed62ec15c5326c1b8',
    ],
    [
      'a coin whose asset has a leading zero',
      '0xe4ccb6d39136469f376242c31b34d10515c8eaaa38092f804db8e08a8f53c5b2::assets_v1::EchoCoin002',
      '0x0009da434d9b873b5159e8eeed70202ad22dc075867a7793234fbc981b63e119',
    ],
    [
      'a coin with 63 digits',
      '0x7fd500c11216f0fe3095d0c4b8aa4d64a4e2e04f83758462f2b127255643615::thl_coin::THL',
      '0x377adc4848552eb2ea17259be928001923efe12271fef1667e2b784f04a7cf3a',
    ],
    [
      'the same coin with all digits',
      '0x07fd500c11216f0fe3095d0c4b8aa4d64a4e2e04f83758462f2b127255643615::thl_coin::THL',
      '0x377adc4848552eb2ea17259be928001923efe12271fef1667e2b784f04a7cf3a',
    ],
    [
      'another coin with 63 digits',
      '0x380b3422c7d2c28f29776cf1a234b98bc514b6d8c1cf16e1b9123cb1acb6203::plant_coin::PlantCoin',
      '0x1b976ce1a6bf4a37057166f52646c879f37cb0712eb2fd4005e54b9c929b7171',
    ],
    [
      'a coin of a pair of coins',
      '0x31a6675cbe84365bf2b0cbce617ece6c47023ef70826533bde5203d32171dc3c::swap::LPToken<0x111ae3e5bc816a5e63c2da97d0aa3886519e0cd5e4b046659fa35796bd11542a::amapt_token::AmnisApt, 0x1::aptos_coin::AptosCoin>',
      '0x8d55e255fcf4142a8008b1b5ca0ec9efb964f8a914807c0bf279f6c3af3ef955',
    ],
    // aptos-labs/aptos-ts-sdk, tests/unit: pairedFaMetadataAddress.
    [
      'a coin of a pair, and its curve',
      '0x5a97986a9d031c4567e15b797be516910cfcb4156312482efc6a19c0a30c948::lp_coin::LP<0xf22bede237a07e121b56d91a491eb7bcdfd1f5907926a9e58338f964a01b17fa::asset::USDC, 0x1::aptos_coin::AptosCoin, 0x190d44266241744264b964a37b8f09863167a12d3e70cda39376cfb4e3561e12::curves::Uncorrelated>',
      '0xb7cc2781865ac4b29da6e0660f4cd00c0625cb47b37152405fc8ba2708867e54',
    ],
  ])('of %s', (_, type, expected) => {
    expect(pairedMetadata(struct(type))).toBe(expected);
  });

  it.each([
    '0x1::coins::BTC',
    `0x${'0b'.repeat(32)}::coins::BTC`,
    `0x${'b0'.repeat(32)}::lp::LP<0x1::aptos_coin::AptosCoin, 0x${'00cd'.repeat(16)}::coins::BTC>`,
    `0x00${'cd'.repeat(31)}::a::B<vector<vector<u8>>, u256, address>`,
  ])('is the object that the SDK names after the type: %s', (type) => {
    expect(pairedMetadata(struct(type))).toBe(pairedAddress(type));
  });

  it('is named without the leading zeros of addresses', () => {
    const zero = struct(`0x00${'cd'.repeat(31)}::coins::BTC`);
    const named = createObjectAddress(AccountAddress.from('0xa'), `0x${'cd'.repeat(31)}::coins::BTC`);
    expect(pairedMetadata(zero)).toBe(named.toStringLong());
  });
});

describe('the primary store', () => {
  it('is the hash of the owner, the asset and 0xfc', () => {
    const [owner, asset] = [AccountAddress.from(`0x${'12'.repeat(32)}`), AccountAddress.from('0xa')];
    const bytes = Uint8Array.from([...owner.toUint8Array(), ...asset.toUint8Array(), 0xfc]);
    const expected = `0x${Buffer.from(sha3_256(bytes)).toString('hex')}`;
    expect(primaryStore(long(owner.toStringLong()), long(asset.toStringLong()))).toBe(expected);
  });

  // Stores and their owners in changes of the main network, as nodes write them: version 1642580695, and a fragment (aptos-labs/aptos-docs, exchanges.mdx).
  it.each([
    [
      '0xa',
      '0xa746e980ae21949a4f084db7403430f00bce3c9a1da4101ffcf0bf45ebd35e7e',
      '0x7ed92ce166e251fc133f6b4d46a6b41307962e3b6864c2231110b3808648188',
    ],
    ['0xa', '0x5', '0x8a4613c356c21a45045e06dcc404bfee363aabd65a774d4d43defd71289239b2'],
    [
      '0x2ebb2ccac5e027a87fa0e2e5f656a3a4238d6a48d93ec9b610d570fc0aa0df12',
      '0xc67545d6f3d36ed01efc9b28cbfd0c1ae326d5d262dd077a29539bcee0edce9e',
      '0x8a9d57692a9d4deb1680eaf107b83c152436e10f7bb521143fa403fa95ef76a',
    ],
  ])('of %s and %s is the one that the chain wrote', (asset, owner, store) => {
    expect(primaryStore(long(owner), long(asset))).toBe(long(store));
  });
});
