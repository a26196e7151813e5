import type { RecordScene } from '@isochain/conformance';
import type { TonKind, TonOptions } from '../../src/options.ts';
import { honestUpstream } from '../lies/upstream.ts';
import type { Actor } from '../world/actor.ts';
import { coin, now, recipient, sender } from '../world/cast.ts';
import { pools, withPools } from '../world/pools.ts';
import { signatureForms, signed } from '../world/sign.ts';
import { type Build, token } from '../world/world.ts';

// Encodes over the real virtual machine, whose clock stands still. Signatures are those of @ton/crypto.

type Intent = Readonly<Record<string, unknown>>;

const by = { senderAddress: sender.address };
const to = { ...by, recipientAddress: recipient.address };
const whole = String(coin);

export const transfer: Intent = { mode: 'transfer', ...to, amount: String(2n * coin) };
export const maximum: Intent = { mode: 'transfer', ...to, useMaxAmount: true };
export const tokens: Intent = { mode: 'transferToken', ...to, tokenId: token, amount: '1234567' };
export const stake: Intent = {
  mode: 'stake',
  ...by,
  targetValidatorAddress: pools.nominators,
  amount: String(12n * coin),
};
export const liquidStake: Intent = { mode: 'stake', ...by, targetValidatorAddress: pools.liquid, amount: whole };

/** The intent of another account. */
export const from = ({ address, publicKey }: Actor, intent: Intent): Intent => ({
  ...intent,
  ...{ senderAddress: address, senderPubKey: publicKey },
});

export interface Asking {
  readonly kind?: TonKind;
  readonly build?: Build;
  readonly options?: Omit<TonOptions, 'endpoints' | 'fetch' | 'now' | 'onAttempt'>;
  /** Changes what the endpoint answers. */
  readonly lying?: (upstream: typeof fetch) => typeof fetch;
  readonly sign?: RecordScene['sign'];
}

export function asking(
  name: string,
  intent: Intent,
  { kind = 'toncenter-v3', build, options, lying, sign }: Asking = {},
): RecordScene {
  return {
    ...{ name: kind === 'toncenter-v3' ? name : `${name}, over ${kind}`, chainId: 'ton', intent, now },
    upstream() {
      const { endpoints, fetch } = honestUpstream(kind, build);
      const told = lying?.(fetch) ?? fetch;
      // Records have no base paths: the endpoints of their replay are origins.
      return {
        endpoints: endpoints.map(({ url, ...endpoint }) => ({ ...endpoint, url: new URL(url).origin })),
        fetch: (input, init) => {
          const { pathname, search } = new URL(String(input));
          return told(`${endpoints[0]?.url}${pathname}${search}`, init);
        },
      };
    },
    ...(options === undefined ? {} : { options }),
    ...(sign === undefined ? {} : { sign }),
  };
}

/** With pools, which the options name by their code. */
export const staking: Asking = { build: withPools, options: { nominatorPoolCodes: [pools.code] } };

type Transaction = Parameters<NonNullable<RecordScene['sign']>>[0];

export const inAllForms =
  (actor: Actor) =>
  ({ encoded, data }: Transaction): Record<string, string> => {
    const deploys = (data.params as { readonly deploy?: boolean }).deploy === true;
    return { ...signatureForms(signed(encoded, actor, deploys ? actor.init : undefined)) };
  };

export const inHex =
  (actor: Actor) =>
  (transaction: Transaction): Record<string, string> => {
    const { hex = '' } = inAllForms(actor)(transaction);
    return { hex };
  };
