import { readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'

/** The characters that a font draws: the code points of its table `cmap`, as its packed file (WOFF2) has them. */
export function drawnBy(file: string): Set<number> {
  const font = readFileSync(file)
  const cmap = tableOf(font, 'cmap')
  const drawn = new Set<number>()
  for (let nth = 0; nth < cmap.readUInt16BE(2); nth++) {
    const at = cmap.subarray(cmap.readUInt32BE(4 + nth * 8 + 4))
    const format = at.readUInt16BE(0)
    const rangesIn = { 4: shortRanges, 12: longRanges }[format]
    for (const [first, last] of rangesIn?.(at) ?? []) for (let code = first; code <= last; code++) drawn.add(code)
  }
  return drawn
}

/** The ranges of code points that a style sheet names for a file of a font. */
export function rangesOf(css: string, file: string): [number, number][] {
  const face = css.split('@font-face').find((one) => one.includes(file)) ?? ''
  const [, ranges = ''] = /unicode-range:([^;]*);/.exec(face) ?? []
  return [...ranges.matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/g)].map(([, first, last]) => [
    Number.parseInt(first!, 16),
    Number.parseInt(last ?? first!, 16),
  ])
}

const knownTables = ['cmap', 'head', 'hhea', 'hmtx', 'maxp', 'name', 'OS/2', 'post', 'cvt ', 'fpgm', 'glyf', 'loca']

/** A table of a WOFF2 file: a directory of tables, then all of them packed as one. */
function tableOf(font: Buffer, wanted: string): Buffer {
  const packedBytes = font.readUInt32BE(20)
  let at = 48
  const number = () => {
    for (let value = 0; ; ) {
      const byte = font[at++]!
      value = value * 128 + (byte & 127)
      if (byte < 128) return value
    }
  }
  let offset = 0
  let found: [number, number] | undefined
  for (let tables = font.readUInt16BE(12); tables > 0; tables--) {
    const flags = font[at++]!
    const isNamed = (flags & 63) === 63
    const name = isNamed ? font.toString('latin1', at, at + 4) : (knownTables[flags & 63] ?? '')
    if (isNamed) at += 4
    const plain = number()
    // Outlines are always transformed unless they say otherwise, other tables only if they say so.
    const isTransformed = ['glyf', 'loca'].includes(name) ? flags >> 6 !== 3 : flags >> 6 !== 0
    const bytes = isTransformed ? number() : plain
    if (name === wanted) found = [offset, bytes]
    offset += bytes
  }
  if (!found) throw new Error(`No table ${wanted}`)
  const all = brotliDecompressSync(font.subarray(at, at + packedBytes))
  return all.subarray(found[0], found[0] + found[1])
}

function shortRanges(table: Buffer): [number, number][] {
  const bytes = table.readUInt16BE(6)
  return Array.from({ length: bytes / 2 }, (_, nth): [number, number] => [
    table.readUInt16BE(16 + bytes + nth * 2),
    table.readUInt16BE(14 + nth * 2),
  ]).filter(([first]) => first !== 0xffff)
}

const longRanges = (table: Buffer) =>
  Array.from({ length: table.readUInt32BE(12) }, (_, nth): [number, number] => [
    table.readUInt32BE(16 + nth * 12),
    table.readUInt32BE(20 + nth * 12),
  ])
