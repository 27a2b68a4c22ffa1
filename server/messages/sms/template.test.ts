import { expect, test } from 'vitest'
import { smsTexts } from './texts.ts'
import { filled } from './template.ts'

const nasty = { phone: '01000000009', number: '201000000009', text: 'أهلاً "x"\n\\ & =+{{phone}}', id: '7' }

test('whatever a text contains stays inside its place in JSON', () => {
  const body = filled('{"to":"2{{phone}}","message":"{{text}}","ref":"{{id}}"}', nasty, 'json')
  expect(JSON.parse(body)).toEqual({ to: '201000000009', message: nasty.text, ref: '7' })
})

test('and in a form or an address', () => {
  const form = new URLSearchParams(filled('to={{phone}}&message={{text}}', nasty, 'form'))
  expect([...form]).toEqual([
    ['to', nasty.phone],
    ['message', nasty.text],
  ])
})

test('the texts sent to people fit into two parts of an SMS, in both languages', () => {
  for (const text of [smsTexts.code('12345'), smsTexts.passwordSet()]) {
    expect(text.length).toBeLessThanOrEqual(134)
    expect(text).toMatch(/كشكول[^]*Kashkool/)
  }
  expect(smsTexts.code('12345').match(/12345/g)).toHaveLength(2)
})
