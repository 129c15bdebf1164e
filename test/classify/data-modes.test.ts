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
  'ffmpeg -codecs',
  'ffmpeg -hide_banner -filters',
  'ffprobe -v quiet -print_format json -show_format a.mp4',
  'gradle tasks',
  './gradlew :app:dependencies',
  './gradlew properties',
  'mvn help:effective-pom',
  'mvn dependency:list',
  'cmake -LA -N build',
  'cmake --help-command-list',
  'ctest -N',
  'ctest --show-only=json-v1',
  'ninja -t targets',
  'ninja -t commands',
  'cargo install --list',
  'npm run',
  'bun run',
  'go mod graph',
  'go mod why x',
  'go test -list .',
  'git submodule status',
  'ansible-playbook site.yml --list-tasks',
  'apt-get --print-uris install x',
  'npx eslint --print-config a.js',
  'npx eslint -f json src',
  'npx stylelint --print-config a.css',
  'npx prettier --list-different src',
  'rubocop --show-cops',
  'rubocop --list-target-files',
  'rubocop --format json',
  'pylint --list-msgs',
  'pylint --output-format=json app',
  'shellcheck -f json a.sh',
  'bandit -f json -r app',
  'hadolint -f json Dockerfile',
  'golangci-lint run --out-format json',
  'clang-tidy -list-checks',
  'clang-tidy --dump-config',
  'gcc -E a.c',
  'g++ -E a.cc',
  'gcc -S -o - a.c',
  'gcc -dM -E - < /dev/null',
  'rustfmt --emit stdout a.rs',
  'javac -X',
  'npx tsc --explainFiles',
  'npx esbuild a.ts',
  'npx esbuild a.ts --minify',
  'npx rollup a.js',
  'npx webpack --json',
  'npx turbo run build --dry=json',
  'latexmk -commands',
  'valgrind --tool=callgrind ./a',
  'wget -qO- http://x',
  'wget -O - http://x',
  'pytest --fixtures',
  'pytest --markers',
  'pytest --setup-plan',
  'tox list',
  'tox config',
  'tox -l',
  'nox --list',
  'nox -l',
  'behave --steps-catalog',
  'behave --dry-run --no-summary',
  'rspec --dry-run',
  'phpunit --list-tests',
  'npx mocha --dry-run',
  'npx jest --showConfig',
  'npx playwright test --list',
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
