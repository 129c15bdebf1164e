/** Tools that report on what they do can print data too: no row of that is noise. */
import { expect, test } from 'vitest';
import { reduce } from '../support/run.js';
import { unfold } from '../support/unfold.js';

const words = ['alpha', 'bravo', 'charlie', 'delta', 'echo', 'foxtrot', 'golf'];
const rows = Array.from(
  { length: 1500 },
  (_, i) => `${words[i % 7]} ${words[(i * 3) % 5]}_${i} is ${words[i % 6]} as of ${(i * 7919) % 1009}\n`,
);

test.each([
  'pg_dump harbour',
  'pg_dump -d harbour -t piers',
  'pg_restore -l harbour.dump',
  'pg_restore harbour.dump',
  'liquibase update-sql',
  'liquibase --url=jdbc:postgresql://db/harbour updateSQL',
  'liquibase rollback-count-sql 3',
  'liquibase history',
  'liquibase status --verbose',
  'bin/rails db:migrate:status',
  'npx sequelize-cli db:migrate:status',
  'npx typeorm migration:show -d source.js',
  'python manage.py migrate --plan',
  'pytest --collect-only -q',
  'cargo test -- --list',
  'npx jest --listTests',
  'npx vitest list',
  'npx tsc --listFiles',
  'ruff check --show-settings',
  'ruff check --show-files',
  'ruff check --output-format json',
])('%s: every row is there', async command => {
  const { report } = await reduce(rows.join(''), { command, exitCode: 0 });
  expect(report.isLossy).toBe(false);
});

test('a file that aws s3 cp prints is no report of what was moved', async () => {
  const moved = Array.from({ length: 60 }, (_, i) => `upload: ${words[i % 7]}/${i * 7919}.txt to s3://harbour/${i}\n`);
  const { report } = await reduce(moved.join(''), { command: 'aws s3 cp s3://harbour/log - --region eu', exitCode: 0 });
  expect(report.isLossy).toBe(false);
});

test('that a container was created is all that docker compose create says', async () => {
  const made = Array.from({ length: 30 }, (_, i) => ` Container pier-${words[i % 7]}-${i}  Created\n`);
  const { text } = await reduce(made.join(''), { command: 'docker compose create', exitCode: 0 });
  expect(unfold(text)).toBe(made.join(''));
});
