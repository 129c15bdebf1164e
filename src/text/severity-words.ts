/** The words of the severity model as data: what a free-standing word hints at. Structure decides later (`severity-forms.ts`). */

/** What the scan saw in a line; one bit each. */
export const SEEN = {
  error: 1 << 0,
  fail: 1 << 1,
  fatal: 1 << 2,
  warn: 1 << 3,
  skip: 1 << 4,
  /** A phrase that tells of a failure without its words: "permission denied", "cannot open". */
  trouble: 1 << 5,
  /** The same in other languages. */
  foreign: 1 << 6,
  /** A class name such as `TypeError` or `java.io.IOException`. */
  errorClass: 1 << 7,
  warnClass: 1 << 8,
  pass: 1 << 9,
  total: 1 << 10,
  cut: 1 << 11,
  /** `level`, `severity`, `status`: a key whose value may be a level. */
  levelKey: 1 << 12,
  /** A single E, F or W, or a code such as `E0602`: the level of klog, logcat, pytest and some linters. */
  letter: 1 << 13,
  cross: 1 << 14,
  tick: 1 << 15,
  warnSign: 1 << 16,
  /** A free-standing number 500 to 599. */
  http5: 1 << 17,
  cjk: 1 << 18,
  /** A word of an assertion: "expected", "left". */
  assertion: 1 << 19,
  /** `error=` or `"error":` with a value that is not empty. */
  errorKey: 1 << 20,
  /** An error word with a count beside it that is not zero. */
  counted: 1 << 21,
  /** A failure word in capitals. */
  capitals: 1 << 22,
  /** A failure word whose count is zero: `0 failed`, `no errors`. */
  zero: 1 << 23,
  /** `name:12`: a place in a file. */
  place: 1 << 24,
  /** `***`. */
  stars: 1 << 25,
  /** A free-standing exclamation mark: ` ! `, `(!)`, `[!]`. */
  bang: 1 << 26,
  dot: 1 << 27,
  /** A word that some form looks for. */
  hint: 1 << 28,
  /** A failure word that is only spoken of. */
  spoken: 1 << 29,
} as const;

/** Level of a log line or diagnostic, from its first level token. */
export const LEVEL = { none: 0, low: 1, warning: 2, error: 3 } as const;

/** Words that logs use as their level, lower case. */
export const LEVEL_WORDS: Readonly<Record<'low' | 'warning' | 'error', string>> = {
  low: 'trace debug info information informational notice verbose fine finer finest dbg inf dbug trce vrb success log statement',
  warning:
    'warn warning wrn warnung avertissement advertencia aviso avviso achtung caution waarschuwing ostrzeżenie предупреждение',
  error:
    'error errors err fatal critical crit alert emerg emergency panic severe fail ftl eror dpanic fehler erreur erro errore fout błąd ошибка schwerwiegend',
};

const EXIT = '(?: with)?(?: (?:code|status|failure status))?:? [1-9]\\d{0,2}\\b';
const DOES_NOT = '(?:exist(?! when| if| or)|look|match|have|provide|support|contain|appear|satisfy|resolve)';
const IS_NOT =
  '(?:defined|a function|recognized|assignable|a valid|allowed|running|installed|supported|recoverable|satisfied)';

