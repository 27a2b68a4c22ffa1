import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { packed, pdfOf } from '#test/world/pdf-files.ts'

type Verdict = { verdict: string; steps: number }
const { verdictOf } = (await import(new URL('pdf-verdict.mjs', import.meta.url).href)) as {
  verdictOf: (bytes: Buffer) => Promise<Verdict>
}
const verdictOn = async (bytes: Buffer) => (await verdictOf(bytes)).verdict

const program = '<< /S /Rendition /JS (x) >>'
const objects = (filter: string, bytes: Buffer, { typed = true, begin = 'stream\n' } = {}) =>
  Buffer.concat([
    Buffer.from(`<< ${typed ? '/Type /ObjStm ' : ''}/N 1 /First 4 /Filter ${filter} >>\n${begin}`),
    bytes,
    Buffer.from('\nendstream'),
  ])
const flate = (words: string) => deflateSync(Buffer.from(words))
const hex = (words: string | Buffer) => Buffer.from(`${Buffer.from(words).toString('hex')}>`)
const hidden = (filter: string, bytes: Buffer, form = {}) => pdfOf({ further: [objects(filter, bytes, form)] })
const annotation = (entries: string) => pdfOf({ further: [`<< /Type /Annot /Rect [0 0 9 9] ${entries} >>`] })
const twoObjects = pdfOf({
  further: [
    Buffer.concat([
      Buffer.from('<< /Type /ObjStm /N 2 /First 8 /Filter /FlateDecode >>\nstream\n'),
      flate('7 0 8 1 (<< /X (a) >>)'),
      Buffer.from('\nendstream'),
    ]),
  ],
})
const javaScript = '7 0 << /S /JavaScript /JS (app.alert(1)) >>'

test.each([
  ['objects packed, then written as digits', hidden('[/ASCIIHexDecode /FlateDecode]', hex(flate(javaScript)))],
  ['objects written as digits, then packed', hidden('[/FlateDecode /ASCIIHexDecode]', deflateSync(hex(javaScript)))],
  ['objects packed twice', hidden('[/FlateDecode /FlateDecode]', deflateSync(flate(javaScript)))],
  ['objects in the 85 letters', hidden('/ASCII85Decode', base85(javaScript))],
  [
    'objects behind a lone carriage return',
    hidden('/FlateDecode', flate(javaScript), { begin: 'stream\r', typed: false }),
  ],
  [
    'objects behind a blank and a line',
    hidden('/FlateDecode', flate(javaScript), { begin: 'stream \n', typed: false }),
  ],
  ['objects packed in a way that is not undone', hidden('/LZWDecode', flate('7 0 << >>'))],
  ['objects that are cut off', hidden('/FlateDecode', flate(javaScript).subarray(0, 20))],
  ['an object that begins within another', twoObjects],
  ['a program of a film', pdfOf({ further: [program] })],
  ['a program of a film, its name in digits', pdfOf({ further: ['<< /S /R#65ndition /J#53 (x) >>'] })],
  ['a packed program of a film', pdfOf({ further: [packed(`7 0 ${program}`)] })],
  ['a program in a text, for an entry that points into it', pdfOf({ further: [`(\n9 0 obj ${program} endobj)`] })],
  ['a program in a comment', pdfOf({ further: [`<< >> % 9 0 obj ${program} endobj`] })],
  [
    'an object in the bytes of a picture',
    pdfOf({ further: [`<< /Length 60 >>\nstream\n9 0 obj ${program} endobj\nendstream`] }),
  ],
  ['an attached file', annotation('/Subtype /FileAttachment /FS 5 0 R')],
  ['a file without a type', pdfOf({ further: ['<< /F (a.exe) /EF << /F 5 0 R >> >>'] })],
  ['a form with a field', pdfOf({ catalogue: '/AcroForm << /Fields [4 0 R] >>', further: ['<< /T (name) >>'] })],
  ['a field', annotation('/Subtype /Widget /T (name)')],
  ['a link that opens with the file', pdfOf({ catalogue: '/OpenAction << /S /URI /URI (https://evil.example) >>' })],
  ['the same in another object', pdfOf({ catalogue: '/OpenAction 4 0 R', further: ['<< /S /URI /URI (x:) >>'] })],
  [
    'the same behind two references',
    pdfOf({ catalogue: '/OpenAction 4 0 R', further: ['5 0 R', '<< /S /URI /URI (x:) >>'] }),
  ],
  [
    'the same in a packed object',
    pdfOf({ catalogue: '/OpenAction 7 0 R', further: [packed('7 0 << /S /URI /URI (x:) >>')] }),
  ],
  ['a link after a page', pdfOf({ catalogue: '/OpenAction << /S /GoTo /D [3 0 R] /Next << /S /URI /URI (x:) >> >>' })],
  ['an action of a page', pdfOf({ further: ['<< /AA << /O << /S /URI /URI (x:) >> >> >>'] })],
  ['a thread', annotation('/Subtype /Link /A << /S /Thread /F (\\\\evil\\share) >>')],
  ['a film', annotation('/Subtype /Movie /Movie << /F (x) >>')],
  ['an unknown action on a click', annotation('/Subtype /Link /A << /S /Unknown >>')],
  ['a kind of action in another object', annotation('/Subtype /Link /A << /S 5 0 R >>')],
  ['a stream in another file', pdfOf({ further: ['<< /Length 0 /F (\\\\evil\\share) >>\nstream\n\nendstream'] })],
])('%s is refused', async (_, bytes) => {
  expect(await verdictOn(bytes)).toBe('active')
})

