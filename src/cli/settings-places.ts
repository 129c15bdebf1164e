/** Where settings are looked for. */
import { join } from 'node:path';
import type { SettingsPlaces } from '../config/load.js';
import { CONFIG_FILE, configOf, type Project } from '../custom/project.js';
import type { Environment } from './env.js';

/** @param project trusted, and read now. */
export function settingsPlaces(environment: Environment, project: Project | undefined): SettingsPlaces {
  const { configFolder, all, home } = environment;
  const places = { userFile: join(configFolder, CONFIG_FILE), variables: all, home };
  if (project === undefined) return places;
  return { ...places, project: { stamp: () => project.snapshot.sha256, read: () => configOf(project) } };
}
