/** Commands for a client's shell, and what they print. */

/** Two hundred tests that pass. */
export const NOISY = [
  'echo "running 200 tests"',
  'for i in $(seq 1 200); do echo "test money::case_$i ... ok"; done',
  'printf "\\ntest result: ok. 200 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s\\n"',
].join('; ');

/** Ten times as many, which no client shows as a whole. */
export const HUGE = NOISY.replace('seq 1 200', 'seq 1 3000');

export const VERDICT = 'test result: ok. 200 passed';
