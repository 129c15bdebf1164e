/** Commands of which nothing may be reduced. */
import type { RawReason } from '../../src/engine/policy.js';
import { lines } from './policy-commands.js';

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
    sudo tinyjuice retrieve tj_7x3k9q2mzv | head
    node dist/cli.js retrieve tj_7x3k9q2mzv
    node /opt/tinyjuice/dist/cli.js retrieve tj_7x3k9q2mzv --grep error
    pnpm dlx tinyjuice retrieve tj_7x3k9q2mzv > x; npm test
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
    cat file 2>/dev/null
    cat<file
    tee < notes.txt
    < notes.txt
    read -r first < notes.txt; echo $first
    mapfile -t rows < notes.txt; printf '%s' "\${rows[@]}"
    cp notes.txt /dev/stdout
    install -m 644 notes.txt /dev/stdout
    openssl enc -d -aes-256-cbc -in notes.enc
    gpg -d notes.gpg
    7z x -so notes.7z
    most notes.txt
    vim -es +%p +q notes.txt
    chroot /srv/box cat /etc/hosts
    unshare -r sed -n 1,20p notes.txt
    nsenter -t 1 -m /bin/cat /etc/hosts
    parallel cat ::: a.txt b.txt
    flatpak run --command=sh org.x cat /etc/hosts
    < file cat
    command cat f
    \\cat f
    'cat' f
    c""at f
    eval "cat f"
    xargs cat < list
    watch cat f
    docker exec -it web sh -c 'cat /etc/hosts'
    kubectl exec -n x pod -c y -- sh -c 'cat f'
    ssh host 'cat f'
    env -S 'cat f'
    nohup cat f &
    f() { cat x; }; f
    if test -f x; then cat x; fi
    npm test > log 2>&1; tail -50 log
    while read l; do echo "$l"; done < f
    while read -r l; do printf '%s\\n' "$l"; done <f
    printf '%s' "$(<f)"
    echo "$(cat f)"
    echo ${'`'}head -20 f${'`'}
    tac f
    rev f
    cut -c1-200 f
    tr a b < f
    sort f
    uniq f
    paste a b
    fold -w 80 f
    column -t f
    dd if=f
    hexyl f
    busybox cat f
    gzip -dc f.gz
    xz -dc f.xz
    unzip -p a.zip f
    tar xOf a.tar f
    svn cat f
    hg cat f
    perl -ne print f
    perl -pe 1 f
    python -m json.tool f
    powershell -Command "Get-Content f"
    Get-Content f
    cmd /c type f
    tinyjuice wrap -- cat f
    : | cat a -
    npm test | cat a
    npm test | tail -20 test.log
    npm test | head -n 20 test.log
    curl file:///etc/passwd
    curl -s FILE:///etc/passwd
    iconv -f latin1 -t utf8 f
    ccat f
    pygmentize f
    rg --passthru x f
    grep '' f
    grep -n '^' f
    Get-Content f | Select -First 5
    Get-Content f | Where Length
    c\\at f
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
    tree -o out.txt
    rg --files --pre cat
    fd -xcat
    find . -fls out
    find . -delete | head
    find . | sort -o out
    find . $OPTS
    find . ${'$'}{OPTS}
    ls ${'$'}{x@P}
    find . | sort --compress-program=x
    find . | sed -n '1w out'
    find . | sed -n 'e cat x'
    find . | tail -F x
    ls <<< x
    alias ls='cat x'; ls
    xargs ls
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
    $TOOL f
    \${PAGER:-cat} f
    bash -c "$(echo cat f)"
    bash <(echo cat f)
    source <(echo cat f)
    echo 'cat f' | bash
    printf 'cat f' | sudo sh -s
    alias c=cat; c f
  `),
  'other-tool': [],
  'switched-off': lines(`
    TINYJUICE=off cargo test
    TINYJUICE='off' cargo test
    TINYJUICE="off" cargo test
    TINYJUICE=o"ff" cargo test
    TINYJUICE=$'off' cargo test
    "TINYJUICE=off" cargo test
    A=1 TINYJUICE=off B=2 cargo test
    env TINYJUICE=off cargo test
    env -i PATH=/bin 'TINYJUICE=off' cargo test
    env -S'TINYJUICE=off cargo test'
    sudo TINYJUICE=off cargo test
    export TINYJUICE=off; cargo test
    export TINYJUICE='off' && cargo test
    declare -x TINYJUICE="off"; cargo test
    cd app && TINYJUICE=off cargo test
    cd app; TINYJUICE="off" cargo test | tail -5
    (TINYJUICE=off cargo test)
    { TINYJUICE=off cargo test; }
    if true; then TINYJUICE=off cargo test; fi
    bash -c 'TINYJUICE=off cargo test'
    bash -lc"TINYJUICE='off' cargo test"
    timeout 60 env TINYJUICE=off cargo test
    set -gx TINYJUICE off; cargo test
    $env:TINYJUICE = 'off'; cargo test
    set TINYJUICE=off&& cargo test
    tinyjuice wrap --raw -- cargo test
  `),
};
