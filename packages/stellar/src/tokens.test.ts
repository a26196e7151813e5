import { Asset, Networks } from '@stellar/stellar-base';
import { describe, expect, it } from 'vitest';
import { checkTokenId } from './address/token-id.ts';
import { namedChain, type StellarChainId } from './chains.ts';
import { toToken } from './tokens.ts';

function tokenOn(chainId: StellarChainId, id: string) {
  const checked = checkTokenId(id);
  if (!checked.ok) throw new Error(checked.reason);
  return toToken(namedChain(chainId), checked.value);
}

const usdc = 'USDC:GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN';

describe('a token', () => {
  it('has seven decimals, the name of its code and its contract', () => {
    expect(tokenOn('stellar', usdc)).toEqual({
      type: 'STELLAR_ASSET',
      id: usdc,
      name: 'USDC',
      ticker: 'USDC',
      decimals: '7',
      // The contract under which applications of the main network use USDC.
      contractAddress: 'CCW67TSZV3SSS2HXMBQ5JFGCKJNXKZM7UQUWUZPUTHXSTZLEO7SJMI75',
    });
  });

  it.each([
    ['stellar', Networks.PUBLIC, 'USDC'],
    ['stellar-testnet', Networks.TESTNET, 'USDC'],
    ['stellar', Networks.PUBLIC, 'TWELVELETTER'],
    // The library makes this code of "xlm", too.
    ['stellar', Networks.PUBLIC, 'XLM'],
    ['stellar-testnet', Networks.TESTNET, 'xlm'],
  ] as const)('on %s has the contract that @stellar/stellar-base computes', (chainId, passphrase, code) => {
    const issuer = usdc.slice('USDC:'.length);
    const token = tokenOn(chainId, `${code}:${issuer}`);
    const asset = Object.assign(new Asset(code, issuer), { code });
    expect(token.contractAddress).toBe(asset.contractId(passphrase));
    expect(token.name).toBe(code);
  });
});
