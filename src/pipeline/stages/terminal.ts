/** Shows what a terminal would finally show: the last state of a progress bar, no colours, no titles. */
import { Screen } from '../../text/screen.js';
import { defineStage } from '../stage.js';

/** Holds as many rows as `Screen` says; text without control codes comes out as the same lines. */
export default defineStage({
  name: 'terminal',
  phase: 'decode',
  about: 'Shows what a terminal would finally show: progress redraws leave their last state, colours and titles go.',
  open() {
    const screen = new Screen();
    return {
      push: batch => screen.push(batch),
      end: () => screen.end(),
      idle: () => screen.idle(),
    };
  },
});
