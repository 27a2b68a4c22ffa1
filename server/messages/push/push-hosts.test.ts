import { expect, test } from 'vitest'
import { readConfig } from '#server/run/start/config.ts'
import { isPushHost } from './push-hosts.rules.ts'

const { hosts, contact } = readConfig({}).push

test.each([
  'https://fcm.googleapis.com/fcm/send/abc:def',
  'https://web.push.apple.com/QJ',
  'https://updates.push.services.mozilla.com/wpush/v2/gAAA',
  'https://wns2-par02p.notify.windows.com/w/?token=x',
])('the services of the browsers are known: %s', (endpoint) => expect(isPushHost(endpoint, hosts)).toBe(true))

test.each([
  'http://fcm.googleapis.com/x',
  'https://fcm.googleapis.com:8443/x',
  'https://user@fcm.googleapis.com/x',
  'https://fcm.googleapis.com.evil.example/x',
  'https://evil.example/fcm.googleapis.com',
  'https://evilfcm.googleapis.com/x',
  'https://push.apple.com.evil.example/x',
  'https://evilpush.apple.com/x',
  'https://push.apple.com/x',
  'https://127.0.0.1/x',
  'https://[::1]/x',
  'https://2130706433/x',
  'https://localhost/x',
  'https://169.254.169.254/latest',
])('nothing else is called: %s', (endpoint) => expect(isPushHost(endpoint, hosts)).toBe(false))

test('the operator names other hosts, with a port or with all below them, or none', () => {
  const { hosts: own } = readConfig({ PUSH_HOSTS: 'push.school.example:8443, *.Relay.example' }).push
  expect(own).toEqual(['push.school.example:8443', '*.relay.example'])
  expect(isPushHost('https://push.school.example:8443/x', own)).toBe(true)
  expect(isPushHost('https://push.school.example/x', own)).toBe(false)
  expect(isPushHost('https://a.relay.example/x', own)).toBe(true)
  expect(isPushHost('https://fcm.googleapis.com/x', own)).toBe(false)
  expect(readConfig({ PUSH_HOSTS: 'none' }).push.hosts).toEqual([])
})

test.each(['10.0.0.1', '127.1', '0x7f.1', 'https://push.example', 'push.example/x', '*', '[::1]', 'a,,b'])(
  'a host that is no name is reported at the start: %s',
  (host) => expect(() => readConfig({ PUSH_HOSTS: host }).push).toThrow('PUSH_HOSTS must be'),
)

test('the contact for push services is the site, or the address in the operator’s settings', () => {
  expect(contact).toBe('mailto:operator@kashkool.invalid')
  expect(readConfig({ PUBLIC_URL: 'http://10.0.0.5, https://school.example' }).push.contact).toBe(
    'https://school.example',
  )
  expect(readConfig({ PUSH_CONTACT: 'mailto:it@school.example' }).push.contact).toBe('mailto:it@school.example')
  expect(() => readConfig({ PUSH_CONTACT: 'it@school.example' }).push).toThrow('PUSH_CONTACT must be')
})

test.each([
  ['SMS_NOTICES', 'smsNotices'],
  ['SMS_INVITATIONS', 'smsInvitations'],
] as const)('%s is off unless so many a day are allowed', (name, as) => {
  const read = (text: string | undefined) => readConfig({ [name]: text })[as]
  expect([undefined, '', 'off', '200'].map(read)).toEqual([null, null, null, 200])
  for (const bad of ['on', '0', '-1', '1.5']) expect(() => read(bad)).toThrow(`${name} must be`)
})