test.each([
  ['links to pages and addresses', annotation('/Subtype /Link /A << /S /URI /URI (https://school.example) >>')],
  ['an opening page', pdfOf({ catalogue: '/OpenAction << /S /GoTo /D [3 0 R /Fit] >>' })],
  [
    'an opening page in another object',
    pdfOf({ catalogue: '/OpenAction 4 0 R', further: ['<< /S /GoTo /D [3 0 R] >>'] }),
  ],
  ['an empty form, as office programs write it', pdfOf({ catalogue: '/AcroForm << /Fields [] >>' })],
  [
    'parts of a text and their attributes',
    pdfOf({ further: ['<< /S /P /A 5 0 R /Next 6 0 R >>', '<< /O /Layout >>'] }),
  ],
  ['numbers of pages and a transition', pdfOf({ further: ['<< /S /D >>', '<< /Type /Trans /S /Dissolve >>'] })],
  ['a text that names a program', pdfOf({ further: ['<< /Title (/JavaScript and /JS (in brackets\\)) and more) >>'] })],
  [
    'a scanned page',
    pdfOf({ further: ['<< /Subtype /Image /Filter /DCTDecode /Length 9 >>\nstream\n\xff\xd8 obj <<\nendstream'] }),
  ],
  ['packed objects with a link', pdfOf({ further: [packed('7 0 << /A << /S /URI /URI (x:) >> >>')] })],
  ['packed objects written as digits', hidden('[/ASCIIHexDecode /FlateDecode]', hex(flate('7 0 << /Type /Font >>')))],
  ['objects in the 85 letters', hidden('/ASCII85Decode', base85('7 0 << /Type /Font >>'))],
])('%s is accepted', async (_, bytes) => {
  expect(await verdictOn(bytes)).toBe('fine')
})

test('an encrypted file is refused, however its name is written', async () => {
  const file = pdfOf().toString('latin1').replace('/Root', '/Encr#79pt 4 0 R /Root')
  expect(await verdictOn(Buffer.from(file, 'latin1'))).toBe('protected')
})

test.each(['stream\n', 'endstream stream\n', ' obj(', ' obj<<', ' obj/a', ' obj 1 2', 'trailer<<', 'stream\nx\x9c'])(
  'seven megabytes of %j take steps in proportion to their length',
  async (word) => {
    const flood = Buffer.alloc(7_000_000, word, 'latin1')
    const { verdict, steps } = await verdictOf(
      Buffer.concat([Buffer.from('%PDF-1.7\n'), flood, Buffer.from('\nstartxref\n1\n%%EOF\n')]),
    )
    expect(verdict).toBe('unreadable')
    // One search of the whole file for each word, and at most sixteen looks at each byte.
    expect(steps).toBeLessThan(flood.length * 18)
    if (word === 'stream\n') expect(steps).toBeLessThan(flood.length * 2)
  },
)

function base85(words: string) {
  const bytes = Buffer.from(words)
  let written = ''
  for (let at = 0; at < bytes.length; at += 4) {
    const group = Buffer.alloc(4)
    const length = bytes.copy(group, 0, at, at + 4)
    let number = group.readUInt32BE()
    let letters = ''
    for (let nth = 0; nth < 5; nth++, number = Math.floor(number / 85))
      letters = String.fromCharCode(33 + (number % 85)) + letters
    written += letters.slice(0, length + 1)
  }
  return Buffer.from(`${written}~>`)
}
