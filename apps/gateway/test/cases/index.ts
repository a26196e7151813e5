import { describe } from 'vitest';
import type { Serve } from '../harness.ts';
import { accountsCases } from './accounts.ts';
import { bodiesCases } from './bodies.ts';
import { chainsCases } from './chains.ts';
import { encodeCases } from './encode.ts';
import { failuresCases } from './failures.ts';
import { headersCases } from './headers.ts';
import { keysCases } from './keys.ts';
import { limitsCases } from './limits.ts';
import { mistakesCases } from './mistakes.ts';
import { pagesCases } from './pages.ts';
import { pathsCases } from './paths.ts';
import { queriesCases } from './queries.ts';
import { stoppedCases } from './stopped.ts';

/** What the service does over HTTP, whatever it runs on. */
export function httpCases(serve: Serve): void {
  describe('keys', () => keysCases(serve));
  describe('limits', () => limitsCases(serve));
  describe('chains', () => chainsCases(serve));
  describe('stopped chains', () => stoppedCases(serve));
  describe('paths', () => pathsCases(serve));
  describe('bodies', () => bodiesCases(serve));
  describe('queries', () => queriesCases(serve));
  describe('headers', () => headersCases(serve));
  describe('accounts', () => accountsCases(serve));
  describe('encode', () => encodeCases(serve));
  describe('mistakes', () => mistakesCases(serve));
  describe('failures', () => failuresCases(serve));
  describe('pages', () => pagesCases(serve));
}
