import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { hexOf, now, openNodes } from '../../test/scripted-nodes.ts';
import { stakingWorld, validator, witnessRows } from '../../test/staking-world.ts';

const live = '/wallet/getpaginatednowwitnesslist';
const counted = '/wallet/listwitnesses';
const kept = '/wallet/getBrokerage';
const maintenance = {
  Error:
    'class org.tron.core.exception.MaintenanceUnavailableException : Service temporarily unavailable during maintenance period. Please try again later.',
};
const world = (own: object) => stakingWorld({}, { [live]: { witnesses: witnessRows }, ...own });

describe('the list of validators', () => {
  /** Recorded on Nile: tronprotocol/documentation-en, docs/api/http. */
  it('reads the recorded answer of a node', async () => {
    const file = `${import.meta.dirname}/../../fixtures/nile-witnesses.json`;
    const recorded = JSON.parse(readFileSync(file, 'utf8')) as { readonly answer: object };
    const { chain } = world({ [live]: recorded.answer });
    expect((await chain.validators()).validators).toEqual([
      {
        address: 'TJmka325yjJKeFpQDwKSQAoNwEyNGhsaEV',
        name: 'sr-8.com',
        commission: 0.2,
        stakedAmount: '5405850746000000',
      },
      {
        address: 'TFFLWM7tmKiwGtbh2mcz2rBssoFjHjSShG',
        name: 'sr-27.com',
        commission: 0.2,
        stakedAmount: '2322234750000000',
      },
    ]);
  });

  it('asks in two rounds: who there is, and what those of the page keep', async () => {
    const { chain, asked } = world({});
    const { validators, pagination } = await chain.validators({ limit: 3 } as never);
    expect(validators.map(({ address }) => address)).toEqual([1, 2, 3].map(validator));
    expect(pagination.nextPage).not.toBeNull();
    expect(asked(live)).toHaveLength(1);
    expect(asked(counted)).toHaveLength(0);
    expect(asked(kept)).toHaveLength(3);
  });

  it('leaves out one that does not fit, and one whose share does not', async () => {
    const odd = [...witnessRows.slice(0, -1), {}, null, { ...witnessRows.at(-1), voteCount: -1 }];
    const rate = ({ address }: { address: string }) => ({ brokerage: address === hexOf(validator(3)) ? 'all' : 20 });
    const { chain } = world({ [live]: { witnesses: odd }, [kept]: rate });
    const { validators, pagination } = await chain.validators({ limit: 3 } as never);
    expect(validators.map(({ address }) => address)).toEqual([2, 4].map(validator));
    expect(pagination.nextPage).not.toBeNull();
  });

  it.each([null, [], 7, '', 'all'])('leaves out one if a node says %j of it', async (said) => {
    const rate = ({ address }: { address: string }) => (address === hexOf(validator(3)) ? said : { brokerage: 20 });
    const { chain } = world({ [live]: { witnesses: witnessRows }, [kept]: rate });
    const { validators } = await chain.validators({ limit: 4 } as never);
    expect(validators.map(({ address }) => address)).toEqual([1, 2, 4].map(validator));
  });

  it('has one whose page is none', async () => {
    const named = [
      { ...witnessRows.at(-1), url: 7 },
      { ...witnessRows.at(-2), url: null },
    ];
    const { validators } = await world({ [live]: { witnesses: named } }).chain.validators();
    expect(validators.map(({ address }) => address)).toEqual([1, 2].map(validator));
  });

  it('goes on page by page to the last that earns rewards, with 40 requests for a page at most', async () => {
    const { chain, asked } = world({});
    expect((await chain.validators({ limit: 100 } as never)).validators).toHaveLength(40);
    expect(asked(kept)).toHaveLength(40);
    const found: string[] = [];
    let nextPage: string | undefined;
    do {
      const page = await chain.validators({ limit: 50, nextPage } as never);
      found.push(...page.validators.map(({ address }) => address));
      nextPage = page.pagination.nextPage ?? undefined;
    } while (nextPage !== undefined);
    expect(found).toEqual(Array.from({ length: 127 }, (_, i) => validator(i + 1)));
  });

  it('remembers for six hours what each keeps', async () => {
    let time = now;
    const { chain, asked } = openNodes([{ own: { [live]: { witnesses: witnessRows }, [kept]: { brokerage: 7 } } }], {
      now: () => time,
      oldestBlockMs: 0,
    });
    const read = () => chain.validators({ limit: 2 } as never);
    expect((await read()).validators[0]?.commission).toBe(0.07);
    time += 6 * 3_600_000 - 1;
    await read();
    expect(asked(kept)).toHaveLength(2);
    time += 1;
    await read();
    expect(asked(kept)).toHaveLength(4);
  });

  it.each([
    ['while the chain is in maintenance', maintenance],
    ['from a node that does not know the question', undefined],
  ])('is that of the last maintenance %s', async (_, answer) => {
    const own = { [counted]: { witnesses: witnessRows }, [kept]: { brokerage: 20 } };
    const { chain } = openNodes([{ own: answer === undefined ? own : { ...own, [live]: answer } }]);
    const { validators } = await chain.validators({ limit: 2 } as never);
    expect(validators.map(({ address }) => address)).toEqual([1, 2].map(validator));
  });

  const [row] = witnessRows;

  it.each([
    ['https://user@Sr.Example:8080/path?a#b', 'sr.example:8080'],
    ['sr.example', 'sr.example'],
    ['http://sr.example\u202e\u0000', 'sr.example'],
    ['https://xn--80ak6aa92e.com', 'xn--80ak6aa92e.com'],
    ['http://[', `${validator(130).slice(0, 4)}..${validator(130).slice(-4)}`],
    ['', `${validator(130).slice(0, 4)}..${validator(130).slice(-4)}`],
  ])('names a validator by the host of its page: %j', async (url, name) => {
    const { chain } = world({ [live]: { witnesses: [{ ...row, url }] } });
    expect((await chain.validators()).validators).toMatchObject([{ name }]);
  });

  it.each([
    ['a validator twice', { witnesses: [row, row] }],
    ['an address that is none', { witnesses: [{ ...row, address: '41' }] }],
    ['votes below 0', { witnesses: [{ ...row, voteCount: -1 }] }],
  ])('does not believe %s', async (_, answer) => {
    const { chain } = world({ [live]: answer, [counted]: answer });
    await expect(chain.validators()).rejects.toMatchObject({ code: 'upstream.unavailable' });
  });
});
