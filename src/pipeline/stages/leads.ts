import { leadOf } from '../../text/lead.js';
import { defineStage } from '../stage.js';

/** Sets apart what a runner writes before each line, so that the stages behind see what the command itself has said. */
export default defineStage({
  name: 'leads',
  phase: 'fold',
  about: 'Sets apart what a runner writes before each line of the commands that it runs.',
  open({ lead }) {
    if (lead === undefined) return { push: batch => batch, end: () => [] };
    return {
      push(batch) {
        for (const line of batch) {
          line.lead = leadOf(line.text, lead);
          if (line.lead !== '') line.text = line.text.slice(line.lead.length);
        }
        return batch;
      },
      end: () => [],
    };
  },
});
