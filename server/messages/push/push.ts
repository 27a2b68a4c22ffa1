import { push, type DeviceLanguage } from '#contract/messages/push/push.ts'
import type { Db } from '#server/db/db.ts'
import { deviceOf } from '#server/access/devices.rules.ts'
import { forbidden, invalid, notFound } from '#server/base/errors.ts'
import { isPushHost } from './push-hosts.rules.ts'
import { implement } from '#server/call/implement.ts'
import { havePreferences } from '#server/platform/live/preferences.queries.ts'
import { devicesOf, endDevice, keepDevice } from './push.queries.ts'
import { isPublicKey } from './vapid.ts'
import { noticePreferenceOperations } from './notice-preferences.ts'

/** A person keeps only the devices that were used last. */
const devicesAtMost = 10

type Needs = { pushKey: string; pushHosts: readonly string[] }

const deviceOperations = implement(push, ({ pushKey, pushHosts }: Needs) => ({
  key: async () => ({ key: pushKey }),

  devices: ({ db, user }) => devices(db, user),

  async subscribe({ db, user, input, http }) {
    // The next person at this computer would see the notifications.
    if (user.sharedComputer) throw forbidden('Notifications are not sent to a shared computer')
    if (!isPushHost(input.endpoint, pushHosts)) throw invalid('This push service is not allowed', 'endpoint')
    if (!isPublicKey(input.p256dh)) throw invalid('Invalid input', 'p256dh')

    const { id: personId, sessionId } = user
    await havePreferences(db, personId)
    await keepDevice(db, { ...input, personId, sessionId, userAgent: http.userAgent || null }, devicesAtMost)
    return (await devices(db, user)).find(({ current }) => current)!
  },

  async unsubscribe({ db, user, input: { deviceId } }) {
    if (!(await endDevice(db, user.id, deviceId))) throw notFound()
    return { done: true as const, changed: 1 }
  },
}))

export const pushOperations = [deviceOperations, noticePreferenceOperations]

const devices = async (db: Db, { id, sessionId }: { id: string; sessionId: string }) =>
  (await devicesOf(db, id)).map((device) => ({
    id: device.id,
    device: deviceOf(device.userAgent),
    current: device.sessionId === sessionId,
    language: device.language as DeviceLanguage,
    createDate: device.createdAt,
    lastUseDate: device.lastUsedAt,
  }))
