/** The request to a gateway. {{phone}}, {{text}} and {{id}} in address and body are replaced for each message. */
export type Gateway = {
  url: string
  method: string
  headers: Record<string, string>
  body: string | null
  /** In ms. */
  timeout: number
  /** A part of the answer of a gateway that took the message; null when 2xx is enough. */
  success: string | null
  /** Beginnings of the numbers that are sent to. */
  prefixes: string[]
  /** Messages a day, of all processes together. */
  ceiling: number
}

/** `nobody`: no way is set up where printing them is not allowed; then none leaves, and the operator reads why. */
export type SmsSettings =
  | { by: 'console' }
  | { by: 'nobody' }
  | { by: 'file'; path: string }
  | ({ by: 'http' } & Gateway)

/** Whether what is put into the body must be written as JSON or as a form has it. */
export function bodyKindOf({ headers, body }: Pick<Gateway, 'headers' | 'body'>): 'json' | 'form' {
  const named = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1]
  return (named ? /json/i.test(named) : /^\s*[{[]/.test(body ?? '')) ? 'json' : 'form'
}
