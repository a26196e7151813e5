import type { FamilyTypes } from '@isochain/core';
import { afterAll, beforeAll, describe } from 'vitest';
import { describeBooks } from './books.ts';
import { describeClosedUpstreams } from './closed-upstreams.ts';
import { describeComplaints } from './complaints.ts';
import { describeFeatures } from './features.ts';
import { describeFuzz } from './fuzz.ts';
import { describeLongTexts } from './long-texts.ts';
import { describeLostAnswers } from './lost-answers.ts';
import { describePositions } from './positions.ts';
import { describeProperty } from './property.ts';
import { describePurity } from './pure.ts';
import { describeReads } from './reads.ts';
import { describeRoundTrips } from './round-trips.ts';
import { describeRules } from './rules.ts';
import { describeSecrets } from './secrets.ts';
import type { FamilySetup, TestAccount } from './setup.ts';
import { describeShapes } from './shapes.ts';
import { describeSignatureSpellings } from './signature-spellings.ts';
import { createStage } from './stage.ts';
import { describeStopped } from './stopped.ts';
import { describeTampering } from './tamper-refusal.ts';
import { describeTotals } from './totals.ts';
import { describeUpstreamFaults } from './upstream-faults.ts';
import { describeValidation } from './validated.ts';
import { describeWalk } from './walk.ts';
import { describeWishes } from './wishes.ts';

/**
 * The one suite that every chain family passes, run on one chain of it. Call it at the top of a `*.engine.test.ts` of the family's package.
 *
 * @example
 * describeFamily({ family: stellar, chainId: 'stellar', start: startHorizon, forms: ['hex'], sign: signWithOfficialSdk, ... });
 */
export function describeFamily<T extends FamilyTypes, Account extends TestAccount, Form extends string>(
  setup: FamilySetup<T, Account, Form>,
): void {
  // The suite hands accounts, forms and options back to where they came from and does not look into them: it needs none of their types.
  const stage = createStage(setup as unknown as FamilySetup);

  describe(`${setup.chainId}, as every chain`, () => {
    beforeAll(() => stage.start());
    afterAll(() => stage.stop());

    describeShapes(stage);
    describePurity(stage);
    describeSignatureSpellings(stage);
    describeWalk(stage);
    describeFeatures(stage);
    describeStopped(stage);
    describeReads(stage);
    describeBooks(stage);
    describeTotals(stage);
    describePositions(stage);
    describeRules(stage);
    describeSecrets(stage);
    describeLongTexts(stage);
    describeWishes(stage);
    describeValidation(stage);
    describeRoundTrips(stage);
    describeTampering(stage);
    describeUpstreamFaults(stage);
    describeClosedUpstreams(stage);
    describeComplaints(stage);
    describeLostAnswers(stage);
    describeFuzz(stage);
    describeProperty(stage);
  });
}
