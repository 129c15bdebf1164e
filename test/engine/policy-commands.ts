/** What is decided of which command. */
import type { RawReason } from '../../src/engine/policy.js';

/** One command a line. */
const lines = (text: string): readonly string[] =>
  text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '');

/** May be reduced. */
export const REDUCED = lines(String.raw`
  cargo test
  cargo test 2>&1
  cargo test --workspace -- --nocapture
  cargo build --release
  cargo clippy --all-targets
  cd app && cargo test
  cd app && npm test -- --run 2>&1 | tail -50
  RUST_BACKTRACE=1 cargo test
  env CI=1 npm test
  sudo apt-get install -y curl
  time make -j4
  timeout 60 pytest -q
  npm test
  npm ci
  npm install left-pad
  npx vitest run
  npx tsc --noEmit
  pnpm install --frozen-lockfile
  yarn build
  node --test
  pytest -x tests/unit
  python -m pytest
  python3 -m unittest discover
  uv run pytest
  poetry run pytest -k slow
  go test ./...
  go vet ./... && go test ./...
  mvn -q verify
  ./gradlew build
  make
  make check
  cmake --build build
  ninja -C build
  docker build -t app .
  docker logs web
  kubectl logs deploy/web
  journalctl -u nginx --since today
  terraform plan
  ansible-playbook site.yml
  eslint src
  ruff check .
  mypy app
  bash -lc "npm test"
  sh -c 'cargo test'
  bash -lc 'cd x && pytest -q'
  git status
  git pull --rebase
  git push origin main
  ./run.sh
  python train.py
  node server.js
  find . -name '*.ts'
  find src -type f
  find . -type f -name "*.md" | sort
  find . -maxdepth 2 | head -20
  find . | sort | uniq | wc -l
  find . -name '*.log' | tail -5
  find / -name core | sed -n 1,20p
  fd '\.ts$'
  fd -e rs src
  fdfind main
  ls
  ls -la
  ls -R src
  ls -1 | sort -r
  ls -la src | head -n 10
  cd src && ls -la
  cd src && find . -type d | sort
  tree
  tree -L 2
  tree src | tail -n 3
  rg --files
  rg --files src | sort
  rg --files -g '*.ts' | wc -l
  git ls-files
  git ls-files src | sort | head -50
  git -C app ls-files
  sudo find /etc -name '*.conf'
  bash -lc 'ls -la | head -5'
  /usr/bin/find . -name x
  rg -n TODO src
  grep -rn TODO src
  ps aux
  df -h
  kubectl get pods -A
  pip list
  npm ls --all
  git log --oneline
  git diff
  npm test > /dev/null
  npm test 2>/dev/null
`);

/** Pass as they are, by the reason. */
export const RAW: Readonly<Record<RawReason, readonly string[]>> = {
  recovery: lines(`
    tinyjuice retrieve tj_7x3k9q2mzv
    tinyjuice retrieve tj_7x3k9q2mzv --lines 1-20
    npx tinyjuice retrieve tj_7x3k9q2mzv
    cd app && tinyjuice retrieve tj_7x3k9q2mzv
    bash -lc 'tinyjuice retrieve tj_7x3k9q2mzv --grep error'
    tokenjuice cat tj_abc
    tinyjuice decode out.txt
  `),
  'exact-read': lines(`
    cat src/main.rs
    cat a.txt b.txt
    cat -n package.json
    head -50 src/main.rs
    head -n 5 README.md
    tail -20 CHANGELOG.md
    sed -n 1,200p src/index.ts
    sed -n '10,20p;30q' src/index.ts
    nl -ba src/index.ts
    bat src/index.ts
    batcat --plain README.md
    jq . package.json
    jq -r .version package.json
    yq .services compose.yaml
    less README.md
    more README.md
    awk 'NR>10 && NR<20' src/main.rs
    xxd image.png
    od -c data.bin
    hexdump -C data.bin
    strings a.out
    base64 key.bin
    git show HEAD:src/main.rs
    git show main:package.json
    git cat-file -p HEAD:README.md
    cd src && cat main.rs
    cd src && sed -n 1,50p main.rs
    cat src/main.rs | head -20
    cat src/main.rs | tail -n +10
    bash -lc 'cat src/main.rs'
    bash -lc "sed -n '1,80p' src/main.rs"
    sudo cat /etc/hosts
    /bin/cat /etc/hosts
    cat <file.txt
    npm test; cat log.txt
    cat log.txt && npm test
    man ls
    zcat log.gz
  `),
  'unsafe-inventory': lines(String.raw`
    find . -name '*.ts' -exec cat {} \;
    find . -name '*.ts' -exec cat {} +
    find . -type f -execdir wc -l {} \;
    find . -ok rm {} \;
    find . -name '*.tmp' -delete
    find . -fprint list.txt
    fd -e ts --exec cat
    fd -e ts -x wc -l
    fd -e ts -X cat
    find . -name '*.ts' | xargs cat
    find . -name '*.ts' | xargs wc -l
    find . -print0 | xargs -0 grep TODO
    find . | grep test
    find . | awk '{print $1}'
    find . | sed 's/a/b/'
    find . | sed -n '1,5p' other.txt
    find . | sort other.txt
    find . | head -5 other.txt
    find . | tee list.txt
    find . | while read f; do cat "$f"; done
    find . > list.txt
    find . 2>/dev/null
    ls -la > out.txt
    ls 2>&1
    ls; cat secret
    ls && npm test
    ls || true
    ls & wait
    npm test; ls
    (ls)
    { ls; }
    for d in *; do ls $d; done
    if true; then ls; fi
    ls $(cat dirs.txt)
    ls ${'`'}cat dirs.txt${'`'}
    ls <(cat x)
    find $(pwd) -name x
    find . -newer <(date)
    rg --files | xargs cat
    rg --files | rg test
    git ls-files | xargs wc -l
    git ls-files -z | xargs -0 cat
    tree && cat README.md
    tree > tree.txt
    echo $(ls)
    echo "$(find . -name x)"
    X=$(ls) npm test
    cd $(ls -d */) && ls
    cd a && cd b; ls
    bash -lc 'ls; cat x'
    bash -lc 'find . -exec cat {} +'
    ls | head -5 > out.txt
    ls | sort | xargs -n1 cat
    ls -la | sort -k5 -n file
    cat f | ls
    ls | cat
    ls | less
    ls
    cat x
  `).slice(0, -2),
  'unread-command': lines(`
    npm test "unclosed
    npm test 'unclosed
    for f in; do
    if true; then npm test
    npm test $(
    case x in
    npm test &&
    | npm test
  `),
  'other-tool': [],
};
