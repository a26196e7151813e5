import { createHash } from 'node:crypto';
import * as ecc from '@bitcoinerlab/secp256k1';
import { Psbt, Transaction } from 'bitcoinjs-lib';
import type { StakingParameters } from '../src/parameters.ts';
import type { StakeRegistration } from '../src/registration.ts';
import { lightClientTip, nodeInfo, notFound, paramsVersions, provider } from './babylon.ts';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

/** A key derived from a label. */
export function testKey(label: string) {
  const privateKey = createHash('sha256').update(label).digest();
  const publicKey = ecc.pointFromScalar(privateKey, true) ?? new Uint8Array();
  return { privateKey, publicKey: hex(publicKey), xOnly: hex(publicKey.subarray(1)) };
}

export type TestKey = ReturnType<typeof testKey>;

/** A stake that this Babylon knows. */
interface Registered {
  readonly registration: StakeRegistration;
  /** As nodes write it: PENDING, VERIFIED, ACTIVE... */
  status: string;
  /** As the index writes it. */
  state: string;
  readonly signatures: Map<string, Uint8Array>;
}

/**
 * Babylon's node and index with a covenant of our own, behind `fetch`. It accepts registrations unchecked: tests of their content ask Bitcoin.
 * @bitcoinerlab/secp256k1 and bitcoinjs-lib make all signatures of its covenant and its provider.
 */
export class TestBabylon {
  readonly covenant: readonly TestKey[];
  readonly quorum: number;
  readonly finalityProvider: TestKey;
  readonly parameters: StakingParameters;
  /** The number of blocks that must follow a stake's block. */
  readonly confirmationDepth = 4;
  /** Its knowledge of Bitcoin: the best block, and heights of some blocks by hash. */
  readonly lightClient = { tip: 600, heights: new Map<string, number>() };
  readonly #stakes = new Map<string, Registered>();

  constructor(label: string, { members, quorum }: { readonly members: number; readonly quorum: number }) {
    this.covenant = Array.from({ length: members }, (_, i) => testKey(`${label} covenant ${i}`));
    this.quorum = quorum;
    this.finalityProvider = testKey(`${label} provider`);
    this.parameters = {
      version: 3,
      covenant: this.covenant.map(({ xOnly }) => xOnly).toSorted(),
      quorum,
      minValue: 50_000n,
      maxValue: 35_000_000_000n,
      minTime: 10,
      maxTime: 64_000,
      // Of the test network.
      slashingScript: '00145be12624d08a2b424095d7c07221c33450d14bf1',
      slashingRate: '0.05',
      slashingFee: 6_000n,
      unbondingTime: 12,
      unbondingFee: 2_000n,
      activationHeight: 1,
    };
  }

