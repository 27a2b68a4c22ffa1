/** The request to a gateway. {{phone}}, {{text}} and {{id}} in the address and body are replaced for each message. */
export type Gateway = {
  url: string
  method: string
  headers: Record<string, string>
  body: string | null
  /** In ms. */
  timeout: number
  /** A part of the gateway's answer that proves that it accepted the message; null if a 2xx code is enough. */
  success: string | null
  /** The prefixes of the numbers to which messages are sent. */
  prefixes: string[]
  /** The maximum number of messages a day, for all processes together. */
  ceiling: number
}

/**
 * `nobody`: no gateway is set up, and printing messages is not allowed. No message is sent then, and the operator can read why.
 */
export type SmsSettings =
  | { by: 'console' }
  | { by: 'nobody' }
  | { by: 'file'; path: string }
  | ({ by: 'http' } & Gateway)

/** Whether values in the body must be encoded as JSON or as form fields. */
export function bodyKindOf({ headers, body }: Pick<Gateway, 'headers' | 'body'>): 'json' | 'form' {
  const named = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1]
  return (named ? /json/i.test(named) : /^\s*[{[]/.test(body ?? '')) ? 'json' : 'form'
}