/** Phrases of failure: a word, and the pattern of what must follow it; empty: the word alone says it. */
export const TROUBLE: Readonly<Record<string, string>> = {
  access: ' denied',
  permission: ' denied',
  denied: ' by|: ',
  command: ' not found',
  not: ' found\\b| permitted| (?:configured|implemented|enough|met|remade|reached|recognized|supported|available|registered|going to be|installable|valid|up to date)\\b',
  no: ' such \\w| space left| (?!errors|issues|problems|vulnerab|warnings|changes|differences|conflicts|updates|matches|security|known|new|outdated|lint)(?:\\w+ ){1,3}found\\b| [\\w ]{1,30}(?:with|named|matching|for) .{1,80} found',
  went: ' wrong',
  socket: ' hang up',
  operation: ' not permitted',
  connection: ' (?:was )?(?:refused|reset|closed|timed out|lost|aborted)',
  was: ' refused\\b',
  refused: '',
  time: ' out\\b',
  timed: ' out\\b',
  timeout: '',
  cannot: ' \\w',
  can: "['’]t (?!help)\\w",
  could: " n(?:ot|['’]t) \\w",
  couldn: "['’]t \\w",
  unable: ' to \\w',
  undefined: ' (?:reference|variable|method|symbol|local|behavior)|: ',
  out: ' of (?:memory|range|space|bounds|order)',
  exit: EXIT,
  exited: EXIT,
  exiting: EXIT,
  exit_code: '[=:] ?[1-9]',
  died: ' at',
  does: ` not ${DOES_NOT}`,
  doesn: `['’]t ${DOES_NOT}`,
  is: ` not ${IS_NOT}`,
  isn: `['’]t ${IS_NOT}`,
  deadline: ' exceeded',
  exceeds: ' (?!expect)',
  exceeded: ' (?!expect)',
  unresolved: ' \\w',
  unmet: ' \\w',
  must: ' (?:be|have|not|include|contain|match)\\b',
  conflict: '',
  conflicts: '',
  conflicting: '',
  rejected: '',
  forbidden: '',
  unauthorized: '',
  unavailable: '',
  unreachable: '',
  corrupt: '',
  corrupted: '',
  overflow: '',
  mismatch: '',
  mismatched: '',
  violates: '',
  violated: '',
  violation: '',
  leak: '',
  leaked: '',
  interrupted: '',
  broken: ' pipe',
  bad: ' (?:file|request|gateway|address|substitution)',
  incompatible: ' \\w',
  insufficient: ' \\w',
  duplicate: ' (?:key|symbol|definition|declaration)',
  requires: ' an argument',
  extra: ' (?:characters|operand|arguments?|bytes|data|tokens)',
  too: ' many',
  data: ' race',
  crashloopbackoff: '',
  imagepullbackoff: '',
  errimagepull: '',
  oomkilled: '',
  evicted: '',
  syntax: ' error',
  there: ' (?:are|were) some problems',
  compilation: ' terminated',
  definitely: ' lost(?:: [1-9]| in)',
  name: ' or service',
  but: ' you have',
  found: ' unexpected',
  don: "['’]t know how",
  dubious: '',
  core: ' dumped',
  race: ' detected',
  differ: '(?:$|: )',
  differs: '(?:$|: )',
  multiple: ' definition',
  first: ' defined here',
  didn: "['’]t (?:resolve|match|work|respond)",
  indirectly: ' lost: [1-9]',
  possibly: ' lost: [1-9]',
  expecting: ' value',
  servfail: '',
};

/** Free-standing words and the bit that each sets; `trouble` only where a phrase of {@link TROUBLE} starts with the word, or it begins a message. Lower case; English first, then de fr es pt it nl pl ru. */
export const WORDS: Readonly<Partial<Record<keyof typeof SEEN, readonly string[]>>> = {
  error: [
    'error errors err errored eror exception exceptions',
    'fehler erreur erreurs errores erro erros errore errori fout fouten błąd błędy błędów ошибка ошибки ошибок ошибкой ausnahme',
  ],
  fail: [
    'fail failed fails failure failures failing',
    'fehlgeschlagen fehlschlag gescheitert misslungen échec échecs échoué échouée fallo fallos falló fallido fallida fracasó',
    'falha falhas falhou fallito fallita fallimento mislukt mislukte niepowodzenie неудача провалено сбой',
  ],
  fatal: [
    'fatal panic panicked crit critical alert emerg emergency severe crashed dubious addresssanitizer leaksanitizer threadsanitizer memorysanitizer wrongtype noscript noauth execabort noperm misconf clusterdown aborted aborting killed segfault sigsegv sigabrt',
    'segmentation oom deadlock deadlocked coredump unhandled uncaught unrecoverable unhandledpromiserejection schwerwiegend abgebrochen abgestürzt',
  ],
  warn: [
    'warn warning warnings wrn deprecated deprecation deprecations vulnerability vulnerabilities insecure attack uninitialized uninitialised',
    'warnung warnungen avertissement avertissements advertencia advertencias aviso avisos avviso avvisi attenzione',
    'waarschuwing waarschuwingen ostrzeżenie ostrzeżenia предупреждение предупреждения veraltet obsolète obsoleto achtung caution',
  ],
  skip: [
    'skip skipped skipping ignored ignoring todo pending xfail xfailed xpass xpassed flaky rerun retried disabled quarantined',
    'übersprungen',
  ],
  trouble: [
    Object.keys(TROUBLE).join(' '),
    'aborting address bind connect file host illegal invalid malformed missing oops status terminated undeclared unexpected',
    'unknown unrecognized unsupported unterminated unused unwrap wrong enoent eacces econnrefused econnreset etimedout',
    'eaddrinuse eperm eexist enotfound epipe enospc emfile eisdir enotdir ebadf einval eresolve etarget ebadengine',
    'ehostunreach erofs ebusy enomem elifecycle econnaborted',
  ],
  hint: ['not caused traceback stdout issue note cause t0 t1 t2 t3 timeout main called'],
  foreign: [
    'nicht impossible introuvable puede podido existe impossibile kan kann niet można невозможно удалось найден найдена нет отказано nie',
    'não inexistente riuscita riuscito esistente aucun aucune refusée refusé rifiutata abgelehnt rehusada recusada geweigerd odmowa trovare',
    'wykonania udało keine kein ninguna nessuna geen verweigert bestaat',
  ],
  pass: ['pass passed passing passes ok okay'],
  total: [
    'total totals tests test problems problem issues issue succeeded success successful successfully finished completed complete built',
    'added removed changed audited build done summary result results suites examples assertions ran checks installed upgraded compiled',
    'statements errors warnings failures specs passed passing failed failures pass fail cancelled skipped todo ok found features scenarios',
    'scenario steps step runs rated scanned timeout reformatted formatted infos date',
  ],
  cut: [
    'more others truncated showing omitted elided hidden suppressed snipped shown clipped abbreviated has_more',
    'allowed',
  ],
  levelKey: [
    'level lvl severity loglevel levelname status result state outcome action severity_text priority conclusion',
  ],
  assertion: [
    'assertion assert expected expect received left right actual got want wanted difference value where diff',
  ],
};