  register(registration: StakeRegistration): void {
    this.#stakes.set(registration.stakingTxid, {
      registration,
      status: 'PENDING',
      state: 'PENDING',
      signatures: new Map(),
    });
  }

  /** Sets the status of a stake. */
  set(txid: string, status: string, state = status): void {
    Object.assign(this.#stake(txid), { status, state });
  }

  /** Members of the covenant sign the unbonding transaction. */
  sign(txid: string, sighash: string, members: readonly number[] = this.covenant.map((_, i) => i)): void {
    for (const key of this.covenant.filter((_, i) => members.includes(i)))
      this.#stake(txid).signatures.set(key.xOnly, signatureOf(key, sighash));
  }

  /**
   * Completes a slashing transaction: its witness has signatures of the covenant, of the provider and of the staker.
   *
   * @param psbt - Unsigned, as encode answered it.
   * @param count - How many of the covenant sign.
   * @returns The transaction in hex.
   */
  slash(psbt: string, sighash: string, stakerSignature: Uint8Array, count = this.quorum): string {
    const { data } = Psbt.fromHex(psbt);
    const transaction = Transaction.fromBuffer(data.globalMap.unsignedTx.toBuffer());
    const [leaf] = data.inputs[0]?.tapLeafScript ?? [];
    if (leaf === undefined) throw new Error('no leaf');
    // Scripts take signatures from the top, so the last key's signature lies deepest.
    const members = this.covenant.toSorted((a, b) => (a.xOnly < b.xOnly ? 1 : -1));
    const covenant = members.map((key, i) => (i < count ? signatureOf(key, sighash) : new Uint8Array()));
    const own = [signatureOf(this.finalityProvider, sighash), stakerSignature];
    transaction.setWitness(0, [...covenant, ...own, leaf.script, leaf.controlBlock]);
    return transaction.toHex();
  }

  /** Answers for hosts that end in `.babylon`. Requests to other hosts go to the network. */
  readonly fetch = async (url: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const { hostname, pathname, searchParams } = new URL(String(url));
    if (!hostname.endsWith('.babylon')) return globalThis.fetch(url, init);
    const answer = hostname === 'index.babylon' ? this.#index(pathname, searchParams) : this.#node(pathname);
    if (answer !== undefined) return Response.json(answer);
    const isBlock = pathname.includes('/depth/');
    const refusal = isBlock ? { code: 1100, message: 'header does not exist' } : notFound('what is asked for');
    return Response.json(refusal, { status: 404 });
  };

  #stake(txid: string): Registered {
    const stake = this.#stakes.get(txid);
    if (stake === undefined) throw new Error(`${txid} is not registered`);
    return stake;
  }

  #node(path: string): unknown {
    if (path === '/cosmos/base/tendermint/v1beta1/node_info') return nodeInfo('bbn-test-6');
    if (path === '/babylon/btclightclient/v1/tip') return lightClientTip(this.lightClient.tip);
    if (path === '/babylon/btccheckpoint/v1/params')
      return { params: { btc_confirmation_depth: this.confirmationDepth } };
    const block = /^\/babylon\/btclightclient\/v1\/depth\/(\w+)$/.exec(path)?.[1];
    if (block !== undefined) {
      const height = this.lightClient.heights.get(block);
      return height === undefined ? undefined : { depth: this.lightClient.tip - height };
    }
    const [, subject, name] = /^\/babylon\/btcstaking\/v1\/(\w+)(?:\/(\w+))?/.exec(path) ?? [];
    if (subject === 'params_versions') return paramsVersions([this.#recorded()]);
    if (subject === 'finality_providers')
      return name === this.finalityProvider.xOnly ? { finality_provider: { ...provider, btc_pk: name } } : undefined;
    const stake = subject === 'btc_delegation' ? this.#stakes.get(name ?? '') : undefined;
    return stake && delegationOf(stake);
  }

  #index(path: string, query: URLSearchParams): unknown {
    if (path !== '/v2/delegations') return undefined;
    const stakes = [...this.#stakes.values()].filter(
      ({ registration }) => hex(registration.stakerKey) === query.get('staker_pk_hex'),
    );
    return { data: stakes.map(indexed), pagination: { next_key: '' } };
  }

  #recorded() {
    const { parameters } = this;
    return {
      version: parameters.version,
      covenant_pks: this.covenant.map(({ xOnly }) => xOnly),
      covenant_quorum: parameters.quorum,
      min_staking_value_sat: Number(parameters.minValue),
      max_staking_value_sat: Number(parameters.maxValue),
      min_staking_time_blocks: parameters.minTime,
      max_staking_time_blocks: parameters.maxTime,
      slashing_pk_script: parameters.slashingScript,
      min_slashing_tx_fee_sat: Number(parameters.slashingFee),
      slashing_rate: parameters.slashingRate.padEnd(20, '0'),
      unbonding_time_blocks: parameters.unbondingTime,
      unbonding_fee_sat: Number(parameters.unbondingFee),
      min_commission_rate: '0.030000000000000000',
      delegation_creation_base_gas_fee: 1_095_000,
      allow_list_expiration_height: 0,
      btc_activation_height: parameters.activationHeight,
    };
  }
}

/** BIP340, the same every time. */
export function signatureOf({ privateKey }: TestKey, sighash: string): Uint8Array {
  return ecc.signSchnorr(Buffer.from(sighash, 'hex'), privateKey, new Uint8Array(32));
}

function delegationOf({ registration, status, signatures }: Registered) {
  return {
    btc_delegation: {
      btc_pk: hex(registration.stakerKey),
      fp_btc_pk_list: registration.providerKeys.map(hex),
      staking_time: registration.stakingTime,
      total_sat: registration.stakingValue.toString(),
      staking_tx_hex: hex(registration.stakingTransaction),
      slashing_tx_hex: hex(registration.slashingTransaction),
      staking_output_idx: 0,
      active: status === 'ACTIVE',
      status_desc: status,
      unbonding_time: registration.unbondingTime,
      undelegation_response: {
        unbonding_tx_hex: hex(registration.unbondingTransaction),
        covenant_unbonding_sig_list: [...signatures].map(([pk, signature]) => ({
          pk,
          sig: Buffer.from(signature).toString('base64'),
        })),
        slashing_tx_hex: hex(registration.unbondingSlashingTransaction),
      },
      params_version: 3,
    },
  };
}

function indexed({ registration, state }: Registered) {
  return {
    staker_btc_pk_hex: hex(registration.stakerKey),
    finality_provider_btc_pks_hex: registration.providerKeys.map(hex),
    delegation_staking: {
      staking_tx_hash_hex: registration.stakingTxid,
      staking_amount: Number(registration.stakingValue),
      end_height: 64_600,
      slashing: { slashing_tx_hex: hex(registration.slashingTransaction), spending_height: 0 },
    },
    delegation_unbonding: {
      unbonding_timelock: registration.unbondingTime,
      unbonding_tx: hex(registration.unbondingTransaction),
      slashing: { unbonding_slashing_tx_hex: hex(registration.unbondingSlashingTransaction), spending_height: 0 },
    },
    state,
  };
}
