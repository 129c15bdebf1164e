/** Hosts that have no hook: their agents are told, in a file that they read, how to ask for less. */
import { JuiceError } from '../errors.js';
import { defineHost, type Edit, type Host, type UserFolder } from './host.js';

/** The same for all, so that an agent that reads several of these files by one path is told once. */
export const NOTE = `## Long output of commands

A command that may print more than 50 lines (tests, builds, installs, logs) is run as \`tinyjuice wrap -- COMMAND\`: same exit code, noise left out. If its last line names a token, \`tinyjuice retrieve TOKEN\` gives everything back (\`--lines A-B\`, \`--grep REGEX\`). Files are read as usual.
`;

export interface NoteHost extends Pick<Host, 'name' | 'title' | 'source' | 'next'> {
  /** `run`: its real program has been seen to read the note. */
  readonly tested?: Host['tested'];
  readonly programs?: readonly string[];
  readonly folders?: readonly UserFolder[];
  /** The file in a project, part by part. One that is called after us is ours alone; in another one we have a block. */
  readonly project: readonly string[];
  /** The file for all that a user does; undefined: there is none that we know of. */
  readonly user?: { readonly folder: UserFolder; readonly below: readonly string[] };
  /** What stands before the note in a file of ours. */
  readonly head?: string;
}

export const defineNoteHost = ({
  tested = 'read',
  programs = [],
  folders = [],
  project,
  user,
  head = '',
  ...host
}: NoteHost): Host =>
  defineHost({
    ...host,
    tested,
    about: `Has no hook: ${project.join('/')} tells its agents to use \`tinyjuice wrap\`.`,
    ...(user === undefined ? { isOfProjects: true } : {}),
    signs: places => ({ programs, folders: folders.map(folder => places.user(folder)) }),
    edits(places) {
      if (places.project !== undefined) return [editOf(places.project(...project), head)];
      if (user !== undefined) return [editOf(places.user(user.folder, ...user.below), head)];
      throw new JuiceError(
        'BAD_USE',
        `${host.name}: only a project has such a file. Write: tinyjuice install ${host.name} --project`,
      );
    },
  });

function editOf(path: string, head: string): Edit {
  const isOurs = /tinyjuice\.[a-z]+$/.test(path);
  return isOurs ? { kind: 'file', path, text: head + NOTE } : { kind: 'text-block', path, text: NOTE };
}
