// Loaded into a Node program with --require: writes its peak resident memory, in bytes, to the file named by PEAK_MEMORY_FILE.
// VmHWM, not maxRSS, where there is one: on Linux maxRSS begins with the size of the process that forked us.
const { readFileSync, writeFileSync } = require('node:fs');

const peakBytes = () => {
  try {
    const found = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'latin1'));
    if (found) return Number(found[1]) * 1024;
  } catch {
    // No /proc: not Linux.
  }
  return process.resourceUsage().maxRSS * 1024;
};

process.on('exit', () => writeFileSync(process.env.PEAK_MEMORY_FILE, String(peakBytes())));
