/** The values that are inserted into a gateway's address and body. `number`: with its calling code, and without a plus. */
export type Filling = { phone: string; number: string; text: string; id: string }

/**
 * Replaces {{phone}}, {{number}}, {{text}} and {{id}} in a template. Each value is encoded, so that it cannot change the rest of the
 * request.
 */
export const filled = (template: string, filling: Filling, kind: 'json' | 'form') =>
  template.replace(/\{\{(phone|number|text|id)\}\}/g, (_, name: keyof Filling) => write[kind](filling[name]))

const write = {
  json: (text: string) => JSON.stringify(text).slice(1, -1),
  form: encodeURIComponent,
}
