/** How models of four makers stream an answer: a text, or a call of one tool. */

/** What the model says next. */
export type Step =
  | { readonly text: string }
  | {
      readonly tool: string;
      readonly args: Readonly<Record<string, unknown>>;
      /** Of a server's tool, in OpenAI's Responses. */
      readonly namespace?: string;
    };

type Value = Readonly<Record<string, unknown>>;

/** A request of one wire, and what is answered. */
export interface Wire {
  readonly path: RegExp;
  /** Tools that are offered. */
  tools(body: Value): readonly string[];
  /** Results of tools that the request holds, as the model is to read them. */
  results(body: Value): readonly string[];
  /** Server-sent events, or with `isWhole` one JSON object. */
  answer(step: Step, call: { readonly id: string; readonly isWhole: boolean }): string;
}

const list = (value: unknown): readonly Value[] => (Array.isArray(value) ? (value as Value[]) : []);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
const event = (type: string, value: Value): string => `event: ${type}\ndata: ${JSON.stringify({ type, ...value })}\n\n`;

/** One text, or several parts of one. */
const contentOf = (content: unknown): string =>
  list(content)
    .map(({ text }) => textOf(text))
    .join('') || textOf(content);

/** Anthropic's Messages. */
const messages: Wire = {
  path: /\/messages$/,
  tools: body => list(body.tools).map(({ name }) => String(name)),
  results: body =>
    list(body.messages)
      .flatMap(({ content }) => list(content))
      .filter(({ type }) => type === 'tool_result')
      .map(({ content }) => contentOf(content)),
  answer(step, { id, isWhole }) {
    const isText = 'text' in step;
    const block = isText
      ? { type: 'text', text: step.text }
      : { type: 'tool_use', id: `toolu_${id}`, name: step.tool, input: step.args };
    const usage = { input_tokens: 10, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 5 };
    const message = { id: `msg_${id}`, type: 'message', role: 'assistant', model: 'fake', stop_sequence: null, usage };
    const stop_reason = isText ? 'end_turn' : 'tool_use';
    if (isWhole) return JSON.stringify({ ...message, content: [block], stop_reason });
    const start = isText ? { type: 'text', text: '' } : { ...block, input: {} };
    const delta = isText
      ? { type: 'text_delta', text: step.text }
      : { type: 'input_json_delta', partial_json: JSON.stringify(step.args) };
    return [
      event('message_start', { message: { ...message, content: [], stop_reason: null } }),
      event('content_block_start', { index: 0, content_block: start }),
      event('content_block_delta', { index: 0, delta }),
      event('content_block_stop', { index: 0 }),
      event('message_delta', { delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 5 } }),
      event('message_stop', {}),
    ].join('');
  },
};

/** OpenAI's Responses. */
const responses: Wire = {
  path: /\/responses$/,
  tools: body => list(body.tools).map(({ name, type }) => String(name ?? type)),
  results: body =>
    list(body.input)
      .filter(({ type }) => /_output$/.test(String(type)))
      .map(({ output }) => textOf(output)),
  answer(step, { id, isWhole }) {
    const status = 'completed';
    const item =
      'text' in step
        ? {
            type: 'message',
            id: `msg_${id}`,
            status,
            role: 'assistant',
            content: [{ type: 'output_text', text: step.text, annotations: [] }],
          }
        : {
            type: 'function_call',
            id: `fc_${id}`,
            status,
            call_id: `call_${id}`,
            name: step.tool,
            ...(step.namespace === undefined ? {} : { namespace: step.namespace }),
            arguments: JSON.stringify(step.args),
          };
    const usage = {
      input_tokens: 10,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: 5,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 15,
    };
    const base = {
      id: `resp_${id}`,
      object: 'response',
      created_at: 1,
      model: 'fake',
      parallel_tool_calls: true,
      tools: [],
    };
    const done = { ...base, status, output: [item], usage };
    if (isWhole) return JSON.stringify(done);
    const [open, close] = 'text' in step ? ['content', []] : ['arguments', ''];
    return [
      event('response.created', { response: { ...base, status: 'in_progress', output: [] } }),
      event('response.output_item.added', {
        output_index: 0,
        item: { ...item, [open as string]: close, status: 'in_progress' },
      }),
      event('response.output_item.done', { output_index: 0, item }),
      event('response.completed', { response: done }),
    ].join('');
  },
};

/** OpenAI's Chat Completions. */
const chat: Wire = {
  path: /\/chat\/completions$/,
  tools: body => list(body.tools).map(tool => String((tool.function as Value | undefined)?.name)),
  results: body =>
    list(body.messages)
      .filter(({ role }) => role === 'tool')
      .map(({ content }) => contentOf(content)),
  answer(step, { id, isWhole }) {
    const calls =
      'text' in step
        ? undefined
        : [
            {
              index: 0,
              id: `call_${id}`,
              type: 'function',
              function: { name: step.tool, arguments: JSON.stringify(step.args) },
            },
          ];
    const said = 'text' in step ? step.text : null;
    const finish_reason = calls === undefined ? 'stop' : 'tool_calls';
    const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
    const base = { id: `chatcmpl-${id}`, created: 1, model: 'fake' };
    const message = { role: 'assistant', content: said, ...(calls === undefined ? {} : { tool_calls: calls }) };
    if (isWhole)
      return JSON.stringify({
        ...base,
        object: 'chat.completion',
        choices: [{ index: 0, finish_reason, message }],
        usage,
      });
    const chunk = (choices: readonly Value[], more: Value = {}): string =>
      `data: ${JSON.stringify({ ...base, object: 'chat.completion.chunk', choices, ...more })}\n\n`;
    return [
      chunk([{ index: 0, delta: message, finish_reason: null }]),
      chunk([{ index: 0, delta: {}, finish_reason }]),
      chunk([], { usage }),
      'data: [DONE]\n\n',
    ].join('');
  },
};

/** Google's generateContent. */
const gemini: Wire = {
  path: /:(?:streamG|g)enerateContent$/,
  tools: body => list(body.tools).flatMap(tool => list(tool.functionDeclarations).map(({ name }) => String(name))),
  results: body =>
    list(body.contents)
      .flatMap(({ parts }) => list(parts))
      .flatMap(({ functionResponse }) => (functionResponse === undefined ? [] : [(functionResponse as Value).response]))
      .map(response => textOf((response as Value).output ?? (response as Value).error ?? response)),
  answer(step, { isWhole }) {
    const part = 'text' in step ? { text: step.text } : { functionCall: { name: step.tool, args: step.args } };
    const candidates = [{ index: 0, finishReason: 'STOP', content: { role: 'model', parts: [part] } }];
    const usageMetadata = { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 };
    const text = JSON.stringify({ candidates, usageMetadata, modelVersion: 'fake' });
    return isWhole ? text : `data: ${text}\r\n\r\n`;
  },
};

export const wires: readonly Wire[] = [messages, responses, chat, gemini];
