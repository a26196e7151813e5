import type { Message } from '../src/bytes/messages.ts';

interface Coin {
  denom: string;
  amount: string;
}

/** A message as nodes write it in JSON, in our terms. */
export function messageOfJson(json: object): Message {
  const fields = json as Record<string, string>;
  const { amount } = json as { amount?: Coin | Coin[] };
  const [coin, ...others] = amount === undefined ? [] : [amount].flat();
  if (others.length > 0) throw new Error('it has several coins');
  const money = { denom: coin?.denom ?? '', amount: BigInt(coin?.amount ?? 0) };
  const text = (name: string) => fields[name] as string;
  const delegator = text('delegator_address');
  const validator = text('validator_address');
  switch (fields['@type']) {
    case '/cosmos.bank.v1beta1.MsgSend':
      return { kind: 'send', from: text('from_address'), to: text('to_address'), money };
    case '/cosmos.staking.v1beta1.MsgDelegate':
      return { kind: 'delegate', delegator, validator, money };
    case '/cosmos.staking.v1beta1.MsgUndelegate':
      return { kind: 'undelegate', delegator, validator, money };
    case '/cosmos.staking.v1beta1.MsgBeginRedelegate':
      return {
        kind: 'redelegate',
        delegator,
        source: text('validator_src_address'),
        validator: text('validator_dst_address'),
        money,
      };
    case '/cosmos.distribution.v1beta1.MsgWithdrawDelegatorReward':
      return { kind: 'withdrawReward', delegator, validator };
    default:
      throw new Error(`${fields['@type']} is none of ours`);
  }
}
