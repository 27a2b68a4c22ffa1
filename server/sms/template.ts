/** What is put into a gateway's address and body. */
export type Filling = { phone: string; text: string; id: string }

/** A template with {{phone}}, {{text}} and {{id}} replaced, once each, so written that they stay inside their place. */
export const filled = (template: string, filling: Filling, kind: 'json' | 'form') =>
  template.replace(/\{\{(phone|text|id)\}\}/g, (_, name: keyof Filling) => write[kind](filling[name]))

const write = {
  json: (text: string) => JSON.stringify(text).slice(1, -1),
  form: encodeURIComponent,
}
