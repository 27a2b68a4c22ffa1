import { push, type DeviceLanguage } from '#contract/messages/push/push.ts'
import { writing } from './api.ts'
import { call } from './call.ts'
import { isSharedComputer, keeping } from './keeping.ts'
import { useStore } from './store.ts'
import { startWorker } from './worker.ts'

/** Whether this browser can be notified while the product is closed, and why not. */
export type Ability = 'able' | 'shared' | 'denied' | 'install' | 'unable'

export function ability(): Ability {
  if (isSharedComputer()) return 'shared'
  const hasPush = 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis
  // An iPhone allows push only for a site that was added to its home screen.
  if (!hasPush) return /iphone|ipad/i.test(navigator.userAgent) ? 'install' : 'unable'
  return Notification.permission === 'denied' ? 'denied' : 'able'
}

/** Asks for permission and subscribes this browser. False if the person refuses; other failures are thrown. */
export async function turnPushOn(language: DeviceLanguage): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false
  await startWorker()
  await subscribe(language)
  keeping.setItem(keptAs, personId())
  return true
}

/** Unsubscribes this browser. The caller notifies the server. */
export async function turnPushOff() {
  keeping.removeItem(keptAs)
  const registration = await navigator.serviceWorker?.getRegistration()
  await (await registration?.pushManager?.getSubscription())?.unsubscribe()
}

/** To be called at every start and after a change of language: a subscription expires unless it is renewed. */
export async function renewPush(language: DeviceLanguage) {
  if (keeping.getItem(keptAs) !== personId() || ability() !== 'able' || Notification.permission !== 'granted') return
  await startWorker()
  await subscribe(language)
}

const keptAs = 'push'

const personId = () => useStore.getState().user.id

async function subscribe(language: DeviceLanguage) {
  const { pushManager } = await navigator.serviceWorker.ready
  const subscription = (await pushManager.getSubscription()) ?? (await subscribed(pushManager))
  const { endpoint = '', keys } = subscription.toJSON()
  await writing(push.subscribe, { endpoint, p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '', language })
}

async function subscribed(pushManager: PushManager) {
  const { key } = await call(push.key, {})
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
}
