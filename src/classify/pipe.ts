/** Who speaks in a pipeline: its first stage, unless a later one changes the text or speaks for itself. */
import type { SimpleCommand } from '../rules/match.js';
import { changesForm, feeds, keepsForm, NOTHING, type Reading, readsCommands } from './speaker.js';

export interface Stage {
  /** The program that reads what the stage before writes; undefined for a loop, a group or a shell's text. */
  readonly reader: SimpleCommand | undefined;
  readonly isArguments: boolean;
  /** What the stage says on its own. */
  readonly reading: Reading;
}

/** The reading of all stages. */
export function readStages([first, ...later]: readonly Stage[]): Reading {
  if (first === undefined) return NOTHING;
  return later.reduce<Reading>((before, stage) => {
    const { reader, isArguments, reading } = stage;
    const isWhole = before.isWhole && reading.isWhole;
    // What is run is what the stage before says.
    if (reader !== undefined && readsCommands(reader) && before.speakers.every(isSaid))
      return { speakers: reading.speakers, isWhole: false };
    if (reader === undefined || isArguments) return { speakers: reading.speakers, isWhole };
    if (reading.speakers.length > 0 && keepsForm(reader)) return { speakers: before.speakers, isWhole };
    const isFed = before.speakers.every(speaker => feeds(speaker) && speaker.filters.length === 0);
    // What goes to nowhere stays there; what nobody has written is its own.
    if (reading.speakers.length === 0 || !changesForm(reader) || isFed) return { speakers: reading.speakers, isWhole };
    return {
      speakers: before.speakers.map(speaker => ({ ...speaker, filters: [...speaker.filters, reader] })),
      isWhole,
    };
  }, first.reading);
}

const isSaid = ({ program }: SimpleCommand): boolean => program === 'echo' || program === 'printf';
