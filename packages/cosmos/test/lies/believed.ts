const reading = 'Clients that read are told what the node says. Nothing that is sent depends on it.';
const provider = 'Names and texts are free: their owners choose them.';

const message = [
  ...['', '[].@type'],
  ...['[].from_address', '[].to_address', '[].amount', '[].amount[].denom', '[].amount[].amount'],
];
const staking = ['[].delegator_address', '[].validator_address', '[].amount.denom', '[].amount.amount'];
const moves = ['[].validator_src_address', '[].validator_dst_address'];
const rest = [
  'body.memo',
  ...['', '[].public_key.@type', '[].sequence'].map((part) => `auth_info.signer_infos${part}`),
  ...['amount', 'amount[].denom', 'amount[].amount', 'gas_limit'].map((part) => `auth_info.fee.${part}`),
];
const response = ['', '[].type', '[].attributes', '[].attributes[].key', '[].attributes[].value'].map(
  (part) => `events${part}`,
);

/** What a node says of a transaction's content. The hash is of its bytes, which JSON does not have. */
function transaction(tx: string, result: string, messages: readonly string[]): string[] {
  return [
    ...messages.map((part) => `${tx}.body.messages${part}`),
    ...rest.map((part) => `${tx}.${part}`),
    ...[...response, 'gas_used', 'code'].map((part) => `${result}.${part}`),
  ];
}

const search = 'GET /cosmos/tx/v1beta1/txs';
const one = 'GET /cosmos/tx/v1beta1/txs/:id';
const metadata = 'GET /cosmos/bank/v1beta1/denoms_metadata_by_query_string native.metadata';

const fields: readonly string[] = [
  ...transaction(`${one}.tx`, `${one}.tx_response`, [...message, ...staking]),
  ...transaction(`${search} sent.txs[]`, `${search} sent.tx_responses[]`, [...message, ...staking, ...moves]),
  ...transaction(`${search} received.txs[]`, `${search} received.tx_responses[]`, message),
];

/** Fields that only reads use, and nothing can contradict. */
export const believed: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...new Set(fields)].map((field) => [field, reading])),
  'GET /cosmos/staking/v1beta1/validators.validators[].description.moniker': provider,
  [`${metadata}.name`]: provider,
  [`${metadata}.symbol`]: provider,
  [`${metadata}.display`]: provider,
  [`${metadata}.denom_units`]: provider,
  [`${metadata}.denom_units[].denom`]: provider,
};
