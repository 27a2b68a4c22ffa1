import { deflateSync } from 'node:zlib'

/** A PDF with one empty page, and further objects and catalogue entries. */
export function pdfOf({ catalogue = '', further = [] as (string | Buffer)[] } = {}) {
  const objects: (string | Buffer)[] = [
    `<< /Type /Catalog /Pages 2 0 R ${catalogue} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>',
    ...further,
  ]
  const parts = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')]
  const offsets: number[] = []
  const size = () => parts.reduce((sum, { length }) => sum + length, 0)
  for (const [nth, object] of objects.entries()) {
    offsets.push(size())
    parts.push(Buffer.from(`${nth + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n'))
  }
  const at = size()
  const lines = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  parts.push(
    Buffer.from(
      `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${lines}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${at}\n%%EOF\n`,
    ),
  )
  return Buffer.concat(parts)
}

/** Objects packed into a stream. A PDF reader finds them; a search of the bytes does not. */
export function packed(words: string, more = '/Filter /FlateDecode') {
  const bytes = more.includes('Flate') ? deflateSync(Buffer.from(words)) : Buffer.from(words)
  const dictionary = `<< /Type /ObjStm /N 1 /First 4 ${more} /Length ${bytes.length} >>`
  return Buffer.concat([Buffer.from(`${dictionary}\nstream\n`), bytes, Buffer.from('\nendstream')])
}
