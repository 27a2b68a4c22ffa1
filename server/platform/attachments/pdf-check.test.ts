import { deflateSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { packed, pdfOf } from '#test/world/pdf-files.ts'
import { pdfChecker } from './pdf-check.ts'

const { check, stop } = pdfChecker()
afterAll(stop)

const page = Buffer.concat([
  Buffer.from('<< /Filter /FlateDecode >>\nstream\n'),
  deflateSync(Buffer.from('BT (Launch at ten) Tj ET')),
  Buffer.from('\nendstream'),
])
const bomb = Buffer.concat([
  Buffer.from('<< /Filter /FlateDecode >>\nstream\n'),
  deflateSync(Buffer.alloc(500 * 1024 * 1024)),
  Buffer.from('\nendstream'),
])

const deflated = deflateSync(Buffer.from('7 0 << >>'))
/**
 * Objects that our check does not unpack, in a stream whose dictionary contains what looks like the beginning of another
 * stream.
 */
const hidden = (lure: string) =>
  Buffer.from(
    `<< /Type /ObjStm /N 1 /First 4 /Filter /ASCIIHexDecode ${lure} >>\nstream\n372030203c3c202f532f4a617661536372697074203e3e>\nendstream`,
  )
const commented = Buffer.concat([
  Buffer.from(
    '<< /DecodeParms << /Predictor 12 >> % 9 0 obj <<\n/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode >>\nstream\n',
  ),
  deflated,
  Buffer.from('\nendstream'),
])
const behindSpace = Buffer.from(hidden('').toString().replace('stream\n', 'stream \n'))
const untyped = Buffer.from(hidden('').toString().replace('/Type /ObjStm', ''))

test.each([
  ['a plain file', pdfOf(), 'fine'],
  ['one with text and packed objects', pdfOf({ further: [page, packed('7 0 << /Type /Font >>')] }), 'fine'],
  ['one with links and an opening page', pdfOf({ catalogue: '/OpenAction [3 0 R /Fit]' }), 'fine'],
  ['a program', pdfOf({ catalogue: '/OpenAction << /S /JavaScript /JS (app.alert(1)) >>' }), 'active'],
  ['a program whose name is written in digits', pdfOf({ catalogue: '/OpenAction << /S /J#61va#53cript >>' }), 'active'],
  ['a packed program', pdfOf({ further: [packed('7 0 << /S /JavaScript /JS (x) >>')] }), 'active'],
  ['objects packed twice', pdfOf({ further: [packed('7 0 <<', '/Filter [/ASCIIHexDecode]')] }), 'active'],
  [
    'packed objects that are turned around',
    pdfOf({ further: [packed('7 0 <<', '/Filter /FlateDecode /DecodeParms << /Predictor 12 >>')] }),
    'active',
  ],
  ['packed objects behind a word that seems to begin them', pdfOf({ further: [hidden('/X ( obj)')] }), 'active'],
  ['packed objects behind a whole beginning in a text', pdfOf({ further: [hidden('/X (\n9 0 obj << /Y)')] }), 'active'],
  ['packed objects behind a beginning in a comment', pdfOf({ further: [commented] }), 'active'],
  ['packed objects whose stream begins unusually', pdfOf({ further: [behindSpace] }), 'active'],
  [
    'two streams of objects in one',
    pdfOf({ further: [Buffer.concat([packed('7 0 <<'), Buffer.from('\nstream\n'), deflated, hidden('/X ( obj)')])] }),
    'active',
  ],
  ['objects packed twice that do not say so', pdfOf({ further: [untyped] }), 'active'],
  ['another file in it', pdfOf({ further: ['<< /Type /EmbeddedFile >>'] }), 'active'],
  ['a command', pdfOf({ catalogue: '/OpenAction << /S /Launch /F (cmd.exe) >>' }), 'active'],
  ['a form of XFA', pdfOf({ catalogue: '/AcroForm << /XFA 4 0 R >>' }), 'active'],
  [
    'one with a password',
    Buffer.from(pdfOf().toString('latin1').replace('/Root', '/Encrypt 4 0 R /Root'), 'latin1'),
    'protected',
  ],
  ['one that is cut off', pdfOf().subarray(0, 300), 'unreadable'],
  ['a page of the web that begins like one', Buffer.from('%PDF-1.7\n<script>alert(1)</script>'), 'unreadable'],
  ['something before it', Buffer.concat([Buffer.from('GIF89a'), pdfOf()]), 'unreadable'],
  ['one without pages', Buffer.from(pdfOf().toString('latin1').replaceAll('/Pages', '/Other'), 'latin1'), 'unreadable'],
  ['one that inflates without end', pdfOf({ further: [bomb] }), 'unreadable'],
])('%s', async (_, bytes, verdict) => {
  expect(await check(bytes)).toBe(verdict)
})

test('more than wait in turn are refused, and the others are answered', async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 14 }, () => check(pdfOf())))
  const fine = outcomes.filter((one) => one.status === 'fulfilled' && one.value === 'fine')
  const busy = outcomes.filter((one) => one.status === 'rejected' && one.reason.status === 503)
  expect(fine.length).toBeGreaterThanOrEqual(8)
  expect(fine.length + busy.length).toBe(14)
  expect(busy.length).toBeGreaterThan(0)
})
