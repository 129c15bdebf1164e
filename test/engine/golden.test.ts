/** Requests and their answers as files, for whoever writes a host. `npx vitest run test/engine/golden.test.ts -u` writes them anew. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Value } from '@sinclair/typebox/value';
import { describe, expect, test } from 'vitest';
import { openJuice } from '../../src/engine/juice-of-own.js';
import { schemas } from '../../src/engine/schema.js';
import { freshFolder } from '../ccr/store.js';
import { projectRoot } from '../support/project.js';

const folder = join(projectRoot, 'test/engine/golden');
const names = readdirSync(folder)
  .filter(name => name.endsWith('.request.json'))
  .map(name => name.slice(0, -'.request.json'.length));

describe('golden', () => {
  test.each(names)('%s', async name => {
    const request = JSON.parse(readFileSync(join(folder, `${name}.request.json`), 'utf8'));
    expect(Value.Check(schemas.request, request)).toBe(name !== 'invalid-payload');
    const engine = openJuice({ store: { dir: freshFolder() } }, Date.now);
    const answer = await engine.reduceJson(request);
    if (!('tool' in answer)) expect(Value.Check(schemas.response, answer)).toBe(true);
    await expect(`${JSON.stringify(answer, null, 2)}\n`).toMatchFileSnapshot(`golden/${name}.response.json`);
  });
});
