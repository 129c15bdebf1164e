/** Every rule file against its own recordings: what it claims to know, keep and drop is shown by real output. */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { classify } from '../src/classify/classify.js';
import { type Fixture, lostFacts, type Reduced, readFixture, readOut, reduceFixture, reduceRaw } from '../src/dev/fixtures.js';
import { ruleFiles } from '../src/dev/gen.js';
import { checkRule } from '../src/rules/check.js';
import { matchCommand, matchOutput } from '../src/rules/match.js';
import type { NamedRule, Rule } from '../src/rules/rule.js';
import { parseCommand } from '../src/classify/command.js';
import { renderText } from '../src/text/screen.js';
import { estimateTokens } from '../src/tokens/estimate.js';
import { projectRoot } from './support/recordings.js';

const rules: readonly NamedRule[] = ruleFiles(projectRoot).map(({ id, path }) => ({
  id,
  rule: JSON.parse(readFileSync(path, 'utf8')) as Rule,
}));
