import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

const readSmsSettings = (env: NodeJS.ProcessEnv) => readConfig(env).sms

const gateway = {
  SMS_DELIVERY: 'http',
  SMS_URL: 'https://gateway.example/send',
  SMS_BODY: '{"to":"{{phone}}","message":"{{text}}"}',
}

test('codes are printed, or written to a file, or handed to a gateway', () => {
  expect(readSmsSettings({})).toEqual({ by: 'console' })
  expect(readSmsSettings({ SMS_DELIVERY: 'file:sms.log' })).toEqual({ by: 'file', path: resolve('sms.log') })
  expect(readSmsSettings(gateway)).toEqual({
    by: 'http',
    url: 'https://gateway.example/send',
    method: 'POST',
    headers: {},
    body: gateway.SMS_BODY,
    timeout: 8000,
    success: null,
    prefixes: ['010', '011', '012', '015'],
    ceiling: 5000,
  })
  expect(readSmsSettings({ ...gateway, SMS_PREFIXES: '010, 0155', SMS_DAILY_CEILING: '20' })).toMatchObject({
    prefixes: ['010', '0155'],
    ceiling: 20,
  })
  const inAddress = { SMS_URL: 'http://gateway.example/?to={{phone}}&m={{text}}', SMS_METHOD: 'GET', SMS_BODY: '' }
  expect(readSmsSettings({ ...gateway, ...inAddress })).toMatchObject({ method: 'GET', body: null })
})

const ofSaudiArabia = { url: 'https://sms.example/send', body: 'to={{number}}&text={{text}}' }

test('codes go to Egypt alone, or to the countries that are named, each by its own gateway or that of the installation', () => {
  expect(readConfig({}).smsCountries).toEqual(['EG'])
  const several = { SMS_COUNTRIES: 'EG, SA, +49', SMS_BODY: 'to={{number}}&text={{text}}' }
  expect(readConfig({ ...gateway, ...several }).smsCountries).toEqual(['EG', 'SA', '+49'])
  const profiles = JSON.stringify({ SA: { ...ofSaudiArabia, prefixes: ['+9665'], ceiling: 9 } })
  const read = readSmsSettings({ ...gateway, ...several, SMS_HEADERS: '{"key":"k"}', SMS_PROFILES: profiles })
  expect(read).toMatchObject({
    url: gateway.SMS_URL,
    profiles: {
      SA: { ...ofSaudiArabia, method: 'POST', headers: {}, prefixes: ['+9665'], ceiling: 9 },
      '+49': { url: gateway.SMS_URL, headers: { key: 'k' }, prefixes: ['+49'], ceiling: 5000 },
    },
  })
})

test.each([
  [{ SMS_COUNTRIES: 'EG,XX' }, 'SMS_COUNTRIES must be a list'],
  [{ SMS_COUNTRIES: 'EG,SA' }, 'SMS_PROFILES must have SA, or SMS_BODY say where {{number}} stands.'],
  [{ SMS_PROFILES: JSON.stringify({ SA: ofSaudiArabia }) }, 'SMS_PROFILES must name countries of SMS_COUNTRIES'],
  [{ SMS_PROFILES: '{"SA":{"url":"s3cret"}}' }, 'SMS_PROFILES must be a JSON object of countries'],
  [{ SMS_PROFILES: '{"SA":{"url":"https://a.example","body":"s3cret"}}' }, 'SMS_PROFILES must be a JSON object'],
  [{ SMS_PROFILES: 's3cret' }, 'SMS_PROFILES must be a JSON object of countries'],
])('%o is refused for a country, in a sentence that repeats no secret', (env, sentence) => {
  const read = () => readSmsSettings({ ...gateway, ...env })
  expect(read).toThrow(sentence)
  expect(read).toThrow(/^(?!.*s3cret)/)
})

test.each([
  [{ SMS_DELIVERY: 'pigeon' }, 'SMS_DELIVERY must be'],
  [{ SMS_DELIVERY: 'file:' }, 'SMS_DELIVERY must be'],
  [{ SMS_URL: '' }, 'SMS_URL must be the http or https address'],
  [{ SMS_URL: 'ftp://gateway.example' }, 'SMS_URL must be the http or https address'],
  [{ SMS_METHOD: 'DELETE' }, 'SMS_METHOD must be GET, POST or PUT.'],
  [{ SMS_METHOD: 'GET' }, 'SMS_BODY does not go with SMS_METHOD GET.'],
  [{ SMS_HEADERS: '["s3cret"]' }, 'SMS_HEADERS must be a JSON object'],
  [{ SMS_HEADERS: '{"authorization":"s3cret\\n"}' }, 'SMS_HEADERS must be a JSON object'],
  [{ SMS_HEADERS: '{"x":1}' }, 'SMS_HEADERS must be a JSON object'],
  [{ SMS_BODY: '{"key":"s3cret","to":"{{phone}}"}' }, 'SMS_BODY or SMS_URL must say where {{text}} stands.'],
  [{ SMS_BODY: '{"key":"s3cret","to":{{phone}},"text":"{{text}}"}' }, 'SMS_BODY must be JSON'],
  [{ SMS_TIMEOUT: '0' }, 'SMS_TIMEOUT must be a number from 1 to 60000'],
  [{ SMS_DAILY_CEILING: 'many' }, 'SMS_DAILY_CEILING must be a number'],
  [{ SMS_PREFIXES: '+20' }, 'SMS_PREFIXES must be a list'],
])('%o is refused in a sentence that repeats no secret', (env, sentence) => {
  const read = () => readSmsSettings({ ...gateway, ...env })
  expect(read).toThrow(sentence)
  expect(read).toThrow(/^(?!.*s3cret)/)
})

test('codes are printed nowhere in production', () => {
  for (const env of [{ NODE_ENV: 'production' }, { PUBLIC_URL: 'https://school.example' }])
    for (const named of [{}, { SMS_DELIVERY: 'console' }])
      expect(readSmsSettings({ ...env, ...named })).toEqual({ by: 'nobody' })
  expect(readSmsSettings({ NODE_ENV: 'development', PUBLIC_URL: 'http://school.example' })).toEqual({ by: 'console' })
  expect(readSmsSettings({ NODE_ENV: 'production', SMS_DELIVERY: 'file:sms.log' })).toMatchObject({ by: 'file' })
})