/** Names of system errors, in capitals: `ENOENT`. */
export const ERRNO = /E(?!XIT|VICTED|XTRA)[A-Z]{3,}\b/y;
/** Words of {@link WORDS}.trouble that tell of a failure at the start of a message. */
export const TROUBLE_AT_START =
  /(?:unknown|unexpected|invalid|illegal|missing|unsupported|malformed|bad|wrong|duplicate|unrecognized|unterminated|undefined|undeclared|unused|no \w+ found|oops)(?: \S|: |:$|$)/iy;

/** Before a word of failure: it is spoken of, not reported ("on error", "if … fails"). */
export const SPEAKERS: ReadonlySet<string> = new Set(
  'on if when whenever whether unless for any each every this of returns return handle handles handling raise raises throw throws output outputs catch catches ignore ignores may might should would could will can must to that which usually always never without expected avoid avoids prevent prevents only rerun re-run the log logs report reports as like treat fix fixes fixed'.split(
    ' ',
  ),
);
/** Of {@link SPEAKERS}, those before "failed": the others leave it a report ("that failed", "returns failed"). */
export const SPEAKERS_OF_PAST: ReadonlySet<string> = new Set(
  'if when whenever whether unless the any only rerun re-run never each handle handles ignore ignores fix fixes fixed'.split(
    ' ',
  ),
);
/** After a word of failure: the two name a thing ("error handling"). */
export const COMPOUNDS: ReadonlySet<string> = new Set(
  'handling handler handlers handled message messages codes type types class classes rate rates page pages log logs budget budgets path paths boundary boundaries reporting reporter output detector recovery correction count counts counter counters report tracking tracker view views response responses template templates margin bar bars device prone go'.split(
    ' ',
  ),
);
/** After a word of failure: it happened, whatever stands before. */
export const HAPPENED: ReadonlySet<string> = new Set('occurred occured originated to with while code'.split(' '));

/** Phrases of failure in languages that write spaces; a word of {@link WORDS}.foreign gates them. */
export const FOREIGN_TROUBLE =
  /nicht (?:gefunden|möglich|lesbar|erlaubt|vorhanden|geladen)|kann nicht|kann \S+ nicht|konnte nicht|abgelehnt|verweigert|impossible (?:de|d['’]|à)|: (?:open )?impossible|aucune? (?:fichier|règle)|introuvable|refusée?|no se (?:puede|pudo|ha podido|encontr)|no existe|no hay ninguna|rehusada|não (?:foi possível|encontrad|existe|pôde)|inexistente|recusada|impossibile|non (?:riuscit|esistente|trovat|è (?:stato )?possibile)|rifiutata|nessuna regola|kan (?:geen|niet)|kan \S+(?: \S+)? niet|niet gevonden|bestaat niet|geweigerd|nie (?:można|udało|ma takiego|znaleziono)|odmowa|невозможно|не удалось|не найден|нет (?:такого|правила|доступа)|отказано/i;

/** Phrases of failure in scripts without spaces, where a word cannot be cut out. */
export const CJK_ERROR =
  /错误|失败|异常退出|无法|致命|拒绝连接|权限不够|没有(?:那个文件|规则|权限)|找不到|不存在|錯誤|失敗|無法|エラー|例外|できません|ませんでした|見つかりません|(?:ファイル|ディレクトリ|ルール)(?:が|は)ありません|不能|拒否され|中止|오류|에러|실패|예외|할 수 없|찾을 수 없|파일이나 디렉터리가 없|거부|규칙이 없/;
export const CJK_WARNING = /警告|경고|非推奨|已弃用|推奨されません/;
/** Counted as zero, or said to be absent. */
export const CJK_ZERO =
  /(?:没有|无|沒有)(?:错误|失败|警告)|(?:错误|失败|エラー|失敗|警告|오류|실패|경고)\s*[:：=]?\s*0(?!\d)|(?<!\d)0\s*(?:个|個|件|개)?(?:の)?\s*(?:错误|失败|エラー|失敗|警告|오류|실패|경고)|エラー(?:なし|は(?:あり|見つかり)ません)/;
