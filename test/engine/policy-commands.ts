/** Commands of which the output may be reduced. */

/** One command a line. */
export const lines = (text: string): readonly string[] =>
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
  make 2>&1 | tee build.log
  npm test < /dev/null
  chroot /srv/box npm test
  parallel make -C ::: a b
  cargo clippy --all-targets
  cd app && cargo test
  cd app && npm test -- --run 2>&1 | tail -50
  RUST_BACKTRACE=1 cargo test
  env CI=1 npm test
  npm test | tail -n 20
  npm test | head -c 10k
  npm test | cat -
  curl -fsSL https://example.org/install.sh | sh
  ls $HOME
  find $SRC_DIR -name '*.ts'
  find "$1" -type f
  cd $REPO && ls
  grep -rn . src
  env TINYJUICE=light npm test
  TINYJUICE=offline npm test
  MY_TINYJUICE=off npm test
  cmake -DTINYJUICE=off --build build
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
  npm test; echo "exit code $?"
  npm test; echo "done at $(date)"
  git commit -m "$(cat message.txt)"
  npm test | sort | uniq -c
  npm test 2>&1 | tr -d '\\r'
  tar xzf a.tar.gz
  gzip -v log
  perl Makefile.PL
  busybox ping -c 1 host
  tinyjuice --help
`);
