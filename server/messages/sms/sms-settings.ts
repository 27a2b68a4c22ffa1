import { isOfCountries } from '#contract/language/phones.ts'

/** The request to a gateway. {{phone}}, {{number}}, {{text}} and {{id}} in the address and body are replaced for each message. */
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
  /** `profiles`: the gateways of countries other than Egypt, by country. */
  | ({ by: 'http'; profiles?: Profiles } & Gateway)

export type Profiles = Readonly<Record<string, Gateway>>

/** The gateway that sends to a number of the wire, and the country that it was chosen by; that of the installation for Egypt. */
export function gatewayFor({ profiles = {}, ...own }: Gateway & { profiles?: Profiles }, phone: string) {
  const country = Object.keys(profiles).find((one) => isOfCountries(phone, [one]))
  return country === undefined ? { gateway: own, country: null } : { gateway: profiles[country]!, country }
}

/** Whether values in the body must be encoded as JSON or as form fields. */
export function bodyKindOf({ headers, body }: Pick<Gateway, 'headers' | 'body'>): 'json' | 'form' {
  const named = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1]
  return (named ? /json/i.test(named) : /^\s*[{[]/.test(body ?? '')) ? 'json' : 'form'
}
