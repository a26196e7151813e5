import { createHash } from 'node:crypto';
import { toBech32 } from '@cosmjs/encoding';
import type { CosmosValidator } from './engine.ts';

/** Amounts in the smallest unit, by denomination. */
type Coins = Readonly<Record<string, bigint>>;

export interface InjectiveChain {
  readonly denom: string;
  readonly unbondingSeconds: number;
  readonly balances: Readonly<Record<string, Coins>>;
  /** The first validator signs, with the key in base64. */
  readonly validators: readonly CosmosValidator[];
  readonly consensusKey: string;
  /** Metadata of denominations. */
  readonly metadata: readonly object[];
}

/** The parts of the genesis of `injectived init` that are changed here. */
export interface Genesis {
  app_state: {
    auth: { accounts: object[] };
    bank: { balances: object[]; denom_metadata: object[]; supply: object[] };
    crisis: { constant_fee: { denom: string } };
    evm: { params: { evm_denom: string } };
    gov: { params: { min_deposit: { denom: string }[]; expedited_min_deposit: { denom: string }[] } };
    mint: { params: { mint_denom: string; blocks_per_year: string } };
    slashing: { params: { signed_blocks_window: string }; signing_infos: object[] };
    staking: {
      params: { bond_denom: string; unbonding_time: string };
      validators: object[];
      delegations: object[];
    };
  };
}

/** Writes accounts and validators of the chain into a genesis. So no genesis transactions are needed, which take several starts of the program. */
export function fillGenesis(genesis: Genesis, chain: InjectiveChain): void {
  const { denom, balances, unbondingSeconds, metadata } = chain;
  const { auth, bank, crisis, evm, gov, mint, slashing, staking } = genesis.app_state;
  crisis.constant_fee.denom = denom;
  evm.params.evm_denom = denom;
  for (const coin of [...gov.params.min_deposit, ...gov.params.expedited_min_deposit]) coin.denom = denom;
  // As few blocks as in the other engine's genesis: then small stakes have rewards after a block or two.
  Object.assign(mint.params, { mint_denom: denom, blocks_per_year: '100000' });
  Object.assign(staking.params, { bond_denom: denom, unbonding_time: `${unbondingSeconds}s` });
  // No validator is jailed for missed blocks within so many blocks.
  slashing.params.signed_blocks_window = '100000000';

  const validators = chain.validators.map((validator, index) => genesisValidator(validator, index, chain.consensusKey));
  staking.validators = validators.map(({ validator }) => validator);
  staking.delegations = validators.map(({ delegation }) => delegation);
  slashing.signing_infos = validators.map(({ signing }) => signing);
  const bonded = chain.validators.reduce((sum, { tokens }) => sum + tokens, 0n);
  const all: Record<string, Coins> = { ...balances, [moduleAddress('bonded_tokens_pool')]: { [denom]: bonded } };
  bank.balances = Object.entries(all).map(([address, coins]) => ({ address, coins: sorted(coins) }));
  bank.denom_metadata = [...metadata];
  // Empty: the module adds up the balances.
  bank.supply = [];
  const operators = validators.map(({ operator }) => operator);
  auth.accounts = [...Object.keys(balances), ...operators].map((address, index) => ({
    '@type': '/injective.types.v1beta1.EthAccount',
    base_account: { address, pub_key: null, account_number: String(index), sequence: '0' },
    // keccak256 of no bytes: an account without a contract.
    code_hash: 'xdJGAYb3IzySfn2y3McDwOUAtlPKgic7e/rYBF2FpHA=',
  }));
}

function genesisValidator({ moniker, tokens, commission = '0.05' }: CosmosValidator, index: number, signer: string) {
  const key = index === 0 ? Buffer.from(signer, 'base64') : seed(`validator ${index}`);
  const operator = seed(`operator ${index}`).subarray(0, 20);
  const address = toBech32('injvaloper', operator);
  const never = '1970-01-01T00:00:00Z';
  // The address of a key of ed25519: cometbft crypto/ed25519/ed25519.go.
  const consensus = toBech32('injvalcons', createHash('sha256').update(key).digest().subarray(0, 20));
  return {
    operator: toBech32('inj', operator),
    validator: {
      operator_address: address,
      consensus_pubkey: { '@type': '/cosmos.crypto.ed25519.PubKey', key: key.toString('base64') },
      jailed: false,
      status: 'BOND_STATUS_BONDED',
      tokens: String(tokens),
      delegator_shares: `${tokens}.000000000000000000`,
      description: { moniker, identity: '', website: '', security_contact: '', details: '' },
      unbonding_height: '0',
      unbonding_time: never,
      commission: {
        commission_rates: { rate: commission, max_rate: '1', max_change_rate: '0.01' },
        update_time: never,
      },
      min_self_delegation: '1',
      unbonding_on_hold_ref_count: '0',
      unbonding_ids: [],
    },
    delegation: {
      delegator_address: toBech32('inj', operator),
      validator_address: address,
      shares: `${tokens}.000000000000000000`,
    },
    signing: {
      address: consensus,
      validator_signing_info: {
        address: consensus,
        start_height: '0',
        index_offset: '0',
        jailed_until: never,
        tombstoned: false,
        missed_blocks_counter: '0',
      },
    },
  };
}

/** cosmos-sdk x/auth/types/account.go, NewModuleAddress. */
function moduleAddress(name: string): string {
  return toBech32('inj', createHash('sha256').update(name).digest().subarray(0, 20));
}

function seed(name: string): Buffer {
  return createHash('sha256').update(`isochain devnet ${name}`).digest();
}

function sorted(coins: Coins): object[] {
  return Object.entries(coins)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([denom, amount]) => ({ denom, amount: String(amount) }));
}
