/** Whether what a command says comes to the output, after its redirects. */
import type { Redirection } from 'unbash';
import type { Reading, Speaker } from './speaker.js';

type Place = 'shown' | 'away';

/** Leaves out those whose text goes elsewhere. */
export function redirected({ speakers, isWhole }: Reading, redirects: readonly Redirection[]): Reading {
  const { out, errors } = placesOf(redirects);
  if (out === 'shown') return { speakers, isWhole };
  const kept = errors === 'away' ? [] : speakers.filter(speaker => !speaker.isAside && speaksOfErrors(speaker));
  return { speakers: kept, isWhole };
}

function placesOf(redirects: readonly Redirection[]): { out: Place; errors: Place } {
  let [out, errors]: [Place, Place] = ['shown', 'shown'];
  for (const redirect of redirects) {
    if (redirect.type !== 'Redirect' || redirect.operator.startsWith('<')) continue;
    const { operator, descriptor, target } = redirect;
    const word = target?.value ?? '';
    const from = descriptor === undefined ? 1 : descriptor.type === 'FileDescriptor' ? descriptor.value : -1;
    const isCopy = operator === '>&' && /^(?:\d+|-)$/.test(word);
    const place: Place = !isCopy
      ? placeOf(word)
      : word === '-'
        ? 'away'
        : word === '1'
          ? out
          : word === '2'
            ? errors
            : 'shown';
    const isBoth = operator.startsWith('&') || (operator === '>&' && !isCopy && descriptor === undefined);
    if (isBoth || from === 1) out = place;
    if (isBoth || from === 2) errors = place;
  }
  return { out, errors };
}

/** A process may show what it gets; what a variable holds is not known. */
const placeOf = (word: string): Place => (word === '' || /^\/dev\/(?:std|tty|fd)|^[<>$]/.test(word) ? 'shown' : 'away');

/** Tools that write text have little to say beside it. */
const speaksOfErrors = ({ program }: Speaker): boolean => !QUIET.has(program);

const QUIET = new Set(
  (
    'cat grep egrep fgrep rg sed awk sort uniq cut tr wc find fd ls head tail jq yq tee nl env printenv which command type ' +
    'git diff xxd base64 od strings tar zcat column paste comm join seq xargs readlink realpath basename dirname stat id'
  ).split(' '),
);
