import * as z from 'zod/mini'
import { self } from '#contract/language/access.ts'
import { field, Id, OneOf, refuse } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { Done } from '#contract/language/shapes.ts'

/** The languages of notifications. */
export const deviceLanguages = ['ar', 'en'] as const

export type DeviceLanguage = (typeof deviceLanguages)[number]

/** A browser that can be notified. `device` is its user agent. */
export const Device = z.object({
  id: z.string(),
  device: z.string(),
  /** Whether this browser sent the request. */
  current: z.boolean(),
  language: z.enum(deviceLanguages),
  createDate: z.string(),
  /** When it last subscribed; a client does so at every start. */
  lastUseDate: z.string(),
})

/** The address that a push service gave the browser: an https address without user and fragment. The server also checks its host. */
const Endpoint = field<string>({ type: 'string', format: 'uri', maxLength: 1000 }, (raw) => {
  if (raw === undefined || raw === null || raw === '') return refuse('Required')
  return typeof raw === 'string' && raw.length <= 1000 && /^https:\/\/[^\s\\@#]+$/.test(raw) && URL.canParse(raw)
    ? new URL(raw).href
    : refuse('Invalid input')
})

/** A value of `bytes` bytes as base64url, with or without padding. */
function Bytes(bytes: number) {
  const letters = Math.ceil((bytes * 8) / 6)
  const written = new RegExp(`^([\\w-]{${letters}})={0,2}$`)
  return field<string>({ type: 'string' }, (raw) => {
    if (raw === undefined || raw === null || raw === '') return refuse('Required')
    return (typeof raw === 'string' && written.exec(raw)?.[1]) || refuse('Invalid input')
  })
}

/**
 * The message that arrives at a device, as JSON: enough to show it without a request. `tag` belongs to the event, so that it is shown once;
 * `url` is relative to the root.
 */
export type PushMessage = {
  title: string
  body: string
  tag: string
  url: string
  lang: DeviceLanguage
  dir: 'rtl' | 'ltr'
}

/** Further operations (api.md §16): the devices on which a person is notified. */
export const push = {
  /** The server's public key, for PushManager.subscribe. */
  key: operation({
    path: 'Push/GetKey',
    access: self,
    input: z.strictObject({}),
    output: z.object({ key: z.string() }),
  }),

  devices: operation({ path: 'Push/GetDevices', access: self, input: z.strictObject({}), output: z.array(Device) }),

  /** Subscribes the browser of this session; the same endpoint again renews it. Ends with the sign-out of the session. */
  subscribe: operation({
    path: 'Push/Subscribe',
    access: self,
    input: z.strictObject({
      endpoint: Endpoint,
      p256dh: Bytes(65),
      auth: Bytes(16),
      language: OneOf(deviceLanguages),
    }),
    output: Device,
    writes: true,
  }),

  unsubscribe: operation({
    path: 'Push/Unsubscribe',
    access: self,
    input: z.strictObject({ deviceId: Id }),
    output: Done,
    writes: true,
  }),
}
